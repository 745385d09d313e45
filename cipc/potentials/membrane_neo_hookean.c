/* SPDX-License-Identifier: GPL-2.0-or-later
 * Neo-Hookean membrane: mu/2 (sigma_0^2 + sigma_1^2 - 2) - mu ln J + lambda/2 (ln J)^2, J = sigma_0 sigma_1 the ratio
 * of areas, with the plane-stress lambda and mu of the other membranes. */
#include <math.h>

#include "cipc/potentials/elements.h"
#include "cipc/terms/specimen.h"

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const double *s = svd->sigma;
    double stretch, log_J;
    if (!ts_stretch_logs(svd, 2, &stretch, &log_J)) {
        psi->value = INFINITY;
        return;
    }
    psi->value = m->mu * stretch + 0.5 * m->lambda * log_J * log_J;
    if (!derivatives) return;
    const double g = m->lambda * log_J - m->mu;
    for (int i = 0; i < 2; ++i) {
        const double e = ts_stretch_beyond(svd, i);
        const int pair = 1 - i; /* (i, 2) */
        psi->first[i] = (m->mu * e * (2 + e) + m->lambda * log_J) / s[i];
        psi->second[i][i] = m->mu + (m->lambda - g) / (s[i] * s[i]);
        psi->turn[pair] = psi->flip[pair] = psi->first[i] / s[i];
    }
    const double area = s[0] * s[1];
    psi->second[0][1] = psi->second[1][0] = m->lambda / area;
    psi->turn[2] = m->mu + g / area;
    psi->flip[2] = m->mu - g / area;
}

static const ts_model MODEL = {
    .role = TS_MODEL_MEMBRANE,
    .name = "neo-hookean",
    .about = "mu/2 (sum sigma_i^2 - 2) - mu ln J + lambda/2 (ln J)^2",
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->membrane, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    ts_elements elements;
    const ts_status status = ts_elements_of_shells(bodies, choose, false, &elements, error);
    return status == TS_OK ? ts_elements_potential("neo-Hookean membrane", &elements, law, potential, error) : status;
}

static const ts_solver_term TERMS[] = {{.reference = "membrane-neo-hookean",
                                        .kernel = ts_isotropic_term,
                                        .is_projected = true,
                                        .of = &ts_membrane_neo_hookean_potential}};

const ts_potential_entry ts_membrane_neo_hookean_potential = {
    .name = "neo-Hookean membrane",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
