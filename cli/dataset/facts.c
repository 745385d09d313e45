/* SPDX-License-Identifier: GPL-2.0-or-later
 * One pass over a query file. */
#include "cli/dataset/facts.h"

#include <math.h>

#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"

static void widen(ts_range *range, double value) {
    if (value < range->least) range->least = value;
    if (value > range->most) range->most = value;
}

static void widen_by(ts_range *range, const ts_range *other) {
    if (other->least > other->most) return;
    widen(range, other->least);
    widen(range, other->most);
}

static void count_query(ts_dataset_facts *facts, const ts_ccd_query *query, const ts_query_note *note) {
    ++facts->queries;
    ++facts->kinds[query->kind];
    facts->contacts += note->contact == 1;
    facts->frees += note->contact == 0;
    facts->truths += note->contact == 1 && !isnan(note->truth_lo);
    widen(&facts->min_distance, query->min_distance);
    widen(&facts->t_max, query->t_max);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            if (query->x0[i][c] != 0.0) widen(&facts->coordinate, fabs(query->x0[i][c]));
            if (query->x1[i][c] != 0.0) widen(&facts->coordinate, fabs(query->x1[i][c]));
        }
    }
}

ts_dataset_facts ts_dataset_facts_none(void) {
    static const ts_range empty = {INFINITY, -INFINITY};
    return (ts_dataset_facts){.min_distance = empty, .t_max = empty, .coordinate = empty};
}

static ts_status read_all(ts_query_reader *reader, const char *path, ts_dataset_facts *facts, ts_error *error) {
    ts_query_chunk chunk;
    ts_progress progress;
    ts_status status = ts_query_chunk_init(&chunk, TS_QUERY_CHUNK, error);
    if (status != TS_OK) return status;
    ts_progress_init(&progress);
    do {
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted while reading %s", path);
        } else {
            status = ts_query_reader_next(reader, &chunk, error);
        }
        for (size_t i = 0; status == TS_OK && i < chunk.count; ++i) {
            count_query(facts, &chunk.queries[i], &chunk.notes[i]);
        }
        ts_progress_update(&progress, ts_path_name(path), facts->queries, 0);
    } while (status == TS_OK && chunk.count > 0);
    ts_progress_finish(&progress);
    ts_query_chunk_clear(&chunk);
    return status;
}

ts_status ts_dataset_facts_gather(const char *path, const ts_reader_options *options, ts_dataset_facts *facts,
                                  ts_error *error) {
    ts_query_reader *reader;
    ts_dataset_facts made = ts_dataset_facts_none();
    ts_status status = ts_query_reader_open(path, options, &reader, error);
    if (status != TS_OK) return status;
    status = read_all(reader, path, &made, error);
    if (status == TS_OK) status = ts_query_meta_copy(ts_query_reader_meta(reader), &made.meta, error);
    if (status == TS_OK) {
        /* A file that says so is exact about the queries without a contact too. */
        if (made.meta.has_truth) made.truths += made.frees;
        made.format = ts_query_reader_format(reader);
        made.rounded = ts_query_reader_rounded(reader);
        made.says_min_distance = ts_query_reader_has_min_distance(reader);
        made.says_t_max = ts_query_reader_has_t_max(reader);
        *facts = made;
    }
    ts_query_reader_close(reader);
    return status;
}

void ts_dataset_facts_clear(ts_dataset_facts *facts) {
    ts_query_meta_clear(&facts->meta);
}

void ts_dataset_facts_add(ts_dataset_facts *sum, const ts_dataset_facts *part) {
    sum->queries += part->queries;
    for (int k = 0; k < TS_CCD_KINDS; ++k) sum->kinds[k] += part->kinds[k];
    sum->contacts += part->contacts;
    sum->frees += part->frees;
    sum->truths += part->truths;
    sum->rounded += part->rounded;
    widen_by(&sum->min_distance, &part->min_distance);
    widen_by(&sum->t_max, &part->t_max);
    widen_by(&sum->coordinate, &part->coordinate);
}
