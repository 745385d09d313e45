/* SPDX-License-Identifier: MIT
 * Orientation and intersection of simplices against integers: lattices on which every degeneracy occurs, and points
 * one unit in the last place from them. */
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "oracles/intersect.h"
#include "oracles/predicates.h"
#include "tests/support.h"

/* ---- The reference: closed simplices with integer corners, 64 bits are enough ---- */

typedef struct point {
    int64_t c[3];
} point;

static point minus(point a, point b) {
    return (point){{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}

static int64_t dot(point a, point b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

static point cross(point a, point b) {
    return (point){
        {a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2], a.c[0] * b.c[1] - a.c[1] * b.c[0]}};
}

static bool is_zero(point a) {
    return a.c[0] == 0 && a.c[1] == 0 && a.c[2] == 0;
}

static int64_t volume(point a, point b, point c, point d) {
    return dot(cross(minus(b, a), minus(c, a)), minus(d, a));
}

static int sign_of(int64_t value) {
    return (value > 0) - (value < 0);
}

/* p = a + s (b - a) with 0 <= s <= 1 */
static bool ref_point_segment(point p, const point s[2]) {
    const point u = minus(s[1], s[0]), w = minus(p, s[0]);
    if (is_zero(u)) return is_zero(w);
    return is_zero(cross(u, w)) && dot(u, w) >= 0 && dot(u, w) <= dot(u, u);
}

/* p = a + s u + t v: Gram's equations, s and t times the determinant. */
static bool ref_point_triangle(point p, const point t[3]) {
    const point u = minus(t[1], t[0]), v = minus(t[2], t[0]), w = minus(p, t[0]);
    const int64_t uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
    if (det == 0) {
        return ref_point_segment(p, t) || ref_point_segment(p, t + 1) ||
               ref_point_segment(p, (const point[2]){t[2], t[0]});
    }
    if (dot(w, cross(u, v)) != 0) return false;
    const int64_t s = dot(u, w) * vv - dot(v, w) * uv, r = dot(v, w) * uu - dot(u, w) * uv;
    return s >= 0 && r >= 0 && s + r <= det;
}

/* a + s u = b + r v: the closest points of the two lines, s and r times |u x v|^2. */
static bool ref_segments(const point s[2], const point t[2]) {
    const point u = minus(s[1], s[0]), v = minus(t[1], t[0]), w = minus(t[0], s[0]), n = cross(u, v);
    if (is_zero(n)) {
        return ref_point_segment(s[0], t) || ref_point_segment(s[1], t) || ref_point_segment(t[0], s) ||
               ref_point_segment(t[1], s);
    }
    const int64_t at_s = dot(cross(w, v), n), at_t = dot(cross(w, u), n), nn = dot(n, n);
    return dot(w, n) == 0 && at_s >= 0 && at_s <= nn && at_t >= 0 && at_t <= nn;
}

/* a + s d = b + q u + r v by Cramer's rule; a segment along the plane by its parts. */
static bool ref_segment_triangle(const point s[2], const point t[3]) {
    const point d = minus(s[1], s[0]), u = minus(t[1], t[0]), v = minus(t[2], t[0]), w = minus(t[0], s[0]);
    const point n = cross(u, v);
    int64_t det = dot(d, n);
    if (det == 0) {
        return ref_point_triangle(s[0], t) || ref_point_triangle(s[1], t) || ref_segments(s, t) ||
               ref_segments(s, t + 1) || ref_segments(s, (const point[2]){t[2], t[0]});
    }
    const int64_t flip = det > 0 ? 1 : -1;
    det *= flip;
    const int64_t at = flip * dot(w, n), q = -flip * dot(w, cross(v, d)), r = -flip * dot(w, cross(d, u));
    return at >= 0 && at <= det && q >= 0 && r >= 0 && q + r <= det;
}

static bool ref_triangles(const point s[3], const point t[3]) {
    for (int k = 0; k < 3; ++k) {
        const point a[2] = {s[k], s[(k + 1) % 3]}, b[2] = {t[k], t[(k + 1) % 3]};
        if (ref_segment_triangle(a, t) || ref_segment_triangle(b, s)) return true;
    }
    return false;
}

/* ---- Random simplices ---- */

/* More than the product of two denominators on the lattices below, so that a point this share of the way from a
 * common corner is nearer than where simplices could part again. */
enum { NEAR = 1024 };

static point lattice_point(ts_random *random, uint64_t size) {
    point p;
    for (int k = 0; k < 3; ++k) p.c[k] = (int64_t)ts_random_below(random, size) * NEAR;
    return p;
}

/* The point that is 1 / NEAR of the way from a to b, which are multiples of NEAR. */
static point toward(point a, point b) {
    const point d = minus(b, a);
    return (point){{a.c[0] + d.c[0] / NEAR, a.c[1] + d.c[1] / NEAR, a.c[2] + d.c[2] / NEAR}};
}

typedef struct sample {
    point at[6];
    double x[6][3];
    ts_corner corner[6];
} sample;

static void draw(ts_random *random, sample *s) {
    const uint64_t size = 2 + ts_random_below(random, 4);
    const double scale = ldexp(1.0, (int)ts_random_below(random, 9) * 10 - 40),
                 shift = (double)ts_random_below(random, 3);
    for (int i = 0; i < 6; ++i) {
        s->at[i] = lattice_point(random, size);
        for (int k = 0; k < 3; ++k) s->x[i][k] = scale * ((double)s->at[i].c[k] + shift);
        s->corner[i] = s->x[i];
    }
}

static void share(sample *s, int from, int to) {
    s->at[to] = s->at[from];
    memcpy(s->x[to], s->x[from], sizeof s->x[to]);
}

#define CHECK_SAME(mine, reference, seen)                                                                              \
    do {                                                                                                               \
        const bool check_truth = (reference);                                                                          \
        ck_assert_msg((mine) == check_truth, "case %d: %s is not %d", i, #mine, check_truth);                          \
        ++(seen)[check_truth];                                                                                         \
    } while (0)

/* Both answers must have come often, or the test is none. */
static void check_seen(const int (*seen)[2], int kinds, int least) {
    for (int k = 0; k < kinds; ++k) {
        ck_assert_msg(seen[k][0] >= least && seen[k][1] >= least, "kind %d: %d no, %d yes", k, seen[k][0], seen[k][1]);
    }
}

START_TEST(disjoint_simplices_on_lattices) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int seen[5][2] = {{0}};
    const int cases = ts_test_cases(60000);
    for (int i = 0; i < cases; ++i) {
        sample s;
        draw(&random, &s);
        const ts_corner *c = s.corner;
        const point *p = s.at;
        CHECK_SAME(ts_point_meets_segment(c[0], c + 1), ref_point_segment(p[0], p + 1), seen[0]);
        CHECK_SAME(ts_point_meets_triangle(c[0], c + 1), ref_point_triangle(p[0], p + 1), seen[1]);
        CHECK_SAME(ts_segments_meet(c, c + 2), ref_segments(p, p + 2), seen[2]);
        CHECK_SAME(ts_segment_meets_triangle(c, c + 2), ref_segment_triangle(p, p + 2), seen[3]);
        CHECK_SAME(ts_triangles_meet(c, c + 3), ref_triangles(p, p + 3), seen[4]);
    }
    check_seen((const int(*)[2])seen, 5, cases / 100);
}
END_TEST

/* Beyond a common corner or edge: a cut through one of the two, close to what is common, meets the other. */
START_TEST(joined_simplices_on_lattices) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    int seen[4][2] = {{0}};
    const int cases = ts_test_cases(60000);
    for (int i = 0; i < cases; ++i) {
        sample s;
        draw(&random, &s);
        share(&s, 0, 3);
        const ts_corner *c = s.corner;
        const point *p = s.at;
        const bool areas = !is_zero(cross(minus(p[1], p[0]), minus(p[2], p[0]))) &&
                           !is_zero(cross(minus(p[4], p[3]), minus(p[5], p[3])));
        if (!areas) continue; /* implies segments with length */
        const point near[2] = {toward(p[0], p[1]), toward(p[0], p[2])};
        CHECK_SAME(ts_segments_fold(c, c + 3), ref_point_segment(near[0], p + 3), seen[0]);
        CHECK_SAME(ts_segment_meets_triangle_beyond(c, c + 3), ref_point_triangle(near[0], p + 3), seen[1]);
        CHECK_SAME(ts_triangles_meet_beyond(c, c + 3), ref_segment_triangle(near, p + 3), seen[2]);
        share(&s, 1, 4);
        if (is_zero(cross(minus(p[4], p[3]), minus(p[5], p[3])))) continue;
        const point level[2] = {toward(p[0], p[2]), toward(p[1], p[2])};
        CHECK_SAME(ts_triangles_fold(c, c + 3), ref_segment_triangle(level, p + 3), seen[3]);
    }
    check_seen((const int(*)[2])seen, 4, cases / 1000);
}
END_TEST

/* ---- Orientation ---- */

START_TEST(orientation_on_lattices) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    const int cases = ts_test_cases(60000);
    int zeros = 0;
    for (int i = 0; i < cases; ++i) {
        sample s;
        draw(&random, &s);
        const int expected = sign_of(volume(s.at[0], s.at[1], s.at[2], s.at[3]));
        ck_assert_int_eq(ts_orient3d(s.x[0], s.x[1], s.x[2], s.x[3]), expected);
        zeros += expected == 0;
        const point n = cross(minus(s.at[1], s.at[0]), minus(s.at[2], s.at[0]));
        for (int k = 0; k < 3; ++k) ck_assert_int_eq(ts_orient2d(s.x[0], s.x[1], s.x[2], k), sign_of(n.c[k]));
    }
    ck_assert_int_gt(zeros, cases / 100);
}
END_TEST

/* (b - a) x (c - a) in rationals, dotted with d - a, or its component `axis` for axis >= 0. */
static int rational_sign(const double x[4][3], int axis) {
    mpq_t row[3][3], sum, part, other;
    mpq_inits(sum, part, other, (mpq_ptr)NULL);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            mpq_init(row[i][k]);
            mpq_set_d(row[i][k], x[i + 1][k]);
            mpq_set_d(part, x[0][k]);
            mpq_sub(row[i][k], row[i][k], part);
        }
    }
    for (int k = 0; k < 3; ++k) {
        if (axis >= 0 && k != axis) continue;
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(part, row[0][i], row[1][j]);
        mpq_mul(other, row[0][j], row[1][i]);
        mpq_sub(part, part, other);
        if (axis < 0) mpq_mul(part, part, row[2][k]);
        mpq_add(sum, sum, part);
    }
    const int sign = mpq_sgn(sum);
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) mpq_clear(row[i][k]);
    }
    mpq_clears(sum, part, other, (mpq_ptr)NULL);
    return sign;
}

static void check_orientation(const double x[4][3], int *signs) {
    const int expected = rational_sign(x, -1);
    ck_assert_int_eq(ts_orient3d(x[0], x[1], x[2], x[3]), expected);
    for (int k = 0; k < 3; ++k) ck_assert_int_eq(ts_orient2d(x[0], x[1], x[2], k), rational_sign(x, k));
    ++signs[expected + 1];
}

/* A fourth point computed in the plane of three is one or a few units in the last place off. */
START_TEST(orientation_of_nearly_coplanar_points) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    const int cases = ts_test_cases(20000);
    int signs[3] = {0};
    for (int i = 0; i < cases; ++i) {
        double x[4][3];
        const double s = ts_random_unit(&random), t = ts_random_unit(&random);
        const double offset = i % 2 ? 1000.0 : 0.0;
        for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < 3; ++j) x[j][k] = offset + ts_random_between(&random, -1.0, 1.0);
            x[3][k] = x[0][k] + s * (x[1][k] - x[0][k]) + t * (x[2][k] - x[0][k]);
            if (i % 4 == 0) x[2][k] = 0.5 * (x[0][k] + x[1][k]);
        }
        check_orientation((const double(*)[3])x, signs);
    }
    for (int k = 0; k < 3; k += 2) ck_assert_int_gt(signs[k], cases / 10);
}
END_TEST

/* What doubles make of the turn has the wrong sign by 2.48 units of 2^-53 of its two terms, in the plane and in space:
 * three roundings of each may add up. */
START_TEST(orientation_where_rounding_is_worst) {
    const double x[4][3] = {{-0x1.b512685e70298p-3, -0x1.9aeef829805fp-6, 0.0},
                            {0x1.9c800381d8d11p-1, 0x1.281c1ed3b2819p-1, 0.0},
                            {0x1.93c34a1f46083p-1, 0x1.22efb3a597a7cp-1, 0.0},
                            {0.0, 0.0, 1.0}};
    int signs[3] = {0};
    check_orientation(x, signs);
    ck_assert_int_eq(signs[0], 1);
}
END_TEST

START_TEST(orientation_of_extreme_magnitudes) {
    static const double VALUES[] = {0.0,        1.0,    0x1p-1074, -0x1p-1074, DBL_MIN, -3.0 * DBL_MIN, DBL_MAX,
                                    -DBL_MAX,   1e-160, -2e-160,   1e-200,     1e150,   -3e150,         0x1p-360,
                                    0x1.8p-355, -1.0,   0x1p-537,  0x1p52,     1e-15,   -1e15};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    int signs[3] = {0};
    const int cases = ts_test_cases(10000);
    for (int i = 0; i < cases; ++i) {
        double x[4][3];
        for (int j = 0; j < 4; ++j) {
            for (int k = 0; k < 3; ++k) x[j][k] = VALUES[ts_random_below(&random, sizeof VALUES / sizeof *VALUES)];
        }
        check_orientation((const double(*)[3])x, signs);
    }
    for (int k = 0; k < 3; ++k) ck_assert_int_gt(signs[k], 0);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("intersect");
    tcase_add_test(cases, disjoint_simplices_on_lattices);
    tcase_add_test(cases, joined_simplices_on_lattices);
    tcase_add_test(cases, orientation_on_lattices);
    tcase_add_test(cases, orientation_of_nearly_coplanar_points);
    tcase_add_test(cases, orientation_where_rounding_is_worst);
    tcase_add_test(cases, orientation_of_extreme_magnitudes);
    Suite *suite = suite_create("intersect");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
