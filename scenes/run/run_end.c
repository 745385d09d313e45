/* SPDX-License-Identifier: MIT
 * Words for how a run ended, and the query that shows it. */
#include "scenes/run/run_end.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <touchstone/dataset.h>

#include "scenes/solver.h"

const char *ts_run_outcome_name(ts_run_outcome outcome) {
    static const char *const NAMES[] = {"finished",  "interrupted",   "tiny toi", "infinite",   "intersect",
                                        "unreached", "not converged", "error",    "unsupported"};
    return NAMES[outcome];
}

/* ---- The answer that limits a step ---- */

static double allowed(const ts_ccd_result *result) {
    switch (result->status) {
    case TS_CCD_FREE: return INFINITY;
    case TS_CCD_HIT:
    case TS_CCD_LIMIT: return result->toi;
    case TS_CCD_UNSUPPORTED:
    case TS_CCD_FAILED: break;
    }
    return -1.0; /* worse than a toi of 0 */
}

void ts_limiting_answer_hear(ts_limiting_answer *least, const ts_ccd_block *block) {
    for (size_t k = 0; k < block->count; ++k) {
        if (block->results[k].status == TS_CCD_FREE) continue;
        const double step = allowed(&block->results[k]);
        if (least->found && !(step < least->step)) continue;
        *least = (ts_limiting_answer){true, step, block->queries[k], block->results[k], block->failures[k]};
    }
}

static void take_query(ts_run_at *at, const ts_limiting_answer *limiting) {
    at->has_query = limiting->found;
    at->query = limiting->query;
    at->answer = limiting->result;
    at->failure = limiting->failure;
}

/* ---- Steps that end a run ---- */

/* A method that gives up after halving its step many times has found no safe one (a toi above 0 is where it stood). */
static ts_run_outcome judge_stall(const ts_step_end *end, ts_run_at *at) {
    const ts_limiting_answer *limiting = end->limiting;
    take_query(at, limiting);
    if (limiting->found && limiting->result.status == TS_CCD_LIMIT) {
        snprintf(at->message, sizeof at->message, "%s gave up on a %s query at its iteration limit, at toi %.3g; %s",
                 end->method->backend->name, ts_ccd_kind_name(limiting->query.kind), limiting->result.toi,
                 end->report->residual);
        return limiting->result.toi > 0.0 ? TS_RUN_INFINITE : TS_RUN_ERROR;
    }
    snprintf(at->message, sizeof at->message, "%s%s", end->report->message,
             limiting->found ? "" : "; no CCD answer cut it: a limit of strain or volume did");
    return TS_RUN_TINY_TOI;
}

static ts_run_outcome judge_answer(const ts_step_end *end, ts_run_at *at) {
    const bool unsupported = end->report->answer == TS_CCD_UNSUPPORTED;
    const ts_ccd_query *query = &end->limiting->query;
    take_query(at, end->limiting);
    if (at->has_query) {
        snprintf(at->message, sizeof at->message, "%s %s a %s query with min_distance %g%s%s",
                 end->method->backend->name, unsupported ? "does not support" : "could not answer",
                 ts_ccd_kind_name(query->kind), query->min_distance, unsupported ? "" : ": ",
                 unsupported ? "" : ts_ccd_failure_name(at->failure));
    }
    return unsupported ? TS_RUN_UNSUPPORTED : TS_RUN_ERROR;
}

static ts_run_outcome judge_unreached(const ts_step_end *end, ts_run_at *at) {
    const int32_t worst = end->report->prescribed_worst;
    const char *name = worst < 0 ? NULL : end->bodies->body[end->bodies->body_of[worst]].name;
    snprintf(at->message, sizeof at->message,
             "prescribed nodes got %.2f %% of their displacement; farthest off is node %d of '%s'",
             100.0 * end->report->prescribed_fraction, (int)worst, name ? name : "");
    return TS_RUN_UNREACHED;
}

ts_run_outcome ts_run_judge_step(const ts_step_end *end, ts_run_at *at) {
    at->iteration = end->iteration;
    snprintf(at->message, sizeof at->message, "%s", end->report->message);
    switch (end->report->outcome) {
    case TS_STEP_TINY_TOI: return judge_stall(end, at);
    case TS_STEP_NO_DECREASE: take_query(at, end->limiting); return TS_RUN_INFINITE;
    case TS_STEP_NOT_SOLVED: return TS_RUN_ERROR;
    case TS_STEP_LIMIT: return TS_RUN_NOT_CONVERGED;
    case TS_STEP_UNREACHED: return judge_unreached(end, at);
    case TS_STEP_UNANSWERED: return judge_answer(end, at);
    case TS_STEP_DONE:
    case TS_STEP_STOPPED:
    case TS_STEP_OUTCOMES: break;
    }
    return TS_RUN_FINISHED;
}

/* ---- Offences ---- */

static double thickness_of(const ts_bodies *bodies, const ts_offence *offence) {
    double sum = 0.0;
    for (int k = 0; k < 2; ++k) sum += bodies->body[bodies->body_of[offence->part[k].node[0]]].offset;
    return 0.5 * sum;
}

static void say_missed_query(const ts_offence_end *end, const ts_missed_query *missed, ts_run_at *at) {
    const ts_ccd_query *query = &missed->query[missed->chosen];
    char where[64] = "while prescribed nodes moved";
    if (missed->iteration >= 0) snprintf(where, sizeof where, "in iteration %d", missed->iteration);
    const size_t used = strlen(at->message);
    char *more = at->message + used;
    if (missed->asked) {
        snprintf(more, sizeof at->message - used, "; %s a %s query was answered '%s' (toi %.17g), contact is at %.17g",
                 where, ts_ccd_kind_name(query->kind), ts_ccd_status_name(missed->answer.status), missed->answer.toi,
                 missed->truth[missed->chosen]);
    } else {
        snprintf(more, sizeof at->message - used,
                 "; %s a %s pair met at %.17g, about which %s was never asked: the broad phase is at fault", where,
                 ts_ccd_kind_name(query->kind), missed->truth[missed->chosen], end->method->backend->name);
    }
}

ts_status ts_run_judge_offence(const ts_offence_end *end, ts_run_outcome *outcome, ts_run_at *at, ts_error *error) {
    const size_t *count = end->report->count;
    const ts_offence *first = &end->report->list[0];
    const bool has_met =
        count[TS_OFFENCE_INTERSECTION] + count[TS_OFFENCE_THICKNESS] + count[TS_OFFENCE_CONTAINMENT] > 0;
    snprintf(at->message, sizeof at->message, "%s", end->words);
    *outcome = has_met ? TS_RUN_INTERSECT : TS_RUN_ERROR;
    if (!has_met || first->parts != 2 || first->kind == TS_OFFENCE_CONTAINMENT) return TS_OK;
    ts_missed_query missed;
    if (!ts_missed_query_find(first, end->history, thickness_of(&end->simulation->bodies, first), &missed)) {
        const size_t used = strlen(at->message);
        snprintf(at->message + used, sizeof at->message - used,
                 "; they meet on none of the %zu displacements of the step%s", ts_step_history_count(end->history),
                 ts_step_history_lost(end->history) ? " that were kept" : ", only at its rounded end");
        return TS_OK;
    }
    ts_simulation *simulation = end->simulation;
    *end->listen_to = &missed;
    const ts_status status = simulation->choice.solver->ask_again(simulation->self, &missed.displacement, error);
    *end->listen_to = NULL;
    if (status != TS_OK) return status;
    at->has_query = true;
    at->query = missed.query[missed.chosen];
    if (!missed.asked) ts_ccd_answer(end->method, &at->query, &missed.answer);
    at->answer = missed.answer;
    at->failure = TS_CCD_FAILURE_NONE;
    at->iteration = missed.iteration;
    say_missed_query(end, &missed, at);
    return TS_OK;
}

/* ---- The query, stored ---- */

ts_status ts_run_store_query(const char *path, const char *scene, const char *what, const ts_run_at *at,
                             ts_error *error) {
    char about[sizeof at->message + 64], name[256];
    snprintf(about, sizeof about, "%s: %s", what, at->message);
    snprintf(name, sizeof name, "%s", scene);
    char *scenes[] = {name};
    const ts_query_meta meta = {.about = about, .scenes = scenes, .scene_count = 1};
    ts_query_chunk chunk;
    ts_query_writer *writer = NULL;
    ts_status status = ts_query_chunk_init(&chunk, 1, error);
    if (status != TS_OK) return status;
    chunk.count = 1;
    chunk.queries[0] = at->query;
    chunk.notes[0] = (ts_query_note){
        .contact = -1,
        .truth_lo = NAN,
        .truth_hi = NAN,
        .step = (uint32_t)at->step,
        .iteration = at->iteration < 0 ? 0 : (uint32_t)at->iteration,
    };
    status = ts_query_writer_create(path, TS_FORMAT_HDF5, true, &meta, &writer, error);
    if (status == TS_OK) {
        status = ts_query_writer_append(writer, &chunk, error);
        if (status == TS_OK)
            status = ts_query_writer_finish(writer, error);
        else
            ts_query_writer_abandon(writer);
    }
    ts_query_chunk_clear(&chunk);
    return status;
}
