// SPDX-License-Identifier: MIT
// Tight-Inclusion, as you installed it, as a method. Written from its public header; here it is compiled against a
// stand-in of that header alone (docs/third-party.md).
#include <tight_inclusion/ccd.hpp>
#include <touchstone/ccd.h>

namespace {

const ts_ccd_option options[] = {
    {"tolerance", TS_OPTION_REAL, 1e-6, 1e-15, 1.0, "width in metres at which a box is not split"},
    {"max_itr", TS_OPTION_INTEGER, 1e6, 1.0, 1e9, "boxes after which the earliest one left is the answer"},
    {"no_zero_toi", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0, "refine further while the toi is 0"},
};

struct settings {
    double value[3];
};

ticcd::Vector3 at(const double x[3]) {
    return ticcd::Vector3(x[0], x[1], x[2]);
}

void answer(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *value = static_cast<const settings *>(self)->value;
    const auto test = query->kind == TS_POINT_TRIANGLE ? ticcd::vertexFaceCCD : ticcd::edgeEdgeCCD;
    const auto &a = query->x0, &b = query->x1;
    double toi = query->t_max, reached = 0.0;
    // An err of -1: the bounds of rounding are found for the query itself.
    const bool hit =
        test(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]), at(b[3]), ticcd::Array3(-1, -1, -1),
             query->min_distance, toi, value[0], query->t_max, static_cast<long>(value[1]), reached, value[2] != 0.0,
             ticcd::CCDRootFindingMethod::BREADTH_FIRST_SEARCH);
    *result = {hit ? TS_CCD_HIT : TS_CCD_FREE, hit ? toi : query->t_max, 0};
}

ts_status create(const char *json, void **self) {
    settings *made = new settings;
    *self = made;
    return ts_ccd_read_options(options, 3, json, made->value);
}

} // namespace

extern "C" const ts_ccd_backend *ts_ccd_plugin() {
    static const ts_ccd_backend backend = [] {
        ts_ccd_backend made{};
        made.abi = TS_CCD_ABI;
        made.name = "ticcd";
        made.summary = "the Tight-Inclusion library";
        made.source = "Wang, Ferguson, Schneider, Jiang, Attene, Panozzo: A Large-scale Benchmark and an "
                      "Inclusion-based Algorithm for Continuous Collision Detection, ACM TOG 40(5), 2021";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE | TS_CCD_CAN_MIN_DISTANCE;
        made.options = options;
        made.option_count = 3;
        made.create = create;
        made.query = answer;
        made.destroy = [](void *self) { delete static_cast<settings *>(self); };
        return made;
    }();
    return &backend;
}
