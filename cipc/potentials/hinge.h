/* SPDX-License-Identifier: GPL-2.0-or-later
 * The hinge of two triangles: w (theta - theta_bar)^2 of the signed dihedral angle at nodes 0, 1 (the edge), 2 and 3
 * (opposite); 0 where the triangles are flat. */
#ifndef TS_CIPC_POTENTIALS_HINGE_H
#define TS_CIPC_POTENTIALS_HINGE_H

#include "cipc/potential.h"

typedef struct ts_hinge {
    double rest_angle; /* theta_bar, radians */
    double weight;     /* w, J */
} ts_hinge;

/* In (-pi, pi]; positive when both opposite nodes lie on the side to which (x1 - x0) x (x2 - x0) points. */
double ts_hinge_angle(const double (*x)[3], const ts_stencil nodes);

/* Entry k of out for hinge[k] and stencil[k]. */
typedef void ts_hinge_evaluate(const ts_hinge *hinge, const ts_stencil *stencil, const double (*x)[3], size_t count,
                               const ts_locals *out);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_hinge_evaluate ts_hinge_evaluate_all, ts_hinge_evaluate_portable, ts_hinge_evaluate_avx2, ts_hinge_evaluate_avx512;

#endif
