/* SPDX-License-Identifier: MIT
 * What a run leaves behind: frames for ParaView and as OBJ, a log line per Newton iteration, checkpoints, recorded CCD
 * queries. Files appear complete or not at all. */
#ifndef TS_SCENES_RUN_OUTPUT_H
#define TS_SCENES_RUN_OUTPUT_H

#include <stdio.h>

#include <touchstone/dataset.h>

#include "scenes/simulation.h"

/* ---- Frames ---- */

/* VTK XML unstructured grid with raw binary data: all cells (cell data: body, stretch), positions, and as point data
 * velocity (m/s) and contact force (N). */
ts_status ts_frame_write_vtu(const char *path, ts_simulation *simulation, ts_error *error);
/* What collides: shells and boundaries as f, rods as l, particles as p; 17 digits. */
ts_status ts_frame_write_obj(const char *path, const ts_simulation *simulation, ts_error *error);
/* The index that ParaView opens: frames 0, every, 2 every, ... up to `last` of time step h. */
typedef struct ts_frame_series {
    const char *path; /* of the .pvd */
    const char *name; /* of the frames: NAME_000012.vtu */
    size_t last, every;
    double h;
} ts_frame_series;

ts_status ts_frame_write_pvd(const ts_frame_series *series, ts_error *error);

/* ---- Log: JSON lines ---- */

/* Adds one line for an iteration of step `step` as {"kind":"iteration",...}; docs/simulation.md names the members. */
void ts_log_iteration(FILE *log, size_t step, const ts_iteration *iteration, const ts_simulation *simulation,
                      const double (*x)[3]);
void ts_log_step(FILE *log, const ts_step_report *report, const ts_simulation *simulation);

/* ---- Checkpoints: HDF5 ---- */

typedef struct ts_checkpoint_note {
    uint64_t scene_hash;  /* of the scene and what decides the answers: resuming another one is refused */
    uint64_t log_bytes;   /* length of the log when it was written */
    uint64_t first_frame; /* free for the caller */
    /* What else decides the bits, in words: the CCD method with its options, and the rules of stepping. */
    char method[640], rules[256];
} ts_checkpoint_note;

/* Replaces the file. Makes the solver forget, so that going on and resuming give the same bits. */
ts_status ts_checkpoint_write(const char *path, ts_simulation *simulation, const ts_checkpoint_note *note,
                              ts_error *error);
/* Puts the simulation (made from the same scene) where the file says. TS_ERROR_DATA: not a checkpoint, damaged, or of
 * another scene, method or rules than the note says: the message says what differs. */
ts_status ts_checkpoint_read(const char *path, ts_simulation *simulation, ts_checkpoint_note *note, ts_error *error);

/* ---- Recording CCD queries ---- */

typedef struct ts_recorder ts_recorder;

typedef struct ts_recorder_settings {
    const char *path; /* an HDF5 container; not replaced */
    const char *scene, *about;
    double share; /* of the queries, in (0, 1]: by a hash of the query, so independent of order and threads */
} ts_recorder_settings;

ts_status ts_recorder_open(const ts_recorder_settings *settings, ts_recorder **recorder, ts_error *error);
/* What comes next belongs to this step and iteration. */
void ts_recorder_at(ts_recorder *recorder, size_t step, int iteration);
/* A ts_ccd_listener's listen; self: a ts_recorder. An error is kept and returned by finish. */
void ts_recorder_listen(void *self, size_t n, const ts_ccd_query *queries, const ts_ccd_result *results);
/* Completes the file and frees the recorder. Without a query there is no file. */
ts_status ts_recorder_finish(ts_recorder *recorder, size_t *recorded, ts_error *error);

#endif
