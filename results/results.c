/* SPDX-License-Identifier: GPL-2.0-or-later
 * What all results files share: where and how they were made, and how they reach the disk. */
#include "results/results.h"

#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_document.h"
#include <touchstone/version.h>

static void add_context(ts_json_builder *builder, cJSON *parent, const ts_context *context) {
    cJSON *object = ts_build_object(builder, parent, "context");
    ts_build_text(builder, object, "date", context->date);
    ts_build_text(builder, object, "cpu", context->cpu);
    ts_build_count(builder, object, "cores", (uint64_t)context->cores);
    ts_build_text(builder, object, "system", context->system);
    ts_build_text(builder, object, "version", TS_VERSION);
    ts_build_text(builder, object, "commit", context->commit);
    ts_build_text(builder, object, "compiler", context->compiler);
    ts_build_text(builder, object, "flags", context->flags);
    ts_build_text(builder, object, "build_type", context->build_type);
    if (*context->blas) ts_build_text(builder, object, "blas", context->blas);
}

const char *ts_results_kind_name(ts_results_kind kind) {
    static const char *const NAMES[TS_RESULTS_KINDS + 1] = {"replay",   "table", "barrier", "simulate",
                                                            "barriers", "cell",  ""};
    return NAMES[kind];
}

cJSON *ts_results_begin(ts_json_builder *builder, ts_results_kind kind, const ts_context *context) {
    cJSON *root = ts_build_root(builder);
    ts_build_count(builder, root, "schema", TS_RESULTS_SCHEMA);
    ts_build_text(builder, root, "kind", ts_results_kind_name(kind));
    add_context(builder, root, context);
    return root;
}

ts_status ts_results_write_text(const char *text, const char *what, const char *path, ts_error *error) {
    char *whole = text ? ts_json_with_checksum(text) : NULL;
    const ts_status status = whole ? ts_text_file_write(path, whole, error) : ts_fail_memory(error, what);
    free(whole);
    return status;
}

ts_status ts_results_write(ts_json_builder *builder, cJSON *root, const char *path, ts_error *error) {
    char *text = ts_build_print(builder, root);
    const ts_status status = ts_results_write_text(text, "the results file", path, error);
    free(text);
    return status;
}
