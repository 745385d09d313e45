/* SPDX-License-Identifier: MIT
 * CCD over the candidates: a box test at the step that is still allowed, then the backend in batches, both in
 * parallel, block by block in order. */
#include "scenes/collision/ccd_filter.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/pieces.h"
#include "core/clock.h"
#include "core/crowd.h"
#include "core/error.h"
#include "core/share.h"
#include "scenes/collision/published_queries.h"

const char *const TS_CCD_ASKING_NAMES[TS_CCD_ASKINGS + 1] = {"all", "published", NULL};

bool ts_ccd_leaves_to_accd(ts_ccd_asking asking, const ts_ccd_method *method, ts_ccd_kind kind) {
    return asking == TS_ASK_PUBLISHED && !(method->backend->capabilities >> kind & 1u);
}

bool ts_ccd_is_by_accd(ts_ccd_asking asking, const ts_ccd_method *method, ts_ccd_kind kind) {
    if (ts_ccd_leaves_to_accd(asking, method, kind)) return true;
    return asking == TS_ASK_PUBLISHED && kind > TS_EDGE_EDGE && strcmp(method->backend->name, "minsep") == 0;
}

/* A block is large enough to keep threads busy, and small enough that a short step found early spares later ones. */
enum { CHUNKS = TS_CCD_BLOCK / TS_CANDIDATE_CHUNK };

void ts_ccd_filter_write(const ts_ccd_filter *filter, const ts_sweep *motion, const ts_stencil node,
                         ts_ccd_query *query) {
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        for (int k = 0; k < 3; ++k) {
            query->x0[i][k] = node[i] < 0 ? 0.0 : motion->x[node[i]][k];
            query->x1[i][k] = node[i] < 0 ? 0.0 : filter->x1[node[i]][k];
        }
    }
}

_Static_assert(TS_CANDIDATE_CHUNK <= UINT8_MAX + 1, "a place in a chunk is a byte");

/* Those candidates of a chunk that might meet, by their places in it. */
typedef struct meeting {
    size_t count;
    uint8_t place[TS_CANDIDATE_CHUNK];
} meeting;

static size_t find_meeting(const ts_candidates *candidates, const ts_candidate_chunk *chunk, uint8_t *place) {
    size_t count = 0;
    for (size_t c = 0; c < chunk->count; ++c) {
        if (ts_candidates_meet(candidates, chunk->kind, chunk->pair[c])) place[count++] = (uint8_t)c;
    }
    return count;
}

/* Queries of those, within motion->alpha. */
static void ask_of_chunk(const ts_ccd_filter *filter, const ts_surface *surface, const ts_sweep *motion,
                         const ts_candidate_chunk *chunk, const meeting *those, ts_ccd_query *query) {
    const int second = ts_ccd_first_vertices(chunk->kind);
    for (size_t c = 0; c < those->count; ++c) {
        ts_stencil node;
        ts_surface_stencil(surface, chunk->kind, chunk->pair[those->place[c]], node);
        query[c].kind = chunk->kind;
        query[c].min_distance = ts_surface_thickness(surface, node[0], node[second]);
        query[c].t_max = motion->alpha;
        ts_ccd_filter_write(filter, motion, node, &query[c]);
    }
}

double ts_ccd_filter_allowed(const ts_ccd_result *result, double t_max) {
    switch (result->status) {
    case TS_CCD_FREE: return t_max;
    case TS_CCD_HIT:
    case TS_CCD_LIMIT: return result->toi;
    case TS_CCD_UNSUPPORTED:
    case TS_CCD_FAILED: break;
    }
    return 0.0;
}

static size_t sum_of(const meeting *those, size_t chunks) {
    size_t sum = 0;
    for (size_t k = 0; k < chunks; ++k) sum += those[k].count;
    return sum;
}

/* The queries of a block of chunks from `first`, one after the other; returns how many. */
static size_t ask_of_block(ts_ccd_filter *filter, const ts_candidate_range *range, const ts_sweep *motion,
                           size_t first) {
    const ts_candidates *candidates = range->candidates;
    const size_t left = ts_candidate_range_chunks(range) - first, here = left < CHUNKS ? left : CHUNKS;
    meeting those[CHUNKS];
#pragma omp parallel if (ts_pays_to_share(here, 30 * TS_CANDIDATE_CHUNK))
    {
#pragma omp for schedule(dynamic, 1)
        for (size_t c = 0; c < here; ++c) {
            const ts_candidate_chunk chunk = ts_candidate_range_chunk(range, first + c);
            those[c].count = find_meeting(candidates, &chunk, those[c].place);
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t c = 0; c < here; ++c) {
            const ts_candidate_chunk chunk = ts_candidate_range_chunk(range, first + c);
            ask_of_chunk(filter, candidates->surface, motion, &chunk, &those[c], filter->query + sum_of(those, c));
        }
    }
    return sum_of(those, here);
}

double ts_ccd_filter_clock(void) {
    const bool alone = omp_get_max_threads() == 1 && !ts_crowd_is_watched(); /* the same clock at both ends */
    return alone ? ts_thread_seconds() : ts_seconds();
}

/* Nothing but the backend, so that the time of its calls is the method's own. */
void ts_ccd_filter_answer(ts_ccd_filter *filter, size_t count, ts_ccd_filter_report *report) {
    const double start = ts_ccd_filter_clock();
    const size_t piece = ts_ccd_piece(filter->method, count, omp_get_max_threads());
#pragma omp parallel for schedule(dynamic, 1) if (count > piece)
    for (size_t q = 0; q < count; q += piece) {
        const size_t here = count - q < piece ? count - q : piece;
        ts_ccd_answer_batch_why(filter->method, here, filter->query + q, filter->result + q, filter->failure + q);
    }
    report->seconds += ts_ccd_filter_clock() - start;
}

static double step_of_block(ts_ccd_filter *filter, const ts_candidate_range *range, const ts_sweep *motion,
                            size_t first, ts_ccd_filter_report *report) {
    const size_t count = ask_of_block(filter, range, motion, first);
    double alpha = motion->alpha;
    if (count == 0) return alpha;
    ts_ccd_filter_answer(filter, count, report);
    for (size_t q = 0; q < count; ++q) {
        const double step = ts_ccd_filter_allowed(&filter->result[q], motion->alpha);
        if (step < alpha) alpha = step;
        ++report->statuses[filter->result[q].status];
    }
    report->queries += count;
    const ts_ccd_block block = {count, filter->query, filter->result, filter->failure};
    if (filter->listener.listen) filter->listener.listen(filter->listener.self, &block);
    return alpha;
}

/* Boxes are made narrower when the step has become shorter than this part of theirs. */
static const double SHORTER = 0.9;

static void find_ends(const ts_ccd_filter *filter, const ts_sweep *motion, size_t nodes) {
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 3))
    for (size_t i = 0; i < nodes; ++i) {
        for (int k = 0; k < 3; ++k) filter->x1[i][k] = motion->x[i][k] + motion->p[i][k];
    }
}

/* What a range of the candidates allows of the motion. */
static double step_of_range(ts_ccd_filter *filter, ts_candidates *candidates, const ts_candidate_range *range,
                            const ts_sweep *motion, ts_ccd_filter_report *report) {
    const size_t chunks = ts_candidate_range_chunks(range), count = ts_candidate_range_count(range);
    ts_sweep still = *motion;
    double boxed = INFINITY;
    for (size_t first = 0; first < chunks && still.alpha > 0.0; first += CHUNKS) {
        if (still.alpha < SHORTER * boxed) {
            ts_candidates_tighten(candidates, &still, 0.0, count);
            boxed = still.alpha;
        }
        still.alpha = step_of_block(filter, range, &still, first, report);
    }
    return still.alpha;
}

/* What known candidates allow of a motion that may lead beyond what is known: it rounds as it does there. */
static double step_of_known(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                            ts_ccd_filter_report *report) {
    const ts_candidate_range known = {.candidates = candidates};
    const double pad = candidates->pad;
    candidates->pad = ts_candidates_pad(candidates, motion);
    const double step = step_of_range(filter, candidates, &known, motion, report);
    candidates->pad = pad;
    return step;
}

/* Where one step was cut the next one often is, and by pairs that are near where it begins: by known ones. Asked first,
 * they leave a shorter path to follow, of fewer candidates. Where they cut nothing a broad phase would ask them again.
 */
static ts_status step_of_all(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                             ts_ccd_filter_report *report, double *step, ts_error *error) {
    const bool knows_first = candidates->valid && filter->was_cut;
    ts_candidate_range range = {.candidates = candidates};
    ts_sweep rest = *motion;
    size_t strays = ts_candidates_find_strays(candidates, &rest);
    if (knows_first) rest.alpha = step_of_known(filter, candidates, &rest, report);
    if (strays > 0 && rest.alpha < motion->alpha) strays = ts_candidates_find_strays(candidates, &rest);
    const ts_status status = ts_candidates_follow_strays(candidates, &rest, strays, error);
    if (status != TS_OK) return status;
    if (knows_first) range = ts_candidates_added(candidates);
    *step = step_of_range(filter, candidates, &range, &rest, report);
    filter->was_cut = *step < motion->alpha;
    return TS_OK;
}

static ts_status step_as_published(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                                   ts_ccd_filter_report *report, double *step, ts_error *error) {
    ts_status status = ts_candidates_follow(candidates, motion, error);
    if (status == TS_OK) status = ts_published_queries_reserve(filter->published, candidates, error);
    if (status == TS_OK) *step = ts_published_queries_step(filter, candidates, motion, report);
    return status;
}

ts_status ts_ccd_filter_step(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                             ts_ccd_filter_report *report, double *step, ts_error *error) {
    find_ends(filter, motion, candidates->surface->bodies->nodes);
    return filter->published ? step_as_published(filter, candidates, motion, report, step, error)
                             : step_of_all(filter, candidates, motion, report, step, error);
}

void ts_ccd_filter_forget(ts_ccd_filter *filter) {
    filter->was_cut = false;
}

ts_status ts_ccd_filter_init(ts_ccd_filter *filter, const ts_ccd_method *method, const ts_ccd_listener *listener,
                             size_t nodes, ts_error *error) {
    ts_ccd_filter made = {.method = method, .listener = *listener};
    made.x1 = malloc((nodes + 1) * sizeof *made.x1);
    made.query = malloc(TS_CCD_BLOCK * sizeof *made.query);
    made.result = malloc(TS_CCD_BLOCK * sizeof *made.result);
    made.failure = malloc(TS_CCD_BLOCK * sizeof *made.failure);
    if (!made.x1 || !made.query || !made.result || !made.failure) {
        ts_ccd_filter_clear(&made);
        return ts_fail_memory(error, "the CCD queries of a step");
    }
    *filter = made;
    return TS_OK;
}

ts_status ts_ccd_filter_ask_published(ts_ccd_filter *filter, ts_candidates *candidates, ts_error *error) {
    const ts_status status = ts_published_queries_create(candidates->surface, &filter->published, error);
    if (status == TS_OK) ts_candidates_keep_boxes(candidates);
    return status;
}

void ts_ccd_filter_clear(ts_ccd_filter *filter) {
    ts_published_queries_destroy(filter->published);
    free(filter->x1);
    free(filter->query);
    free(filter->result);
    free(filter->failure);
    *filter = (ts_ccd_filter){0};
}
