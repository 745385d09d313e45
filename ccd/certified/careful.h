/* SPDX-License-Identifier: MIT
 * Closest directions at small angles and of thin triangles. */
#ifndef TS_CCD_CERTIFIED_CAREFUL_H
#define TS_CCD_CERTIFIED_CAREFUL_H

#include "ccd/certified/nearest.h"

/* By ts_closest_points, accurate at any angle and thinness. */
void ts_certified_careful(const ts_certified_motion *motion, double t, ts_certified_nearest *at);

#endif
