/* SPDX-License-Identifier: GPL-2.0-or-later
 * Orthotropic barrier membrane (docs/method.md, 3.3; paper, section 4.2): psi = a11/2 eta(E11^2) + a22/2 eta(E22^2)
 * + a12 eta(E11 E22) + G12 eta(E12^2) of the Green strain E in warp and weft axes, times the membrane scale; infinite
 * at its measured limits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/double_double.h"
#include "cipc/potentials/elements.h"
#include "cipc/spd.h"
#include "cipc/terms/specimen.h"
#include "core/error.h"

enum { PLANE_DOFS = 6 }; /* of F, column by column */

typedef struct orthotropic {
    ts_elements elements;
    const ts_bodies *bodies; /* borrowed */
} orthotropic;

/* E11, E22, E12, which keep their digits near 0 as near their limits. */
static void green_strain(const double f[2][3], ts_double_double strain[3]) {
    const ts_double_double half = {0.5, 0}, minus_one = {-1, 0};
    for (int i = 0; i < 2; ++i) strain[i] = ts_dd_product(half, ts_dd_sum(ts_dd_exact_dot(f[i], f[i]), minus_one));
    strain[2] = ts_dd_product(half, ts_dd_exact_dot(f[0], f[1]));
}

/* limit - |e| */
static double room(double limit, ts_double_double e) {
    return ts_dd_sum((ts_double_double){limit, 0}, e.high < 0 ? e : ts_dd_negative(e)).high;
}

static bool is_within_limits(const ts_orthotropy *m, const ts_double_double strain[3]) {
    return room(m->l1, strain[0]) > 0 && room(m->l2, strain[1]) > 0 && room(m->l12, strain[2]) > 0;
}

/* psi and its derivatives by E11, E22, E12. */
typedef struct energy {
    double value, first[3], second[3][3];
} energy;

/* eta(y) = -Y ln((Y - y)/Y) with its derivatives. */
typedef struct limit_value {
    double value, first, second;
} limit_value;

/* left = Y - y is given apart because it cancels near the limit Y. */
static limit_value eta(double y, double limit, double left) {
    const double ratio = left / limit;
    const double logarithm = ratio < 0.5 ? log(ratio) : log1p(-y / limit);
    return (limit_value){-limit * logarithm, 1 / ratio, 1 / (left * ratio)};
}

/* Adds stiffness * eta(E^2), E = strain[i], to the energy. */
static void add_square(double stiffness, ts_double_double strain, double limit, int i, energy *psi) {
    const double e = strain.high;
    const limit_value b = eta(e * e, limit * limit, room(limit, strain) * (limit + fabs(e)));
    psi->value += stiffness * b.value;
    psi->first[i] += stiffness * b.first * 2 * e;
    psi->second[i][i] += stiffness * (b.second * 4 * e * e + 2 * b.first);
}

static energy energy_of(const ts_orthotropy *m, const ts_double_double strain[3]) {
    energy psi = {0};
    add_square(0.5 * m->a11, strain[0], m->l1, 0, &psi);
    add_square(0.5 * m->a22, strain[1], m->l2, 1, &psi);
    add_square(m->g12, strain[2], m->l12, 2, &psi);
    const ts_double_double both = ts_dd_product(strain[0], strain[1]), most = ts_dd_exact_product(m->l1, m->l2);
    const double product = both.high, left = ts_dd_sum(most, ts_dd_negative(both)).high;
    const limit_value b = eta(product, most.high, left);
    psi.value += m->a12 * b.value;
    for (int i = 0; i < 2; ++i) {
        const double other = strain[1 - i].high;
        psi.first[i] += m->a12 * b.first * other;
        psi.second[i][i] += m->a12 * b.second * other * other;
    }
    psi.second[0][1] = psi.second[1][0] = m->a12 * (b.second * product + b.first);
    return psi;
}

/* Gradients of E11, E22, E12 by F. */
static void strain_gradients(const double f[2][3], double g[3][PLANE_DOFS]) {
    memset(g, 0, 3 * sizeof *g);
    for (int i = 0; i < 3; ++i) {
        g[0][i] = f[0][i];
        g[1][3 + i] = f[1][i];
        g[2][i] = 0.5 * f[1][i];
        g[2][3 + i] = 0.5 * f[0][i];
    }
}

/* sum over strains a, b of psi_ab grad E_a grad E_b^T, plus psi_a times the constant second derivatives of E_a. */
static void plane_hessian(const energy *psi, double g[3][PLANE_DOFS], double volume, double h[PLANE_DOFS][PLANE_DOFS]) {
    double half[3][PLANE_DOFS];
    for (int a = 0; a < 3; ++a)
        for (int j = 0; j < PLANE_DOFS; ++j)
            half[a][j] =
                volume * (psi->second[a][0] * g[0][j] + psi->second[a][1] * g[1][j] + psi->second[a][2] * g[2][j]);
    for (int i = 0; i < PLANE_DOFS; ++i)
        for (int j = 0; j <= i; ++j)
            h[i][j] = h[j][i] = g[0][i] * half[0][j] + g[1][i] * half[1][j] + g[2][i] * half[2][j];
    for (int i = 0; i < 3; ++i) {
        h[i][i] += volume * psi->first[0];
        h[3 + i][3 + i] += volume * psi->first[1];
        h[3 + i][i] += 0.5 * volume * psi->first[2];
        h[i][3 + i] = h[3 + i][i];
    }
}

/* Weight of F's column j in node a: F = sum_a x_a weight[a]^T. */
static void node_weights(const ts_element *element, double weight[3][2]) {
    for (int j = 0; j < 2; ++j) {
        weight[1][j] = element->shape[0][j];
        weight[2][j] = element->shape[1][j];
        weight[0][j] = -(weight[1][j] + weight[2][j]);
    }
}

static void spread_hessian(double h[PLANE_DOFS][PLANE_DOFS], double weight[3][2], double *hessian) {
    double half[9][PLANE_DOFS];
    for (int a = 0; a < 3; ++a)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < PLANE_DOFS; ++j)
                half[3 * a + i][j] = weight[a][0] * h[i][j] + weight[a][1] * h[3 + i][j];
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column <= row; ++column) {
            const int b = column / 3, i = column % 3;
            const double entry = half[row][i] * weight[b][0] + half[row][3 + i] * weight[b][1];
            hessian[row * TS_STENCIL_DOFS + column] = hessian[column * TS_STENCIL_DOFS + row] = entry;
        }
}

static void respond(const ts_element *element, const ts_material *material, const double f[2][3], const ts_locals *out,
                    size_t k) {
    const ts_orthotropy *m = &material->orthotropy;
    const double volume = material->membrane_scale * element->volume; /* psi is linear in the stiffnesses */
    ts_double_double strain[3];
    double weight[3][2], g[3][PLANE_DOFS], h[PLANE_DOFS][PLANE_DOFS];
    green_strain(f, strain);
    energy psi = {.value = INFINITY};
    if (is_within_limits(m, strain)) psi = energy_of(m, strain);
    if (out->value) out->value[k] = volume * psi.value;
    if (!out->gradient && !out->hessian) return;
    node_weights(element, weight);
    strain_gradients(f, g);
    for (int row = 0; out->gradient && row < 9; ++row) {
        const int a = row / 3, i = row % 3;
        double sum = 0;
        for (int s = 0; s < 3; ++s) sum += psi.first[s] * (g[s][i] * weight[a][0] + g[s][3 + i] * weight[a][1]);
        out->gradient[k][row] = volume * sum;
    }
    if (!out->hessian) return;
    plane_hessian(&psi, g, volume, h);
    if (!out->unprojected) ts_project_spd(PLANE_DOFS, &h[0][0], PLANE_DOFS);
    spread_hessian(h, weight, out->hessian[k]);
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const orthotropic *o = self;
    const ts_trial_positions at = {x, NULL, 0};
    for (size_t k = 0; k < count; ++k) {
        const ts_element *element = &o->elements.element[first + k];
        double f[2][3];
        ts_membrane_deformation(element, o->elements.stencil[first + k], &at, f);
        respond(element, &o->bodies->body[element->body].material, (const double(*)[3])f, out, k);
    }
}

static bool admits(const void *self, size_t k, const ts_trial_positions *at) {
    const orthotropic *o = self;
    const ts_element *element = &o->elements.element[k];
    double f[2][3];
    ts_double_double strain[3];
    ts_membrane_deformation(element, o->elements.stencil[k], at, f);
    green_strain((const double(*)[3])f, strain);
    return is_within_limits(&o->bodies->body[element->body].material.orthotropy, strain);
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    (void)error;
    ts_find_admissible(potential, admits, (ts_trial_positions){x, p, 0}, alpha);
    return TS_OK;
}

static void clear(ts_potential *potential) {
    orthotropic *o = potential->self;
    if (o) ts_elements_clear(&o->elements);
    free(o);
    memset(potential, 0, sizeof *potential);
}

static const ts_model MODEL = {
    .role = TS_MODEL_MEMBRANE,
    .name = "orthotropic",
    .about = "a11/2 eta(E11^2) + a22/2 eta(E22^2) + a12 eta(E11 E22) + G12 eta(E12^2)",
    .orthotropic = true,
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->membrane, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    orthotropic *o = calloc(1, sizeof *o);
    if (!o) return ts_fail_memory(error, "the orthotropic membranes");
    const ts_status status = ts_elements_of_shells(bodies, choose, true, &o->elements, error);
    if (status != TS_OK) {
        free(o);
        return status;
    }
    o->bodies = bodies;
    *potential = (ts_potential){.name = "orthotropic membrane",
                                .self = o,
                                .count = o->elements.count,
                                .stencil = (const ts_stencil *)o->elements.stencil,
                                .evaluate = evaluate,
                                .max_step = max_step,
                                .clear = clear};
    return TS_OK;
}

/* ---- Terms ---- */

static void term_of_eta(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    (void)projected;
    out->value = INFINITY;
    if (!(x[0] < p[0])) return;
    const limit_value b = eta(x[0], p[0], p[0] - x[0]);
    out->value = b.value;
    out->gradient[0] = b.first;
    out->hessian[0][0] = b.second;
}

static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    const ts_material material = {
        .membrane_scale = 1.0,
        .membrane = ts_model_chosen(&MODEL),
        .orthotropy = {.a11 = p[0],
                       .a22 = p[1],
                       .a12 = p[2],
                       .g12 = p[3],
                       .l1 = p[4],
                       .l2 = p[5],
                       .l12 = p[6],
                       .warp = {1.0, 0.0, 0.0}},
    };
    ts_specimen_evaluate(init, &material, NULL, &(ts_specimen_gradient){x, 3, 2, projected}, out);
}

static const ts_solver_term TERMS[] = {
    {.reference = "orthotropic-eta", .kernel = term_of_eta},
    {.reference = "membrane-orthotropic", .kernel = term, .is_projected = true},
};

const ts_potential_entry ts_membrane_orthotropic_potential = {
    .name = "orthotropic membrane",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
