/* SPDX-License-Identifier: MIT
 * Paths of steps. */
#include "core/json_step.h"

#include <stdio.h>

static size_t append(const ts_json_step *step, char path[TS_JSON_PATH]) {
    if (!step) return 0;
    const size_t at = append(step->up, path);
    if (at >= TS_JSON_PATH - 1) return at;
    const int length = step->name ? snprintf(path + at, TS_JSON_PATH - at, "%s%s", at ? "." : "", step->name)
                                  : snprintf(path + at, TS_JSON_PATH - at, "[%d]", step->index);
    return at + (size_t)length;
}

void ts_json_step_path(const ts_json_step *step, char path[TS_JSON_PATH]) {
    path[0] = '\0';
    append(step, path);
}
