/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hinges of shells and rods as terms. */
#include <math.h>
#include <string.h>

#include "cipc/potentials.h"
#include "cipc/potentials/hinge.h"
#include "cipc/terms/solver_term.h"

typedef const double (*rows)[3];

static const ts_stencil ALL_NODES = {0, 1, 2, 3};

/* ---- Hinges ---- */

static void bend(const ts_hinge *hinge, const double *x, bool projected, ts_term_value *out) {
    ts_hinge_evaluate_all(hinge, &ALL_NODES, (rows)x, 1,
                          &(ts_locals){&out->value, &out->gradient,
                                       (double(*)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) & out->hessian, !projected});
}

static void hinge_bending(const ts_solver_term *self, const double *x, const double *p, bool projected,
                          ts_term_value *out) {
    (void)self;
    bend(&(ts_hinge){.weight = p[0], .rest_angle = p[1]}, x, projected, out);
}

/* (theta - theta_bar)^2 one radian to either side of theta: its gradient is 2 grad theta there, and the two Hessians
 * differ by 4 times that of theta. */
static void hinge_angle(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    (void)p;
    (void)projected;
    ts_term_value above, below;
    const double angle = ts_hinge_angle((rows)x, ALL_NODES);
    memset(&above, 0, sizeof above);
    memset(&below, 0, sizeof below);
    bend(&(ts_hinge){.weight = 1.0, .rest_angle = angle - 1.0}, x, false, &above);
    bend(&(ts_hinge){.weight = 1.0, .rest_angle = angle + 1.0}, x, false, &below);
    out->value = angle;
    for (int i = 0; i < 12; ++i) {
        out->gradient[i] = 0.5 * above.gradient[i];
        for (int j = 0; j < 12; ++j) out->hessian[i][j] = 0.25 * (above.hessian[i][j] - below.hessian[i][j]);
    }
}

/* ---- Rods: of a thickness 2, so that E pi/4 d^2 = E r^4 pi = E pi ---- */

typedef ts_status potential_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);

typedef struct rod {
    double young;
    size_t segments;
    double rest[3][3];
} rod;

static void evaluate_rod(potential_init *init, rod *of, const double *x, bool projected, ts_term_value *out) {
    ts_body body = {
        .material = {.thickness = 2.0, .young = of->young, .membrane_scale = 1.0, .bending_scale = 1.0, .bends = true}};
    int32_t body_of[3] = {0}, segment[2][2] = {{0, 1}, {1, 2}};
    const ts_bodies bodies = {
        .bodies = 1,
        .body = &body,
        .nodes = 3,
        .rest = of->rest,
        .body_of = body_of,
        .segments = of->segments,
        .segment = segment,
    };
    ts_potential potential;
    if (init(&bodies, &potential, NULL) != TS_OK) {
        out->value = NAN;
        return;
    }
    potential.evaluate(potential.self, (rows)x, 0, 1,
                       &(ts_locals){&out->value, &out->gradient,
                                    (double(*)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) & out->hessian, !projected});
    potential.clear(&potential);
}

/* p = k = V E, lbar */
static void rod_stretch(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    rod r = {.young = p[0] / (M_PI * p[1]), .segments = 1, .rest = {{0}, {p[1], 0, 0}}};
    evaluate_rod(ts_rod_stretch_init, &r, x, projected, out);
}

/* p = k = E r^4 pi/4, lbar0, lbar1; node 1 at the origin keeps both lengths as they are */
static void rod_bending(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    rod r = {.young = p[0] / (0.25 * M_PI), .segments = 2, .rest = {{-p[1], 0, 0}, {0}, {p[2], 0, 0}}};
    evaluate_rod(ts_rod_bending_init, &r, x, projected, out);
}

static const ts_solver_term TERMS[] = {
    {"hinge-angle", hinge_angle, false, 0},
    {"hinge-bending", hinge_bending, true, 0},
    {"rod-stretch", rod_stretch, true, 0},
    {"rod-bending", rod_bending, true, 0},
};

const ts_solver_family ts_solver_bending_terms = TS_SOLVER_FAMILY(TERMS);
