/* SPDX-License-Identifier: MIT
 * One JSON object in. */
#include "core/json.h"

#include "core/json_document.h"

ts_status ts_json_parse_object(const char *text, const char *what, cJSON **object, ts_error *error) {
    cJSON *parsed = NULL;
    const ts_status status = ts_json_document_parse(text, what, &parsed, NULL, error);
    if (status == TS_ERROR_DATA && error) error->status = TS_ERROR_USAGE;
    if (status != TS_OK) return status == TS_ERROR_DATA ? TS_ERROR_USAGE : status;
    if (!cJSON_IsObject(parsed)) {
        cJSON_Delete(parsed);
        return ts_fail(error, TS_ERROR_USAGE, "%s must be a JSON object such as {\"name\": 1}, not '%.40s'", what,
                       text);
    }
    *object = parsed;
    return TS_OK;
}
