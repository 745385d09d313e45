/* SPDX-License-Identifier: GPL-2.0-or-later
 * Orientation of tets. */
#include "cipc/mesh/tets.h"

#include "core/vec3.h"

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
