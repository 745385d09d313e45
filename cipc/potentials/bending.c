/* SPDX-License-Identifier: GPL-2.0-or-later
 * Bending of shells (Discrete Shells): k_e (theta - theta_bar)^2 |ebar| / hbar_e at every edge that two triangles of a
 * shell share, for every pair where there are more; hbar_e = 1/3 of the mean height of the two, k_e = E t^3 /
 * (24 (1 - nu^2)) (docs/method.md, 3.4). A cylinder stores three times the k_e curvature^2 area of plate theory in this
 * energy on equilateral triangles and on grids along its axis; `bending_scale` is the place to undo that. */
#include "cipc/potentials/table.h"

#include <math.h>
#include <stdlib.h>

#include "cipc/potentials/hinge.h"
#include "core/error.h"
#include "core/vec3.h"
#include "scenes/hinges.h"

typedef struct bending {
    ts_hinge *hinge;
    ts_stencil *stencil;
} bending;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const bending *shells = self;
    ts_hinge_evaluate_all(shells->hinge + first, (const ts_stencil *)shells->stencil + first, x, count, out);
}

static void clear(ts_potential *potential) {
    bending *shells = potential->self;
    if (shells) {
        free(shells->hinge);
        free(shells->stencil);
    }
    free(shells);
    *potential = (ts_potential){0};
}

static double height_over(const double e[3], const double from[3], const double to[3]) {
    double d[3], normal[3];
    ts_sub(to, from, d);
    ts_cross(e, d, normal);
    return sqrt(ts_norm2(normal) / ts_norm2(e));
}

static ts_status make_hinge(const ts_bodies *bodies, const ts_stencil nodes, ts_hinge *made, ts_error *error) {
    const ts_material *m = ts_material_of(bodies, nodes[0]);
    const double *from = bodies->rest[nodes[0]];
    double e[3], height[2];
    ts_sub(bodies->rest[nodes[1]], from, e);
    for (int i = 0; i < 2; ++i) {
        height[i] = height_over(e, from, bodies->rest[nodes[2 + i]]);
        if (height[i] > 0.0) continue;
        return ts_fail(error, TS_ERROR_DATA, "The triangle of nodes %d, %d and %d has no area in its rest pose.",
                       nodes[0], nodes[1], nodes[2 + i]);
    }
    const double mean_third = (height[0] + height[1]) / 6.0;
    const double stiffness =
        m->young * m->bending_scale * pow(m->thickness, 3.0) / (24.0 * (1.0 - m->poisson * m->poisson));
    *made = (ts_hinge){.rest_angle = ts_hinge_angle((const double(*)[3])bodies->rest, nodes),
                       .weight = stiffness * sqrt(ts_norm2(e)) / mean_third};
    return TS_OK;
}

static ts_status fill(const ts_bodies *bodies, ts_potential *made, ts_error *error) {
    bending *shells = made->self;
    size_t pairs = 0;
    ts_status status = ts_hinges_find(bodies, &shells->stencil, &pairs, error);
    if (status != TS_OK) return status;
    made->stencil = (const ts_stencil *)shells->stencil;
    shells->hinge = malloc((pairs + 1) * sizeof *shells->hinge);
    if (!shells->hinge) return ts_fail_memory(error, "hinges of shells");
    for (size_t k = 0; k < pairs && status == TS_OK; ++k)
        status = make_hinge(bodies, shells->stencil[k], &shells->hinge[made->count++], error);
    return status;
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    bending *shells = calloc(1, sizeof *shells);
    if (!shells) return ts_fail_memory(error, "hinges of shells");
    ts_potential made = {.name = "bending", .self = shells, .evaluate = evaluate, .clear = clear};
    const ts_status status = fill(bodies, &made, error);
    if (status != TS_OK) {
        clear(&made);
        return status;
    }
    *potential = made;
    return TS_OK;
}

/* ---- Terms ---- */

static void bend(const ts_hinge *hinge, const double *x, bool projected, ts_term_value *out) {
    static const ts_stencil ALL_NODES = {0, 1, 2, 3};
    ts_hinge_evaluate_all(hinge, &ALL_NODES, (const double(*)[3])x, 1,
                          &(ts_locals){&out->value, &out->gradient,
                                       (double(*)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) & out->hessian, !projected,
                                       false});
}

static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    bend(&(ts_hinge){.weight = p[0], .rest_angle = p[1]}, x, projected, out);
}

/* (theta - theta_bar)^2 one radian to either side of theta: its gradient is 2 grad theta there, and the two Hessians
 * differ by 4 times that of theta. */
static void term_of_angle(const ts_solver_term *self, const double *x, const double *p, bool projected,
                          ts_term_value *out) {
    (void)self;
    (void)p;
    (void)projected;
    ts_term_value above = {0}, below = {0};
    const double angle = ts_hinge_angle((const double(*)[3])x, (const ts_stencil){0, 1, 2, 3});
    bend(&(ts_hinge){.weight = 1.0, .rest_angle = angle - 1.0}, x, false, &above);
    bend(&(ts_hinge){.weight = 1.0, .rest_angle = angle + 1.0}, x, false, &below);
    out->value = angle;
    for (int i = 0; i < 12; ++i) {
        out->gradient[i] = 0.5 * above.gradient[i];
        for (int j = 0; j < 12; ++j) out->hessian[i][j] = 0.25 * (above.hessian[i][j] - below.hessian[i][j]);
    }
}

static const ts_solver_term TERMS[] = {
    {.reference = "hinge-angle", .kernel = term_of_angle},
    {.reference = "hinge-bending", .kernel = term, .is_projected = true},
};

const ts_potential_entry ts_bending_potential = {
    .name = "bending",
    .about = "k_e (theta - theta_bar)^2 |e| / hbar_e over inner edges of shells",
    .role = TS_ROLE_ELASTIC,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
