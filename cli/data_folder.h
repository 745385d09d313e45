/* SPDX-License-Identifier: GPL-2.0-or-later
 * Where the data lies that comes with Touchstone. */
#ifndef TS_CLI_DATA_FOLDER_H
#define TS_CLI_DATA_FOLDER_H

#include <limits.h>
#include <stdbool.h>

/* The folder `name`: beside the installed command (../share/touchstone/NAME), or in the source tree that the command
 * was built in (datasets/NAME of one of the folders above it). */
bool ts_data_folder(const char *name, char path[PATH_MAX]);

#endif
