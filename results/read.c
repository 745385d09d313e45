/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading a results file: its envelope, whatever the version, then the records of its kind. */
#include "results/read.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_document.h"
#include "core/json_scan.h"
#include "results/content.h"
#include "results/records.h"
#include "results/results.h"
#include "results/schema.h"

/* ---- Envelope ---- */

/* Version 1, of replays only, had `what` in the place of `kind`, which takes its place here too. */
static ts_status rename_kind(cJSON *root, ts_error *error) {
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "what"));
    if (!what) return TS_OK; /* a baseline made of one */
    const bool replay = strcmp(what, "touchstone replay") == 0;
    cJSON_DeleteItemFromObjectCaseSensitive(root, "what");
    return cJSON_AddStringToObject(root, "kind", replay ? "replay" : "") ? TS_OK : ts_fail_memory(error, "results");
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
    if (tree->schema == 1 && rename_kind(tree->root, error) != TS_OK) return TS_ERROR_MEMORY;
    const char *kind = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree->root, "kind"));
    tree->said = kind ? kind : "";
    tree->kind = TS_RESULTS_REPLAY;
    while (tree->kind < TS_RESULTS_KINDS && strcmp(tree->said, ts_results_kind_name(tree->kind)) != 0) ++tree->kind;
    return TS_OK;
}

/* What is wrong in one place is said before a wrong checksum, which is of all of it. */
static ts_status check(const char *path, const ts_results_tree *tree, ts_checksum checksum, ts_error *error) {
    if (checksum == TS_CHECKSUM_NONE && tree->schema >= TS_RESULTS_CHECKSUM) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s: it has no checksum, its last member since schema %d: the file was edited, or not written "
                       "by Touchstone; make it anew",
                       path, TS_RESULTS_CHECKSUM);
    }
    ts_status status = ts_results_check_schema(tree, path, error);
    if (status == TS_OK) status = ts_results_check_content(tree, path, error);
    if (status != TS_OK || checksum != TS_CHECKSUM_WRONG) return status;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s: its content does not fit its checksum: the file was damaged or edited; take an undamaged copy, "
                   "or make it anew",
                   path);
}

ts_status ts_results_load(const char *path, ts_results_tree *tree, ts_error *error) {
    ts_results_tree made = {.root = NULL};
    ts_checksum checksum;
    ts_status status = ts_json_document_read(path, &made.root, &checksum, error);
    if (status == TS_OK) status = read_envelope(path, &made, error);
    if (status == TS_OK) status = check(path, &made, checksum, error);
    if (status == TS_OK)
        *tree = made;
    else
        cJSON_Delete(made.root);
    return status;
}

bool ts_results_lack_checksum(const char *path) {
    char *text = NULL;
    if (ts_text_file_read(path, &text, NULL) != TS_OK) return false;
    const ts_json_scan scan = ts_json_scan_text(text);
    free(text);
    return !scan.expected && !scan.has_checksum;
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
        [TS_RESULTS_REPLAY] = ts_read_replay_records,     [TS_RESULTS_TABLE] = ts_read_table_records,
        [TS_RESULTS_BARRIER] = ts_read_barrier_records,   [TS_RESULTS_SIMULATE] = ts_read_simulate_records,
        [TS_RESULTS_BARRIERS] = ts_read_barriers_records,
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

/* A comparison would see the first only. */
static ts_status check_records(const ts_results_file *results, ts_error *error) {
    if (results->record_count == 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s: nothing was measured in it; there is nothing to compare",
                       results->path);
    }
    for (size_t r = 0; r < results->record_count; ++r) {
        const ts_record *one = &results->records[r];
        for (size_t other = 0; other < r; ++other) {
            const ts_record *two = &results->records[other];
            if (strcmp(one->subject, two->subject) != 0 || strcmp(one->actor, two->actor) != 0) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s: '%s' by %s stands there twice; run again with each of them once",
                           results->path, one->subject, one->actor);
        }
    }
    return TS_OK;
}

ts_status ts_results_read(const char *path, ts_results_file *results, ts_error *error) {
    ts_results_tree tree;
    ts_status status = ts_results_load(path, &tree, error);
    if (status != TS_OK) return status;
    ts_results_file made = {.path = ts_text("%s", path)};
    status = made.path ? read_records(&tree, &made, error) : ts_fail_memory(error, "a results file");
    cJSON_Delete(tree.root);
    if (status == TS_OK) status = check_records(&made, error);
    if (status == TS_OK)
        *results = made;
    else
        ts_results_file_clear(&made);
    return status;
}
