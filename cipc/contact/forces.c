/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier's force on each node, for output. */
#include <string.h>

#include "cipc/contact/pair.h"
#include "core/vec3.h"

void ts_contact_forces(const ts_contact *contact, const double (*x)[3], double (*force)[3]) {
    const ts_contact_pair *pairs;
    const size_t count = ts_contact_pairs(contact, &pairs);
    const ts_barrier_scale scale = ts_contact_scale(contact);
    for (size_t k = 0; k < count; ++k) {
        const int size = ts_stencil_size(pairs[k].node);
        double rows[TS_STENCIL_NODES][3], gradient[TS_STENCIL_DOFS];
        for (int i = 0; i < size; ++i) memcpy(rows[i], x[pairs[k].node[i]], sizeof rows[i]);
        ts_contact_pair_evaluate(&pairs[k], &scale, rows, NULL, gradient, NULL);
        for (int i = 0; i < size; ++i) {
            double *f = force[pairs[k].node[i]];
            ts_sub(f, gradient + 3 * i, f);
        }
    }
}
