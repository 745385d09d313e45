// SPDX-License-Identifier: MIT
// FCL's conservative advancement of two meshes as a method, of queries whose primitives keep their shape. An edge is a
// triangle with two corners in one place, a point one with three. Built where Debian's libfcl-dev is installed.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "translation.hpp"

namespace {

using Mesh = fcl::BVHModel<fcl::RSS<double>>;

void fill(Mesh *mesh, const double (*x)[3], int count) {
    fcl::Vector3d corner[3];
    for (int i = 0; i < 3; ++i) {
        const double *at = x[std::min(i, count - 1)];
        corner[i] = {at[0], at[1], at[2]};
    }
    mesh->beginModel(1, 3);
    mesh->addTriangle(corner[0], corner[1], corner[2]);
    mesh->endModel();
}

fcl::Transform3d moved(const double way[3]) {
    fcl::Transform3d made = fcl::Transform3d::Identity();
    made.translation() = fcl::Vector3d(way[0], way[1], way[2]);
    return made;
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    double way[2][3];
    *result = {TS_CCD_UNSUPPORTED, query->t_max, 0};
    if (!translation(*query, way)) return;
    const int first = query->kind == TS_POINT_TRIANGLE ? 1 : 2;
    Mesh a, b;
    fill(&a, query->x0, first);
    fill(&b, query->x0 + first, 4 - first);
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    const fcl::ContinuousCollisionRequestd request(1000, 1e-6, fcl::CCDM_TRANS, fcl::GST_LIBCCD,
                                                   fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    fcl::ContinuousCollisionResultd found;
    fcl::continuousCollide<double>(&a, still, moved(way[0]), &b, still, moved(way[1]), request, found);
    const bool hit = found.is_collide && found.time_of_contact <= query->t_max;
    result->status = hit ? TS_CCD_HIT : TS_CCD_FREE;
    if (hit) result->toi = std::max(found.time_of_contact, 0.0);
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
        made.name = "fcl-advance";
        made.summary = "FCL's conservative advancement of meshes, of primitives that keep their shape";
        made.source = "Pan, Chitta, Manocha: FCL, a General Purpose Library for Collision and Proximity Queries, 2012";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE;
        made.create = create;
        made.query = answer;
        made.destroy = destroy;
        return made;
    }();
    return &backend;
}
