/* SPDX-License-Identifier: GPL-2.0-or-later
 * Orders of elimination and patterns of factors, by CHOLMOD on the graph of nodes. The three unknowns of a node have
 * the same neighbours, so that the pattern of the factor is that of the nodes with a block for each entry: the graph
 * has a third of the unknowns and a ninth of the couplings. */
#ifndef TS_CIPC_SYMBOLIC_H
#define TS_CIPC_SYMBOLIC_H

#include "cipc/block_matrix.h"

struct cholmod_common_struct;
struct cholmod_factor_struct;

/* The better of AMD's and METIS' orders of the nodes. False, here and below NULL: the status of `common` says why. */
bool ts_symbolic_order(struct cholmod_common_struct *common, const ts_block_matrix *matrix, int64_t *order);

/* The supernodal pattern under this order, for all unknowns, in an order of its own that makes no more of them; lnz and
 * fl of `common` are its numbers and operations. */
struct cholmod_factor_struct *ts_symbolic_pattern(struct cholmod_common_struct *common, const ts_block_matrix *matrix,
                                                  const int64_t *order);

#endif
