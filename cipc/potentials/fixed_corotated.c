/* SPDX-License-Identifier: GPL-2.0-or-later
 * Fixed corotated tets: psi = mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2, J = sigma_0 sigma_1 sigma_2
 * (docs/method.md, 3.1); finite and smooth through inversion. */
#include "cipc/potentials/elements.h"
#include "cipc/terms/specimen.h"

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const double *s = svd->sigma;
    const double grown = s[0] * s[1] * s[2] - 1; /* J - 1 */
    double away2 = 0;
    for (int i = 0; i < 3; ++i) away2 += (s[i] - 1) * (s[i] - 1);
    psi->value = m->mu * away2 + 0.5 * m->lambda * grown * grown;
    if (!derivatives) return;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double dJ = s[i] * s[j]; /* by sigma_k */
        psi->first[k] = 2 * m->mu * (s[k] - 1) + m->lambda * grown * dJ;
        psi->second[k][k] = 2 * m->mu + m->lambda * dJ * dJ;
        psi->second[i][j] = psi->second[j][i] = m->lambda * (s[j] * s[k] * s[i] * s[k] + grown * s[k]);
        psi->turn[k] = 2 * m->mu * (1 - 2 / (s[i] + s[j])) + m->lambda * grown * s[k];
        psi->flip[k] = 2 * m->mu - m->lambda * grown * s[k];
    }
}

static const ts_model MODEL = {
    .role = TS_MODEL_TET,
    .name = "fixed-corotated",
    .about = "mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2",
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->tet, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    ts_elements elements;
    const ts_status status = ts_elements_of_tets(bodies, choose, &elements, error);
    return status == TS_OK ? ts_elements_potential("fixed corotated", &elements, law, potential, error) : status;
}

static const ts_solver_term TERMS[] = {{.reference = "fixed-corotated",
                                        .kernel = ts_isotropic_term,
                                        .is_projected = true,
                                        .of = &ts_fixed_corotated_potential}};

const ts_potential_entry ts_fixed_corotated_potential = {
    .name = "fixed corotated",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
