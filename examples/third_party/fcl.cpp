// SPDX-License-Identifier: MIT
// The continuous tests that FCL's narrow phase asks of the triangles of deforming meshes, as a method: a cubic in
// doubles for the time when four points are coplanar. Built where Debian's libfcl-dev is installed.
#include <algorithm>

#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include <touchstone/ccd.h>

namespace {

using Intersect = fcl::detail::Intersect<double>;
using Point = fcl::Vector3<double>;

Point row(const double x[3]) {
    return {x[0], x[1], x[2]};
}

// FCL asks about the whole step, and takes the first root that it believes.
bool meets(const ts_ccd_query &query, double *toi) {
    Point at[4], to[4], where;
    for (int i = 0; i < 4; ++i) {
        at[i] = row(query.x0[i]);
        to[i] = row(query.x1[i]);
    }
    if (query.kind == TS_POINT_TRIANGLE)
        return Intersect::intersect_VF(at[1], at[2], at[3], at[0], to[1], to[2], to[3], to[0], toi, &where);
    return Intersect::intersect_EE(at[0], at[1], at[2], at[3], to[0], to[1], to[2], to[3], toi, &where);
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    double toi = 0.0;
    const bool hit = meets(*query, &toi) && toi <= query->t_max;
    *result = {hit ? TS_CCD_HIT : TS_CCD_FREE, hit ? std::max(toi, 0.0) : query->t_max, 0};
}

ts_status create(const char *, void **self) {
    *self = nullptr;
    return TS_OK;
}

void destroy(void *) {
}

} // namespace

extern "C" const ts_ccd_backend *ts_ccd_plugin() {
    static const ts_ccd_backend backend = [] {
        ts_ccd_backend made{};
        made.abi = TS_CCD_ABI;
        made.name = "fcl";
        made.summary = "FCL's vertex-face and edge-edge tests for deforming triangles: a cubic in doubles";
        made.source = "Pan, Chitta, Manocha: FCL, a General Purpose Library for Collision and Proximity Queries, 2012";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE;
        made.create = create;
        made.query = answer;
        made.destroy = destroy;
        return made;
    }();
    return &backend;
}
