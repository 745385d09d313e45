/* SPDX-License-Identifier: GPL-2.0-or-later
 * Neo-Hookean tets: psi = mu/2 (sum sigma_i^2 - 3) - mu ln J + lambda/2 (ln J)^2 for J > 0 (docs/method.md, 3.1). */
#include <math.h>

#include "ccd/roots.h"
#include "cipc/potentials/elements.h"
#include "cipc/terms/specimen.h"
#include "core/share.h"
#include "core/vec3.h"

/* How much of the way to the first inversion a step may go. */
static const double shy = 0.8;

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const double *s = svd->sigma;
    double stretch, log_J;
    if (!ts_stretch_logs(svd, 3, &stretch, &log_J)) {
        psi->value = INFINITY;
        return;
    }
    psi->value = m->mu * stretch + 0.5 * m->lambda * log_J * log_J;
    if (!derivatives) return;
    const double g = m->lambda * log_J - m->mu;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double area = s[i] * s[j], e = ts_stretch_beyond(svd, k);
        psi->first[k] = (m->mu * e * (2 + e) + m->lambda * log_J) / s[k];
        psi->second[k][k] = m->mu + (m->lambda - g) / (s[k] * s[k]);
        psi->second[i][j] = psi->second[j][i] = m->lambda / area;
        psi->turn[k] = m->mu + g / area;
        psi->flip[k] = m->mu - g / area;
    }
}

static double determinant(const double a[3], const double b[3], const double c[3]) {
    double normal[3];
    ts_cross(a, b, normal);
    return ts_dot(normal, c);
}

/* First time in [0, 1] at which det (F + t G) = 0, INFINITY without one; F has a positive determinant. */
static double first_inversion(const double f[3][3], const double g[3][3]) {
    const double c[4] = {determinant(f[0], f[1], f[2]),
                         determinant(g[0], f[1], f[2]) + determinant(f[0], g[1], f[2]) + determinant(f[0], f[1], g[2]),
                         determinant(f[0], g[1], g[2]) + determinant(g[0], f[1], g[2]) + determinant(g[0], g[1], f[2]),
                         determinant(g[0], g[1], g[2])};
    if (c[0] > 2 * (fabs(c[1]) + fabs(c[2]) + fabs(c[3]))) return INFINITY;
    double roots[4];
    return ts_roots_in_unit_interval(c, 3, roots) > 0 ? roots[0] : INFINITY;
}

static bool admits(const void *self, size_t k, const ts_trial_positions *at) {
    const ts_elements *elements = self;
    double f[3][3];
    ts_tet_deformation(&elements->element[k], elements->stencil[k], at, f);
    return determinant(f[0], f[1], f[2]) > 0;
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    (void)error;
    const ts_elements *elements = potential->self;
    const double asked = *alpha;
    double reach = asked;
#pragma omp parallel for schedule(static) reduction(min : reach) if (ts_pays_to_share(elements->count, 70))
    for (size_t k = 0; k < elements->count; ++k) {
        double f[3][3], g[3][3];
        ts_tet_deformation(&elements->element[k], elements->stencil[k], &(ts_trial_positions){x, NULL, 0}, f);
        ts_tet_deformation(&elements->element[k], elements->stencil[k], &(ts_trial_positions){p, NULL, 0}, g);
        for (int i = 0; i < 3; ++i) ts_scale(asked, g[i], g[i]);
        reach = fmin(reach, shy * asked * first_inversion((const double(*)[3])f, (const double(*)[3])g));
    }
    ts_find_admissible(potential, admits, (ts_trial_positions){x, p, 0}, &reach);
    *alpha = reach;
    return TS_OK;
}

static const ts_model MODEL = {
    .role = TS_MODEL_TET,
    .name = "neo-hookean",
    .about = "mu/2 (sum sigma_i^2 - 3) - mu ln J + lambda/2 (ln J)^2, J > 0",
    .keeps_orientation = true,
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->tet, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    ts_elements elements;
    ts_status status = ts_elements_of_tets(bodies, choose, &elements, error);
    if (status == TS_OK) status = ts_elements_potential("neo-Hookean", &elements, law, potential, error);
    if (status == TS_OK) potential->max_step = max_step;
    return status;
}

static const ts_solver_term TERMS[] = {
    {.reference = "neo-hookean", .kernel = ts_isotropic_term, .is_projected = true, .of = &ts_neo_hookean_potential}};

const ts_potential_entry ts_neo_hookean_potential = {
    .name = "neo-Hookean",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
