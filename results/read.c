/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a results file: its envelope, whatever the version, then the records of its kind. */
#include "results/read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "results/records.h"
#include "results/results.h"

ts_status ts_read_text_file(const char *path, char **text, ts_error *error) {
    FILE *stream = fopen(path, "rb");
    size_t length = 0, room = 1 << 16;
    char *made = stream ? malloc(room + 1) : NULL;
    if (!stream) return ts_fail(error, TS_ERROR_DATA, "%s: cannot be opened: %s", path, strerror(errno));
    while (made) {
        length += fread(made + length, 1, room - length, stream);
        if (length < room) break;
        char *more = realloc(made, 2 * room + 1);
        if (!more) free(made);
        made = more;
        room *= 2;
    }
    const bool failed = ferror(stream) != 0;
    fclose(stream);
    if (!made) return ts_fail_memory(error, "a results file");
    made[length] = '\0';
    *text = made;
    if (!failed) return TS_OK;
    free(made);
    return ts_fail(error, TS_ERROR_DATA, "%s: cannot be read", path);
}

/* ---- Envelope ---- */

/* Version 1, of replays only, had `what` in the place of `kind`. */
static void find_kind(ts_results_tree *tree) {
    const bool first = tree->schema == 1;
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree->root, first ? "what" : "kind"));
    tree->said = text && first ? (strcmp(text, "touchstone replay") == 0 ? "replay" : "") : text ? text : "";
    tree->kind = TS_RESULTS_REPLAY;
    while (tree->kind < TS_RESULTS_KINDS && strcmp(tree->said, ts_results_kind_name(tree->kind)) != 0) ++tree->kind;
}

static ts_status read_envelope(const char *path, ts_results_tree *tree, ts_error *error) {
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(tree->root, "schema");
    if (!cJSON_IsNumber(schema)) {
        return ts_fail(error, TS_ERROR_DATA, "%s: no results of Touchstone (it has no \"schema\")", path);
    }
    tree->schema = schema->valueint;
    if (tree->schema < 1 || tree->schema > TS_RESULTS_SCHEMA) {
        return ts_fail(error, TS_ERROR_DATA, "%s: its schema is %d; this version reads 1 to %d: update Touchstone",
                       path, tree->schema, TS_RESULTS_SCHEMA);
    }
    find_kind(tree);
    return TS_OK;
}

ts_status ts_results_load(const char *path, ts_results_tree *tree, ts_error *error) {
    char *text = NULL;
    ts_status status = ts_read_text_file(path, &text, error);
    if (status != TS_OK) return status;
    ts_results_tree made = {.root = cJSON_Parse(text)};
    free(text);
    status = made.root ? read_envelope(path, &made, error)
                       : ts_fail(error, TS_ERROR_DATA, "%s: not JSON, or not complete", path);
    if (status == TS_OK)
        *tree = made;
    else
        cJSON_Delete(made.root);
    return status;
}

/* ---- Records ---- */

static bool read_context(ts_record_reader *reader, const cJSON *root) {
    ts_results_file *results = reader->results;
    const cJSON *context = ts_member(reader, root, "context");
    double cores;
    const char *cpu = ts_member_text(reader, context, "cpu");
    const char *compiler = cpu ? ts_member_text(reader, context, "compiler") : NULL;
    const char *flags = compiler ? ts_member_text(reader, context, "flags") : NULL;
    const char *type = flags ? ts_member_text(reader, context, "build_type") : NULL;
    if (!type || !ts_member_number(reader, context, "cores", &cores)) return false;
    results->machine = ts_text("%s, %.0f cores", cpu, cores);
    results->build = ts_text("%s, %s, %s", compiler, flags, type);
    return results->machine && results->build;
}

static ts_status read_records(const ts_results_tree *tree, ts_results_file *results, ts_error *error) {
    static bool (*const READ[TS_RESULTS_KINDS + 1])(ts_record_reader *, const cJSON *) = {
        [TS_RESULTS_REPLAY] = ts_read_replay_records,
        [TS_RESULTS_TABLE] = ts_read_table_records,
        [TS_RESULTS_BARRIER] = ts_read_barrier_records,
        [TS_RESULTS_SIMULATE] = ts_read_simulate_records,
    };
    if (!READ[tree->kind]) {
        return ts_fail(error, TS_ERROR_DATA, "%s: results of a kind that cannot be compared: '%s'", results->path,
                       tree->said);
    }
    ts_record_reader reader = {.results = results};
    results->schema = tree->schema;
    results->kind = tree->kind;
    if (read_context(&reader, tree->root) && READ[tree->kind](&reader, tree->root)) return TS_OK;
    if (!*reader.missing) return ts_fail_memory(error, "a results file");
    return ts_fail(error, TS_ERROR_DATA, "%s: its member \"%s\" is missing or of another type than it should be",
                   results->path, reader.missing);
}

ts_status ts_results_read(const char *path, ts_results_file *results, ts_error *error) {
    ts_results_tree tree;
    ts_status status = ts_results_load(path, &tree, error);
    if (status != TS_OK) return status;
    ts_results_file made = {.path = ts_text("%s", path)};
    status = made.path ? read_records(&tree, &made, error) : ts_fail_memory(error, "a results file");
    cJSON_Delete(tree.root);
    if (status == TS_OK)
        *results = made;
    else
        ts_results_file_clear(&made);
    return status;
}
