/* SPDX-License-Identifier: GPL-2.0-or-later
 * A pair's own stiffness (Ando 2024): of the direction u in which its nodes part, the inertia over the gap squared and
 * the elastic curvature. */
#ifndef TS_CIPC_CONTACT_PAIR_STIFFNESS_H
#define TS_CIPC_CONTACT_PAIR_STIFFNESS_H

#include "cipc/block_matrix.h"
#include "cipc/contact.h"

typedef struct ts_pair_stiffness {
    const ts_bodies *bodies;
    const ts_block_matrix *elastic; /* h^2 times the elastic Hessian; NULL: none */
    double h, least;                /* s; kg */
    double dhat;                    /* m */
} ts_pair_stiffness;

/* h^2 (u^T M u v^2 / g^2 + u^T H u) with v = 1 m/s, for which the gap is closed in the time g / v; u = w_i n over the
 * nodes that are no obstacle's, of length 1, from the closest points of the two primitives at x; a gap g of more than
 * dhat counts as dhat; at least `least`. kg. */
double ts_pair_stiffness_at(const ts_pair_stiffness *of, ts_ccd_kind kind, const ts_stencil stencil, double xi,
                            const double (*x)[3]);

#endif
