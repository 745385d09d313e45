/* SPDX-License-Identifier: MIT
 * What a checkpoint begins with: its format, and a checksum over all that follows, in a line of text. It is what HDF5
 * calls a user block, bytes in front that its readers skip. */
#ifndef TS_SCENES_RUN_CHECKPOINT_HEAD_H
#define TS_SCENES_RUN_CHECKPOINT_HEAD_H

#include <touchstone/status.h>

enum {
    TS_CHECKPOINT_FORMAT = 3,
    TS_CHECKPOINT_HEAD = 512 /* bytes: the least that a user block may have */
};

/* Of a file that leaves room for it. */
ts_status ts_checkpoint_head_write(const char *path, ts_error *error);
/* TS_ERROR_DATA: no checkpoint, of another format, or not as it was written. Nothing else of the file is to be read
 * before: HDF5 does not look for damage. */
ts_status ts_checkpoint_head_check(const char *path, ts_error *error);

#endif
