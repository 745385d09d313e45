/* SPDX-License-Identifier: GPL-2.0-or-later
 * Replaying one block. Only what depends on a single query runs in parallel; sums are made afterwards, in
 * order, so that they do not depend on the number of threads. */
#include "benches/replay_block.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "benches/replay_truth.h"
#include "core/error.h"
#include "core/hash.h"

ts_status ts_replay_work_init(ts_replay_work *work, const ts_replay_options *options, ts_error *error) {
    const size_t answers = (options->method_count + 1) * TS_REPLAY_BLOCK;
    *work =
        (ts_replay_work){.options = options,
                         .said = calloc(TS_REPLAY_BLOCK, sizeof *work->said),
                         .known = calloc(TS_REPLAY_BLOCK, sizeof *work->known),
                         .results = calloc(answers, sizeof *work->results),
                         .judgements = calloc(answers, sizeof *work->judgements),
                         .nanoseconds = calloc(answers, sizeof *work->nanoseconds),
                         .samples = calloc((size_t)options->repetitions + 1, TS_REPLAY_BLOCK * sizeof *work->samples)};
    if (!work->said || !work->known || !work->results || !work->judgements || !work->nanoseconds || !work->samples) {
        return ts_fail_memory(error, "a block of answers");
    }
    if (options->repetitions > 0) ts_stopwatch_calibrate(&work->stopwatch);
    return TS_OK;
}

void ts_replay_work_clear(ts_replay_work *work) {
    free(work->said);
    free(work->known);
    free(work->results);
    free(work->judgements);
    free(work->nanoseconds);
    free(work->samples);
    *work = (ts_replay_work){0};
}

/* ---- Timing ---- */

static ts_status time_method(ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                             size_t method) {
    const size_t repetitions = (size_t)work->options->repetitions;
    double *medians = work->nanoseconds + method * TS_REPLAY_BLOCK;
    double *sorted = malloc((repetitions + 1) * sizeof *sorted);
    if (!sorted) return TS_ERROR_MEMORY;
    ts_time_queries(&work->stopwatch, &work->options->methods[method], block->queries, block->count, (int)repetitions,
                    work->samples);
    for (size_t q = 0; q < block->count; ++q) {
        double *sums = data_set->cells[method * TS_CCD_KINDS + (size_t)block->queries[q].kind].repetition_sum;
        for (size_t r = 0; r < repetitions; ++r) {
            sorted[r] = work->samples[r * block->count + q];
            if (!isnan(sorted[r])) sums[r] += sorted[r];
        }
        medians[q] = ts_median(sorted, repetitions);
    }
    free(sorted);
    return TS_OK;
}

static ts_status time_block(ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                            ts_error *error) {
    const double start = ts_nanoseconds_now();
    for (size_t m = 0; m < work->options->method_count; ++m) {
        if (work->options->repetitions == 0) {
            for (size_t q = 0; q < block->count; ++q) work->nanoseconds[m * TS_REPLAY_BLOCK + q] = NAN;
        } else if (time_method(work, data_set, block, m) != TS_OK) {
            return ts_fail_memory(error, "timings");
        }
    }
    work->timing_seconds += (ts_nanoseconds_now() - start) * 1e-9;
    return TS_OK;
}

/* ---- Answers and their verdicts ---- */

static ts_status find_truth(ts_replay_work *work, const ts_replay_block *block, size_t q) {
    ts_known_truth *known = &work->known[q];
    ts_truth_from_note(block, q, &work->said[q]);
    *known = (ts_known_truth){.source = TS_TRUTH_NONE};
    switch (work->options->oracle) {
    case TS_ORACLE_MODE_NONE: return TS_OK;
    case TS_ORACLE_MODE_LABEL: *known = work->said[q]; return TS_OK;
    case TS_ORACLE_MODE_EXACT: break;
    }
    known->source = TS_TRUTH_BRACKET;
    return ts_oracle_toi(&block->queries[q], TS_ORACLE_ALL, &known->truth);
}

static ts_status referee_query(ts_replay_work *work, const ts_replay_block *block, size_t q) {
    const ts_status status = find_truth(work, block, q);
    if (status != TS_OK) return status;
    for (size_t m = 0; m < work->options->method_count; ++m) {
        const size_t at = m * TS_REPLAY_BLOCK + q;
        const ts_ccd_method *method = &work->options->methods[m];
        ts_ccd_answer(method, &block->queries[q], &work->results[at]);
        ts_judge(&block->queries[q], &work->known[q], &work->results[at], method->kept_gap, &work->judgements[at]);
    }
    return TS_OK;
}

static ts_status referee_block(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                               ts_error *error) {
    const double start = ts_nanoseconds_now();
    const int jobs = work->options->jobs > 0 ? work->options->jobs : omp_get_max_threads();
    size_t failed = SIZE_MAX; /* the first one, for any number of threads */
#pragma omp parallel for schedule(dynamic, 16) num_threads(jobs) reduction(min : failed)
    for (size_t q = 0; q < block->count; ++q) {
        if (referee_query(work, block, q) != TS_OK && q < failed) failed = q;
    }
    work->oracle_seconds += (ts_nanoseconds_now() - start) * 1e-9;
    if (failed == SIZE_MAX) return TS_OK;
    return ts_fail(error, TS_ERROR_INTERNAL, "%s: the oracle could not decide query %llu; please report it",
                   data_set->files.paths[block->file], (unsigned long long)block->index[failed]);
}

/* ---- Entering into the results ---- */

static uint64_t hash_query(uint64_t hash, const ts_ccd_query *query) {
    hash = ts_hash_word(hash, (uint64_t)query->kind);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            hash = ts_hash_double(hash, query->x0[i][c]);
            hash = ts_hash_double(hash, query->x1[i][c]);
        }
    }
    return ts_hash_double(ts_hash_double(hash, query->min_distance), query->t_max);
}

static ts_status compare_label(const ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                               size_t q, ts_error *error) {
    const ts_known_truth *said = &work->said[q];
    const ts_oracle_truth *truth = &work->known[q].truth;
    if (work->options->oracle != TS_ORACLE_MODE_EXACT || !ts_truth_contradicts(said, truth)) return TS_OK;
    const bool timed = said->source == TS_TRUTH_BRACKET;
    const ts_label_conflict conflict = {.file = block->file,
                                        .index = block->index[q],
                                        .label = said->truth.contact,
                                        .truth = truth->contact,
                                        .label_lo = timed ? said->truth.lo : NAN,
                                        .label_hi = timed ? said->truth.hi : NAN,
                                        .truth_lo = truth->contact ? truth->lo : NAN,
                                        .truth_hi = truth->contact ? truth->hi : NAN};
    return ts_replay_record_conflict(data_set, &conflict, error);
}

static void count_query(const ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                        size_t q) {
    const ts_known_truth *known = &work->known[q];
    ++data_set->queries;
    ++data_set->kinds[block->queries[q].kind];
    data_set->hash = hash_query(data_set->hash, &block->queries[q]);
    data_set->labelled += work->said[q].source != TS_TRUTH_NONE;
    data_set->contacts += known->source != TS_TRUTH_NONE && known->truth.contact;
    if (work->options->oracle != TS_ORACLE_MODE_EXACT) return;
    switch (known->truth.stage) {
    case TS_ORACLE_FLOAT: ++data_set->stages[0]; break;
    case TS_ORACLE_MPFR: ++data_set->stages[1]; break;
    default: ++data_set->stages[2]; break;
    }
}

static ts_status enter_answer(const ts_replay_work *work, ts_replay_data_set *data_set, size_t method,
                              const ts_replay_answer *answer, ts_error *error) {
    ts_replay_cell *cell = &data_set->cells[method * TS_CCD_KINDS + (size_t)answer->query->kind];
    if (work->per_query) {
        ts_per_query_write(work->per_query, data_set->files.paths[answer->file],
                           work->options->methods[method].backend->name, answer);
    }
    return ts_replay_cell_add(cell, answer, error);
}

static ts_status enter_query(const ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                             size_t q, ts_error *error) {
    count_query(work, data_set, block, q);
    ts_status status = compare_label(work, data_set, block, q, error);
    for (size_t m = 0; status == TS_OK && m < work->options->method_count; ++m) {
        const size_t at = m * TS_REPLAY_BLOCK + q;
        const ts_replay_answer answer = {.query = &block->queries[q],
                                         .file = block->file,
                                         .index = block->index[q],
                                         .known = &work->known[q],
                                         .result = &work->results[at],
                                         .judgement = &work->judgements[at],
                                         .nanoseconds = work->nanoseconds[at]};
        status = enter_answer(work, data_set, m, &answer, error);
    }
    return status;
}

ts_status ts_replay_run_block(ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                              ts_error *error) {
    /* Timing comes first: the referee's threads may still be spinning after their last loop. */
    ts_status status = time_block(work, data_set, block, error);
    if (status == TS_OK) status = referee_block(work, data_set, block, error);
    for (size_t q = 0; status == TS_OK && q < block->count; ++q) {
        status = enter_query(work, data_set, block, q, error);
    }
    return status;
}
