// SPDX-License-Identifier: MIT
// The library's CCD as a method of Touchstone: the query in the library's types, its answer in Touchstone's.
#include <touchstone/ccd.h>

#include "collide.hpp"

namespace {

const collide::Ccd ccd;

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    std::array<collide::Way, 4> ways;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) ways[i].from[k] = query->x0[i][k], ways[i].to[k] = query->x1[i][k];
    }
    const auto toi = query->kind == TS_POINT_TRIANGLE ? ccd.pointTriangle(ways, query->min_distance, query->t_max)
                                                      : ccd.edgeEdge(ways, query->min_distance, query->t_max);
    *result = {toi ? TS_CCD_HIT : TS_CCD_FREE, toi.value_or(query->t_max), 0};
}

ts_status create(const char *, void **self) {
    *self = nullptr;
    return TS_OK;
}

} // namespace

extern "C" const ts_ccd_backend *ts_ccd_plugin() {
    static const ts_ccd_backend backend = [] {
        ts_ccd_backend made{};
        made.abi = TS_CCD_ABI;
        made.name = "collide";
        made.summary = "the CCD of the example library";
        made.source = "examples/cpp_gate";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE | TS_CCD_CAN_MIN_DISTANCE;
        made.create = create;
        made.query = answer;
        made.destroy = [](void *) {};
        return made;
    }();
    return &backend;
}
