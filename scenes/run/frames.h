/* SPDX-License-Identifier: MIT
 * Frames of a run: the formats that they can be written in. Files appear complete or not at all. */
#ifndef TS_SCENES_RUN_FRAMES_H
#define TS_SCENES_RUN_FRAMES_H

#include "scenes/simulation.h"

/* Those that a run has written: of every `every`-th step from the first to the last, of h seconds each. */
typedef struct ts_frame_series {
    size_t first, last, every;
    double h;
} ts_frame_series;

/* A new one is a file frames_NAME.c, a line in the table of frames.c, and its place in docs/scene-schema.json. */
typedef struct ts_frame_format {
    const char *name; /* the member of a scene's "output", and the extension of the files */
    bool is_standard; /* written unless the scene says otherwise */
    ts_status (*write)(const char *path, const ts_simulation *simulation, ts_error *error);
    /* The file, beside the folder of frames, that lists them for a viewer; NULL: none. Written again with each frame.
     */
    const char *index;
    ts_status (*write_index)(const char *path, const ts_frame_series *series, ts_error *error);
} ts_frame_format;

/* NULL past the last; at most 32. */
const ts_frame_format *ts_frame_format_at(size_t index);
/* 1 << index of the format of that name; 0: there is none. */
uint32_t ts_frame_format_bit(const char *name);

/* The file of a step in the folder of frames: "frames/frame_000012.vtu". Owned; NULL without memory. */
char *ts_frame_path(const char *folder, size_t step, const ts_frame_format *format);

/* VTK XML unstructured grid with raw binary data: all cells (cell data: body, stretch), positions, and as point data
 * velocity (m/s) and contact force (N). */
ts_status ts_frames_write_vtu(const char *path, const ts_simulation *simulation, ts_error *error);
/* The collection of them that ParaView opens. */
ts_status ts_frames_write_pvd(const char *path, const ts_frame_series *series, ts_error *error);
/* What collides: shells and boundaries as f, rods as l, particles as p; 17 digits. */
ts_status ts_frames_write_obj(const char *path, const ts_simulation *simulation, ts_error *error);

#endif
