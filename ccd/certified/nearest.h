/* SPDX-License-Identifier: MIT
 * Where a search stands at one time: how far apart the primitives are, and in which direction. */
#ifndef TS_CCD_CERTIFIED_NEAREST_H
#define TS_CCD_CERTIFIED_NEAREST_H

#include "ccd/certified/motion.h"

typedef struct ts_certified_nearest {
    double distance2;     /* of two points of the primitives: never less than the distance, up to rounding */
    double n[3], length2; /* about from the first primitive's closest point to the second's; |n|^2 */
    unsigned feature;
} ts_certified_nearest;

#endif
