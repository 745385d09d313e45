/* SPDX-License-Identifier: MIT
 * Frames beside a proof: are they what it speaks of? */
#ifndef TS_SCENES_PROOF_FRAMES_H
#define TS_SCENES_PROOF_FRAMES_H

#include "mesh/read/frames.h"
#include "oracles/proof/proof.h"

/* How frames and the states of a proof go together. */
typedef struct ts_prover_match {
    size_t frames;  /* that are states of the proof, bit for bit, with its elements */
    size_t other;   /* that are not */
    char what[400]; /* of the first of these: which, and in what it differs */
} ts_prover_match;

/* As many frames as states go together in order; else a frame belongs to the state of the last number in its name. The
 * surface of a frame (shells, the boundary of tets, segments, particles) must be the topology, in any order.
 * TS_ERROR_DATA: a frame cannot be read. */
ts_status ts_prover_match_frames(const ts_proof_folder *proof, const ts_frame_files *files, ts_prover_match *match,
                                 ts_error *error);

#endif
