/* SPDX-License-Identifier: GPL-2.0-or-later
 * Isotropic energies on membranes, LANES triangles at a time: what ts_svd_membrane and ts_element_respond say of one,
 * without the components that a membrane does not have. */
#ifndef TS_CIPC_POTENTIALS_MEMBRANE_H
#define TS_CIPC_POTENTIALS_MEMBRANE_H

#include "cipc/potentials/elements.h"

/* Some triangles: entry at[k] of what is asked for belongs to element first + at[k]. */
typedef struct ts_membrane_choice {
    size_t first, count;
    const uint32_t *at;
} ts_membrane_choice;

typedef void ts_membrane_evaluate(const ts_elements *elements, const double (*x)[3], const ts_membrane_choice *choice,
                                  const ts_locals *out);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_membrane_evaluate ts_membrane_evaluate_some, ts_membrane_evaluate_portable, ts_membrane_evaluate_avx2,
    ts_membrane_evaluate_avx512;

#endif
