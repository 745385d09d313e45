/* SPDX-License-Identifier: GPL-2.0-or-later
 * A scene by its path, or by the name of one that comes with Touchstone. */
#ifndef TS_CLI_SCENES_FIND_SCENE_H
#define TS_CLI_SCENES_FIND_SCENE_H

#include <limits.h>

#include "cli/arguments.h"
#include <touchstone/status.h>

/* "drape-2k" (no folder, no .json, no such file) is scenes/drape-2k.json of the data that come with Touchstone;
 * anything else is a path already. TS_ERROR_DATA for a name that is not there, with the nearest one that is. */
ts_status ts_find_scene(const char *name, char path[PATH_MAX], ts_error *error);

/* Adds the names that ts_find_scene knows, in no order; none where the data are not installed. */
ts_status ts_scene_names(ts_text_list *names, ts_error *error);

#endif
