/* SPDX-License-Identifier: GPL-2.0-or-later
 * The lines of a replay's tables: data set x backend (x kind), and how each compares with the fastest. */
#include "results/replay_rows.h"

#include <math.h>
#include <stdlib.h>

static ts_status add_row(ts_replay_rows *rows, const ts_replay_results *results, size_t data_set, size_t method) {
    ts_replay_row *row = &rows->rows[rows->count];
    *row = (ts_replay_row){
        .data_set = &results->data_sets[data_set], .method = &results->options->methods[method], .kind = "all"};
    const ts_status status = ts_replay_sum_kinds(results, data_set, method, &row->cell);
    rows->count += status == TS_OK;
    return status;
}

static ts_status add_kind_rows(ts_replay_rows *rows, const ts_replay_results *results, size_t data_set, size_t method) {
    const ts_replay_data_set *set = &results->data_sets[data_set];
    ts_status status = TS_OK;
    for (int kind = 0; status == TS_OK && kind < TS_CCD_KINDS; ++kind) {
        if (set->kinds[kind] == 0) continue;
        ts_replay_row *row = &rows->rows[rows->count];
        *row = (ts_replay_row){
            .data_set = set, .method = &results->options->methods[method], .kind = ts_ccd_kind_name((ts_ccd_kind)kind)};
        const ts_replay_cell *cell = ts_replay_cell_at(set, method, (ts_ccd_kind)kind);
        status = ts_replay_cell_copy(cell, results->options->repetitions, &row->cell);
        rows->count += status == TS_OK;
    }
    return status;
}

static double mean_time(const ts_replay_row *row) {
    return ts_histogram_mean(&row->cell.nanoseconds);
}

static bool are_rivals(const ts_replay_row *a, const ts_replay_row *b) {
    return a->data_set == b->data_set && a->kind == b->kind;
}

static uint64_t most_timed(const ts_replay_rows *rows, const ts_replay_row *row) {
    uint64_t most = 0;
    for (size_t r = 0; r < rows->count; ++r) {
        const uint64_t count = rows->rows[r].cell.nanoseconds.count;
        if (are_rivals(&rows->rows[r], row) && count > most) most = count;
    }
    return most;
}

static void find_ratios(ts_replay_rows *rows) {
    for (size_t r = 0; r < rows->count; ++r) {
        ts_replay_row *row = &rows->rows[r];
        const uint64_t most = most_timed(rows, row);
        double fastest = NAN;
        for (size_t other = 0; other < rows->count; ++other) {
            const ts_replay_row *rival = &rows->rows[other];
            if (are_rivals(rival, row) && rival->cell.nanoseconds.count == most)
                fastest = fmin(fastest, mean_time(rival));
        }
        row->ratio = mean_time(row) / fastest;
        row->partial = row->cell.nanoseconds.count < most;
    }
}

ts_status ts_replay_rows_init(const ts_replay_results *results, bool per_kind, ts_replay_rows *rows) {
    const size_t methods = results->options->method_count;
    const size_t most = results->data_set_count * methods * (TS_CCD_KINDS + 1);
    ts_replay_rows made = {.rows = calloc(most + 1, sizeof *made.rows), .proofs = results->options->check_certificates};
    if (!made.rows) return TS_ERROR_MEMORY;
    ts_status status = TS_OK;
    for (size_t d = 0; status == TS_OK && d < results->data_set_count; ++d) {
        for (size_t m = 0; status == TS_OK && m < methods; ++m) {
            status = add_row(&made, results, d, m);
            if (status == TS_OK && per_kind) status = add_kind_rows(&made, results, d, m);
        }
    }
    if (status != TS_OK) {
        ts_replay_rows_clear(&made);
        return status;
    }
    find_ratios(&made);
    *rows = made;
    return TS_OK;
}

void ts_replay_rows_clear(ts_replay_rows *rows) {
    for (size_t r = 0; r < rows->count; ++r) ts_replay_cell_clear(&rows->rows[r].cell);
    free(rows->rows);
    *rows = (ts_replay_rows){0};
}
