/* SPDX-License-Identifier: MIT
 * How many pairs of primitives a proof speaks of, and how many it leaves out, by reason. */
#ifndef TS_ORACLES_PROOF_COUNT_H
#define TS_ORACLES_PROOF_COUNT_H

#include "oracles/proof/topology.h"

/* Of points and triangles, edges, points and segments, particles. A pair is counted by its first reason. */
typedef struct ts_proof_counts {
    uint64_t claimed, sharing, obstacles, strangers;
} ts_proof_counts;

ts_status ts_proof_count(const ts_proof_topology *topology, ts_proof_counts *counts, ts_error *error);

#endif
