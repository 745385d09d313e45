/* SPDX-License-Identifier: GPL-2.0-or-later
 * Leaving out what no comparison looks at: it stays a results file of the same schema. */
#include "results/baseline.h"

#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/json_scan.h"
#include "core/shortest.h"
#include "results/base64.h"
#include "results/read.h"
#include "results/record.h"

/* Digests kept for each backend and data set: 5 KB of text, and a change is found among a thousandth of the queries. */
enum { BASELINE_GROUPS = 1024 };

/* Keeps the members that are named, a list that ends with NULL. */
static void keep_members(cJSON *object, const char *const *names) {
    cJSON *item = object ? object->child : NULL;
    while (item) {
        cJSON *next = item->next;
        bool kept = false;
        for (size_t n = 0; names[n] && !kept; ++n) kept = item->string && strcmp(item->string, names[n]) == 0;
        if (!kept) cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
        item = next;
    }
}

static void shrink_distribution(cJSON *cell, const char *name) {
    static const char *const members[] = {"quantiles", NULL}, *const quantiles[] = {"0.5", "0.99", "1", NULL};
    cJSON *distribution = cJSON_GetObjectItemCaseSensitive(cell, name);
    keep_members(distribution, members);
    keep_members(cJSON_GetObjectItemCaseSensitive(distribution, "quantiles"), quantiles);
}

static void shrink_cell(cJSON *cell) {
    static const char *const members[] = {
        "backend",      "kind",   "queries",   "contacts",  "verdicts",           "errors", "unsafe", "stalls",
        "certificates", "faults", "toi_error", "step_lost", "repetition_mean_ns", NULL};
    keep_members(cell, members);
    shrink_distribution(cell, "toi_error");
    shrink_distribution(cell, "step_lost");
}

static ts_status shrink_answers(cJSON *answers) {
    cJSON *digests = cJSON_GetObjectItemCaseSensitive(answers, "digests");
    cJSON *per_group = cJSON_GetObjectItemCaseSensitive(answers, "queries_per_group");
    const char *text = cJSON_GetStringValue(digests);
    ts_answer_digest digest = {0};
    if (!text || !cJSON_IsNumber(per_group)) return TS_OK;
    const ts_status status = ts_base64_decode(text, &digest.groups, &digest.count);
    if (status != TS_OK) return status;
    ts_answer_digest_coarsen(&digest, BASELINE_GROUPS);
    char *shorter = ts_base64_encode(digest.groups, digest.count);
    const bool fine = shorter && cJSON_SetValuestring(digests, shorter) != NULL;
    cJSON_SetNumberValue(per_group, ldexp(per_group->valuedouble, (int)digest.shift));
    free(shorter);
    ts_answer_digest_clear(&digest);
    return fine ? TS_OK : TS_ERROR_MEMORY;
}

static ts_status shrink_data_set(cJSON *data_set) {
    static const char *const members[] = {"path",         "hash",    "queries", "file_names",
                                          "file_queries", "answers", "cells",   NULL};
    cJSON *item;
    ts_status status = TS_OK;
    keep_members(data_set, members);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(data_set, "cells")) shrink_cell(item);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(data_set, "answers")) {
        if (status == TS_OK) status = shrink_answers(item);
    }
    return status;
}

/* Of the other kinds of results everything is kept: they are small. */
static ts_status shrink(cJSON *root) {
    cJSON *data_set;
    ts_status status = TS_OK;
    cJSON_DeleteItemFromObjectCaseSensitive(root, TS_JSON_CHECKSUM);
    cJSON_ArrayForEach(data_set, cJSON_GetObjectItemCaseSensitive(root, "data_sets")) {
        if (status == TS_OK) status = shrink_data_set(data_set);
    }
    return status;
}

/* cJSON prints 15 digits where a double differs from them in its last bit only: then a run would be worse than its own
 * baseline. */
static bool make_exact(cJSON *item) {
    char digits[TS_SHORTEST];
    bool made = true;
    if (cJSON_IsNumber(item) && isfinite(item->valuedouble)) { /* what is beyond all doubles is null */
        item->valuestring = cJSON_malloc(TS_SHORTEST);
        if (!item->valuestring) return false;
        snprintf(item->valuestring, TS_SHORTEST, "%s", ts_shortest(item->valuedouble, digits));
        item->type = (item->type & ~0xff) | cJSON_Raw;
    }
    for (cJSON *child = item->child; child && made; child = child->next) made = make_exact(child);
    return made;
}

static ts_status write_compact(cJSON *root, const char *to, ts_error *error) {
    char *text = make_exact(root) ? cJSON_PrintUnformatted(root) : NULL;
    const ts_status status = ts_results_write_text(text, "a baseline", to, error);
    cJSON_free(text);
    return status;
}

ts_status ts_baseline_write(const char *from, const char *to, ts_error *error) {
    ts_results_file results;
    ts_status status = ts_results_read(from, &results, error); /* says what is wrong with it */
    if (status != TS_OK) return status;
    const bool partial = results.partial;
    ts_results_file_clear(&results);
    if (partial) {
        return ts_fail(error, TS_ERROR_DATA, "%s: of a run that was not complete (interrupted, or data not readable)",
                       from);
    }
    ts_results_tree tree;
    status = ts_results_load(from, &tree, error);
    if (status != TS_OK) return status;
    status = shrink(tree.root);
    if (status == TS_ERROR_MEMORY) ts_fail_memory(error, "a baseline");
    if (status == TS_ERROR_DATA) ts_fail(error, TS_ERROR_DATA, "%s: its digests are none", from);
    if (status == TS_OK) status = write_compact(tree.root, to, error);
    cJSON_Delete(tree.root);
    return status;
}
