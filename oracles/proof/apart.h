/* SPDX-License-Identifier: MIT
 * The one inequality of a proof: does a direction keep two sets of vertices farther apart than their thickness? */
#ifndef TS_ORACLES_PROOF_APART_H
#define TS_ORACLES_PROOF_APART_H

#include "oracles/proof/tree.h"
#include "oracles/proof/way.h"

/* Times count from 0 in 2^-40 of a piece. */
#define TS_PROOF_HALVINGS 40
#define TS_PROOF_PIECE ((int64_t)1 << TS_PROOF_HALVINGS)

/* What is asked about: the vertices of nodes a and b from `start` to `stop`, along n. */
typedef struct ts_proof_claim {
    int32_t a, b; /* nodes */
    int64_t start, stop;
    int64_t n[3]; /* each at most 2^53 in size, not all 0 */
} ts_proof_claim;

typedef struct ts_proof_apart {
    const ts_proof_topology *topology;
    const ts_proof_tree *tree;
    const ts_proof_way *way;
    long exponent;   /* of the lowest bit of any number; LONG_MIN: not found yet */
    uint64_t exact;  /* how often doubles could not decide */
    bool only_exact; /* never ask doubles: for tests */
} ts_proof_apart;

/* min n.b - max n.a = s > 0 and s^2 > r^2 n.n at start, stop and every whole time between. `failed` is set to a time
 * at which not. Doubles with a proven bound accept; only integers refuse. */
bool ts_proof_is_apart(ts_proof_apart *self, const ts_proof_claim *claim, int64_t *failed);

#endif
