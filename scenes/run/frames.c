/* SPDX-License-Identifier: MIT
 * The table of the formats of frames, and their names. */
#include "scenes/run/frames.h"

#include <string.h>

#include "core/files.h"

static const ts_frame_format FORMATS[] = {
    {"vtu", true, ts_frames_write_vtu, "run.pvd", ts_frames_write_pvd},
    {"obj", false, ts_frames_write_obj, NULL, NULL},
};

const ts_frame_format *ts_frame_format_at(size_t index) {
    return index < sizeof FORMATS / sizeof *FORMATS ? &FORMATS[index] : NULL;
}

uint32_t ts_frame_format_bit(const char *name) {
    const ts_frame_format *format;
    for (size_t k = 0; (format = ts_frame_format_at(k)) != NULL; ++k) {
        if (strcmp(format->name, name) == 0) return (uint32_t)1 << k;
    }
    return 0;
}

char *ts_frame_path(const char *folder, size_t step, const ts_frame_format *format) {
    return ts_text("%s/frame_%06zu.%s", folder, step, format->name);
}
