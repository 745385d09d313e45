/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barrier of active pairs with its derivatives. */
#ifndef TS_CIPC_CONTACT_PAIR_H
#define TS_CIPC_CONTACT_PAIR_H

#include "cipc/contact.h"

/* multiplicity * kappa * b(D) * e(c) at x (rows in the order of pair->node), D = d^2 - xi^2. Any of the outputs may be
 * NULL; gradient 12 and hessian 144 as in ts_locals, the Hessian projected to positive semi-definite
 * unless the scale says otherwise. */
void ts_contact_pair_evaluate(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                              double *value, double *gradient, double *hessian);

/* The same for many: entry k of out for pair[k], nodes from x. Faster where Hessians are asked for, to the same bits.
 */
void ts_contact_pairs_evaluate(const ts_contact_pair *pair, size_t count, const ts_barrier_scale *scale,
                               const double (*x)[3], const ts_locals *out);

#endif
