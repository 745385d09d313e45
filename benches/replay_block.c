/* SPDX-License-Identifier: GPL-2.0-or-later
 * Replaying one block. Only what depends on a single query runs in parallel; sums are made afterwards, in
 * order, so that they do not depend on the number of threads. */
#include "benches/replay_block.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "benches/replay_compare.h"
#include "benches/replay_truth.h"
#include "ccd/pieces.h"
#include "ccd/registry.h"
#include "core/clock.h"
#include "core/crash.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/processor.h"

ts_status ts_replay_work_init(ts_replay_work *work, const ts_replay_options *options, ts_error *error) {
    const size_t room = ts_replay_block_of(options), answers = (options->method_count + 1) * room;
    *work = (ts_replay_work){.options = options,
                             .jobs = options->jobs > 0 ? options->jobs : omp_get_max_threads(),
                             .room = room,
                             .said = calloc(room, sizeof *work->said),
                             .known = calloc(room, sizeof *work->known),
                             .results = calloc(answers, sizeof *work->results),
                             .failures = calloc(answers, sizeof *work->failures),
                             .others = calloc(answers, sizeof *work->others),
                             .differs = calloc(answers, sizeof *work->differs),
                             .notices = calloc(options->method_count + 1, sizeof *work->notices),
                             .judgements = calloc(answers, sizeof *work->judgements),
                             .proofs = calloc(answers, sizeof *work->proofs)};
    const ts_status status = ts_replay_times_init(&work->times, options, error);
    if (status != TS_OK) return status;
    if (work->said && work->known && work->results && work->judgements && work->proofs && work->failures &&
        work->others && work->differs && work->notices) {
        return TS_OK;
    }
    return ts_fail_memory(error, "a block of answers");
}

void ts_replay_work_clear(ts_replay_work *work) {
    free(work->said);
    free(work->known);
    free(work->results);
    free(work->failures);
    free(work->others);
    free(work->differs);
    free(work->notices);
    free(work->judgements);
    free(work->proofs);
    ts_replay_times_clear(&work->times);
    *work = (ts_replay_work){0};
}

/* Queries from .. end - 1 of the block, for the last word if the method crashes on one of them. */
static ts_crash_scene scene_of(const ts_replay_work *work, const ts_replay_data_set *data_set,
                               const ts_replay_block *block, size_t method, size_t from, size_t end) {
    return (ts_crash_scene){.method = work->options->methods[method].backend->name,
                            .file = data_set->files.paths[block->file],
                            .first = block->index[from],
                            .last = block->index[end - 1]};
}

/* False when interrupted. */
static bool time_round(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block, int pass,
                       int round) {
    bool finished = true;
    for (size_t m = 0; finished && m < work->options->method_count; ++m) {
        const ts_crash_scene scene = scene_of(work, data_set, block, m, 0, block->count);
        ts_crash_set_scene(&scene);
        finished = ts_replay_time(&work->times, block, m, pass, round);
        ts_crash_set_scene(NULL);
    }
    return finished;
}

/* What else the machine has to do comes in bursts of some milliseconds, as long as a pass over few queries. So such a
 * pass is asked again until it has lasted for several of them. */
static const double SHORT_PASS_SECONDS = 0.05;

/* All methods on one processor, though some run in processes of their own. The first pass, which warms, is asked
 * once. */
static bool time_pass(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                      int pass) {
    const double end = ts_seconds() + SHORT_PASS_SECONDS;
    ts_stay stay;
    ts_stay_on_processor(&stay);
    bool finished = time_round(work, data_set, block, pass, 0);
    for (int round = 1; finished && pass > 0 && ts_seconds() < end; ++round) {
        if (!ts_replay_may_repeat(&work->times, block, pass)) break;
        finished = time_round(work, data_set, block, pass, round);
    }
    ts_leave_processor(&stay);
    return finished;
}

/* Batches, at the end, may use all processors, and are long by themselves. */
static bool time_block(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block) {
    const int repetitions = work->options->repetitions;
    bool finished = true;
    for (int pass = 0; finished && pass < repetitions; ++pass) finished = time_pass(work, data_set, block, pass);
    return finished && (repetitions == 0 || time_round(work, data_set, block, repetitions, 0));
}

/* ---- Answers and their verdicts ---- */

static ts_status find_truth(ts_replay_work *work, const ts_replay_block *block, size_t q) {
    ts_known_truth *known = &work->known[q];
    ts_truth_from_note(block, q, &work->said[q]);
    *known = (ts_known_truth){.source = TS_TRUTH_NONE};
    switch (work->options->oracle) {
    case TS_ORACLE_MODE_NONE: return TS_OK;
    case TS_ORACLE_MODE_LABEL: *known = work->said[q]; return TS_OK;
    case TS_ORACLE_MODE_EXACT:
    case TS_ORACLE_MODES: break;
    }
    known->source = TS_TRUTH_BRACKET;
    return ts_oracle_toi(&block->queries[q], TS_ORACLE_ALL, &known->truth);
}

static ts_proof check_certificate(const ts_ccd_method *method, const ts_ccd_query *query, const ts_ccd_result *answer) {
    ts_ccd_certificate certificate;
    return ts_prove(method, query, answer, &certificate, NULL);
}

/* A method on `count` queries from q on. */
static void answer_queries(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                           size_t m, size_t q, size_t count) {
    const ts_crash_scene scene = scene_of(work, data_set, block, m, q, q + count);
    const size_t at = m * work->room + q;
    ts_crash_set_scene(&scene);
    ts_ccd_answer_batch_why(&work->options->methods[m], count, block->queries + q, work->results + at,
                            work->failures + at);
    ts_compare_answers(work, block, m, q, count);
    ts_crash_set_scene(NULL);
}

static bool is_interrupted(const ts_replay_work *work) {
    const ts_replay_progress *progress = &work->options->progress;
    return progress->interrupted && progress->interrupted(progress->self);
}

/* A method on the whole block, in pieces like those of a solver. False when interrupted. */
static bool answer_block(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                         size_t m) {
    const size_t piece = ts_ccd_piece(&work->options->methods[m], block->count, work->jobs);
    bool stopped = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(work->jobs) reduction(|| : stopped)
    for (size_t q = 0; q < block->count; q += piece) {
        const size_t left = block->count - q;
        stopped = stopped || is_interrupted(work);
        if (!stopped) answer_queries(work, data_set, block, m, q, left < piece ? left : piece);
    }
    return !stopped;
}

/* What the judge sees of the answer alone, and what is known beside it. */
static void judge_answer(ts_replay_work *work, const ts_replay_block *block, size_t method, size_t q) {
    const size_t at = method * work->room + q;
    ts_judgement *judgement = &work->judgements[at];
    ts_judge(&block->queries[q], &work->known[q], &work->results[at], ts_judged(&work->options->methods[method]),
             judgement);
    if (judgement->verdict == TS_VERDICT_ERROR && work->failures[at] != TS_CCD_FAILURE_NONE) {
        judgement->failure = work->failures[at];
    }
    if (work->differs[at]) ts_judge_inconsistent(judgement);
}

static ts_status referee_query(ts_replay_work *work, const ts_replay_block *block, size_t q) {
    const ts_status status = find_truth(work, block, q);
    if (status != TS_OK) return status;
    for (size_t m = 0; m < work->options->method_count; ++m) {
        const size_t at = m * work->room + q;
        const ts_ccd_method *method = &work->options->methods[m];
        judge_answer(work, block, m, q);
        if (!work->options->check_certificates) continue;
        work->proofs[at] = check_certificate(method, &block->queries[q], &work->results[at]);
    }
    return TS_OK;
}

/* The first query that the oracle could not decide, for any number of threads; SIZE_MAX: none. *finished is false when
 * interrupted. */
static size_t judge_block(ts_replay_work *work, const ts_replay_block *block, bool *finished) {
    size_t failed = SIZE_MAX;
    bool stopped = false;
#pragma omp parallel for schedule(dynamic, 16) num_threads(work->jobs) reduction(min : failed) reduction(|| : stopped)
    for (size_t q = 0; q < block->count; ++q) {
        stopped = stopped || is_interrupted(work);
        if (!stopped && referee_query(work, block, q) != TS_OK && q < failed) failed = q;
    }
    *finished = !stopped;
    return failed;
}

/* *finished is false when interrupted. */
static ts_status referee_block(ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                               bool *finished, ts_error *error) {
    const double start = ts_nanoseconds_now();
    size_t failed = SIZE_MAX;
    *finished = true;
    for (size_t m = 0; *finished && m < work->options->method_count; ++m) {
        *finished = answer_block(work, data_set, block, m);
    }
    if (*finished) failed = judge_block(work, block, finished);
    work->oracle_seconds += (ts_nanoseconds_now() - start) * 1e-9;
    if (failed == SIZE_MAX) return TS_OK;
    return ts_fail(error, TS_ERROR_INTERNAL, "%s: the oracle could not decide query %llu; please report it",
                   data_set->files.paths[block->file], (unsigned long long)block->index[failed]);
}

/* ---- Entering into the results ---- */

static uint64_t hash_query(uint64_t ordinal, const ts_ccd_query *query) {
    uint64_t hash = ts_hash_word(ts_hash_word(TS_HASH_START, ordinal), (uint64_t)query->kind);
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
    ++data_set->file_queries[block->file];
    ++data_set->kinds[block->queries[q].kind];
    data_set->hash += hash_query(block->ordinal + q, &block->queries[q]);
    data_set->labelled += work->said[q].source != TS_TRUTH_NONE;
    data_set->contacts += known->source != TS_TRUTH_NONE && known->truth.contact;
    if (work->options->oracle != TS_ORACLE_MODE_EXACT) return;
    switch (known->truth.stage) {
    case TS_ORACLE_FLOAT: ++data_set->stages[0]; break;
    case TS_ORACLE_MPFR: ++data_set->stages[1]; break;
    default: ++data_set->stages[2]; break;
    }
}

static ts_status enter_answer(const ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                              size_t method, size_t q, ts_error *error) {
    const size_t at = method * work->room + q;
    ts_replay_cell *cell = &data_set->cells[method * TS_CCD_KINDS + (size_t)block->queries[q].kind];
    const ts_ccd_backend *backend = work->options->methods[method].backend;
    const bool failed = work->judgements[at].verdict == TS_VERDICT_ERROR;
    ts_replay_answer answer = {.query = &block->queries[q],
                               .file = block->file,
                               .index = block->index[q],
                               .known = &work->known[q],
                               .asked = ts_ccd_can_answer(backend, &block->queries[q]),
                               .result = &work->results[at],
                               .other = work->differs[at] ? &work->others[at] : NULL,
                               .judgement = &work->judgements[at],
                               .proof = work->proofs[at],
                               .nanoseconds = NAN,
                               .batch_nanoseconds = NAN};
    if (!failed) {
        answer.nanoseconds = ts_replay_enter_time(&work->times, cell, block, method, q);
        if (work->options->repetitions > 0) {
            answer.batch_nanoseconds = work->times.batch_ns[method * block->count + q];
        }
    }
    ts_notice_answer(work, data_set, block, method, q);
    if (work->per_query) {
        ts_per_query_write(work->per_query, data_set->files.paths[block->file], backend->name, &answer);
    }
    const ts_status status = ts_replay_cell_add(cell, &answer, error);
    if (status != TS_OK) return status;
    return ts_answer_digest_add(&data_set->digests[method], block->ordinal + q, answer.result);
}

static ts_status enter_query(const ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                             size_t q, ts_error *error) {
    count_query(work, data_set, block, q);
    ts_status status = compare_label(work, data_set, block, q, error);
    for (size_t m = 0; status == TS_OK && m < work->options->method_count; ++m) {
        status = enter_answer(work, data_set, block, m, q, error);
    }
    return status;
}

ts_status ts_replay_run_block(ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                              ts_error *error) {
    bool finished;
    /* Timing comes first: the referee's threads may still be spinning after their last loop. */
    if (!time_block(work, data_set, block)) return TS_OK;
    ts_status status = referee_block(work, data_set, block, &finished, error);
    for (size_t q = 0; status == TS_OK && finished && q < block->count; ++q) {
        status = enter_query(work, data_set, block, q, error);
    }
    data_set->blocks += status == TS_OK && finished;
    return status;
}
