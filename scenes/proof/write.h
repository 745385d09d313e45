/* SPDX-License-Identifier: MIT
 * Writing the files of a proof, as docs/proof-format.md describes them. */
#ifndef TS_SCENES_PROOF_WRITE_H
#define TS_SCENES_PROOF_WRITE_H

#include "scenes/proof/waypoints.h"

/* Bytes in the making. */
typedef struct ts_prover_file {
    unsigned char *byte; /* owned */
    size_t size, room;
    bool no_memory;
} ts_prover_file;

void ts_prover_file_topology(ts_prover_file *file, const ts_prover_shape *shape);
void ts_prover_file_tree(ts_prover_file *file, const ts_prover_forest *forest);
void ts_prover_file_state(ts_prover_file *file, size_t vertices, const double (*x)[3]);

/* What a step's file is bound to. */
typedef struct ts_prover_digests {
    unsigned char topology[TS_SHA256_BYTES], tree[TS_SHA256_BYTES], before[TS_SHA256_BYTES], after[TS_SHA256_BYTES];
} ts_prover_digests;

void ts_prover_file_step(ts_prover_file *file, size_t number, const ts_prover_digests *digests,
                         const ts_prover_trail *trail, size_t vertices, const ts_prover_proof *proof);

/* FOLDER/NAME, complete or not at all; one that exists is replaced. TS_ERROR_USAGE: it cannot be written. */
ts_status ts_prover_file_write(const ts_prover_file *file, const char *folder, const char *name, ts_error *error);
void ts_prover_file_clear(ts_prover_file *file);

#endif
