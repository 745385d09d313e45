/* SPDX-License-Identifier: MIT
 * Checkpoints: everything that the next step depends on, in a file that appears complete or not at all. */
#ifndef TS_SCENES_RUN_CHECKPOINT_H
#define TS_SCENES_RUN_CHECKPOINT_H

#include "scenes/simulation.h"

typedef struct ts_checkpoint_note {
    uint64_t scene_hash;  /* of the scene and what decides the answers: resuming another one is refused */
    uint64_t log_bytes;   /* length of the log when it was written */
    uint64_t first_frame; /* of those in the run's folder */
    /* What else decides the bits, in words: the CCD method with its options, and the rules of stepping. */
    char method[640], rules[256];
} ts_checkpoint_note;

/* Replaces the file. Makes the solver forget, so that going on and resuming give the same bits. */
ts_status ts_checkpoint_write(const char *path, ts_simulation *simulation, const ts_checkpoint_note *note,
                              ts_error *error);
/* Puts the simulation (made from the same scene) where the file says. TS_ERROR_DATA: not a checkpoint, damaged, or of
 * another scene, method or rules than the note says: the message says what differs. */
ts_status ts_checkpoint_read(const char *path, ts_simulation *simulation, ts_checkpoint_note *note, ts_error *error);
/* The same for another run of the same scene, whatever its method and rules: the state alone is taken over.
 * TS_ERROR_DATA: not a checkpoint, damaged, or of another scene. */
ts_status ts_checkpoint_take_state(const char *path, ts_simulation *simulation, uint64_t scene_hash, ts_error *error);

#endif
