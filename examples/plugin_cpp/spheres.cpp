// SPDX-License-Identifier: MIT
// A CCD method as a shared object in C++: each primitive stays inside a sphere that moves with the mean of its
// vertices, and the spheres approach no faster than their centres do.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include <touchstone/ccd.h>

namespace {

using Vector = std::array<double, 3>;

Vector operator-(const Vector &a, const Vector &b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double length(const Vector &a) {
    return std::hypot(a[0], a[1], a[2]);
}

Vector row(const double x[3]) {
    return {x[0], x[1], x[2]};
}

// Rows first to last of x.
Vector centre(const double x[4][3], int first, int last) {
    Vector mean{};
    for (int i = first; i < last; ++i) {
        for (int c = 0; c < 3; ++c) mean[c] += x[i][c] / (last - first);
    }
    return mean;
}

// A vertex' distance from the centre is convex in time, so that the two ends of the motion decide.
double radius(const ts_ccd_query &query, int first, int last) {
    double most = 0.0;
    for (int i = first; i < last; ++i) {
        most = std::max({most, length(row(query.x0[i]) - centre(query.x0, first, last)),
                         length(row(query.x1[i]) - centre(query.x1, first, last))});
    }
    return most;
}

double largest_coordinate(const ts_ccd_query &query) {
    double largest = query.min_distance;
    for (int i = 0; i < ts_ccd_vertices(query.kind); ++i) {
        for (int c = 0; c < 3; ++c) largest = std::max({largest, std::fabs(query.x0[i][c]), std::fabs(query.x1[i][c])});
    }
    return largest;
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    const int first = ts_ccd_first_vertices(query->kind), all = ts_ccd_vertices(query->kind);
    const Vector start = centre(query->x0, first, all) - centre(query->x0, 0, first);
    const Vector end = centre(query->x1, first, all) - centre(query->x1, 0, first);
    // More than all the rounding here; so the method is conservative, not almost so.
    const double rounding = 64.0 * DBL_EPSILON * largest_coordinate(*query) + 1e-150;
    const double gap = length(start) - radius(*query, 0, first) - radius(*query, first, all) - query->min_distance;
    const double speed = length(end - start) + rounding;
    const double toi = std::max(0.0, gap - 4.0 * rounding) / speed;
    const bool free = toi > query->t_max;
    *result = {free ? TS_CCD_FREE : TS_CCD_HIT, free ? query->t_max : toi, 1};
    if (!std::isfinite(gap) || !std::isfinite(speed)) *result = {TS_CCD_FAILED, 0.0, 1};
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
        made.name = "spheres";
        made.summary = "spheres around the primitives, and the speed of their centres";
        made.source = "an example that comes with Touchstone";
        made.capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE;
        made.create = create;
        made.query = answer;
        made.destroy = destroy;
        return made;
    }();
    return &backend;
}
