/* SPDX-License-Identifier: MIT
 * X.notes beside X.csv: provenance and truth, a header of keys and one CSV line a query. */
#include "datasets/notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "datasets/meta.h"

#define FIRST_LINE "touchstone-notes,1"
#define COLUMNS "origin,contact,truth_lo,truth_hi,truth_feature,scene,step,iteration"
#define COLUMN_COUNT 8

static ts_status fail_line(const ts_sidecar *notes, const char *expected, const char *found, ts_error *error) {
    char excerpt[TS_EXCERPT_LENGTH];
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %s, found \"%s\"", notes->lines.path, notes->lines.number,
                   expected, ts_excerpt(found, excerpt));
}

/* Undoes escaping in place: \n, \r and \\. */
static void unescape(char *text) {
    char *to = text;
    for (; *text; ++text) {
        if (*text == '\\' && text[1]) {
            ++text;
            *to++ = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static ts_status set_text(char **to, const char *text, ts_error *error) {
    char *copy = strdup(text);
    if (!copy) return ts_fail_memory(error, "a file's description");
    free(*to);
    *to = copy;
    return TS_OK;
}

/* One header line "key,value". */
static ts_status read_key(const ts_sidecar *notes, char *line, ts_query_meta *meta, ts_error *error) {
    uint64_t number = 0;
    char *value = strchr(line, ',');
    if (!value) return fail_line(notes, "key,value or the line " COLUMNS, line, error);
    *value++ = '\0';
    if (strcmp(line, "seed") == 0) {
        if (!ts_parse_unsigned(value, UINT64_MAX, &number)) return fail_line(notes, "a seed", value, error);
        meta->seed = number;
        return TS_OK;
    }
    if (strcmp(line, "has_truth") == 0) {
        if (!ts_parse_unsigned(value, 1, &number)) return fail_line(notes, "has_truth 0 or 1", value, error);
        meta->has_truth = number == 1;
        return TS_OK;
    }
    unescape(value);
    if (strcmp(line, "about") == 0) return set_text(&meta->about, value, error);
    if (strcmp(line, "generator") == 0) return set_text(&meta->generator, value, error);
    if (strcmp(line, "scene") == 0) return ts_query_meta_add_scene(meta, value, error);
    return fail_line(notes, "the key about, generator, seed, has_truth or scene", line, error);
}

/* The next header line; the file must not end here. */
static ts_status header_line(ts_sidecar *notes, char **line, ts_error *error) {
    size_t length;
    const ts_status status = ts_lines_next(&notes->lines, line, &length, error);
    if (status != TS_OK) return status;
    if (!*line) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: the file ends inside its header; expected the line %s",
                       notes->lines.path, notes->lines.number + 1, COLUMNS);
    }
    if (strlen(*line) != length) return fail_line(notes, "text", "a zero byte", error);
    return TS_OK;
}

ts_status ts_notes_read_header(ts_sidecar *notes, ts_query_meta *meta, ts_error *error) {
    char *line;
    ts_status status = header_line(notes, &line, error);
    if (status == TS_OK && strcmp(line, FIRST_LINE) != 0) {
        status = fail_line(notes, "the line " FIRST_LINE, line, error);
    }
    while (status == TS_OK) {
        status = header_line(notes, &line, error);
        if (status != TS_OK || strcmp(line, COLUMNS) == 0) break;
        status = read_key(notes, line, meta, error);
    }
    notes->header = notes->lines.number;
    return status;
}

/* Splits a line at its commas; false unless it has COLUMN_COUNT fields. */
static bool split(char *line, char *fields[COLUMN_COUNT]) {
    int count = 0;
    for (char *field = line; field; ++count) {
        if (count == COLUMN_COUNT) return false;
        fields[count] = field;
        field = strchr(field, ',');
        if (field) *field++ = '\0';
    }
    return count == COLUMN_COUNT;
}

/* An empty field is a bracket that is not said. */
static bool parse_bracket(const char *text, double *value) {
    if (!*text) {
        *value = NAN;
        return true;
    }
    return ts_parse_double(text, value);
}

static bool parse_note(char *const fields[COLUMN_COUNT], ts_query_note *note) {
    uint64_t origin, contact = 0, feature, scene, step, iteration;
    const bool known = strcmp(fields[1], "-1") != 0;
    if (!ts_parse_unsigned(fields[0], UINT64_MAX, &origin) || (known && !ts_parse_unsigned(fields[1], 1, &contact)) ||
        !parse_bracket(fields[2], &note->truth_lo) || !parse_bracket(fields[3], &note->truth_hi) ||
        !ts_parse_unsigned(fields[4], 15, &feature) || !ts_parse_unsigned(fields[5], UINT32_MAX, &scene) ||
        !ts_parse_unsigned(fields[6], UINT32_MAX, &step) || !ts_parse_unsigned(fields[7], UINT32_MAX, &iteration)) {
        return false;
    }
    note->origin = origin;
    note->contact = (int8_t)(known ? (int)contact : -1);
    note->truth_feature = (ts_feature)feature;
    note->scene = (uint32_t)scene;
    note->step = (uint32_t)step;
    note->iteration = (uint32_t)iteration;
    return true;
}

ts_status ts_notes_read(ts_sidecar *notes, ts_ccd_kind kind, size_t scene_count, ts_query_note *note, ts_error *error) {
    char *line, *fields[COLUMN_COUNT];
    size_t length;
    ts_query_note read = {0};
    const ts_status status = ts_sidecar_next(notes, &line, &length, error);
    if (status != TS_OK) return status;
    if (strlen(line) != length || !split(line, fields) || !parse_note(fields, &read)) {
        return fail_line(notes, "numbers for " COLUMNS, line, error);
    }
    ts_error why;
    if (ts_query_note_check(&read, kind, scene_count, &why) != TS_OK) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: %s", notes->lines.path, notes->lines.number, why.message);
    }
    if (read.contact >= 0 && note->contact >= 0 && read.contact != note->contact) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: contact is %d; the label in the .csv is %d", notes->lines.path,
                       notes->lines.number, read.contact, note->contact);
    }
    *note = read;
    return TS_OK;
}

static void write_text(FILE *file, const char *key, const char *text) {
    fprintf(file, "%s,", key);
    for (; *text; ++text) {
        if (*text == '\n')
            fputs("\\n", file);
        else if (*text == '\r')
            fputs("\\r", file);
        else if (*text == '\\')
            fputs("\\\\", file);
        else
            fputc(*text, file);
    }
    fputc('\n', file);
}

void ts_notes_write_header(FILE *file, const ts_query_meta *meta) {
    fputs(FIRST_LINE "\n", file);
    if (meta->about) write_text(file, "about", meta->about);
    if (meta->generator) write_text(file, "generator", meta->generator);
    if (meta->seed) fprintf(file, "seed,%" PRIu64 "\n", meta->seed);
    if (meta->has_truth) fputs("has_truth,1\n", file);
    for (size_t i = 0; i < meta->scene_count; ++i) write_text(file, "scene", meta->scenes[i]);
    fputs(COLUMNS "\n", file);
}

static void write_bracket(FILE *file, double value) {
    if (!isnan(value)) fprintf(file, "%.17g", value);
    fputc(',', file);
}

void ts_notes_write(FILE *file, const ts_query_note *note) {
    fprintf(file, "%" PRIu64 ",%d,", note->origin, note->contact);
    write_bracket(file, note->truth_lo);
    write_bracket(file, note->truth_hi);
    fprintf(file, "%d,%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", note->truth_feature, note->scene, note->step,
            note->iteration);
}
