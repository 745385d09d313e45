/* SPDX-License-Identifier: GPL-2.0-or-later
 * The potentials of bodies, one file each in cipc/potentials/. An init takes what it needs of the bodies (borrowed,
 * outliving the potential) and leaves count 0 where there is nothing for it to do. */
#ifndef TS_CIPC_POTENTIALS_H
#define TS_CIPC_POTENTIALS_H

#include "cipc/potential.h"
#include "scenes/bodies.h"

/* mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2 */
ts_status ts_fixed_corotated_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* mu/2 (sum sigma_i^2 - 3) - mu ln J + lambda/2 (ln J)^2; max_step keeps J > 0. */
ts_status ts_neo_hookean_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* StVK (Koiter): V_t/4 (lambda/2 tr^2 M + mu tr M^2), M = Ibar^-1 I - Id; lambda = E nu/(1-nu^2) as METHOD 3.1. */
ts_status ts_membrane_stvk_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
ts_status ts_membrane_neo_hookean_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* METHOD 3.1, paper section 4.2; max_step keeps every strain below its limit. */
ts_status ts_membrane_orthotropic_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* METHOD 3.4; max_step halves until every singular value is within its limits; adapt doubles kappa_s. */
ts_status ts_strain_limit_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* Discrete Shells: k_e (theta - theta_bar)^2 |e| / hbar_e over inner edges of shells. */
ts_status ts_bending_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* V/2 E (l/lbar - 1)^2 */
ts_status ts_rod_stretch_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
/* E r^4 pi/4 |kb|^2 / l_i; one hinge per pair of edges at a node; max_step keeps adjacent edges from folding back. */
ts_status ts_rod_bending_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);
ts_status ts_stitch_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);

/* Largest stretch (singular value of F) over shells with a strain limit, and the smallest; 1 without any. */
void ts_strain_extent(const ts_bodies *bodies, const double (*x)[3], double *most, double *least);

/* sum m_i/2 |x_i - target_i|^2 over nodes with weight > 0: inertia (target = xtilde) and the augmented Lagrangian
 * pull of nodes to where they are prescribed to be. Both arrays are borrowed and may change between evaluations. */
ts_status ts_anchor_init(const char *name, size_t nodes, const double *weight, const double (*target)[3],
                         ts_potential *potential, ts_error *error);

/* -sum w_i a_i . x_i: the pull of accelerations a (n x 3) on masses w where there is no inertia. Both borrowed. */
ts_status ts_load_init(size_t nodes, const double *weight, const double (*acceleration)[3], ts_potential *potential,
                       ts_error *error);

#endif
