/* SPDX-License-Identifier: GPL-2.0-or-later
 * Springs on the edges of membranes, each with the weight 2 k A / (3 l^2), A the area of its triangles: stretched alike
 * in all directions by eps they cost k A eps^2, as a membrane with E t = k and nu = 0 does. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"
#include "ndb/springs.h"

/* Springs by their nodes, those of two triangles next to each other. */
static int by_nodes(const void *left, const void *right) {
    const ts_ndb_spring *a = left, *b = right;
    if (a->node[0] != b->node[0]) return a->node[0] < b->node[0] ? -1 : 1;
    return a->node[1] < b->node[1] ? -1 : a->node[1] > b->node[1];
}

static double area_of(const ts_bodies *bodies, const int32_t node[3]) {
    double one[3], two[3], normal[3];
    ts_sub(bodies->rest[node[1]], bodies->rest[node[0]], one);
    ts_sub(bodies->rest[node[2]], bodies->rest[node[0]], two);
    ts_cross(one, two, normal);
    return 0.5 * sqrt(ts_norm2(normal));
}

/* One spring per side, each with the share of its triangle. */
static void list_sides(const ts_bodies *bodies, const int32_t node[3], ts_ndb_spring *spring) {
    const ts_material *m = ts_material_of(bodies, node[0]);
    const double stiffness = m->young * m->membrane_scale * m->thickness * area_of(bodies, node);
    for (int i = 0; i < 3; ++i) {
        const int32_t a = node[i], b = node[(i + 1) % 3];
        double edge[3];
        ts_sub(bodies->rest[a], bodies->rest[b], edge);
        spring[i] = (ts_ndb_spring){.node = {a < b ? a : b, a < b ? b : a},
                                    .length = sqrt(ts_norm2(edge)),
                                    .weight = 2.0 / 3.0 * stiffness / ts_norm2(edge)};
    }
}

ts_status ts_ndb_springs_find(const ts_bodies *bodies, const size_t *which, size_t count, ts_ndb_spring **list,
                              size_t *springs, ts_error *error) {
    ts_ndb_spring *made = malloc((3 * count + 1) * sizeof *made);
    if (!made) return ts_fail_memory(error, "the springs");
    for (size_t k = 0; k < count; ++k) list_sides(bodies, bodies->triangle[which[k]], made + 3 * k);
    qsort(made, 3 * count, sizeof *made, by_nodes);
    size_t kept = 0;
    for (size_t k = 0; k < 3 * count; ++k) {
        if (kept > 0 && by_nodes(&made[kept - 1], &made[k]) == 0)
            made[kept - 1].weight += made[k].weight;
        else
            made[kept++] = made[k];
    }
    *list = made;
    *springs = kept;
    return TS_OK;
}

double ts_ndb_springs_local(const ts_ndb_spring *spring, size_t count, const ts_ndb_row *x, ts_ndb_row *slot) {
    double energy = 0.0;
    for (size_t k = 0; k < count; ++k) {
        double along[3];
        ts_sub(x[spring[k].node[0]], x[spring[k].node[1]], along);
        const double size = sqrt(ts_norm2(along)), excess = size - spring[k].length;
        const double pull = size > 0.0 ? spring[k].weight * excess / size : 0.0; /* a point pushes nowhere */
        ts_scale(-pull, along, slot[2 * k]);
        ts_scale(pull, along, slot[2 * k + 1]);
        energy += 0.5 * spring[k].weight * excess * excess;
    }
    return energy;
}

void ts_ndb_springs_extent(const ts_ndb_spring *spring, size_t count, const double (*x)[3], double *most,
                           double *least) {
    for (size_t k = 0; k < count; ++k) {
        double along[3];
        ts_sub(x[spring[k].node[0]], x[spring[k].node[1]], along);
        const double stretch = sqrt(ts_norm2(along)) / spring[k].length;
        *most = fmax(*most, stretch);
        *least = fmin(*least, stretch);
    }
}
