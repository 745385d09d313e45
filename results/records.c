/* SPDX-License-Identifier: GPL-2.0-or-later
 * Members of the objects that become records. */
#include "results/records.h"

#include <math.h>
#include <stdio.h>

const cJSON *ts_member(ts_record_reader *reader, const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!item) snprintf(reader->missing, sizeof reader->missing, "%s", name);
    return item;
}

const char *ts_member_text(ts_record_reader *reader, const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(ts_member(reader, object, name));
    if (!text) snprintf(reader->missing, sizeof reader->missing, "%s", name);
    return text;
}

bool ts_member_number(ts_record_reader *reader, const cJSON *object, const char *name, double *value) {
    const cJSON *item = ts_member(reader, object, name);
    const bool fine = cJSON_IsNumber(item) || cJSON_IsNull(item);
    if (!fine) snprintf(reader->missing, sizeof reader->missing, "%s", name);
    *value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    return fine;
}

double ts_member_count(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0.0;
}
