/* SPDX-License-Identifier: MIT
 * Writing the NYU CSV: a folder per kind with data.csv and, where it has something to say, its sidecars. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/c_locale.h"
#include "core/error.h"
#include "core/files.h"
#include "core/leftovers.h"
#include "datasets/csv.h"
#include "datasets/csv_folder.h"
#include "datasets/csv_writer.h"
#include "datasets/notes.h"
#include "datasets/rational.h"
#include "datasets/writer.h"

typedef struct csv_writer {
    ts_query_writer base;
    FILE *files[TS_CCD_KINDS][TS_CSV_PARTS]; /* NULL: no query of the kind yet */
    bool said[TS_CSV_PARTS];                 /* some query of any kind has something to say there */
    int held;                                /* the temporary folder, open; -1: not yet */
} csv_writer;

static ts_status fail_write(const csv_writer *csv, ts_error *error) {
    return ts_fail(error, TS_ERROR_USAGE, "%s could not be written: %s", csv->base.path,
                   errno ? strerror(errno) : "an earlier write failed");
}

/* All sidecars are written along; complete() removes those that say nothing. */
static ts_status open_kind(csv_writer *csv, ts_ccd_kind kind, ts_error *error) {
    char *folder = ts_path_join(csv->base.temporary, TS_CSV_FOLDERS[kind]);
    if (!folder) return ts_fail_memory(error, "a path");
    const int made = mkdir(folder, 0777);
    free(folder);
    if (made != 0) return fail_write(csv, error);
    for (int part = 0; part < TS_CSV_PARTS; ++part) {
        char *path = ts_csv_part_path(csv->base.temporary, (int)kind, (ts_csv_part)part);
        if (!path) return ts_fail_memory(error, "a path");
        csv->files[kind][part] = fopen(path, "wxe");
        free(path);
        if (!csv->files[kind][part]) return fail_write(csv, error);
    }
    ts_notes_write_header(csv->files[kind][TS_CSV_NOTES], &csv->base.meta);
    return TS_OK;
}

static void write_rows(FILE *file, const ts_ccd_query *query, int label) {
    char text[TS_RATIONAL_LENGTH];
    for (int row = 0; row < 2 * ts_ccd_vertices(query->kind); ++row) {
        const int vertices = ts_ccd_vertices(query->kind);
        const double *x = row < vertices ? query->x0[row] : query->x1[row - vertices];
        for (int c = 0; c < 3; ++c) {
            fwrite(text, 1, ts_rational_print(x[c], text), file);
            fputc(',', file);
        }
        fputs(label ? "1\n" : "0\n", file);
    }
}

/* Does the note say more than a label and a place in the file can? */
static bool says_more(const ts_query_note *note) {
    return note->contact < 0 || note->truth_feature || !isnan(note->truth_lo) || !isnan(note->truth_hi) ||
           note->scene || note->step || note->iteration;
}

static void write_query(csv_writer *csv, const ts_ccd_query *query, const ts_query_note *note, uint64_t origin) {
    FILE *const *files = csv->files[query->kind];
    ts_query_note said = *note;
    ts_c_locale locale;
    said.origin = origin;
    ts_c_locale_enter(&locale);
    write_rows(files[TS_CSV_ROWS], query, note->contact > 0);
    fprintf(files[TS_CSV_MIN_DISTANCE], "%.17g\n", query->min_distance);
    fprintf(files[TS_CSV_T_MAX], "%.17g\n", query->t_max);
    ts_notes_write(files[TS_CSV_NOTES], &said);
    ts_c_locale_leave(&locale);
    csv->said[TS_CSV_MIN_DISTANCE] |= query->min_distance != 0.0;
    csv->said[TS_CSV_T_MAX] |= query->t_max != 1.0;
    csv->said[TS_CSV_NOTES] |= says_more(note);
}

static ts_status csv_append(ts_query_writer *writer, const ts_query_chunk *chunk, ts_error *error) {
    csv_writer *csv = (csv_writer *)writer;
    for (size_t i = 0; i < chunk->count; ++i) {
        const ts_ccd_query *query = &chunk->queries[i];
        if (!csv->files[query->kind][TS_CSV_ROWS]) {
            const ts_status opened = open_kind(csv, query->kind, error);
            if (opened != TS_OK) return opened;
        }
        write_query(csv, query, &chunk->notes[i], writer->count + i);
    }
    return TS_OK;
}

/* What the whole data set has to say: its own description, and the order of its queries among the kinds. */
static void decide_sidecars(csv_writer *csv) {
    const ts_query_meta *meta = &csv->base.meta;
    int kinds = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) kinds += csv->files[kind][TS_CSV_ROWS] != NULL;
    csv->said[TS_CSV_ROWS] = true;
    csv->said[TS_CSV_MIN_DISTANCE] |= !meta->min_distance_unsaid;
    csv->said[TS_CSV_T_MAX] |= !meta->t_max_unsaid;
    csv->said[TS_CSV_NOTES] |=
        kinds > 1 || meta->about || meta->generator || meta->seed || meta->has_truth || meta->scene_count;
}

static ts_status close_part(csv_writer *csv, int kind, int part, ts_error *error) {
    FILE *file = csv->files[kind][part];
    if (!file) return TS_OK;
    csv->files[kind][part] = NULL;
    errno = 0;
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) return fail_write(csv, error);
    if (csv->said[part]) return TS_OK;
    char *path = ts_csv_part_path(csv->base.temporary, kind, (ts_csv_part)part);
    if (!path) return ts_fail_memory(error, "a path");
    unlink(path);
    free(path);
    return TS_OK;
}

static ts_status csv_complete(ts_query_writer *writer, ts_error *error) {
    csv_writer *csv = (csv_writer *)writer;
    decide_sidecars(csv);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int part = 0; part < TS_CSV_PARTS; ++part) {
            const ts_status closed = close_part(csv, kind, part, error);
            if (closed != TS_OK) return closed;
        }
    }
    return TS_OK;
}

/* A folder cannot be renamed over another: the old one steps aside first, and back if that fails. Aside it has no name
 * of a leftover: when this process ends here, it is the only data set there is. */
static ts_status csv_place(ts_query_writer *writer, ts_error *error) {
    char *aside = NULL;
    if (ts_path_exists(writer->path)) {
        const ts_status checked = ts_csv_check_target(writer->path, writer->replace, error);
        if (checked != TS_OK) return checked;
        aside = ts_text("%s.replaced-%ld", writer->path, (long)getpid());
        if (!aside) return ts_fail_memory(error, "a path");
        if (rename(writer->path, aside) != 0) {
            free(aside);
            return ts_fail(error, TS_ERROR_USAGE, "%s could not be replaced: %s", writer->path, strerror(errno));
        }
    }
    ts_status status = TS_OK;
    if (rename(writer->temporary, writer->path) != 0) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s could not be put in place: %s", writer->path, strerror(errno));
        if (aside) rename(aside, writer->path);
    } else if (aside) {
        ts_csv_folder_remove(aside);
    }
    free(aside);
    return status;
}

static void csv_discard(ts_query_writer *writer) {
    csv_writer *csv = (csv_writer *)writer;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int part = 0; part < TS_CSV_PARTS; ++part) {
            if (csv->files[kind][part]) fclose(csv->files[kind][part]);
        }
    }
    ts_csv_folder_remove(writer->temporary);
    if (csv->held >= 0) close(csv->held);
    free(csv);
}

static const ts_writer_format CSV_FORMAT = {csv_append, csv_complete, csv_place, csv_discard};

ts_status ts_csv_check_target(const char *path, bool replace, ts_error *error) {
    if (!ts_path_exists(path)) return ts_output_folder_check(path, error);
    if (!replace) {
        return ts_fail(error, TS_ERROR_USAGE, "%s exists; remove it, choose another path or ask to replace it", path);
    }
    if (!ts_csv_folder_is_ours(path)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s is not a folder written by touchstone, so it is not replaced; choose another path", path);
    }
    return TS_OK;
}

static void remove_folder(const char *leftover) {
    if (ts_csv_folder_is_ours(leftover)) ts_csv_folder_remove(leftover);
}

ts_status ts_csv_create(const ts_query_writer *base, ts_query_writer **writer, ts_error *error) {
    csv_writer *csv = calloc(1, sizeof *csv);
    if (!csv) {
        ts_query_writer given = *base;
        ts_writer_clear(&given);
        return ts_fail_memory(error, "a writer");
    }
    csv->base = *base;
    csv->base.format = &CSV_FORMAT;
    csv->held = -1;
    ts_leftovers_remove(base->path, remove_folder);
    if (mkdir(base->temporary, 0777) != 0) {
        const ts_status status = fail_write(csv, error);
        ts_query_writer_abandon(&csv->base);
        return status;
    }
    csv->held = open(base->temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (csv->held >= 0) ts_temporary_hold(csv->held);
    *writer = &csv->base;
    return TS_OK;
}
