/* SPDX-License-Identifier: MIT
 * Blocks of queries with a min_distance each; all of them to the end of the way. */
#include "scenes/collision/ccd_survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/error.h"
#include "core/share.h"

enum { CHUNKS = TS_CCD_BLOCK / TS_CANDIDATE_CHUNK };

/* One survey under way. */
typedef struct asking {
    ts_ccd_survey *survey;
    const ts_candidates *candidates;
    ts_sweep motion;
} asking;

/* Over the floor: a gap that is known to be more keeps all of it, whatever rounding does to either. */
static const double SURELY = (1.0 + 0x1p-30) / TS_CCD_SURVEY_KEEPS;

/* What the filter keeps beyond xi. Written so that a distance that is no number keeps nothing. */
static double floor_of(const ts_ccd_survey *survey, const ts_ccd_query *query, double xi) {
    if (!(survey->floor > 0.0)) return 0.0;
    if (survey->known_gap > SURELY * survey->floor) return survey->floor;
    return ts_ccd_survey_floor(survey->floor, sqrt(ts_distance2(query->kind, query->x0)) - xi);
}

/* Queries of those candidates of a chunk that might meet; returns how many. */
static size_t ask_of_chunk(const asking *all, const ts_candidate_chunk *chunk, size_t at, double *least_floor) {
    const ts_surface *surface = all->candidates->surface;
    const ts_ccd_filter *filter = all->survey->filter;
    const int second = ts_ccd_first_vertices(chunk->kind);
    size_t count = 0;
    for (size_t c = 0; c < chunk->count; ++c) {
        if (!ts_candidates_meet(all->candidates, chunk->kind, chunk->pair[c])) continue;
        ts_ccd_query *query = &filter->query[at + count];
        ts_stencil node;
        ts_surface_stencil(surface, chunk->kind, chunk->pair[c], node);
        query->kind = chunk->kind;
        query->t_max = 1.0;
        ts_ccd_filter_write(filter, &all->motion, node, query);
        const double xi = ts_surface_thickness(surface, node[0], node[second]);
        query->min_distance = xi + floor_of(all->survey, query, xi);
        *least_floor = fmin(*least_floor, query->min_distance - xi);
        memcpy(all->survey->pair[at + count], chunk->pair[c], sizeof *all->survey->pair);
        ++count;
    }
    return count;
}

static size_t ask_of_block(const asking *all, size_t first) {
    const size_t left = ts_candidates_chunks(all->candidates) - first, here = left < CHUNKS ? left : CHUNKS;
    size_t count[CHUNKS] = {0}, total = 0;
    double least = INFINITY;
#pragma omp parallel for schedule(dynamic, 1) reduction(min                                                            \
                                                        : least) if (ts_pays_to_share(here, 60 * TS_CANDIDATE_CHUNK))
    for (size_t c = 0; c < here; ++c) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(all->candidates, first + c);
        count[c] = ask_of_chunk(all, &chunk, c * TS_CANDIDATE_CHUNK, &least);
    }
    all->survey->least_floor = fmin(all->survey->least_floor, least);
    ts_ccd_query *query = all->survey->filter->query;
    int32_t(*pair)[2] = all->survey->pair;
    for (size_t c = 0; c < here; ++c) {
        const size_t from = c * TS_CANDIDATE_CHUNK;
        if (from != total) {
            memmove(query + total, query + from, count[c] * sizeof *query);
            memmove(pair + total, pair + from, count[c] * sizeof *pair);
        }
        total += count[c];
    }
    return total;
}

static bool add_hit(ts_ccd_survey *survey, const ts_ccd_hit *hit) {
    if (survey->hits == survey->capacity) {
        const size_t more = 2 * survey->capacity + 256;
        ts_ccd_hit *larger = realloc(survey->hit, more * sizeof *larger);
        if (!larger) return false;
        survey->hit = larger;
        survey->capacity = more;
    }
    survey->hit[survey->hits++] = *hit;
    return true;
}

static bool note_answers(const asking *all, size_t count, ts_ccd_filter_report *report) {
    ts_ccd_survey *survey = all->survey;
    const ts_ccd_filter *filter = survey->filter;
    for (size_t q = 0; q < count; ++q) {
        const ts_ccd_query *query = &filter->query[q];
        const ts_ccd_status answer = filter->result[q].status;
        ++report->statuses[answer];
        if (answer == TS_CCD_FREE) continue;
        if (answer == TS_CCD_UNSUPPORTED || (answer == TS_CCD_FAILED && survey->answer == TS_CCD_FREE))
            survey->answer = answer;
        const double toi = ts_ccd_filter_allowed(&filter->result[q], 1.0);
        survey->toi = fmin(survey->toi, toi);
        const ts_ccd_hit hit = {query->kind, {survey->pair[q][0], survey->pair[q][1]}, toi};
        if (!add_hit(survey, &hit)) return false;
    }
    return true;
}

ts_status ts_ccd_survey_ask(ts_ccd_survey *survey, ts_candidates *candidates, const ts_ccd_way *way,
                            ts_ccd_filter_report *report, ts_error *error) {
    const asking all = {survey, candidates, {.x = way->x0, .p = way->p, .alpha = 1.0}};
    const ts_ccd_filter *filter = survey->filter;
    const size_t chunks = ts_candidates_chunks(candidates);
    memcpy(filter->x1, way->x1, candidates->surface->bodies->nodes * sizeof *filter->x1);
    survey->hits = 0;
    survey->toi = 1.0;
    survey->least_floor = INFINITY;
    survey->answer = TS_CCD_FREE;
    if (chunks > 0)
        ts_candidates_tighten(candidates, &all.motion, 0.5 * survey->floor, ts_candidates_count(candidates));
    for (size_t first = 0; first < chunks; first += CHUNKS) {
        const size_t count = ask_of_block(&all, first);
        if (count == 0) continue;
        ts_ccd_filter_answer(survey->filter, count, report);
        report->queries += count;
        if (!note_answers(&all, count, report)) return ts_fail_memory(error, "the pairs that are hit on a way");
        const ts_ccd_block block = {count, filter->query, filter->result, filter->failure};
        if (filter->listener.listen) filter->listener.listen(filter->listener.self, &block);
    }
    return TS_OK;
}

ts_status ts_ccd_survey_init(ts_ccd_survey *survey, ts_ccd_filter *filter, double floor, ts_error *error) {
    ts_ccd_survey made = {.filter = filter, .floor = floor, .toi = 1.0, .least_floor = INFINITY};
    made.pair = malloc(TS_CCD_BLOCK * sizeof *made.pair);
    if (!made.pair) return ts_fail_memory(error, "the CCD queries of a way");
    *survey = made;
    return TS_OK;
}

void ts_ccd_survey_clear(ts_ccd_survey *survey) {
    free(survey->hit);
    free(survey->pair);
    *survey = (ts_ccd_survey){0};
}
