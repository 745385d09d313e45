// SPDX-License-Identifier: MIT
// IPC Toolkit's narrow phase over Tight-Inclusion, as you installed it, as a method: all four kinds, with the toolkit's
// own rescaling. Written from its public header; here it is compiled against a stand-in of that header alone
// (docs/third-party.md).
#include <ipc/ccd/tight_inclusion_ccd.hpp>
#include <touchstone/ccd.h>

namespace {

Eigen::Vector3d at(const double x[3]) {
    return Eigen::Vector3d(x[0], x[1], x[2]);
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    static const ipc::TightInclusionCCD ccd;
    const auto &a = query->x0, &b = query->x1;
    const double xi = query->min_distance, until = query->t_max;
    double toi = until;
    bool hit = false;
    switch (query->kind) {
    case TS_POINT_TRIANGLE:
        hit = ccd.point_triangle_ccd(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]), at(b[3]),
                                     toi, xi, until);
        break;
    case TS_EDGE_EDGE:
        hit = ccd.edge_edge_ccd(at(a[0]), at(a[1]), at(a[2]), at(a[3]), at(b[0]), at(b[1]), at(b[2]), at(b[3]), toi, xi,
                                until);
        break;
    case TS_POINT_EDGE:
        hit = ccd.point_edge_ccd(at(a[0]), at(a[1]), at(a[2]), at(b[0]), at(b[1]), at(b[2]), toi, xi, until);
        break;
    case TS_POINT_POINT: hit = ccd.point_point_ccd(at(a[0]), at(a[1]), at(b[0]), at(b[1]), toi, xi, until); break;
    }
    *result = {hit ? TS_CCD_HIT : TS_CCD_FREE, hit ? toi : until, 0};
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
        made.name = "ipctk";
        made.summary = "IPC Toolkit's narrow phase over Tight-Inclusion, rescaled as it does";
        made.source = "Ferguson and others: IPC Toolkit; Wang et al.: Tight-Inclusion, ACM TOG 40(5), 2021";
        made.capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE;
        made.create = create;
        made.query = answer;
        made.destroy = [](void *) {};
        return made;
    }();
    return &backend;
}
