/* SPDX-License-Identifier: GPL-2.0-or-later
 * Largest and smallest stretch of the elements of a scene. */
#include "cipc/potentials/extent.h"

#include <math.h>

#include "cipc/potentials/elements.h"
#include "core/share.h"
#include "core/vec3.h"

typedef struct extent {
    double most, least;
} extent;

static const extent NOTHING = {-INFINITY, INFINITY};

static bool is_obstacle(const ts_bodies *bodies, int32_t node) {
    return bodies->body[bodies->body_of[node]].obstacle;
}

static extent of_shell(const ts_bodies *bodies, size_t k, const double (*x)[3]) {
    ts_element element;
    double f[2][3];
    ts_svd svd;
    if (ts_shell_element(bodies, k, NULL, &element, NULL) != TS_OK) return NOTHING;
    ts_membrane_deformation(&element, bodies->triangle[k], &(ts_trial_positions){x, NULL, 0}, f);
    ts_svd_membrane((const double(*)[3])f, &svd);
    return (extent){svd.sigma[0], svd.sigma[1]};
}

static extent of_tet(const ts_bodies *bodies, size_t k, const double (*x)[3]) {
    ts_element element;
    double f[3][3];
    ts_svd svd;
    if (ts_tet_element(bodies, k, &element, NULL) != TS_OK) return NOTHING;
    ts_tet_deformation(&element, bodies->tet[k], &(ts_trial_positions){x, NULL, 0}, f);
    ts_svd3((const double(*)[3])f, &svd);
    return (extent){svd.sigma[0], svd.sigma[2]};
}

static extent of_segment(const ts_bodies *bodies, size_t k, const double (*x)[3]) {
    const int32_t *node = bodies->segment[k];
    double now[3], rest[3];
    ts_sub(x[node[1]], x[node[0]], now);
    ts_sub(bodies->rest[node[1]], bodies->rest[node[0]], rest);
    const double stretch = sqrt(ts_norm2(now) / ts_norm2(rest));
    return (extent){stretch, stretch};
}

/* Element k of shells, tets and segments on one list. */
static extent of_element(const ts_bodies *bodies, size_t k, const double (*x)[3]) {
    if (k < bodies->triangles) return is_obstacle(bodies, bodies->triangle[k][0]) ? NOTHING : of_shell(bodies, k, x);
    k -= bodies->triangles;
    if (k < bodies->tets) return is_obstacle(bodies, bodies->tet[k][0]) ? NOTHING : of_tet(bodies, k, x);
    k -= bodies->tets;
    return is_obstacle(bodies, bodies->segment[k][0]) ? NOTHING : of_segment(bodies, k, x);
}

void ts_stretch_extent(const ts_bodies *bodies, const double (*x)[3], double *most, double *least) {
    const size_t count = bodies->triangles + bodies->tets + bodies->segments;
    double largest = -INFINITY, smallest = INFINITY;
#pragma omp parallel for schedule(static) reduction(max                                                                \
                                                    : largest) reduction(min                                           \
                                                                         : smallest) if (ts_pays_to_share(count, 150))
    for (size_t k = 0; k < count; ++k) {
        const extent one = of_element(bodies, k, x);
        largest = fmax(largest, one.most);
        smallest = fmin(smallest, one.least);
    }
    *most = largest >= smallest ? largest : 1;
    *least = largest >= smallest ? smallest : 1;
}
