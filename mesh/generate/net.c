/* SPDX-License-Identifier: MIT
 * A net of woven rods. */
#include <assert.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/surface/circle.h"

/* Node `at` of a rod: from one crossing to the next its height goes to the other side along half a cosine. */
static void place_node(const ts_net_parameters *net, size_t rod, size_t at, bool along_x, double x[3]) {
    const double middle = 0.5 * (double)(net->rods - 1), crossing = (double)at / (double)net->segments;
    double wave[2];
    ts_circle(0.5 * (crossing - (double)net->beyond + (double)rod), wave);
    x[along_x ? 0 : 2] = (crossing - (double)net->beyond - middle) * net->spacing;
    x[1] = (along_x ? net->lift : -net->lift) * wave[0];
    x[along_x ? 2 : 0] = ((double)rod - middle) * net->spacing;
}

ts_status ts_generate_net(const ts_net_parameters *net, ts_mesh *mesh, ts_error *error) {
    assert(net->rods > 0 && net->segments > 0);
    const double nodes = 2.0 * (double)net->rods * (double)((net->rods + 2 * net->beyond) * net->segments);
    ts_status status = ts_generate_limit("net: rods", nodes, error);
    if (status != TS_OK) return status;
    if (net->rods == 1 && net->beyond == 0) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "net: rods: 1 of each direction, none of which goes beyond the crossing, have no segment");
    }
    const size_t edges = (net->rods - 1 + 2 * net->beyond) * net->segments;
    ts_mesh made = {.nodes = 2 * net->rods * (edges + 1), .segments = 2 * net->rods * edges};
    status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < made.nodes; ++n) {
        const size_t rod = n / (edges + 1);
        place_node(net, rod % net->rods, n % (edges + 1), rod < net->rods, made.x[n]);
    }
    for (size_t s = 0; s < made.segments; ++s) {
        const size_t first = s / edges * (edges + 1) + s % edges;
        made.segment[s][0] = (int32_t)first;
        made.segment[s][1] = (int32_t)first + 1;
    }
    *mesh = made;
    return TS_OK;
}
