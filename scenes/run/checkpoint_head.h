/* SPDX-License-Identifier: MIT
 * What a checkpoint begins with: its format, and a checksum over all that follows, in a line of text. */
#ifndef TS_SCENES_RUN_CHECKPOINT_HEAD_H
#define TS_SCENES_RUN_CHECKPOINT_HEAD_H

#include <touchstone/status.h>

enum {
    TS_CHECKPOINT_FORMAT = 4,
    TS_CHECKPOINT_HEAD = 64 /* bytes; the line ends with zeros */
};

/* Of a file that leaves room for it. */
ts_status ts_checkpoint_head_write(const char *path, ts_error *error);
/* TS_ERROR_DATA: no checkpoint, of another format, or not as it was written. Nothing else of the file is to be read
 * before. */
ts_status ts_checkpoint_head_check(const char *path, ts_error *error);

#endif
