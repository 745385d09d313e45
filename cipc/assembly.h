/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the stencils of a potential add to a gradient and a Hessian. Each entry is a sum in the order of the stencils,
 * so that no bit depends on how many threads there are. */
#ifndef TS_CIPC_ASSEMBLY_H
#define TS_CIPC_ASSEMBLY_H

#include "cipc/block_matrix.h"
#include "cipc/potential.h"

typedef enum ts_hessian_form {
    TS_HESSIAN_PROJECTED = 0, /* every stencil's block to positive semi-definite */
    TS_HESSIAN_EXACT,         /* the second derivative as it is, which need not be definite */
    TS_HESSIAN_MAJORIZED      /* projected, and where a potential has it, of a quadratic above it: ts_locals */
} ts_hessian_form;

/* Where the blocks of a stencil lie in a matrix: offsets of their first values, -1 for those that have no place. */
typedef int32_t ts_block_places[TS_STENCIL_NODES * (TS_STENCIL_NODES + 1) / 2];

void ts_find_places(const ts_block_matrix *matrix, const ts_stencil node, ts_block_places places);

/* One pass over a potential. Held nodes get nothing. */
typedef struct ts_assembly {
    const ts_potential *potential;
    const double (*at)[3];
    const uint8_t *held; /* of each node; may be NULL */
    double gradient_weight, hessian_weight;
    double (*gradient)[3];
    const ts_block_matrix *hessian; /* with places for all that is added; may be NULL */
    const ts_block_places *places;  /* of the stencils; NULL: they are looked for */
    ts_hessian_form form;
} ts_assembly;

/* How nodes are shared out among threads, and what these hand to each other. */
typedef struct ts_assembler ts_assembler;

ts_status ts_assembler_create(size_t nodes, ts_assembler **assembler, ts_error *error);
void ts_assembler_destroy(ts_assembler *assembler);
void ts_assemble(ts_assembler *by, const ts_assembly *all);

#endif
