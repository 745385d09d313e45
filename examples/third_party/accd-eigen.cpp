// SPDX-License-Identifier: MIT
// ACCD (Li, Kaufman, Jiang 2021, Algorithm 1) in the linear algebra and with the compiler flags of its authors'
// program, written from a description of that program: the region of a triangle by three normal equations, solved by
// Eigen's LDLT. Its answers can be held against those of the program, its speed stands for theirs (docs/certified.md).
#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include <touchstone/plugin.h>

namespace {

using Vector = Eigen::Vector3d;

constexpr double eta = 0.1;
constexpr unsigned most_iterations = 1000000;

double point_point2(const Vector &p, const Vector &q) {
    return (p - q).squaredNorm();
}

double point_line2(const Vector &p, const Vector &a, const Vector &b) {
    return (a - p).cross(b - p).squaredNorm() / (b - a).squaredNorm();
}

double height2(const Vector &normal, const Vector &from) {
    const double height = from.dot(normal);
    return height * height / normal.squaredNorm();
}

// p - a in the basis of the side a b and of the direction outwards.
Eigen::Vector2d in_side(const Vector &p, const Vector &a, const Vector &b, const Vector &normal) {
    Eigen::Matrix<double, 2, 3> basis;
    basis.row(0) = (b - a).transpose();
    basis.row(1) = basis.row(0).cross(normal.transpose());
    return (basis * basis.transpose()).ldlt().solve(basis * (p - a));
}

bool is_beyond(const Eigen::Vector2d &at) {
    return at(0) > 0.0 && at(0) < 1.0 && at(1) >= 0.0;
}

double point_triangle2(const Vector &p, const Vector &a, const Vector &b, const Vector &c) {
    const Vector normal = (b - a).cross(c - a);
    const Eigen::Vector2d ab = in_side(p, a, b, normal);
    if (is_beyond(ab)) return point_line2(p, a, b);
    const Eigen::Vector2d bc = in_side(p, b, c, normal);
    if (is_beyond(bc)) return point_line2(p, b, c);
    const Eigen::Vector2d ca = in_side(p, c, a, normal);
    if (is_beyond(ca)) return point_line2(p, c, a);
    if (ab(0) <= 0.0 && ca(0) >= 1.0) return point_point2(p, a);
    if (bc(0) <= 0.0 && ab(0) >= 1.0) return point_point2(p, b);
    if (ca(0) <= 0.0 && bc(0) >= 1.0) return point_point2(p, c);
    return height2(normal, p - a);
}

double point_edge2(const Vector &p, const Vector &a, const Vector &b) {
    const Vector edge = b - a;
    const double along = edge.dot(p - a) / edge.squaredNorm();
    if (along < 0.0) return point_point2(p, a);
    if (along > 1.0) return point_point2(p, b);
    return point_line2(p, a, b);
}

// An end of the second edge against the first edge a b; along: where it projects on it, times uu.
double end2(const Vector &a, const Vector &b, const Vector &end, double along, double uu) {
    if (along <= 0.0) return point_point2(a, end);
    if (along >= uu) return point_point2(b, end);
    return point_line2(end, a, b);
}

// After Sunday's scheme; nearly parallel or coplanar edges are left to an end of the first.
double edge_edge2(const Vector &a, const Vector &b, const Vector &c, const Vector &d) {
    const Vector u = b - a, v = d - c, w = a - c;
    const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(), uw = u.dot(w), vw = v.dot(w);
    const double determinant = uu * vv - uv * uv, s = uv * vw - vv * uw;
    enum { end_a, end_b, inside } at = inside;
    double t, t_scale = vv;
    if (s <= 0.0) {
        t = vw;
        at = end_a;
    } else if (s >= determinant) {
        t = vw + uv;
        at = end_b;
    } else {
        t = uu * vw - uv * uw;
        t_scale = determinant;
        if (t > 0.0 && t < determinant && (u.cross(v).dot(w) == 0.0 || u.cross(v).squaredNorm() < 1e-20 * uu * vv)) {
            at = s < determinant / 2.0 ? end_a : end_b;
            t = at == end_a ? vw : vw + uv;
            t_scale = vv;
        }
    }
    if (t <= 0.0) return end2(a, b, c, -uw, uu);
    if (t >= t_scale) return end2(a, b, d, uv - uw, uu);
    if (at == end_a) return point_line2(a, c, d);
    if (at == end_b) return point_line2(b, c, d);
    return height2(u.cross(v), w);
}

template <ts_ccd_kind kind> double distance2(const Vector x[4], double xi) {
    if (kind == TS_POINT_TRIANGLE) return point_triangle2(x[0], x[1], x[2], x[3]);
    if (kind == TS_POINT_EDGE) return point_edge2(x[0], x[1], x[2]);
    if (kind == TS_POINT_POINT) return point_point2(x[0], x[1]);
    const double d2 = edge_edge2(x[0], x[1], x[2], x[3]);
    if (d2 - xi * xi > 0.0) return d2;
    return std::min(std::min(point_point2(x[0], x[2]), point_point2(x[0], x[3])),
                    std::min(point_point2(x[1], x[2]), point_point2(x[1], x[3])));
}

// Displacements less their mean; returns l_p.
template <ts_ccd_kind kind> double centre(const Vector x[4], const ts_ccd_query &query, Vector p[4]) {
    constexpr int vertices = kind == TS_POINT_POINT ? 2 : kind == TS_POINT_EDGE ? 3 : 4;
    constexpr int first = kind == TS_EDGE_EDGE ? 2 : 1;
    Vector mean = Vector::Zero();
    for (int i = 0; i < vertices; ++i) {
        p[i] = Eigen::Map<const Vector>(query.x1[i]) - x[i];
        mean += p[i];
    }
    mean /= vertices;
    double most[2] = {0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        p[i] -= mean;
        most[i >= first] = std::max(most[i >= first], p[i].squaredNorm());
    }
    return std::sqrt(most[0]) + std::sqrt(most[1]);
}

template <ts_ccd_kind kind> void answer_kind(const ts_ccd_query &query, ts_ccd_result &result) {
    constexpr int vertices = kind == TS_POINT_POINT ? 2 : kind == TS_POINT_EDGE ? 3 : 4;
    Vector x[4], p[4];
    for (int i = 0; i < vertices; ++i) x[i] = Eigen::Map<const Vector>(query.x0[i]);
    result = ts_ccd_result{TS_CCD_FREE, query.t_max, 0};
    const double l_p = centre<kind>(x, query, p);
    if (l_p == 0.0) return;
    const double xi = query.min_distance;
    double d2 = distance2<kind>(x, xi), d = std::sqrt(d2), toi = 0.0;
    const double kept = eta * (d2 - xi * xi) / (d + xi);
    for (result.iterations = 1; result.iterations <= most_iterations; ++result.iterations) {
        const double step = (1.0 - eta) * (d2 - xi * xi) / ((d + xi) * l_p);
        for (int i = 0; i < vertices; ++i) x[i] += step * p[i];
        d2 = distance2<kind>(x, xi);
        d = std::sqrt(d2);
        if (toi != 0.0 && (d2 - xi * xi) / (d + xi) < kept) {
            result.status = TS_CCD_HIT;
            result.toi = toi;
            return;
        }
        toi += step;
        if (toi > query.t_max) return;
    }
    // Theirs goes on for ever.
    result = ts_ccd_result{TS_CCD_LIMIT, std::max(toi, 0.0), most_iterations};
}

void answer(void *, const ts_ccd_query *query, ts_ccd_result *result) {
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return answer_kind<TS_POINT_TRIANGLE>(*query, *result);
    case TS_EDGE_EDGE: return answer_kind<TS_EDGE_EDGE>(*query, *result);
    case TS_POINT_EDGE: return answer_kind<TS_POINT_EDGE>(*query, *result);
    case TS_POINT_POINT: return answer_kind<TS_POINT_POINT>(*query, *result);
    }
}

ts_status create(const char *, void **self) {
    *self = nullptr;
    return TS_OK;
}

void destroy(void *) {
}

} // namespace

// NULL where the machine lacks the instructions of those flags.
extern "C" const ts_ccd_backend *ts_ccd_plugin() {
    static const ts_ccd_backend backend = {TS_CCD_ABI,
                                           "accd-eigen",
                                           "accd in the linear algebra of its authors' program",
                                           "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG "
                                           "40(4), 2021, Algorithm 1; Eigen 3",
                                           TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
                                           nullptr,
                                           0,
                                           create,
                                           answer,
                                           nullptr,
                                           nullptr,
                                           destroy};
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
        return nullptr;
#endif
    return &backend;
}
