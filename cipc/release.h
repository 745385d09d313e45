/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where nodes are let go: what rules that look back at the steps before go on from. */
#ifndef TS_CIPC_RELEASE_H
#define TS_CIPC_RELEASE_H

#include "cipc/solver_parts.h"

/* The acceleration of the state by all forces there, of the nodes in `nodes`; NULL: of all. For rules whose elasticity
 * acts at the end of a step (Newmark, BDF2). For BDF2 without contact: a way before that had been made by what a
 * barrier pushes with now would be work that nobody did. Uses the step's rows. */
ts_status ts_cipc_find_acceleration(ts_cipc *solver, const uint8_t *nodes, ts_error *error);

/* At the start of a step whose prescribed nodes are set. Nodes that were prescribed in the one before and are not now
 * had no acceleration by forces: Newmark would go on from none, and BDF2 from a way that had none, so that their
 * velocity would lack g h / 2 for good. Newmark gets the acceleration by all forces, BDF2 the way before that belongs
 * to it. Under rules of the second order their velocity becomes that at the end of their way, where it was the mean
 * over the step. */
ts_status ts_cipc_let_go(ts_cipc *solver, ts_error *error);

#endif
