/* SPDX-License-Identifier: MIT
 * One JSON object in. */
#include "core/json.h"

#include <stdbool.h>

ts_status ts_json_parse_object(const char *text, const char *what, cJSON **object, ts_error *error) {
    const char *end = text;
    cJSON *parsed = cJSON_ParseWithOpts(text, &end, true);
    if (!parsed) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s cannot be read as JSON at character %ld, near '%.20s'; expected an object such as "
                       "{\"name\": 1}",
                       what, (long)(end - text) + 1, end);
    }
    if (!cJSON_IsObject(parsed)) {
        cJSON_Delete(parsed);
        return ts_fail(error, TS_ERROR_USAGE, "%s must be a JSON object such as {\"name\": 1}, not '%.40s'", what,
                       text);
    }
    *object = parsed;
    return TS_OK;
}
