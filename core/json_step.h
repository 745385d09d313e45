/* SPDX-License-Identifier: MIT
 * Where a walk through a JSON tree stands: steps down from the root, written as a path only when there is something to
 * say of it. */
#ifndef TS_CORE_JSON_STEP_H
#define TS_CORE_JSON_STEP_H

#include "core/json_at.h"

typedef struct ts_json_step {
    const struct ts_json_step *up; /* NULL: the root; so is a NULL step */
    const char *name;              /* of the member; NULL: item `index` of an array */
    int index;
} ts_json_step;

/* "data_sets[0].cells[2].unsafe"; "" for the root. One that is too long is cut off. */
void ts_json_step_path(const ts_json_step *step, char path[TS_JSON_PATH]);

#endif
