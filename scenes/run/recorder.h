/* SPDX-License-Identifier: MIT
 * Recording the CCD queries of a run as a query file. */
#ifndef TS_SCENES_RUN_RECORDER_H
#define TS_SCENES_RUN_RECORDER_H

#include <touchstone/dataset.h>

#include "scenes/collision/ccd_filter.h"

typedef struct ts_recorder ts_recorder;

typedef struct ts_recorder_settings {
    const char *path; /* an HDF5 container */
    bool replace;     /* may it exist? */
    const char *scene, *about;
    double share; /* of the queries, in (0, 1]: by a hash of the query, so independent of order and threads */
} ts_recorder_settings;

ts_status ts_recorder_open(const ts_recorder_settings *settings, ts_recorder **recorder, ts_error *error);
/* What comes next belongs to this step and iteration. */
void ts_recorder_at(ts_recorder *recorder, size_t step, int iteration);
/* A ts_ccd_listener's listen; self: a ts_recorder. An error is kept and returned by finish. */
void ts_recorder_listen(void *self, const ts_ccd_block *block);
/* Completes the file and frees the recorder. Without a query there is no file. */
ts_status ts_recorder_finish(ts_recorder *recorder, size_t *recorded, ts_error *error);

#endif
