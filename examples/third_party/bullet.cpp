// SPDX-License-Identifier: MIT
// The vertex-face test of Bullet's deformable bodies as a method: Bernstein polynomials of the coplanarity, then its
// roots. It says whether there is a contact and not when, so that the step is halved until it sees none. Built where
// Debian's libbullet-dev is installed.
#include <BulletSoftBody/btSoftBodyInternals.h>

#include <touchstone/ccd.h>

namespace {

// What Bullet's own callers pass for the margin.
const btScalar margin = SAFE_EPSILON;

btVector3 row(const double x[3]) {
    return btVector3(btScalar(x[0]), btScalar(x[1]), btScalar(x[2]));
}

// What btSoftBody keeps of the primitives for a step dt: normals and their second difference at both ends.
bool meets(btSoftBody::Face *face, btSoftBody::Node *nodes, btScalar dt) {
    btVector3 where;
    for (int i = 0; i < 4; ++i) nodes[i].m_q = nodes[i].m_x + dt * nodes[i].m_v;
    const btSoftBody::Node &a = nodes[1], &b = nodes[2], &c = nodes[3];
    face->m_n0 = (b.m_x - a.m_x).cross(c.m_x - a.m_x);
    face->m_n1 = (b.m_q - a.m_q).cross(c.m_q - a.m_q);
    face->m_vn = (b.m_v - a.m_v).cross(c.m_v - a.m_v) * dt * dt;
    return bernsteinCCD(face, &nodes[0], dt, margin, where);
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    btSoftBody::Node nodes[4] = {};
    btSoftBody::Face face = {};
    for (int i = 0; i < 4; ++i) {
        nodes[i].m_x = row(query->x0[i]);
        nodes[i].m_v = row(query->x1[i]) - nodes[i].m_x;
    }
    for (int i = 0; i < 3; ++i) face.m_n[i] = &nodes[i + 1];
    double step = query->t_max;
    *result = {TS_CCD_FREE, step, 1};
    for (; meets(&face, nodes, btScalar(step)); ++result->iterations) {
        step = result->iterations < 60 ? 0.5 * step : 0.0;
        result->status = TS_CCD_HIT;
        result->toi = step;
        if (step == 0.0) return;
    }
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
        made.name = "bullet";
        made.summary = "Bullet's Bernstein vertex-face test of deformable bodies, with steps halved";
        made.source =
            "Coumans and others: Bullet Physics; Tang, Tong, Wang, Manocha: Bernstein sign classification, 2014";
        made.capabilities = TS_CCD_CAN_POINT_TRIANGLE;
        made.create = create;
        made.query = answer;
        made.destroy = destroy;
        return made;
    }();
    return &backend;
}
