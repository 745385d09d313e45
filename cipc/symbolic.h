/* SPDX-License-Identifier: GPL-2.0-or-later
 * Orders of elimination and patterns of factors, by CHOLMOD on the graph of nodes. The three unknowns of a node have
 * the same neighbours, so that the pattern of the factor is that of the nodes with a block for each entry: the graph
 * has a third of the unknowns and a ninth of the couplings. */
#ifndef TS_CIPC_SYMBOLIC_H
#define TS_CIPC_SYMBOLIC_H

#include "cipc/block_matrix.h"

struct cholmod_common_struct;
struct cholmod_factor_struct;

/* AMD's order of the nodes, or METIS' where that has fewer operations; it is looked for where what it may save in so
 * many factorizations, which the order is thought to serve, is more than it takes. False, here and below NULL: the
 * status of `common` says why. */
bool ts_symbolic_order(struct cholmod_common_struct *common, const ts_block_matrix *matrix, double serves,
                       int64_t *order);

/* Operations of a factorization in the time that such an order takes to be found, where factors have so many. */
double ts_symbolic_order_work(const ts_block_matrix *matrix, double serves, double operations);

/* The supernodal pattern under this order, for all unknowns, in an order of its own that makes no more of them; lnz and
 * fl of `common` are its numbers and operations. */
struct cholmod_factor_struct *ts_symbolic_pattern(struct cholmod_common_struct *common, const ts_block_matrix *matrix,
                                                  const int64_t *order);

#endif
