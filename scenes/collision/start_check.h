/* SPDX-License-Identifier: MIT
 * Whether bodies may start where they are: every pair farther apart than its thickness. */
#ifndef TS_SCENES_COLLISION_START_CHECK_H
#define TS_SCENES_COLLISION_START_CHECK_H

#include "scenes/bodies.h"

/* TS_ERROR_DATA naming the worst of the pairs that are not farther apart than their thickness at x, decided exactly.
 * dhat: range of contact, metres. */
ts_status ts_check_start(const ts_bodies *bodies, double dhat, const double (*x)[3], ts_error *error);

#endif
