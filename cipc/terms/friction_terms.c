/* SPDX-License-Identifier: GPL-2.0-or-later
 * Smoothed friction as terms. */
#include <math.h>

#include "cipc/contact/friction.h"
#include "cipc/terms/solver_term.h"

static void f0(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_friction_value f = ts_friction_smooth(x[0], p[0]);
    out->value = f.f0;
    out->gradient[0] = x[0] * f.f1_over_y;
    out->hessian[0][0] = f.slope;
}

/* f1'' is 2 (f1/y)' while sticking, where f1/y is straight, and 0 when sliding. */
static void f1(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_friction_value f = ts_friction_smooth(x[0], p[0]);
    out->value = x[0] * f.f1_over_y;
    out->gradient[0] = f.slope;
    out->hessian[0][0] = x[0] < p[0] ? 2.0 * f.curvature : 0.0;
}

/* (f1/y)'' is 0 while sticking and -2/y (f1/y)' when sliding. */
static void f1_over_y(const ts_solver_term *self, const double *x, const double *p, bool projected,
                      ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_friction_value f = ts_friction_smooth(x[0], p[0]);
    out->value = f.f1_over_y;
    out->gradient[0] = f.curvature;
    out->hessian[0][0] = x[0] < p[0] ? 0.0 : -2.0 * f.curvature / x[0];
}

/* Of one node that slides in the plane of the first two axes. */
static void sliding(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    (void)projected; /* has no negative eigenvalue */
    static const ts_friction_pair pair = {.weight = {1.0}, .tangent = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, .force = 1.0};
    const double moved[4][3] = {{x[0], x[1], 0.0}};
    double gradient[TS_STENCIL_DOFS], hessian[TS_STENCIL_DOFS * TS_STENCIL_DOFS];
    ts_friction_pair_evaluate(&pair, (ts_friction_form){.e = p[0]}, moved, &out->value, gradient, hessian);
    for (int i = 0; i < 2; ++i) {
        out->gradient[i] = gradient[i];
        for (int j = 0; j < 2; ++j) out->hessian[i][j] = hessian[TS_STENCIL_DOFS * i + j];
    }
}

static const ts_solver_term TERMS[] = {
    {.reference = "friction-f0", .kernel = f0},
    {.reference = "friction-f1", .kernel = f1},
    {.reference = "friction-f1-over-y", .kernel = f1_over_y},
    {.reference = "friction", .kernel = sliding, .is_projected = true},
};

const ts_solver_family ts_solver_friction_terms = TS_SOLVER_FAMILY(TERMS);
