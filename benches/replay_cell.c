/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counts, distributions and worst queries of one method on queries of one kind. */
#include "benches/replay_cell.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"

enum { HISTOGRAMS = 8 };

static const size_t HISTOGRAM_AT[HISTOGRAMS] = {
    offsetof(ts_replay_cell, toi_error),   offsetof(ts_replay_cell, lateness),
    offsetof(ts_replay_cell, kept_gap),    offsetof(ts_replay_cell, closest_gap),
    offsetof(ts_replay_cell, step_lost),   offsetof(ts_replay_cell, iterations),
    offsetof(ts_replay_cell, nanoseconds), offsetof(ts_replay_cell, batch_nanoseconds)};

static ts_histogram *histogram_at(ts_replay_cell *cell, int which) {
    return (ts_histogram *)((char *)cell + HISTOGRAM_AT[which]);
}

static const ts_histogram *histogram_in(const ts_replay_cell *cell, int which) {
    return (const ts_histogram *)((const char *)cell + HISTOGRAM_AT[which]);
}

static void init_empty(ts_replay_cell *cell) {
    *cell = (ts_replay_cell){0};
    for (int h = 0; h < HISTOGRAMS; ++h) ts_histogram_init(histogram_at(cell, h));
    for (int w = 0; w < TS_WORST_KINDS; ++w) cell->worst[w] = (ts_query_place){TS_NO_FILE, 0, NAN};
}

ts_status ts_replay_cell_init(ts_replay_cell *cell, int repetitions, ts_error *error) {
    double *sums = calloc((size_t)repetitions + 1, sizeof *sums);
    if (!sums) return ts_fail_memory(error, "the results' cells");
    init_empty(cell);
    cell->repetition_sum = sums;
    return TS_OK;
}

void ts_replay_cell_clear(ts_replay_cell *cell) {
    for (int h = 0; h < HISTOGRAMS; ++h) ts_histogram_clear(histogram_at(cell, h));
    free(cell->repetition_sum);
    init_empty(cell);
}

static bool is_earlier(const ts_query_place *a, const ts_query_place *b) {
    return a->file != b->file ? a->file < b->file : a->index < b->index;
}

bool ts_is_worse(ts_worst kind, const ts_query_place *a, const ts_query_place *b) {
    if (a->file == TS_NO_FILE || b->file == TS_NO_FILE) return a->file != TS_NO_FILE;
    if (isnan(a->value) || isnan(b->value)) {
        if (isnan(a->value) && isnan(b->value)) return is_earlier(a, b);
        return isnan(b->value);
    }
    if (a->value == b->value) return is_earlier(a, b);
    return kind == TS_WORST_FALSE_NEGATIVE ? a->value < b->value : a->value > b->value;
}

static void offer(ts_replay_cell *cell, ts_worst kind, const ts_query_place *place) {
    if (ts_is_worse(kind, place, &cell->worst[kind])) cell->worst[kind] = *place;
}

static void offer_answer(ts_replay_cell *cell, ts_worst kind, const ts_replay_answer *answer, double value) {
    offer(cell, kind, &(ts_query_place){answer->file, answer->index, value});
}

/* Until when the motion is free, says the answer. */
static double time_claimed(const ts_replay_answer *answer) {
    return answer->result->status == TS_CCD_FREE ? answer->query->t_max : answer->result->toi;
}

static ts_worst worst_of_failure(ts_ccd_failure failure) {
    return (ts_worst)(TS_WORST_ERROR + (int)failure - TS_CCD_FAILURE_OWN);
}

static void offer_worst(ts_replay_cell *cell, const ts_replay_answer *answer) {
    const ts_judgement *judgement = answer->judgement;
    const bool timed_truth = answer->known->source == TS_TRUTH_BRACKET;
    switch (judgement->verdict) {
    case TS_VERDICT_FALSE_NEGATIVE:
        offer_answer(cell, TS_WORST_FALSE_NEGATIVE, answer, timed_truth ? answer->known->truth.hi : NAN);
        break;
    case TS_VERDICT_LATE: offer_answer(cell, TS_WORST_LATE, answer, -judgement->toi_error); break;
    case TS_VERDICT_SAFE: offer_answer(cell, TS_WORST_TOI_ERROR, answer, judgement->toi_error); break;
    case TS_VERDICT_FALSE_POSITIVE: offer_answer(cell, TS_WORST_FALSE_POSITIVE, answer, judgement->step_lost); break;
    case TS_VERDICT_LIMIT: offer_answer(cell, TS_WORST_LIMIT, answer, (double)answer->result->iterations); break;
    case TS_VERDICT_ERROR: offer_answer(cell, worst_of_failure(judgement->failure), answer, NAN); break;
    case TS_VERDICT_INCONSISTENT: offer_answer(cell, TS_WORST_INCONSISTENT, answer, NAN); break;
    default: break;
    }
    if (answer->proof == TS_PROOF_FAILED) offer_answer(cell, TS_WORST_CERTIFICATE, answer, time_claimed(answer));
    if (judgement->stall) offer_answer(cell, TS_WORST_STALL, answer, judgement->time_lost);
    if (judgement->below_bound) offer_answer(cell, TS_WORST_BELOW_BOUND, answer, judgement->bound_missed);
    if (!isnan(answer->nanoseconds)) offer_answer(cell, TS_WORST_SLOWEST, answer, answer->nanoseconds);
}

/* Numbers that do not apply are NaN or negative, which a histogram leaves out. */
static bool add_numbers(ts_replay_cell *cell, const ts_replay_answer *answer) {
    const ts_judgement *judgement = answer->judgement;
    const bool answered = judgement->verdict != TS_VERDICT_UNSUPPORTED;
    const double lateness = judgement->verdict == TS_VERDICT_LATE ? -judgement->toi_error : NAN;
    return ts_histogram_add(&cell->toi_error, judgement->toi_error) == TS_OK &&
           ts_histogram_add(&cell->lateness, lateness) == TS_OK &&
           ts_histogram_add(&cell->kept_gap, judgement->kept_gap) == TS_OK &&
           ts_histogram_add(&cell->closest_gap, judgement->closest_gap) == TS_OK &&
           ts_histogram_add(&cell->step_lost, judgement->step_lost) == TS_OK &&
           ts_histogram_add(&cell->iterations, answered ? (double)answer->result->iterations : NAN) == TS_OK &&
           ts_histogram_add(&cell->nanoseconds, answer->nanoseconds) == TS_OK &&
           ts_histogram_add(&cell->batch_nanoseconds, answer->batch_nanoseconds) == TS_OK;
}

static void note_faults(ts_replay_cell *cell, const ts_replay_answer *answer) {
    const ts_verdict verdict = answer->judgement->verdict;
    const bool is[TS_FAULTS] = {
        [TS_FAULT_UNSAFE] = ts_verdict_is_unsafe(verdict),
        [TS_FAULT_CERTIFICATE] = answer->proof == TS_PROOF_FAILED,
        [TS_FAULT_STALL] = answer->judgement->stall,
        [TS_FAULT_ERROR] = verdict == TS_VERDICT_ERROR,
        [TS_FAULT_UNSUPPORTED] = verdict == TS_VERDICT_UNSUPPORTED,
        [TS_FAULT_INCONSISTENT] = verdict == TS_VERDICT_INCONSISTENT,
        [TS_FAULT_LIMIT] = verdict == TS_VERDICT_LIMIT,
    };
    const ts_ccd_failure why = answer->judgement->failure;
    for (int o = 0; o < TS_FAULTS; ++o) {
        const ts_place place = {answer->file, answer->index, o == TS_FAULT_ERROR ? why : TS_CCD_FAILURE_NONE};
        if (is[o]) ts_fault_add(&cell->faults[o], place);
    }
}

ts_status ts_replay_cell_add(ts_replay_cell *cell, const ts_replay_answer *answer, ts_error *error) {
    const ts_judgement *judgement = answer->judgement;
    if (!add_numbers(cell, answer)) return ts_fail_memory(error, "the results' histograms");
    ++cell->queries;
    cell->asked += answer->asked;
    ++cell->verdicts[judgement->verdict];
    cell->failures[judgement->failure] += judgement->failure != TS_CCD_FAILURE_NONE;
    cell->contacts += answer->known->source != TS_TRUTH_NONE && answer->known->truth.contact;
    cell->stalls += judgement->stall;
    cell->below_bound += judgement->below_bound;
    cell->certificates += answer->proof != TS_PROOF_NONE;
    cell->certificates_failed += answer->proof == TS_PROOF_FAILED;
    offer_worst(cell, answer);
    note_faults(cell, answer);
    return TS_OK;
}

ts_status ts_replay_cell_merge(ts_replay_cell *cell, const ts_replay_cell *part, int repetitions) {
    for (int h = 0; h < HISTOGRAMS; ++h) {
        const ts_status status = ts_histogram_merge(histogram_at(cell, h), histogram_in(part, h));
        if (status != TS_OK) return status;
    }
    cell->queries += part->queries;
    cell->asked += part->asked;
    cell->contacts += part->contacts;
    cell->stalls += part->stalls;
    cell->below_bound += part->below_bound;
    cell->certificates += part->certificates;
    cell->certificates_failed += part->certificates_failed;
    for (int v = 0; v < TS_VERDICTS; ++v) cell->verdicts[v] += part->verdicts[v];
    for (int f = 0; f < TS_CCD_FAILURES; ++f) cell->failures[f] += part->failures[f];
    for (int r = 0; r < repetitions; ++r) cell->repetition_sum[r] += part->repetition_sum[r];
    for (int w = 0; w < TS_WORST_KINDS; ++w) offer(cell, (ts_worst)w, &part->worst[w]);
    for (int o = 0; o < TS_FAULTS; ++o) ts_fault_merge(&cell->faults[o], &part->faults[o]);
    return TS_OK;
}

const ts_replay_cell *ts_replay_cell_at(const ts_replay_data_set *data_set, size_t method, ts_ccd_kind kind) {
    return &data_set->cells[method * TS_CCD_KINDS + (size_t)kind];
}

/* A new cell that holds the sum of `count` cells. */
static ts_status sum_cells(const ts_replay_cell *cells, size_t count, int repetitions, ts_replay_cell *sum) {
    ts_replay_cell made;
    ts_status status = ts_replay_cell_init(&made, repetitions, NULL);
    if (status != TS_OK) return status;
    for (size_t c = 0; status == TS_OK && c < count; ++c) status = ts_replay_cell_merge(&made, &cells[c], repetitions);
    if (status != TS_OK)
        ts_replay_cell_clear(&made);
    else
        *sum = made;
    return status;
}

ts_status ts_replay_sum_kinds(const ts_replay_results *results, size_t data_set, size_t method, ts_replay_cell *sum) {
    const ts_replay_cell *cells = &results->data_sets[data_set].cells[method * TS_CCD_KINDS];
    return sum_cells(cells, TS_CCD_KINDS, results->options->repetitions, sum);
}

ts_status ts_replay_cell_copy(const ts_replay_cell *cell, int repetitions, ts_replay_cell *copy) {
    return sum_cells(cell, 1, repetitions, copy);
}

uint64_t ts_replay_unsafe(const ts_replay_cell *cell) {
    return cell->verdicts[TS_VERDICT_FALSE_NEGATIVE] + cell->verdicts[TS_VERDICT_LATE];
}

uint64_t ts_replay_answers(const ts_replay_cell *cell) {
    const uint64_t *verdicts = cell->verdicts;
    return cell->queries - verdicts[TS_VERDICT_LIMIT] - verdicts[TS_VERDICT_ERROR] - verdicts[TS_VERDICT_UNSUPPORTED];
}

const char *ts_worst_name(ts_worst kind) {
    static const char *const names[TS_WORST_KINDS] = {
        "false_negative", "late",           "certificate",   "stall",        "below_bound",
        "toi_error",      "false_positive", "limit",         "error_own",    "error_nan",
        "error_outside",  "error_status",   "error_crashed", "error_exited", "error_timed_out",
        "error_output",   "error_given_up", "error_meddled", "inconsistent", "slowest"};
    return (unsigned)kind < TS_WORST_KINDS ? names[kind] : "unknown";
}
