/* SPDX-License-Identifier: MIT
 * When two nodes without children meet on a straight piece of a way, exactly (touchstone/oracle.h). */
#ifndef TS_SCENES_PROOF_MEET_H
#define TS_SCENES_PROOF_MEET_H

#include <touchstone/ccd.h>

#include "scenes/proof/separate.h"

typedef enum ts_prover_end {
    TS_PROVER_MEETS = 0,  /* they come within their thickness */
    TS_PROVER_INTERSECTS, /* they intersect, and have done so from the start of the piece */
    TS_PROVER_GAVE_UP     /* neither: the limits were too narrow to find a proof */
} ts_prover_end;

/* Primitives that could not be kept apart. */
typedef struct ts_prover_failure {
    ts_prover_end end;
    int32_t a, b; /* nodes: elements or primitives */
    ts_ccd_kind kind;
    int32_t vertex[4];  /* MEETS: of the pair that meets first, in the order of a query; unused ones are -1 */
    ts_ccd_query query; /* MEETS: that pair on its piece */
    size_t piece;
    double time; /* within the piece: t*, or the double below; GAVE_UP: where the search ended */
} ts_prover_failure;

/* Where vertices are at the start (end 0) and at the end (1) of a straight way. */
typedef struct ts_prover_places {
    void (*at)(const struct ts_prover_places *places, int end, int32_t vertex, double x[3]);
} ts_prover_places;

/* Does the pair of primitives of a failure, its kind and vertices, come within its thickness? Fills end, query, time if
 * so. */
bool ts_prover_meet_pair(const ts_prover_shape *shape, const ts_prover_places *places, ts_prover_failure *pair);

/* Do nodes a and b meet on the straight way from x0 to x1, or intersect at x0? Fills end, kind, vertex, query, time. */
bool ts_prover_meet(const ts_prover_forest *forest, const double (*x0)[3], const double (*x1)[3],
                    ts_prover_failure *failure);

#endif
