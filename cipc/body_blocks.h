/* SPDX-License-Identifier: GPL-2.0-or-later
 * The Hessian without what contact and friction couple: bodies that nothing else holds together each have a matrix of
 * their own, and all of them are one block diagonal matrix, which is definite where the Hessian is. */
#ifndef TS_CIPC_BODY_BLOCKS_H
#define TS_CIPC_BODY_BLOCKS_H

#include "cipc/block_matrix.h"
#include "cipc/objective.h"

/* Starts as zeros. */
typedef struct ts_body_blocks {
    int32_t *body;          /* of each node: the first node that elements, stitches, ... hold it together with */
    ts_block_matrix matrix; /* its pattern, and its version, change only with what couples a body's own nodes */
    size_t left_out;        /* blocks of the Hessian that couple two bodies */
    bool is_taken;
    uint64_t version; /* of the Hessian that it was taken from */
} ts_body_blocks;

void ts_body_blocks_clear(ts_body_blocks *blocks);

/* Which node is whose, by the potentials that are neither contact nor friction; once. */
ts_status ts_body_blocks_find(ts_body_blocks *blocks, const ts_objective *objective, ts_error *error);

/* The pattern alone, and `left_out`. */
ts_status ts_body_blocks_take_pattern(ts_body_blocks *blocks, const ts_block_matrix *hessian, ts_error *error);
/* The numbers, by the pattern that was taken of this Hessian. */
void ts_body_blocks_take_values(ts_body_blocks *blocks, const ts_block_matrix *hessian);

#endif
