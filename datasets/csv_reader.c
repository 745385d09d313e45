/* SPDX-License-Identifier: MIT
 * Reading the NYU rational CSV and the files beside it. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/shortest.h"
#include "datasets/csv.h"
#include "datasets/csv_reader.h"
#include "datasets/lines.h"
#include "datasets/meta.h"
#include "datasets/notes.h"
#include "datasets/rational.h"
#include "datasets/reader.h"
#include "datasets/sidecar.h"
#include "datasets/toi_labels.h"

#define COLUMNS 7 /* x, y and z as numerator and denominator; the label, which may stand elsewhere */

const char *const TS_CSV_FOLDERS[TS_CCD_KINDS] = {"vertex-face", "edge-edge", "point-edge", "point-point"};

typedef struct csv_reader {
    ts_query_reader base;
    ts_ccd_kind kind;
    bool round;
    bool is_toi; /* of the Time of Impact data set: no label in the rows */
    int columns;
    uint32_t step;
    ts_toi_labels labels;
    ts_lines rows;
    ts_sidecar min_distance, t_max, notes;
    size_t count; /* of queries; SIZE_MAX until the lines have been counted */
} csv_reader;

static ts_status fail_row(const csv_reader *csv, const char *expected, const char *found, ts_error *error) {
    char excerpt[TS_EXCERPT_LENGTH];
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %s, found \"%s\"", csv->rows.path, csv->rows.number,
                   expected, ts_excerpt(found, excerpt));
}

/* Why a row is not a row of integers. */
static ts_status explain_row(const csv_reader *csv, const char *text, size_t length, ts_error *error) {
    int columns = 1;
    if (strlen(text) != length) return fail_row(csv, "text", "a zero byte", error);
    for (const char *at = text; *at; ++at) columns += *at == ',';
    if (columns != csv->columns) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %d columns, found %d", csv->rows.path, csv->rows.number,
                       csv->columns, columns);
    }
    for (int column = 1;; ++column) {
        ts_integer integer;
        const char *after = ts_integer_scan(text, &integer);
        if (!after || (*after && *after != ',')) {
            char expected[40];
            snprintf(expected, sizeof expected, "an integer in column %d", column);
            return fail_row(csv, expected, text, error);
        }
        text = after + 1;
    }
}

static bool scan_row(const csv_reader *csv, const char *text, size_t length, ts_integer integers[COLUMNS]) {
    const char *at = text;
    for (int i = 0; i < csv->columns; ++i) {
        at = ts_integer_scan(at, &integers[i]);
        if (!at || *at != (i < csv->columns - 1 ? ',' : '\0')) return false;
        ++at;
    }
    return (size_t)(at - text) == length + 1;
}

static ts_status fail_inexact(const csv_reader *csv, const ts_integer pair[2], ts_error *error) {
    char numerator[TS_EXCERPT_LENGTH], denominator[TS_EXCERPT_LENGTH];
    return ts_fail(error, TS_ERROR_DATA,
                   "%s:%zu: expected a rational that is a double, found %s/%s; --round takes the nearest double",
                   csv->rows.path, csv->rows.number, ts_excerpt(pair[0].text, numerator),
                   ts_excerpt(pair[1].text, denominator));
}

static ts_status convert(csv_reader *csv, const ts_integer pair[2], double *value, ts_error *error) {
    switch (ts_rational_to_double(&pair[0], &pair[1], value)) {
    case TS_RATIONAL_EXACT: return TS_OK;
    case TS_RATIONAL_ROUNDED:
        if (!csv->round) return fail_inexact(csv, pair, error);
        ++csv->base.rounded;
        return TS_OK;
    case TS_RATIONAL_TOO_LARGE: return fail_row(csv, "a rational within the range of doubles", pair[0].text, error);
    case TS_RATIONAL_BAD_DENOMINATOR: return fail_row(csv, "a denominator > 0", pair[1].text, error);
    default: return ts_fail_memory(error, "a long integer");
    }
}

static ts_status parse_row(csv_reader *csv, const char *text, size_t length, double x[3], int8_t *label,
                           ts_error *error) {
    ts_integer integers[COLUMNS];
    if (!scan_row(csv, text, length, integers)) return explain_row(csv, text, length, error);
    const ts_integer *last = &integers[COLUMNS - 1];
    if (!csv->is_toi && (last->length != 1 || last->magnitude > 1)) {
        return fail_row(csv, "the label 0 or 1", last->text, error);
    }
    for (int c = 0; c < 3; ++c) {
        const ts_status status = convert(csv, &integers[2 * c], &x[c], error);
        if (status != TS_OK) return status;
    }
    *label = csv->is_toi ? -1 : (int8_t)last->magnitude;
    return TS_OK;
}

/* The end of the rows, found before a query's first row: nothing but blank lines may follow, here or in the sidecars.
 */
static ts_status finish(csv_reader *csv, size_t queries, ts_error *error) {
    ts_status status = ts_lines_expect_end(&csv->rows, "a row after a blank line; expected no row", error);
    if (status == TS_OK && queries == 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s:1: the file is empty; expected %d rows for each query", csv->rows.path,
                       2 * ts_ccd_vertices(csv->kind));
    }
    if (status == TS_OK && csv->labels.path && csv->labels.count != queries) {
        return ts_fail(error, TS_ERROR_DATA, "%s has %zu labels, but %s has %zu queries", csv->labels.path,
                       csv->labels.count, csv->rows.path, queries);
    }
    if (status == TS_OK) status = ts_sidecar_end(&csv->min_distance, error);
    if (status == TS_OK) status = ts_sidecar_end(&csv->t_max, error);
    if (status == TS_OK) status = ts_sidecar_end(&csv->notes, error);
    return status;
}

/* The rows of query number `index`; *end instead when there is none. */
static ts_status read_rows(csv_reader *csv, size_t index, ts_ccd_query *query, int8_t *label, bool *end,
                           ts_error *error) {
    const int vertices = ts_ccd_vertices(csv->kind);
    for (int row = 0; row < 2 * vertices; ++row) {
        char *text;
        size_t length;
        int8_t own = 0;
        const ts_status status = ts_lines_next(&csv->rows, &text, &length, error);
        if (status != TS_OK) return status;
        if (row == 0 && (!text || ts_line_is_blank(text, length))) {
            *end = true;
            return finish(csv, index, error);
        }
        if (!text) {
            return ts_fail(error, TS_ERROR_DATA, "%s:%zu: the file ends inside query %zu; expected %d rows, found %d",
                           csv->rows.path, csv->rows.number, index, 2 * vertices, row);
        }
        double *x = row < vertices ? query->x0[row] : query->x1[row - vertices];
        const ts_status parsed = parse_row(csv, text, length, x, &own, error);
        if (parsed != TS_OK) return parsed;
        if (row > 0 && own != *label) {
            return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected the label %d of the query's rows before, found %d",
                           csv->rows.path, csv->rows.number, *label, own);
        }
        *label = own;
    }
    *end = false;
    return TS_OK;
}

/* A number of a sidecar, refused where ts_ccd_query_check would. */
static ts_status read_number(ts_sidecar *sidecar, bool is_t_max, double *value, ts_error *error) {
    if (!sidecar->present) return TS_OK;
    double number;
    const ts_status status = ts_sidecar_number(sidecar, &number, error);
    if (status != TS_OK) return status;
    if (is_t_max ? !(number > 0.0 && number <= 1.0) : !(number >= 0.0)) {
        char found[TS_SHORTEST];
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %s, found %s", sidecar->lines.path,
                       sidecar->lines.number, is_t_max ? "t_max in (0, 1]" : "min_distance >= 0",
                       ts_shortest(number, found));
    }
    *value = number;
    return TS_OK;
}

/* What stands beside a file of the Time of Impact data set. */
static ts_status note_truth(const csv_reader *csv, size_t index, ts_query_note *said, ts_error *error) {
    const ts_toi_labels *labels = &csv->labels;
    said->step = csv->step;
    if (!labels->path) return TS_OK;
    if (index >= labels->count) {
        return ts_fail(error, TS_ERROR_DATA, "%s has %zu labels; expected one for each query of %s", labels->path,
                       labels->count, csv->rows.path);
    }
    said->contact = (int8_t)labels->contact[index];
    if (labels->lo) {
        said->truth_lo = labels->lo[index];
        said->truth_hi = labels->hi[index];
    }
    return TS_OK;
}

/* A bracket beyond t_max, which the sidecar says: the user's own comes later. */
static ts_status check_time(const csv_reader *csv, const ts_query_note *said, double t_max, size_t index,
                            ts_error *error) {
    ts_error why;
    if (ts_query_note_check_time(said, t_max, &why) == TS_OK) return TS_OK;
    if (!csv->notes.present) {
        return ts_fail(error, TS_ERROR_DATA, "%s: query %zu: %s", csv->base.path, index, why.message);
    }
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: %s", csv->notes.lines.path, csv->notes.lines.number, why.message);
}

static ts_status read_query(csv_reader *csv, size_t index, ts_ccd_query *query, ts_query_note *note, bool *end,
                            ts_error *error) {
    ts_ccd_query read = {.kind = csv->kind, .t_max = 1.0};
    ts_query_note said = TS_NOTE_UNSAID;
    ts_status status = read_rows(csv, index, &read, &said.contact, end, error);
    if (status != TS_OK || *end) return status;
    said.origin = index;
    if (csv->is_toi) status = note_truth(csv, index, &said, error);
    if (status != TS_OK) return status;
    status = read_number(&csv->min_distance, false, &read.min_distance, error);
    if (status == TS_OK) status = read_number(&csv->t_max, true, &read.t_max, error);
    if (status == TS_OK && csv->notes.present) {
        status = ts_notes_read(&csv->notes, csv->kind, csv->base.meta.scene_count, &said, error);
    }
    if (status == TS_OK) status = check_time(csv, &said, read.t_max, index, error);
    if (status != TS_OK) return status;
    *query = read;
    *note = said;
    return TS_OK;
}

static ts_status csv_fill(ts_query_reader *reader, ts_query_chunk *chunk, ts_error *error) {
    csv_reader *csv = (csv_reader *)reader;
    bool end = false;
    while (chunk->count < chunk->capacity) {
        const size_t i = chunk->count;
        const ts_status status = read_query(csv, chunk->first + i, &chunk->queries[i], &chunk->notes[i], &end, error);
        if (status != TS_OK || end) return status;
        ++chunk->count;
    }
    return TS_OK;
}

/* Counts by lines alone; a query cut short at the end does not count. */
static ts_status csv_count(ts_query_reader *reader, size_t *count, ts_error *error) {
    csv_reader *csv = (csv_reader *)reader;
    ts_lines lines;
    size_t rows = 0, length;
    char *text;
    if (csv->count == SIZE_MAX) {
        ts_status status = ts_lines_open(&lines, reader->path, error);
        if (status != TS_OK) return status;
        while ((status = ts_lines_next(&lines, &text, &length, error)) == TS_OK && text) {
            rows += !ts_line_is_blank(text, length);
        }
        ts_lines_close(&lines);
        if (status != TS_OK) return status;
        csv->count = rows / (2 * (size_t)ts_ccd_vertices(csv->kind));
    }
    *count = csv->count;
    return TS_OK;
}

static ts_status csv_seek(ts_query_reader *reader, size_t index, ts_error *error) {
    csv_reader *csv = (csv_reader *)reader;
    const size_t rows = 2 * (size_t)ts_ccd_vertices(csv->kind);
    size_t count = 0, skipped;
    ts_status status = ts_query_reader_count(reader, &count, error);
    if (status == TS_OK && index >= count) return ts_reader_past_end(reader, index, count, error);
    if (status == TS_OK && csv->rows.number > rows * index) status = ts_lines_rewind(&csv->rows, error);
    if (status == TS_OK) status = ts_lines_skip(&csv->rows, rows * index - csv->rows.number, &skipped, error);
    if (status == TS_OK) status = ts_sidecar_seek(&csv->min_distance, index, error);
    if (status == TS_OK) status = ts_sidecar_seek(&csv->t_max, index, error);
    if (status == TS_OK) status = ts_sidecar_seek(&csv->notes, index, error);
    return status;
}

static void csv_close(ts_query_reader *reader) {
    csv_reader *csv = (csv_reader *)reader;
    ts_lines_close(&csv->rows);
    ts_sidecar_close(&csv->min_distance);
    ts_sidecar_close(&csv->t_max);
    ts_sidecar_close(&csv->notes);
    ts_toi_labels_clear(&csv->labels);
    free(csv);
}

static const ts_reader_format CSV_FORMAT = {TS_FORMAT_CSV, csv_fill, csv_seek, csv_count, csv_close};

static bool kind_of_folder(const char *folder, ts_ccd_kind *kind) {
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (strcmp(ts_path_name(folder), TS_CSV_FOLDERS[k]) == 0) {
            *kind = (ts_ccd_kind)k;
            return true;
        }
    }
    return false;
}

/* The kind, from the folder's name: as it is written in the path, else ("data.csv") as it is. */
static ts_status find_kind(const char *path, ts_ccd_kind *kind, ts_error *error) {
    char *folder = ts_path_folder(path);
    char *resolved = folder ? realpath(folder, NULL) : NULL;
    const bool found = resolved && (kind_of_folder(folder, kind) || kind_of_folder(resolved, kind));
    free(folder);
    free(resolved);
    if (found) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s: the folder of a .csv says the kind of its queries; expected " TS_CSV_FOLDER_NAMES
                   ", or in a folder queries a name such as 12ee.csv or 12vf.csv",
                   path);
}

/* A file of the Time of Impact data set is of one scene and one time step. */
static ts_status open_toi(csv_reader *csv, const char *path, ts_error *error) {
    csv->columns = COLUMNS - 1;
    char *scene = ts_toi_scene(path);
    if (!scene) return ts_fail_memory(error, "the name of a scene");
    const ts_status status = ts_query_meta_add_scene(&csv->base.meta, scene, error);
    free(scene);
    return status == TS_OK ? ts_toi_labels_read(path, &csv->labels, error) : status;
}

ts_status ts_csv_open(const char *path, const ts_reader_options *options, ts_query_reader **reader, ts_error *error) {
    csv_reader *csv = calloc(1, sizeof *csv);
    if (!csv) return ts_fail_memory(error, "a reader");
    csv->base.format = &CSV_FORMAT;
    csv->count = SIZE_MAX;
    csv->round = options->round;
    csv->columns = COLUMNS;
    csv->base.path = strdup(path);
    ts_status status = csv->base.path ? TS_OK : ts_fail_memory(error, "a path");
    if (status == TS_OK) status = ts_lines_open(&csv->rows, path, error);
    csv->is_toi = ts_toi_is_queries(path, &csv->kind, &csv->step);
    if (status == TS_OK) status = csv->is_toi ? open_toi(csv, path, error) : find_kind(path, &csv->kind, error);
    if (status == TS_OK) status = ts_sidecar_open(&csv->min_distance, path, TS_SIDECAR_MIN_DISTANCE, error);
    if (status == TS_OK) status = ts_sidecar_open(&csv->t_max, path, TS_SIDECAR_T_MAX, error);
    if (status == TS_OK && !csv->is_toi) status = ts_sidecar_open(&csv->notes, path, TS_SIDECAR_NOTES, error);
    if (status == TS_OK && csv->notes.present) {
        status = ts_notes_read_header(&csv->notes, &csv->base.meta, error);
    }
    if (status != TS_OK) {
        ts_query_reader_close(&csv->base);
        return status;
    }
    csv->base.meta.min_distance_unsaid = !csv->min_distance.present;
    csv->base.meta.t_max_unsaid = !csv->t_max.present;
    csv->base.split = csv->notes.present;
    *reader = &csv->base;
    return TS_OK;
}
