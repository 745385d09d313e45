/* SPDX-License-Identifier: MIT
 * Labels and roots of the Time of Impact data set. The roots are symbolic; each becomes the doubles around it. */
#include "datasets/toi_labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "datasets/exact_number.h"
#include "datasets/tar_gz.h"

#define ROOTS_ENDING "_roots.wxf"

/* ---- Names ---- */

/* "326" of ".../326ee.csv", by the folder's name as it is written or as it is. */
static bool is_in_queries(const char *path) {
    char *folder = ts_path_folder(path), *resolved = folder ? realpath(folder, NULL) : NULL;
    const bool is =
        resolved && (strcmp(ts_path_name(folder), "queries") == 0 || strcmp(ts_path_name(resolved), "queries") == 0);
    free(folder);
    free(resolved);
    return is;
}

bool ts_toi_is_queries(const char *path, ts_ccd_kind *kind, uint32_t *step) {
    const char *name = ts_path_name(path);
    const size_t digits = strspn(name, "0123456789");
    if (digits == 0 || digits > 9) return false;
    const bool edges = strcmp(name + digits, "ee.csv") == 0;
    if (!edges && strcmp(name + digits, "vf.csv") != 0) return false;
    if (!is_in_queries(path)) return false;
    *kind = edges ? TS_EDGE_EDGE : TS_POINT_TRIANGLE;
    *step = (uint32_t)strtoul(name, NULL, 10);
    return true;
}

/* SCENE/FOLDER/STEM + ending for SCENE/queries/STEM.csv; NULL without memory. */
static char *beside(const char *csv, const char *folder, const char *ending) {
    char *queries = ts_path_folder(csv), *made = NULL;
    const char *name = ts_path_name(csv);
    const int stem = (int)(strlen(name) - strlen(".csv"));
    if (queries) made = ts_text("%s/../%s/%.*s%s", queries, folder, stem, name, ending);
    free(queries);
    return made;
}

char *ts_toi_scene(const char *csv) {
    char *queries = ts_path_folder(csv), *resolved = queries ? realpath(queries, NULL) : NULL;
    char *scene = resolved ? ts_path_folder(resolved) : NULL;
    char *name = scene ? strdup(ts_path_name(scene)) : NULL;
    free(queries);
    free(resolved);
    free(scene);
    return name;
}

void ts_toi_labels_clear(ts_toi_labels *labels) {
    free(labels->path);
    free(labels->contact);
    free(labels->lo);
    free(labels->hi);
    *labels = (ts_toi_labels){0};
}

/* ---- [true,false,...] ---- */

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static ts_status fail_label(const ts_toi_labels *labels, const char *text, const char *at, const char *expected,
                            ts_error *error) {
    size_t line = 1;
    for (const char *c = text; c < at; ++c) line += *c == '\n';
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %s after %zu labels, found %s", labels->path, line, expected,
                   labels->count, *at ? "something else" : "the end of the file");
}

/* One label; NULL when there is none. */
static const char *take_label(const char *at, uint8_t *label) {
    *label = strncmp(at, "true", 4) == 0;
    if (*label) return at + 4;
    return strncmp(at, "false", 5) == 0 ? at + 5 : NULL;
}

static ts_status parse_labels(ts_toi_labels *labels, const char *text, ts_error *error) {
    const char *at = skip_blanks(text);
    if (*at != '[') return fail_label(labels, text, at, "an array '['", error);
    at = skip_blanks(at + 1);
    bool more = *at != ']';
    while (more) {
        const char *after = take_label(at, &labels->contact[labels->count]);
        if (!after) return fail_label(labels, text, at, "true or false", error);
        ++labels->count;
        at = skip_blanks(after);
        more = *at == ',';
        if (more) at = skip_blanks(at + 1);
    }
    if (*at != ']') return fail_label(labels, text, at, "',' or ']'", error);
    at = skip_blanks(at + 1);
    return *at ? fail_label(labels, text, at, "the end of the file", error) : TS_OK;
}

static ts_status read_labels(ts_toi_labels *labels, ts_error *error) {
    char *text;
    const ts_status status = ts_text_file_read(labels->path, &text, error);
    if (status != TS_OK) return status;
    labels->contact = malloc(strlen(text) / 4 + 1); /* a label takes four characters or more */
    const ts_status parsed = labels->contact ? parse_labels(labels, text, error) : ts_fail_memory(error, "labels");
    free(text);
    return parsed;
}

/* ---- Roots ---- */

/* What an archive is read for. */
typedef struct job {
    ts_toi_labels *labels;
    const char *path, *stem;
    size_t stem_length;
} job;

/* The query of STEM_qN_roots.wxf. */
static bool query_of(const job *j, const char *name, size_t *query) {
    if (strncmp(name, j->stem, j->stem_length) != 0 || strncmp(name + j->stem_length, "_q", 2) != 0) return false;
    const char *digits = name + j->stem_length + 2;
    const size_t length = strspn(digits, "0123456789");
    if (length == 0 || length > 9 || strcmp(digits + length, ROOTS_ENDING) != 0) return false;
    *query = strtoul(digits, NULL, 10);
    return true;
}

/* The value of the rule "t" -> value among the arguments; false: there is none. */
static bool find_time(const ts_wxf *e, size_t solution, size_t *value) {
    if (!ts_wxf_is(e, solution, "List")) return false;
    for (size_t k = 0; k < ts_wxf_arguments(e, solution); ++k) {
        const size_t rule = ts_wxf_argument(e, solution, k);
        if (!ts_wxf_is(e, rule, "Rule") || ts_wxf_arguments(e, rule) != 2) continue;
        if (!ts_wxf_says(e, ts_wxf_argument(e, rule, 0), "t")) continue;
        *value = ts_wxf_argument(e, rule, 1);
        return true;
    }
    return false;
}

/* The least of the solutions' times. One that is not understood might be the least: then nothing is said. */
static ts_number_result find_least(const ts_wxf *e, double *lo, double *hi) {
    if (!ts_wxf_is(e, 0, "List") || ts_wxf_arguments(e, 0) == 0) return TS_NUMBER_UNKNOWN;
    double least_lo = INFINITY, least_hi = INFINITY;
    for (size_t k = 0; k < ts_wxf_arguments(e, 0); ++k) {
        size_t value;
        double own_lo, own_hi;
        if (!find_time(e, ts_wxf_argument(e, 0, k), &value)) return TS_NUMBER_UNKNOWN;
        const ts_number_result result = ts_exact_number(e, value, &own_lo, &own_hi);
        if (result != TS_NUMBER_FOUND) return result;
        if (own_lo > least_lo || (own_lo == least_lo && own_hi >= least_hi)) continue;
        least_lo = own_lo;
        least_hi = own_hi;
    }
    *lo = least_lo;
    *hi = least_hi;
    return TS_NUMBER_FOUND;
}

static ts_status take_roots(void *self, const ts_tar_member *member, ts_error *error) {
    const job *j = self;
    const ts_toi_labels *labels = j->labels;
    ts_wxf expression;
    size_t query;
    if (!query_of(j, member->name, &query)) return TS_OK;
    if (query >= labels->count) {
        return ts_fail(error, TS_ERROR_DATA, "%s: %s is of query %zu; %s has %zu labels", j->path, member->name, query,
                       labels->path, labels->count);
    }
    const ts_wxf_result parsed = ts_wxf_parse(member->data, member->size, &expression);
    ts_number_result result = parsed == TS_WXF_NO_MEMORY ? TS_NUMBER_NO_MEMORY : TS_NUMBER_UNKNOWN;
    double lo, hi;
    if (parsed == TS_WXF_READ) result = find_least(&expression, &lo, &hi);
    ts_wxf_clear(&expression);
    if (result == TS_NUMBER_NO_MEMORY) return ts_fail_memory(error, "an expression");
    if (parsed == TS_WXF_BROKEN) {
        return ts_fail(error, TS_ERROR_DATA, "%s: %s is no complete WXF file", j->path, member->name);
    }
    if (result == TS_NUMBER_FOUND && labels->contact[query]) {
        labels->lo[query] = lo;
        labels->hi[query] = hi;
    }
    return TS_OK;
}

static ts_status read_roots(ts_toi_labels *labels, const char *csv, const char *path, ts_error *error) {
    const char *name = ts_path_name(csv);
    job j = {.labels = labels, .path = path, .stem = name, .stem_length = strlen(name) - strlen(".csv")};
    labels->lo = malloc((labels->count + 1) * sizeof *labels->lo);
    labels->hi = malloc((labels->count + 1) * sizeof *labels->hi);
    if (!labels->lo || !labels->hi) return ts_fail_memory(error, "labels");
    for (size_t k = 0; k < labels->count; ++k) labels->lo[k] = labels->hi[k] = NAN;
    return ts_tar_gz_each(path, ROOTS_ENDING, take_roots, &j, error);
}

ts_status ts_toi_labels_read(const char *csv, ts_toi_labels *labels, ts_error *error) {
    ts_toi_labels made = {.path = beside(csv, "mma_bool", "_mma_bool.json")};
    char *roots = beside(csv, "roots", "_roots.tar.gz");
    ts_status status = made.path && roots ? TS_OK : ts_fail_memory(error, "a path");
    if (status == TS_OK && !ts_path_exists(made.path)) {
        free(made.path);
        made.path = NULL;
    }
    if (status == TS_OK && made.path) status = read_labels(&made, error);
    if (status == TS_OK && made.path && ts_path_exists(roots)) status = read_roots(&made, csv, roots, error);
    free(roots);
    if (status == TS_OK) {
        *labels = made;
    } else {
        ts_toi_labels_clear(&made);
    }
    return status;
}
