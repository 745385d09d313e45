/* SPDX-License-Identifier: GPL-2.0-or-later
 * Verifying the frames of a simulation, anybody's, one after the other. */
#ifndef TS_BENCHES_FRAME_CHECKER_H
#define TS_BENCHES_FRAME_CHECKER_H

#include <touchstone/verify.h>

#include "mesh/read/frames.h"

/* What every frame is held to. */
typedef struct ts_frame_rules {
    double thickness;                   /* of every pair, metres */
    const char *rest;                   /* a mesh file, or NULL */
    double most_stretch, least_stretch; /* 0: no limit */
    bool motion;                        /* also the way from frame to frame */
    bool solid;                         /* closed surfaces of triangles bound matter, as those of tets do */
} ts_frame_rules;

/* What was found in a frame, and on the way to it. */
typedef struct ts_frame_verdict {
    const char *path; /* borrowed from the list of files */
    size_t nodes, tets, triangles, segments, particles;
    bool is_single; /* the file stores coordinates as 32-bit numbers: these are judged, exactly as read */
    ts_verify_report report;
} ts_frame_verdict;

typedef enum ts_frame_finding {
    TS_FRAME_CLEAN = 0,
    TS_FRAME_MET_ON_THE_WAY, /* on the straight way from the frame before, which a solver need not have gone */
    TS_FRAME_OFFENDS         /* the frame itself does */
} ts_frame_finding;

ts_frame_finding ts_frame_finding_of(const ts_verify_report *report);

typedef struct ts_frame_checker ts_frame_checker;

/* The rules are borrowed. Reads the mesh at rest. */
ts_status ts_frame_checker_create(const ts_frame_rules *rules, ts_frame_checker **checker, ts_error *error);
void ts_frame_checker_destroy(ts_frame_checker *checker);
/* The next frame of the sequence. */
ts_status ts_frame_check(ts_frame_checker *checker, const char *path, ts_frame_verdict *verdict, ts_error *error);

#endif
