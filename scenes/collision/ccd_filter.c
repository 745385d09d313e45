/* SPDX-License-Identifier: MIT
 * CCD over the candidates: a box test at the step that is still allowed, then the backend in batches, both in
 * parallel, block by block in order. */
#include "scenes/collision/ccd_filter.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"

/* A block is large enough to keep threads busy, and small enough that a short step found early spares later ones. */
enum { CHUNKS = 32, BLOCK = CHUNKS * TS_CANDIDATE_CHUNK };

/* Queries that one call of the backend answers. */
enum { BATCH = 128 };

/* One query per row: nodes at x and at x1, exactly as the line search takes them. */
static void set_query(const ts_ccd_filter *filter, const ts_sweep *motion, const ts_stencil node, ts_ccd_query *query) {
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        for (int k = 0; k < 3; ++k) {
            query->x0[i][k] = node[i] < 0 ? 0.0 : motion->x[node[i]][k];
            query->x1[i][k] = node[i] < 0 ? 0.0 : filter->x1[node[i]][k];
        }
    }
}

/* Queries of those candidates of a chunk that might meet within motion->alpha; returns how many. */
static size_t ask_of_chunk(const ts_ccd_filter *filter, const ts_candidates *candidates, const ts_sweep *motion,
                           const ts_candidate_chunk *chunk, ts_ccd_query *query) {
    const ts_surface *surface = candidates->surface;
    const int second = ts_ccd_first_vertices(chunk->kind);
    size_t count = 0;
    for (size_t c = 0; c < chunk->count; ++c) {
        if (!ts_candidates_meet(candidates, chunk->kind, chunk->pair[c])) continue;
        ts_stencil node;
        ts_surface_stencil(surface, chunk->kind, chunk->pair[c], node);
        query[count].kind = chunk->kind;
        query[count].min_distance = ts_surface_thickness(surface, node[0], node[second]);
        query[count].t_max = motion->alpha;
        set_query(filter, motion, node, &query[count]);
        ++count;
    }
    return count;
}

static double allowed(const ts_ccd_result *result, double t_max) {
    switch (result->status) {
    case TS_CCD_FREE: return t_max;
    case TS_CCD_HIT:
    case TS_CCD_LIMIT: return result->toi;
    case TS_CCD_UNSUPPORTED:
    case TS_CCD_FAILED: break;
    }
    return 0.0;
}

/* The queries of a block of chunks from `first`, one after the other; returns how many. */
static size_t ask_of_block(ts_ccd_filter *filter, const ts_candidates *candidates, const ts_sweep *motion,
                           size_t first) {
    const size_t chunks = ts_candidates_chunks(candidates), left = chunks - first;
    const size_t here = left < CHUNKS ? left : CHUNKS;
    size_t count[CHUNKS] = {0}, total = 0;
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t c = 0; c < here; ++c) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(candidates, first + c);
        count[c] = ask_of_chunk(filter, candidates, motion, &chunk, filter->query + c * TS_CANDIDATE_CHUNK);
    }
    for (size_t c = 0; c < here; ++c) {
        const size_t from = c * TS_CANDIDATE_CHUNK;
        if (from != total) memmove(filter->query + total, filter->query + from, count[c] * sizeof *filter->query);
        total += count[c];
    }
    return total;
}

/* Nothing but the backend, so that the time of its calls is the method's own. */
static void answer(ts_ccd_filter *filter, size_t count, ts_ccd_filter_report *report) {
    const bool alone = omp_get_max_threads() == 1;
    const double start = alone ? ts_thread_seconds() : ts_seconds();
#pragma omp parallel for schedule(dynamic, 1) if (count > BATCH)
    for (size_t q = 0; q < count; q += BATCH) {
        const size_t here = count - q < BATCH ? count - q : BATCH;
        ts_ccd_answer_batch(filter->method, here, filter->query + q, filter->result + q);
    }
    report->seconds += (alone ? ts_thread_seconds() : ts_seconds()) - start;
}

static double step_of_block(ts_ccd_filter *filter, const ts_candidates *candidates, const ts_sweep *motion,
                            size_t first, ts_ccd_filter_report *report) {
    const size_t count = ask_of_block(filter, candidates, motion, first);
    double alpha = motion->alpha;
    if (count == 0) return alpha;
    answer(filter, count, report);
    for (size_t q = 0; q < count; ++q) {
        const double step = allowed(&filter->result[q], motion->alpha);
        if (step < alpha) alpha = step;
        ++report->statuses[filter->result[q].status];
    }
    report->queries += count;
    if (filter->listener.listen) filter->listener.listen(filter->listener.self, count, filter->query, filter->result);
    return alpha;
}

/* Boxes are made narrower when the step has become shorter than this part of theirs. */
static const double SHORTER = 0.9;

double ts_ccd_filter_step(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                          ts_ccd_filter_report *report) {
    const size_t nodes = candidates->surface->bodies->nodes, chunks = ts_candidates_chunks(candidates);
#pragma omp parallel for schedule(static) if (nodes > 2048)
    for (size_t i = 0; i < nodes; ++i) {
        for (int k = 0; k < 3; ++k) filter->x1[i][k] = motion->x[i][k] + motion->p[i][k];
    }
    ts_sweep still = *motion;
    double boxed = INFINITY;
    for (size_t first = 0; first < chunks && still.alpha > 0.0; first += CHUNKS) {
        if (still.alpha < SHORTER * boxed) {
            ts_candidates_tighten(candidates, &still, 0.0);
            boxed = still.alpha;
        }
        still.alpha = step_of_block(filter, candidates, &still, first, report);
    }
    return still.alpha;
}

ts_status ts_ccd_filter_init(ts_ccd_filter *filter, const ts_ccd_method *method, const ts_ccd_listener *listener,
                             size_t nodes, ts_error *error) {
    ts_ccd_filter made = {.method = method, .listener = *listener};
    made.x1 = malloc((nodes + 1) * sizeof *made.x1);
    made.query = malloc(BLOCK * sizeof *made.query);
    made.result = malloc(BLOCK * sizeof *made.result);
    if (!made.x1 || !made.query || !made.result) {
        ts_ccd_filter_clear(&made);
        return ts_fail_memory(error, "the CCD queries of a step");
    }
    *filter = made;
    return TS_OK;
}

void ts_ccd_filter_clear(ts_ccd_filter *filter) {
    free(filter->x1);
    free(filter->query);
    free(filter->result);
    *filter = (ts_ccd_filter){0};
}
