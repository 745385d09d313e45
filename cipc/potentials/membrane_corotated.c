/* SPDX-License-Identifier: GPL-2.0-or-later
 * Corotated membrane: mu |F - R|^2 + lambda/2 (sigma_0 + sigma_1 - 2)^2, R the rotation of F, with the plane-stress
 * lambda and mu of the other membranes. Both are squared distances of F, to the rotations and to the F with
 * sigma_0 + sigma_1 = 2, so that projective dynamics has the very same energy (Bouaziz et al. 2014, Projective
 * Dynamics). */
#include "cipc/double_double.h"
#include "cipc/potentials/elements.h"
#include "cipc/terms/specimen.h"

/* sigma_0 + sigma_1 - 2 in pairs of doubles: where one shrinks as the other grows, what is left of the two strains has
 * few of their digits, and its share of a nearly flat one's sigma is divided by that. */
static double find_grown(const ts_svd *svd) {
    const ts_double_double first = {svd->sigma[0], svd->sigma_low[0]}, second = {svd->sigma[1], svd->sigma_low[1]};
    return ts_dd_sum(ts_dd_sum(first, second), (ts_double_double){-2.0, 0.0}).high;
}

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const double *s = svd->sigma, e[2] = {ts_stretch_beyond(svd, 0), ts_stretch_beyond(svd, 1)};
    const double grown = find_grown(svd);
    psi->value = m->mu * (e[0] * e[0] + e[1] * e[1]) + 0.5 * m->lambda * grown * grown;
    if (!derivatives) return;
    for (int i = 0; i < 2; ++i) {
        const int pair = 1 - i; /* (i, 2) */
        psi->first[i] = 2 * m->mu * e[i] + m->lambda * grown;
        psi->second[i][i] = 2 * m->mu + m->lambda;
        psi->turn[pair] = psi->flip[pair] = psi->first[i] / s[i];
    }
    psi->second[0][1] = psi->second[1][0] = m->lambda;
    psi->turn[2] = 2 * (m->mu + m->lambda) * (grown / (s[0] + s[1]));
    psi->flip[2] = 2 * m->mu;
}

static const ts_model MODEL = {
    .role = TS_MODEL_MEMBRANE,
    .name = "corotated",
    .about = "mu sum (sigma_i - 1)^2 + lambda/2 (sum sigma_i - 2)^2",
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->membrane, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    ts_elements elements;
    const ts_status status = ts_elements_of_shells(bodies, choose, false, &elements, error);
    return status == TS_OK ? ts_elements_potential("corotated membrane", &elements, law, potential, error) : status;
}

static const ts_solver_term TERMS[] = {{.reference = "membrane-corotated",
                                        .kernel = ts_isotropic_term,
                                        .is_projected = true,
                                        .of = &ts_membrane_corotated_potential}};

const ts_potential_entry ts_membrane_corotated_potential = {
    .name = "corotated membrane",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
