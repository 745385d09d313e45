/* SPDX-License-Identifier: MIT
 * A start at which a pair is not farther apart than its thickness is refused, the worst pair named; the comparison
 * is exact. */
#include "scenes/collision/start_check.h"

#include <math.h>
#include <stdio.h>

#include <touchstone/distance.h>
#include <touchstone/oracle.h>

#include "core/error.h"
#include "scenes/collision/candidates.h"
#include "scenes/collision/surface.h"

typedef struct too_close {
    size_t count;
    double gap; /* d - xi of the worst */
    ts_ccd_query query;
    ts_stencil node;
} too_close;

static void still_query(const ts_surface *surface, const double (*x)[3], ts_ccd_kind kind, const ts_stencil node,
                        ts_ccd_query *query) {
    const int32_t other = node[ts_ccd_first_vertices(kind)];
    *query = (ts_ccd_query){.kind = kind, .t_max = 1.0};
    query->min_distance = ts_surface_thickness(surface, node[0], other);
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) {
        for (int k = 0; k < 3; ++k) query->x0[i][k] = query->x1[i][k] = x[node[i]][k];
    }
}

static void check_pair(const ts_ccd_query *query, double noise, const ts_stencil node, too_close *worst) {
    const double gap = sqrt(ts_distance2(query->kind, query->x0)) - query->min_distance;
    if (gap > noise) return;
    int sign = 0;
    if (ts_oracle_compare(query, 0.0, query->min_distance, &sign) != TS_OK || sign > 0) return;
    ++worst->count;
    if (worst->count > 1 && gap >= worst->gap) return;
    worst->gap = gap;
    worst->query = *query;
    for (int i = 0; i < TS_STENCIL_NODES; ++i) worst->node[i] = node[i];
}

static void search(const ts_candidates *candidates, const double (*x)[3], too_close *worst) {
    const size_t chunks = ts_candidates_chunks(candidates);
    for (size_t c = 0; c < chunks; ++c) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(candidates, c);
        for (size_t i = 0; i < chunk.count; ++i) {
            ts_stencil node;
            ts_ccd_query query;
            ts_surface_stencil(candidates->surface, chunk.kind, chunk.pair[i], node);
            still_query(candidates->surface, x, chunk.kind, node, &query);
            check_pair(&query, 4.0 * candidates->pad, node, worst);
        }
    }
}

/* "triangle (3, 4, 5) of 'cloth'" */
static void name_primitive(const ts_bodies *bodies, const int32_t *node, int size, char *text, size_t length) {
    const char *body = bodies->body[bodies->body_of[node[0]]].name;
    if (!body) body = "";
    if (size == 1)
        snprintf(text, length, "point %d of '%s'", (int)node[0], body);
    else if (size == 2)
        snprintf(text, length, "edge (%d, %d) of '%s'", (int)node[0], (int)node[1], body);
    else
        snprintf(text, length, "triangle (%d, %d, %d) of '%s'", (int)node[0], (int)node[1], (int)node[2], body);
}

static ts_status refuse(const ts_bodies *bodies, const too_close *worst, ts_error *error) {
    const int size = ts_ccd_vertices(worst->query.kind), first = ts_ccd_first_vertices(worst->query.kind);
    char one[160], other[160];
    name_primitive(bodies, worst->node, first, one, sizeof one);
    name_primitive(bodies, worst->node + first, size - first, other, sizeof other);
    return ts_fail(error, TS_ERROR_DATA,
                   "the initial state is too close: %s and %s are %.9g m apart, but must be more than %.9g m (their "
                   "mean offset); %zu pairs in all; move the objects apart or lower their offsets",
                   one, other, worst->gap + worst->query.min_distance, worst->query.min_distance, worst->count);
}

static ts_status check_surface(const ts_surface *surface, double dhat, const double (*x)[3], ts_error *error) {
    ts_candidates candidates;
    ts_status status = ts_candidates_init(&candidates, surface, dhat, error);
    if (status != TS_OK) return status;
    status = ts_candidates_find(&candidates, &(ts_sweep){.x = x}, error);
    too_close worst = {0};
    if (status == TS_OK) search(&candidates, x, &worst);
    ts_candidates_clear(&candidates);
    if (status == TS_OK && worst.count > 0) status = refuse(surface->bodies, &worst, error);
    return status;
}

ts_status ts_check_start(const ts_bodies *bodies, double dhat, const double (*x)[3], ts_error *error) {
    ts_surface surface;
    ts_status status = ts_surface_init(&surface, bodies, error);
    if (status != TS_OK) return status;
    status = check_surface(&surface, dhat, x, error);
    ts_surface_clear(&surface);
    return status;
}
