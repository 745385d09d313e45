/* SPDX-License-Identifier: MIT
 * The walk that a record tells (docs/proof-format.md): repeated, and every claim of it checked. */
#ifndef TS_ORACLES_PROOF_WALK_H
#define TS_ORACLES_PROOF_WALK_H

#include "oracles/proof/apart.h"

typedef struct ts_proof_walked {
    bool proven;
    uint64_t records;      /* bytes that began a record */
    ts_proof_claim failed; /* unless proven: the claim that does not hold, and when */
    int64_t time;
} ts_proof_walked;

/* at_start: of step 0, with edges against triangles. TS_ERROR_DATA: the record is malformed. A claim that does not hold
 * is no error; the walk ends with it. */
ts_status ts_proof_walk(ts_proof_bytes *bytes, ts_proof_apart *apart, bool at_start, ts_proof_walked *walked,
                        ts_error *error);

#endif
