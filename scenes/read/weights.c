/* SPDX-License-Identifier: MIT
 * Weights hung on an object: masses at some of its nodes, beside those of its elements. */
#include <stdlib.h>

#include "scenes/read/read.h"

/* Equal shares for the nodes that are selected, so that it weighs the same on a finer mesh. */
static void read_weight(const ts_json_at *at, const ts_node_run *run, int32_t *node, double *hung) {
    static const char *const NAMES[] = {"about", "select", "mass", NULL};
    ts_json_expect_object(at, NAMES);
    const ts_json_at select = ts_json_member(at, "select"), mass = ts_json_member(at, "mass");
    size_t count = 0;
    if (!mass.json) ts_json_complain(at, "a weight has a \"mass\", in kg");
    const double kilograms = ts_json_number(at, "mass", 0.0, (ts_json_range){0.0, 1e6, false, true});
    ts_scene_select(&select, run, node, &count);
    for (size_t k = 0; k < count; ++k) hung[node[k]] += kilograms / (double)count;
}

void ts_scene_read_weights(ts_scene_reading *reading, const ts_json_at *at, const ts_body *body) {
    const ts_json_at list = ts_json_member(at, "weights");
    if (!list.json || !ts_json_expect_array(&list)) return;
    if (body->obstacle)
        ts_json_complain(&list, "an obstacle stays or moves as it is told, whatever it weighs: leave its weights out");
    const ts_setup *setup = &reading->scene->setup;
    const ts_node_run run = {(const double(*)[3])setup->x, body->node_first, body->node_count};
    int32_t *node = malloc((run.count + 1) * sizeof *node);
    if (!node) ts_json_complain(&list, "not enough memory for the weights");
    for (int k = 0; k < ts_json_items(&list) && !ts_json_failed(&list); ++k) {
        const ts_json_at one = ts_json_item(&list, k);
        read_weight(&one, &run, node, setup->bodies.hung);
    }
    free(node);
}
