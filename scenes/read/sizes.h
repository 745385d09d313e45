/* SPDX-License-Identifier: MIT
 * Values of a scene by size: {"by_size": {"tiny": 8, "small": 40, "paper": 200}} stands for one of the three. */
#ifndef TS_SCENES_READ_SIZES_H
#define TS_SCENES_READ_SIZES_H

#include "core/json_at.h"

/* Puts the value of that size in the place of every by_size, wherever it stands; complains, through `reading`, about
 * one that lacks it or is malformed. Was there any? */
bool ts_scene_choose_size(cJSON *document, const char *size, ts_json_reading *reading);

#endif
