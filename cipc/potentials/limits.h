/* SPDX-License-Identifier: GPL-2.0-or-later
 * The scalar barriers of membranes, which are infinite at a limit of stretch or strain (METHOD 3.1, 3.4). What is near
 * its limit comes with more digits than a double has. */
#ifndef TS_CIPC_POTENTIALS_LIMITS_H
#define TS_CIPC_POTENTIALS_LIMITS_H

#include "scenes/bodies.h"

typedef struct ts_limit_value {
    double value, first, second;
} ts_limit_value;

/* -y^2 ln(1 + y) for y < 0 of the bound that is at work, by sigma, the sum of two doubles; kappa_s is left out. */
ts_limit_value ts_strain_barrier(const ts_strain_limit *limit, const double sigma[2]);

/* Largest stretch (singular value of F) over shells with a strain limit, and the smallest; 1 without any. */
void ts_strain_extent(const ts_bodies *bodies, const double (*x)[3], double *most, double *least);

/* eta(y) = -Y ln((Y - y)/Y); left = Y - y is given apart because it cancels near the limit Y. */
ts_limit_value ts_orthotropic_eta(double y, double limit, double left);

#endif
