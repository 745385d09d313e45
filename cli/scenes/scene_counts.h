/* SPDX-License-Identifier: GPL-2.0-or-later
 * What scenes hold, counted before: `list scenes` need not make the meshes of the scenes that come with Touchstone. */
#ifndef TS_CLI_SCENES_SCENE_COUNTS_H
#define TS_CLI_SCENES_SCENE_COUNTS_H

#include <cJSON.h>

/* scene-counts.json beside the folder of the scenes (scripts/count-scenes.py makes it): what `list scenes --json` says
 * of each file, with the file's SHA-256. NULL where there is none that can be read: then all is counted. The caller
 * deletes it. */
cJSON *ts_scene_counts_read(const char *folder);

/* What is known of the file as its bytes are now; NULL: nothing. Borrowed from the counts. */
const cJSON *ts_scene_counts_find(const cJSON *counts, const char *path);

#endif
