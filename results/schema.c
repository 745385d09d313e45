/* SPDX-License-Identifier: GPL-2.0-or-later
 * Results by their schema. */
#include "results/schema.h"

#include "core/json_schema.h"

/* Of docs/results-schema.json; cmake/Embed.cmake makes it. */
extern const char ts_results_schema_text[];

ts_status ts_results_check_schema(const ts_results_tree *tree, const char *path, ts_error *error) {
    if (tree->kind >= TS_RESULTS_KINDS) return TS_OK;
    cJSON *schema = cJSON_Parse(ts_results_schema_text);
    if (!schema) return ts_fail_memory(error, "the schema of results");
    const ts_json_rules rules = {.schema = schema,
                                 .definition = ts_results_kind_name(tree->kind),
                                 .version = tree->schema,
                                 .lenient = tree->schema < TS_RESULTS_SCHEMA};
    const ts_status status = ts_json_check_schema(tree->root, &rules, path, error);
    cJSON_Delete(schema);
    return status;
}
