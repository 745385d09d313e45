// SPDX-License-Identifier: MIT
// Bullet's continuous test of two convex bodies as a method, as its sweep test of a world asks it: conservative
// advancement over GJK, of queries whose primitives keep their shape. Built where Debian's libbullet-dev is installed.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "translation.hpp"

namespace {

// The vertices as they lie, without Bullet's margin about them, which would be another question.
struct body {
    btConvexHullShape shape;
    btTransform from = btTransform::getIdentity(), to = btTransform::getIdentity();

    body(const double (*x)[3], int count, const double way[3]) {
        shape.setMargin(0.0);
        for (int i = 0; i < count; ++i) shape.addPoint(btVector3(x[i][0], x[i][1], x[i][2]), i == count - 1);
        to.setOrigin(btVector3(way[0], way[1], way[2]));
    }
};

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    double way[2][3];
    *result = {TS_CCD_UNSUPPORTED, query->t_max, 0};
    if (!translation(*query, way)) return;
    const int first = query->kind == TS_POINT_TRIANGLE ? 1 : 2;
    body a(query->x0, first, way[0]), b(query->x0 + first, 4 - first, way[1]);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver penetration;
    btContinuousConvexCollision cast(&a.shape, &b.shape, &simplex, &penetration);
    btConvexCast::CastResult found;
    found.m_fraction = 1.0;
    const bool hit = cast.calcTimeOfImpact(a.from, a.to, b.from, b.to, found) && found.m_fraction <= query->t_max;
    result->status = hit ? TS_CCD_HIT : TS_CCD_FREE;
    if (hit) result->toi = std::max(double(found.m_fraction), 0.0);
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
        made.name = "bullet-cast";
        made.summary = "Bullet's continuous convex test, of primitives that keep their shape";
        made.source = "Coumans and others: Bullet Physics";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE;
        made.create = create;
        made.query = answer;
        made.destroy = destroy;
        return made;
    }();
    return &backend;
}
