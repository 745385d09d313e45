/* SPDX-License-Identifier: MIT
 * Folders and files that one process at a time writes to. A process that dies lets go of them; where a file system
 * knows no locks, none is held. */
#ifndef TS_CORE_HOLD_H
#define TS_CORE_HOLD_H

#include <touchstone/status.h>

#include "core/error.h"

/* What is held; zero: nothing. */
typedef struct ts_hold {
    int file;   /* 0: nothing */
    char *path; /* of the file beside the one that is held; NULL: a folder is */
} ts_hold;

/* Holds a folder that exists. what: "writing a proof into". TS_ERROR_USAGE: another process does, or it cannot be
 * opened. */
ts_status ts_hold_folder(ts_hold *hold, const char *folder, const char *what, ts_error *error);
/* Holds a file that need not exist, and may be replaced meanwhile, by NAME.lock beside it. what: "writing". */
ts_status ts_hold_file(ts_hold *hold, const char *path, const char *what, ts_error *error);
void ts_hold_end(ts_hold *hold);

#endif
