/* SPDX-License-Identifier: GPL-2.0-or-later
 * Every pair's own stiffness m / g^2 + n^T H n at the last iterate, held fixed while derivatives are taken (Ando 2024).
 * contact.c forms it; kappa, where a scene gives it, is the least that a pair has. */
#include "cipc/stiffness/stiffness.h"

static double start(const ts_stiffness_scene *scene) {
    (void)scene;
    return 0.0;
}

const ts_stiffness_rule ts_semi_implicit_stiffness = {
    .model = {.role = TS_MODEL_STIFFNESS,
              .name = "semi-implicit",
              .about = "each pair's own, m/g^2 + n^T H n at the last iterate, and at least the scene's kappa"},
    .start = start,
    .way = TS_STIFFNESS_EACH,
};
