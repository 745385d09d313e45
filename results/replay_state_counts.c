/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts of a state that must add up, cell by cell: what was moved by hand from one verdict to another shows, also with
 * a checksum made anew. */
#include <inttypes.h>
#include <stdio.h>

#include "core/error.h"
#include "results/replay_state.h"

/* The first sum that is wrong stays. */
typedef struct counting {
    const char *name;
    char place[120]; /* "data_sets[0], edge-edge, accd" */
    ts_error *error;
    ts_status status;
} counting;

static void must_be(counting *check, const char *what, uint64_t value, const char *of_what, uint64_t other) {
    if (check->status != TS_OK || value == other) return;
    check->status = ts_fail(check->error, TS_ERROR_DATA,
                            "%s: %s: counts do not add up: %s is %" PRIu64 ", but %s %" PRIu64
                            "; the file was damaged or edited, take an undamaged copy, or begin anew",
                            check->name, check->place, what, value, of_what, other);
}

static void at_most(counting *check, const char *what, uint64_t value, const char *of_what, uint64_t other) {
    if (value > other) must_be(check, what, value, of_what, other);
}

static uint64_t sum_of(const uint64_t *counts, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; counts && i < count; ++i) sum += counts[i];
    return sum;
}

/* ---- A cell ---- */

static void check_histogram(counting *check, const char *what, const ts_histogram *histogram, uint64_t most) {
    uint64_t sum = histogram->zeros;
    for (size_t bin = ts_histogram_next_bin(histogram, 0); bin != SIZE_MAX;
         bin = ts_histogram_next_bin(histogram, bin + 1)) {
        sum += ts_histogram_bin(histogram, bin);
    }
    must_be(check, what, histogram->count, "its zeros and bins together are", sum);
    at_most(check, what, histogram->count, "of such answers there are", most);
}

static void check_histograms(counting *check, const ts_replay_cell *cell) {
    const uint64_t *verdicts = cell->verdicts;
    const uint64_t in_time = verdicts[TS_VERDICT_SAFE] + verdicts[TS_VERDICT_TOUCHING];
    check_histogram(check, "toi_error", &cell->toi_error, in_time);
    check_histogram(check, "lateness", &cell->lateness, verdicts[TS_VERDICT_LATE]);
    check_histogram(check, "kept_gap", &cell->kept_gap, in_time);
    check_histogram(check, "closest_gap", &cell->closest_gap, verdicts[TS_VERDICT_FALSE_POSITIVE]);
    check_histogram(check, "step_lost", &cell->step_lost, verdicts[TS_VERDICT_FALSE_POSITIVE]);
    check_histogram(check, "iterations", &cell->iterations, cell->queries - verdicts[TS_VERDICT_UNSUPPORTED]);
    check_histogram(check, "nanoseconds", &cell->nanoseconds, cell->queries);
    check_histogram(check, "batch_nanoseconds", &cell->batch_nanoseconds, cell->queries);
    must_be(check, "toi_error", cell->toi_error.count, "safe and touching answers are", in_time);
    must_be(check, "lateness", cell->lateness.count, "late answers are", verdicts[TS_VERDICT_LATE]);
    must_be(check, "step_lost", cell->step_lost.count, "false positives are", verdicts[TS_VERDICT_FALSE_POSITIVE]);
}

static void check_faults(counting *check, const ts_replay_cell *cell) {
    const uint64_t *verdicts = cell->verdicts;
    const uint64_t counts[TS_FAULTS] = {
        [TS_FAULT_UNSAFE] = ts_replay_unsafe(cell),
        [TS_FAULT_CERTIFICATE] = cell->certificates_failed,
        [TS_FAULT_STALL] = cell->stalls,
        [TS_FAULT_ERROR] = verdicts[TS_VERDICT_ERROR],
        [TS_FAULT_LIMIT] = verdicts[TS_VERDICT_LIMIT],
        [TS_FAULT_UNSUPPORTED] = verdicts[TS_VERDICT_UNSUPPORTED],
        [TS_FAULT_INCONSISTENT] = verdicts[TS_VERDICT_INCONSISTENT],
    };
    for (int f = 0; f < TS_FAULTS; ++f) {
        char what[60];
        snprintf(what, sizeof what, "the count of faults '%s'", ts_fault_name((ts_fault)f));
        must_be(check, what, cell->faults[f].count, "of such answers there are", counts[f]);
    }
}

/* What a verdict says of the truth. */
static void check_contacts(counting *check, const ts_replay_cell *cell) {
    const uint64_t *verdicts = cell->verdicts;
    const uint64_t hit = verdicts[TS_VERDICT_SAFE] + verdicts[TS_VERDICT_TOUCHING] + ts_replay_unsafe(cell);
    const uint64_t free_ones = verdicts[TS_VERDICT_TRUE_NEGATIVE] + verdicts[TS_VERDICT_FALSE_POSITIVE];
    at_most(check, "contacts", cell->contacts, "queries are", cell->queries);
    at_most(check, "safe, touching, missed and late answers", hit, "contacts are", cell->contacts);
    at_most(check, "true negatives and false positives", free_ones, "queries without a contact are",
            cell->queries - cell->contacts);
}

static void check_cell(counting *check, const ts_replay_cell *cell, uint64_t queries) {
    must_be(check, "queries", cell->queries, "those of its kind in the data set are", queries);
    must_be(check, "queries", cell->queries, "all verdicts together are", sum_of(cell->verdicts, TS_VERDICTS));
    must_be(check, "the verdict 'error'", cell->verdicts[TS_VERDICT_ERROR], "all reasons together are",
            sum_of(cell->failures, TS_CCD_FAILURES));
    check_contacts(check, cell);
    at_most(check, "stalls", cell->stalls, "queries are", cell->queries);
    at_most(check, "below_bound", cell->below_bound, "queries are", cell->queries);
    at_most(check, "certificates_failed", cell->certificates_failed, "certificates are", cell->certificates);
    at_most(check, "certificates", cell->certificates, "queries are", cell->queries);
    check_faults(check, cell);
    check_histograms(check, cell);
}

/* ---- A data set ---- */

static void check_data_set(counting *check, const ts_replay_state *state, size_t at) {
    const ts_replay_data_set *set = &state->results.data_sets[at];
    snprintf(check->place, sizeof check->place, "data_sets[%zu]", at);
    must_be(check, "queries", set->queries, "those of its files together are",
            sum_of(set->file_queries, set->files.count));
    must_be(check, "queries", set->queries, "those of each kind together are", sum_of(set->kinds, TS_CCD_KINDS));
    at_most(check, "contacts", set->contacts, "queries are", set->queries);
    at_most(check, "labelled", set->labelled, "queries are", set->queries);
    for (size_t m = 0; m < state->backend_count; ++m) {
        uint64_t contacts = 0;
        for (size_t kind = 0; kind < TS_CCD_KINDS; ++kind) {
            snprintf(check->place, sizeof check->place, "data_sets[%zu], %s, %.60s", at,
                     ts_ccd_kind_name((ts_ccd_kind)kind), state->backends[m].name);
            check_cell(check, &set->cells[m * TS_CCD_KINDS + kind], set->kinds[kind]);
            contacts += set->cells[m * TS_CCD_KINDS + kind].contacts;
        }
        snprintf(check->place, sizeof check->place, "data_sets[%zu], %.60s", at, state->backends[m].name);
        must_be(check, "contacts", contacts, "those of the data set are", set->contacts);
    }
}

ts_status ts_replay_state_check_counts(const ts_replay_state *state, const char *name, ts_error *error) {
    counting check = {.name = name, .error = error};
    for (size_t d = 0; d < state->results.data_set_count && check.status == TS_OK; ++d) {
        check_data_set(&check, state, d);
    }
    return check.status;
}
