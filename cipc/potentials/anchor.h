/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes drawn to targets: inertia (target = xtilde) and the pull of nodes to where they are prescribed to be. */
#ifndef TS_CIPC_POTENTIALS_ANCHOR_H
#define TS_CIPC_POTENTIALS_ANCHOR_H

#include "cipc/potential.h"

/* sum m_i/2 |x_i - target_i|^2 over nodes with weight > 0. Both arrays are borrowed and may change between
 * evaluations. */
ts_status ts_anchor_init(const char *name, size_t nodes, const double *weight, const double (*target)[3],
                         ts_potential *potential, ts_error *error);

#endif
