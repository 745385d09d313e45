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

/* "replay" for version 1, which had `what` in the place of `kind`. */
static const char *kind_of(const cJSON *root, int schema) {
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, schema == 1 ? "what" : "kind"));
    if (schema == 1) return what && strcmp(what, "touchstone replay") == 0 ? "replay" : NULL;
    return what;
}

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

static ts_status read_root(const cJSON *root, ts_results_file *results, ts_error *error) {
    static const struct {
        const char *kind;
        bool (*read)(ts_record_reader *, const cJSON *);
    } kinds[] = {{"replay", ts_read_replay_records},
                 {"table", ts_read_table_records},
                 {"barrier", ts_read_barrier_records},
                 {"simulate", ts_read_simulate_records}};
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(root, "schema");
    if (!cJSON_IsNumber(schema)) {
        return ts_fail(error, TS_ERROR_DATA, "%s: no results of Touchstone (it has no \"schema\")", results->path);
    }
    results->schema = schema->valueint;
    if (results->schema < 1 || results->schema > TS_RESULTS_SCHEMA) {
        return ts_fail(error, TS_ERROR_DATA, "%s: its schema is %d; this version reads 1 to %d: update Touchstone",
                       results->path, results->schema, TS_RESULTS_SCHEMA);
    }
    const char *kind = kind_of(root, results->schema);
    ts_record_reader reader = {.results = results};
    for (size_t k = 0; kind && k < sizeof kinds / sizeof *kinds; ++k) {
        if (strcmp(kind, kinds[k].kind) != 0) continue;
        results->kind = ts_text("%s", kind);
        if (results->kind && read_context(&reader, root) && kinds[k].read(&reader, root)) return TS_OK;
        if (!*reader.missing) return ts_fail_memory(error, "a results file");
        return ts_fail(error, TS_ERROR_DATA, "%s: its member \"%s\" is missing or of another type than it should be",
                       results->path, reader.missing);
    }
    return ts_fail(error, TS_ERROR_DATA, "%s: results of a kind that cannot be compared: '%s'", results->path,
                   kind ? kind : "");
}

ts_status ts_results_parse(const char *path, cJSON **root, ts_error *error) {
    char *text = NULL;
    const ts_status status = ts_read_text_file(path, &text, error);
    if (status != TS_OK) return status;
    *root = cJSON_Parse(text);
    free(text);
    return *root ? TS_OK : ts_fail(error, TS_ERROR_DATA, "%s: not JSON, or not complete", path);
}

ts_status ts_results_read(const char *path, ts_results_file *results, ts_error *error) {
    cJSON *root = NULL;
    ts_status status = ts_results_parse(path, &root, error);
    if (status != TS_OK) return status;
    ts_results_file made = {.path = ts_text("%s", path)};
    status = made.path ? read_root(root, &made, error) : ts_fail_memory(error, "a results file");
    cJSON_Delete(root);
    if (status == TS_OK)
        *results = made;
    else
        ts_results_file_clear(&made);
    return status;
}
