/* SPDX-License-Identifier: MIT
 * The way of a step: the states at its ends, and the waypoints between. */
#ifndef TS_ORACLES_PROOF_WAY_H
#define TS_ORACLES_PROOF_WAY_H

#include "oracles/proof/bytes.h"

typedef struct ts_proof_way {
    size_t vertices, pieces; /* pieces + 1 rows; of a state alone one */
    double (*x)[3];          /* owned: row j, vertex v at x[j * vertices + v] */
    double most;             /* the largest coordinate in size */
} ts_proof_way;

/* X_number of FOLDER. *x: owned, [vertices][3]. */
ts_status ts_proof_state_read(const char *folder, size_t number, size_t vertices, double (**x)[3],
                              unsigned char digest[TS_SHA256_BYTES], ts_error *error);

/* Takes the waypoints from a step's file: their count and themselves. x0, x1: the states at its ends. alone: a state
 * without a way (step 0). */
typedef struct ts_proof_ends {
    size_t vertices;
    const double (*x0)[3], (*x1)[3];
    bool alone;
} ts_proof_ends;

ts_status ts_proof_way_take(ts_proof_bytes *bytes, const ts_proof_ends *ends, ts_proof_way *way, ts_error *error);
void ts_proof_way_clear(ts_proof_way *way);

#endif
