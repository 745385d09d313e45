/* SPDX-License-Identifier: GPL-2.0-or-later
 * Options that are others than before: a warning, as they may be the change. */
#include "reports/compare/settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/json.h"

/* Behind the text, which it frees; NULL without memory. value: NULL where there is none. */
static char *append(char *text, const char *name, const cJSON *value, const cJSON *before) {
    char *now = value ? cJSON_PrintUnformatted(value) : ts_text("none");
    char *was = before ? cJSON_PrintUnformatted(before) : ts_text("none");
    char *longer = text && now && was ? ts_text("%s%s%s %s, before %s", text, *text ? "; " : "", name, now, was) : NULL;
    free(text);
    free(now);
    free(was);
    return longer;
}

/* "tolerance 0.001, before 0.0001; modes 30, before 40"; "": all alike. The caller frees it; NULL without memory. */
static char *find_others(const cJSON *after, const cJSON *before) {
    char *text = ts_text("%s", "");
    const cJSON *item;
    cJSON_ArrayForEach(item, after) {
        const cJSON *was = cJSON_GetObjectItemCaseSensitive(before, item->string);
        if (!was || !cJSON_Compare(item, was, true)) text = append(text, item->string, item, was);
    }
    cJSON_ArrayForEach(item, before) {
        if (!cJSON_GetObjectItemCaseSensitive(after, item->string)) text = append(text, item->string, NULL, item);
    }
    return text;
}

/* whose: " of the solver", or nothing. NULL settings are not known. */
static ts_status compare(ts_comparison *comparison, const ts_record *after, const char *whose, const char *was,
                         const char *is) {
    if (!was || !is || strcmp(was, is) == 0) return TS_OK;
    cJSON *before = cJSON_Parse(was), *now = cJSON_Parse(is);
    char *others = before && now ? find_others(now, before) : NULL;
    cJSON_Delete(before);
    cJSON_Delete(now);
    if (others && !*others) {
        free(others);
        return TS_OK;
    }
    char *text = others ? ts_text("other options%s: %s", whose, others) : NULL;
    free(others);
    return ts_finding_add(comparison, TS_FINDING_WARNING, after, text, NULL);
}

ts_status ts_compare_settings(ts_comparison *comparison, const ts_record *before, const ts_record *after) {
    if (after->part) return TS_OK;
    const ts_status status = compare(comparison, after, "", before->setting, after->setting);
    if (status != TS_OK) return status;
    return compare(comparison, after, " of the solver", before->solver_setting, after->solver_setting);
}
