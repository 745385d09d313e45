/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quadratic bending of shells: k_b/2 3/(A0 + A1) (|K x| - rest)^2 at every hinge, |K x| with the sign of its side, k_b
 * = E t^3/(12 (1 - nu^2)) with E times bending_scale. At small angles it is the energy of the solver `cipc`
 * (docs/method.md, 3.4): |K x| is the edge's length times the angle, and 3 k_b e^2/(2 (A0 + A1)) = k_e e/hbar. */
#include "ndb/bending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"
#include "scenes/hinges.h"

/* A rest pose bent by less than this part of its edge is flat. */
static const double FLAT = 1e-9;

/* Cotangent of the angle between a and b. */
static double cotangent(const double a[3], const double b[3]) {
    double across[3];
    ts_cross(a, b, across);
    return ts_dot(a, b) / sqrt(ts_norm2(across));
}

/* K = (c03 + c04, c01 + c02, -c01 - c03, -c02 - c04): angles 01 and 02 at node 0, 03 and 04 at node 1, each to the
 * nodes 2 and 3. */
double ts_ndb_hinge_row(const double *const rest[TS_STENCIL_NODES], double share[TS_STENCIL_NODES]) {
    double e[3], back[3], from0[2][3], from1[2][3], c0[2], c1[2], area = 0.0;
    ts_sub(rest[1], rest[0], e);
    ts_scale(-1.0, e, back);
    for (int i = 0; i < 2; ++i) {
        double normal[3];
        ts_sub(rest[2 + i], rest[0], from0[i]);
        ts_sub(rest[2 + i], rest[1], from1[i]);
        c0[i] = cotangent(e, from0[i]);
        c1[i] = cotangent(back, from1[i]);
        ts_cross(e, from0[i], normal);
        area += 0.5 * sqrt(ts_norm2(normal));
    }
    share[0] = c1[0] + c1[1];
    share[1] = c0[0] + c0[1];
    share[2] = -c0[0] - c1[0];
    share[3] = -c0[1] - c1[1];
    return area;
}

void ts_ndb_hinge_normal(const double *const x[TS_STENCIL_NODES], double m[3]) {
    double e[3], wing[2][3], normal[2][3];
    ts_sub(x[1], x[0], e);
    for (int i = 0; i < 2; ++i) ts_sub(x[2 + i], x[0], wing[i]);
    ts_cross(e, wing[0], normal[0]);
    ts_cross(wing[1], e, normal[1]);
    double size[2];
    for (int i = 0; i < 2; ++i) size[i] = sqrt(ts_norm2(normal[i]));
    for (int i = 0; i < 3; ++i) {
        m[i] = 0.0;
        for (int k = 0; k < 2; ++k) m[i] += size[k] > 0.0 ? normal[k][i] / size[k] : 0.0;
    }
    const double length = sqrt(ts_norm2(m));
    for (int i = 0; i < 3; ++i) m[i] = length > 0.0 ? m[i] / length : 0.0;
}

static void sum_of(const ts_ndb_hinge *hinge, const double *const x[TS_STENCIL_NODES], double sum[3]) {
    for (int i = 0; i < 3; ++i) sum[i] = 0.0;
    for (int a = 1; a < TS_STENCIL_NODES; ++a) {
        double from[3];
        ts_sub(x[a], x[0], from); /* shares sum to 0 */
        ts_axpy(sum, hinge->share[a], from, sum);
    }
}

/* Returns how long the edge is; 0 where a triangle has no area. */
static double make_hinge(const ts_bodies *bodies, const ts_stencil node, ts_ndb_hinge *made) {
    const ts_material *m = ts_material_of(bodies, node[0]);
    const double *rest[TS_STENCIL_NODES];
    double sum[3], mean[3], edge[3];
    for (int a = 0; a < TS_STENCIL_NODES; ++a) {
        made->node[a] = node[a];
        rest[a] = bodies->rest[node[a]];
    }
    const double area = ts_ndb_hinge_row(rest, made->share);
    const double stiffness =
        m->young * m->bending_scale * pow(m->thickness, 3.0) / (12.0 * (1.0 - m->poisson * m->poisson));
    made->weight = 3.0 * stiffness / area;
    sum_of(made, rest, sum);
    ts_ndb_hinge_normal(rest, mean);
    ts_sub(rest[1], rest[0], edge);
    const double length = sqrt(ts_norm2(edge));
    made->rest = ts_dot(sum, mean);
    if (fabs(made->rest) <= FLAT * length) made->rest = 0.0;
    return isfinite(made->weight) && isfinite(made->rest) ? length : 0.0;
}

ts_status ts_ndb_hinges_find(const ts_bodies *bodies, ts_ndb_hinges *hinges, ts_error *error) {
    ts_stencil *list = NULL;
    size_t count = 0, curved = 0;
    ts_status status = ts_hinges_find(bodies, &list, &count, error);
    if (status != TS_OK) return status;
    ts_ndb_hinge *made = malloc((2 * count + 1) * sizeof *made), *flat = made + count;
    if (!made) status = ts_fail_memory(error, "the hinges");
    for (size_t k = 0; k < count && status == TS_OK; ++k) {
        ts_ndb_hinge hinge;
        if (!(make_hinge(bodies, list[k], &hinge) > 0.0)) {
            status =
                ts_fail(error, TS_ERROR_DATA, "A triangle at the edge of nodes %d and %d has no area in its rest pose.",
                        (int)list[k][0], (int)list[k][1]);
        } else if (hinge.rest != 0.0) {
            made[curved++] = hinge;
        } else {
            flat[k - curved] = hinge;
        }
    }
    free(list);
    if (status == TS_OK) {
        memmove(made + curved, flat, (count - curved) * sizeof *made);
        *hinges = (ts_ndb_hinges){count, curved, made};
    } else {
        free(made);
    }
    return status;
}

/* The direction of rest: along the sum, which makes the target the nearest of its length or, where the hinge is bent to
 * the other side of m, the farthest, so that forces are the gradient of an energy that rotations do not change. m
 * itself leans away from the sum where triangles are strained. */
static void find_direction(const ts_ndb_hinge *hinge, const double *const x[TS_STENCIL_NODES], const double sum[3],
                           double direction[3]) {
    const double length = sqrt(ts_norm2(sum));
    ts_ndb_hinge_normal(x, direction);
    if (!(length > 0.0)) return; /* nowhere else to go */
    double side = ts_dot(direction, sum);
    if (side == 0.0) side = hinge->rest; /* folded onto itself */
    ts_scale(copysign(1.0 / length, side), sum, direction);
}

/* The part of the force that the constant matrix does not have: weight share rest times the direction. */
double ts_ndb_hinges_local(const ts_ndb_hinge *hinge, size_t count, const ts_ndb_row *x, ts_ndb_row *slot) {
    double energy = 0.0;
    for (size_t k = 0; k < count; ++k, ++hinge) {
        const double *place[TS_STENCIL_NODES];
        double direction[3], sum[3];
        for (int a = 0; a < TS_STENCIL_NODES; ++a) place[a] = x[hinge->node[a]];
        sum_of(hinge, place, sum);
        find_direction(hinge, place, sum, direction);
        for (size_t a = 0; a < TS_STENCIL_NODES; ++a)
            ts_scale(hinge->weight * hinge->share[a] * hinge->rest, direction, slot[4 * k + a]);
        energy += hinge->weight * hinge->rest * (0.5 * hinge->rest * ts_norm2(direction) - ts_dot(direction, sum));
    }
    return energy;
}
