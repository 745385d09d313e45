/* SPDX-License-Identifier: MIT
 * The materials that a scene may refer to. */
#ifndef TS_SCENES_READ_MATERIALS_H
#define TS_SCENES_READ_MATERIALS_H

#include "scenes/bodies.h"

/* Of an object that says none. */
const ts_material *ts_material_standard(void);
size_t ts_material_count(void);
const char *ts_material_name(size_t index);
/* As it was measured, with its strain limit where it has one. */
const ts_material *ts_material_at(size_t index);

#endif
