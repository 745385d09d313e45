/* SPDX-License-Identifier: MIT
 * Motion around a near contact: the primitives reach a pose within the step, at min_distance and closing (a
 * contact), or farther apart and moving past each other (none). */
#ifndef TS_DATASETS_GENERATE_NEAR_H
#define TS_DATASETS_GENERATE_NEAR_H

#include "datasets/generate/sample.h"

typedef struct ts_near {
    double gap;           /* 1e-9 to 1e-3: the scale of the relative motion; when closing, what is left at t = 0 */
    bool closing;         /* half of the time */
    double pose_distance; /* of the primitives in the pose */
} ts_near;

void ts_sample_near(ts_random *random, double min_distance, ts_near *near);
/* Sets the velocities and the time of the pose: relative motion as large as the gap to a hundred times it,
 * a common one up to 1e-2, and an uneven one. */
void ts_sample_near_motion(ts_random *random, ts_ccd_kind kind, const ts_near *near, const ts_query_pose *pose,
                           ts_motion *motion);

#endif
