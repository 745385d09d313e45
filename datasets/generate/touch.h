/* SPDX-License-Identifier: MIT
 * Primitives that touch exactly, in the coordinates of a frame. */
#ifndef TS_DATASETS_GENERATE_TOUCH_H
#define TS_DATASETS_GENERATE_TOUCH_H

#include "datasets/generate/frame.h"

/* Two primitives in frame coordinates (integers, multiples of 4) that touch in one point (the origin) or
 * along it, on the two sides of the plane through the origin across `normal`. Moving the first by
 * m * normal puts them at a distance of exactly m * length. */
typedef struct ts_touch {
    double x[4][3];
    double normal[3]; /* integers; points to the side of the first primitive */
    double length;    /* |normal|, an integer */
} ts_touch;

/* isolated: only touches (at vertices and edges of the triangle, at ends of edges) where sliding along, unless along x
 * alone, opens the distance at once to both sides. */
void ts_sample_touch(ts_random *random, ts_ccd_kind kind, bool isolated, ts_touch *touch);

#endif
