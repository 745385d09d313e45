/* SPDX-License-Identifier: GPL-2.0-or-later
 * Koiter's (StVK) membrane: V/4 (lambda/2 tr^2 M + mu tr M^2) with M = Ibar^-1 I - Id, whose eigenvalues are
 * sigma_i^2 - 1 (docs/method.md, 3.2). */
#include "cipc/potentials/elements.h"
#include "cipc/terms/specimen.h"

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const double *s = svd->sigma;
    double strain[2], trace = 0, square = 0; /* of M */
    for (int i = 0; i < 2; ++i) {
        const double e = ts_stretch_beyond(svd, i);
        strain[i] = e * (2 + e);
        trace += strain[i];
        square += strain[i] * strain[i];
    }
    psi->value = 0.25 * (0.5 * m->lambda * trace * trace + m->mu * square);
    if (!derivatives) return;
    const double pressure = 0.5 * m->lambda * trace;
    for (int i = 0; i < 2; ++i) {
        const double out_of_plane = pressure + m->mu * strain[i]; /* psi_i / sigma_i */
        const int pair = 1 - i;                                   /* (i, 2) */
        psi->first[i] = out_of_plane * s[i];
        psi->second[i][i] = out_of_plane + (m->lambda + 2 * m->mu) * s[i] * s[i];
        psi->turn[pair] = psi->flip[pair] = out_of_plane;
    }
    const double product = s[0] * s[1], sum = strain[0] + strain[1] + 1; /* sigma_0^2 + sigma_1^2 - 1 */
    psi->second[0][1] = psi->second[1][0] = m->lambda * product;
    psi->turn[2] = pressure + m->mu * (sum - product);
    psi->flip[2] = pressure + m->mu * (sum + product);
}

static const ts_model MODEL = {
    .role = TS_MODEL_MEMBRANE,
    .name = "stvk",
    .about = "V/4 (lambda/2 tr^2 M + mu tr M^2), M = F^T F - Id, after Koiter",
};

static bool choose(const ts_material *material) {
    return ts_model_is(&material->membrane, &MODEL);
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    ts_elements elements;
    const ts_status status = ts_elements_of_shells(bodies, choose, false, &elements, error);
    return status == TS_OK ? ts_elements_potential("StVK membrane", &elements, law, potential, error) : status;
}

/* p = V, mu, lambda */
static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    const ts_material material = {.membrane = ts_model_chosen(&MODEL)};
    ts_specimen_evaluate(init, &material, &(ts_specimen_lame){p[0], p[1], p[2]},
                         &(ts_specimen_gradient){x, 3, 2, projected}, out);
}

static const ts_solver_term TERMS[] = {{.reference = "membrane-stvk", .kernel = term, .is_projected = true}};

const ts_potential_entry ts_membrane_stvk_potential = {
    .name = "StVK membrane",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
