/* SPDX-License-Identifier: MIT
 * Clamps of rods: conditions that hold a direction, too. */
#include "scenes/read/read.h"

/* Segments of rods with both ends in clamps, of these nodes. */
static size_t clamped_segments(const ts_bodies *bodies, const ts_node_run *run) {
    size_t count = 0;
    for (size_t k = 0; k < bodies->segments; ++k) {
        const size_t first = (size_t)bodies->segment[k][0];
        count += first >= run->first && first < run->first + run->count && ts_is_clamped(bodies, bodies->segment[k]);
    }
    return count;
}

void ts_scene_read_clamp(ts_scene_reading *reading, const ts_json_at *at, const ts_node_run *run,
                         const ts_condition *condition) {
    static const char *const TIMES[] = {"from", "until", "until_by_copy"};
    if (!ts_json_truth(at, "clamps", false)) return;
    const ts_json_at clamps = ts_json_member(at, "clamps");
    ts_bodies *bodies = &reading->scene->setup.bodies;
    for (size_t k = 0; k < sizeof TIMES / sizeof *TIMES; ++k) {
        const ts_json_at time = ts_json_member(at, TIMES[k]);
        if (time.json) ts_json_complain(&time, "a clamp holds all the time: leave this out");
    }
    if (ts_json_failed(at)) return;
    for (size_t i = 0; i < condition->count; ++i) bodies->clamped[condition->node[i]] = 1;
    if (clamped_segments(bodies, run) == 0)
        ts_json_complain(&clamps, "no segment of a rod has both ends in there, and a clamp holds a direction");
}
