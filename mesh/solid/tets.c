/* SPDX-License-Identifier: MIT
 * Orientation of tets, and prisms divided into them. */
#include "mesh/solid/tets.h"

#include "core/vec3.h"
#include "oracles/predicates.h"

double ts_tet_volume6(const double x[][3], const int32_t tet[4]) {
    double a[3], b[3], c[3], normal[3];
    ts_sub(x[tet[1]], x[tet[0]], a);
    ts_sub(x[tet[2]], x[tet[0]], b);
    ts_sub(x[tet[3]], x[tet[0]], c);
    ts_cross(a, b, normal);
    return ts_dot(normal, c);
}

void ts_tet_turn_positive(const double x[][3], int32_t tet[4]) {
    if (ts_tet_volume6(x, tet) >= 0.0) return;
    const int32_t held = tet[2];
    tet[2] = tet[3];
    tet[3] = held;
}

bool ts_tets_are_positive(const ts_mesh *mesh) {
    for (size_t t = 0; t < mesh->tets; ++t) {
        const int32_t *v = mesh->tet[t];
        if (ts_orient3d(mesh->x[v[0]], mesh->x[v[1]], mesh->x[v[2]], mesh->x[v[3]]) <= 0) return false;
    }
    return true;
}

/* Numberings of a prism's corners that begin with each of them: a0 a1 a2 b0 b1 b2. */
static const int BEGIN_WITH[6][6] = {{0, 1, 2, 3, 4, 5}, {1, 2, 0, 4, 5, 3}, {2, 0, 1, 5, 3, 4},
                                     {3, 5, 4, 0, 2, 1}, {4, 3, 5, 1, 0, 2}, {5, 4, 3, 2, 1, 0}};

static int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}

int ts_tet_divide_prism(const int32_t a[3], const int32_t b[3], ts_mesh *mesh) {
    /* By which diagonal of the side that the first corner is not on. */
    static const int DIVISION[2][3][4] = {{{0, 1, 2, 5}, {0, 1, 5, 4}, {0, 4, 5, 3}},
                                          {{0, 1, 2, 4}, {0, 4, 2, 5}, {0, 4, 5, 3}}};
    const int32_t corner[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    int first = 0, n[6];
    for (int k = 1; k < 6; ++k) {
        if (corner[k] < corner[first]) first = k;
    }
    for (int k = 0; k < 6; ++k) n[k] = corner[BEGIN_WITH[first][k]];
    const int division = lower(n[1], n[5]) < lower(n[2], n[4]) ? 0 : 1;
    int sides = 0;
    for (int t = 0; t < 3; ++t) {
        int32_t *tet = mesh->tet[mesh->tets++];
        for (int k = 0; k < 4; ++k) tet[k] = n[DIVISION[division][t][k]];
        const double volume6 = ts_tet_volume6((const double(*)[3])mesh->x, tet);
        sides += (volume6 > 0.0) - (volume6 < 0.0);
        ts_tet_turn_positive((const double(*)[3])mesh->x, tet);
    }
    return sides / 3;
}
