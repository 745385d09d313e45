/* SPDX-License-Identifier: MIT
 * Reading one JSON object with a message that says where it went wrong. */
#ifndef TS_CORE_JSON_H
#define TS_CORE_JSON_H

#include <cJSON.h>

#include "core/error.h"

/* text: exactly one JSON object. `what` names it in the message ("the options of backend 'accd'").
 * TS_ERROR_USAGE when it is anything else. The caller owns *object (cJSON_Delete). */
ts_status ts_json_parse_object(const char *text, const char *what, cJSON **object, ts_error *error);

#endif
