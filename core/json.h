/* SPDX-License-Identifier: MIT
 * What the project adds to cJSON: reading one object with a message that says where it went wrong, and
 * doubles that survive the trip (cJSON prints fewer digits). */
#ifndef TS_CORE_JSON_H
#define TS_CORE_JSON_H

#include <stdbool.h>

#include <cJSON.h>

#include "core/error.h"

/* text: exactly one JSON object. `what` names it in the message ("the options of backend 'accd'").
 * TS_ERROR_USAGE when it is anything else. The caller owns *object (cJSON_Delete). */
ts_status ts_json_parse_object(const char *text, const char *what, cJSON **object, ts_error *error);

/* A number printed with %.17g, which reads back as the same double; null when it is not finite.
 * NULL without memory. */
cJSON *ts_json_real(double value);

/* Adds "name": value to the object as ts_json_real makes it; false without memory. */
bool ts_json_add_real(cJSON *object, const char *name, double value);

#endif
