// SPDX-License-Identifier: MIT
// Conservative advancement: step by the gap over the greatest speed of approach, measure, and step again.
#include "collide.hpp"

#include <algorithm>
#include <cmath>

namespace collide {
namespace {

Vec operator-(const Vec &a, const Vec &b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec operator*(double s, const Vec &a) {
    return {s * a[0], s * a[1], s * a[2]};
}

double dot(const Vec &a, const Vec &b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double length(const Vec &a) {
    return std::sqrt(dot(a, a));
}

Vec cross(const Vec &a, const Vec &b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double toSegment(const Vec &p, const Vec &a, const Vec &b) {
    const Vec u = b - a, w = p - a;
    const double square = dot(u, u);
    const double s = square > 0.0 ? std::clamp(dot(w, u) / square, 0.0, 1.0) : 0.0;
    return length(w - s * u);
}

double fromTriangle(const std::array<Vec, 4> &x) {
    const Vec &p = x[0], &a = x[1], &b = x[2], &c = x[3];
    const Vec n = cross(b - a, c - a);
    const double border = std::min({toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a)});
    const bool above =
        dot(cross(b - a, p - a), n) >= 0.0 && dot(cross(c - b, p - b), n) >= 0.0 && dot(cross(a - c, p - c), n) >= 0.0;
    return above && dot(n, n) > 0.0 ? std::min(border, std::abs(dot(p - a, n)) / length(n)) : border;
}

double betweenEdges(const std::array<Vec, 4> &x) {
    const Vec u = x[1] - x[0], v = x[3] - x[2], w = x[2] - x[0], n = cross(u, v);
    const double ends = std::min({toSegment(x[0], x[2], x[3]), toSegment(x[1], x[2], x[3]), toSegment(x[2], x[0], x[1]),
                                  toSegment(x[3], x[0], x[1])});
    const double square = dot(n, n);
    if (square == 0.0) return ends;
    const double s = dot(cross(w, v), n) / square, t = dot(cross(w, u), n) / square;
    const bool within = s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0;
    return within ? std::min(ends, std::abs(dot(w, n)) / std::sqrt(square)) : ends;
}

} // namespace

// The first `first` vertices are one primitive, the others the other.
std::optional<double> Ccd::advance(const std::array<Way, 4> &ways, int first, Distance distance, double separation,
                                   double until) const {
    double speed[2] = {0.0, 0.0};
    const Vec mean = 0.25 * (ways[0].to - ways[0].from - (ways[1].from - ways[1].to) - (ways[2].from - ways[2].to) -
                             (ways[3].from - ways[3].to));
    for (int i = 0; i < 4; ++i)
        speed[i >= first] = std::max(speed[i >= first], length(ways[i].to - ways[i].from - mean));
    const double approach = speed[0] + speed[1];
    double t = 0.0, least = 0.0;
    for (int count = 0; count < 100000; ++count) {
        std::array<Vec, 4> x;
        for (int i = 0; i < 4; ++i) x[i] = ways[i].from - t * (ways[i].from - ways[i].to);
        const double gap = distance(x) - separation;
        if (count == 0) least = kept_ * gap;
        if (gap <= 0.0 || (count > 0 && gap < least)) return t;
        if (approach == 0.0) return std::nullopt;
        t += (1.0 - kept_) * gap / approach;
        if (t > until) return std::nullopt;
    }
    return t;
}

std::optional<double> Ccd::pointTriangle(const std::array<Way, 4> &ways, double separation, double until) const {
    return advance(ways, 1, fromTriangle, separation, until);
}

std::optional<double> Ccd::edgeEdge(const std::array<Way, 4> &ways, double separation, double until) const {
    return advance(ways, 2, betweenEdges, separation, until);
}

} // namespace collide
