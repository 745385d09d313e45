/* SPDX-License-Identifier: MIT
 * The verifier on meshes whose answer is known, and on random ones against every pair asked in turn. */
#include <math.h>
#include <mpfr.h>
#include <omp.h>
#include <string.h>

#include <touchstone/oracle.h>
#include <touchstone/verify.h>

#include "core/random.h"
#include "oracles/intersect.h"
#include "oracles/stretch.h"
#include "tests/oracles/verifying.h"

/* ---- Intersection ---- */

static const int32_t TWO[2][3] = {{0, 1, 2}, {3, 4, 5}};

START_TEST(two_triangles) {
    double x[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, -1}, {0.25, 0.25, 1}, {3, 3, 1}};
    const ts_verify_mesh mesh = {.nodes = 6, .triangles = 2, .triangle = TWO};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    expect_text("triangle 0 (nodes 0 1 2) and triangle 1 (nodes 3 4 5) intersect");
    x[3][2] = 0.0; /* touching */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    x[3][2] = 0x1p-1074;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    for (int k = 0; k < 3; ++k) x[3 + k][2] = 0.0; /* in one plane, one corner inside */
    x[4][0] = 2.0;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    memcpy(x[3], x[1], sizeof x[3]); /* a corner on a corner */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    x[3][0] = nextafter(1.0, 2.0);
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
}
END_TEST

START_TEST(joined_triangles) {
    double x[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 2, 1}};
    const int32_t hinge[2][3] = {{0, 1, 2}, {1, 3, 2}};
    const ts_verify_mesh mesh = {.nodes = 4, .triangles = 2, .triangle = hinge};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    x[3][0] = x[3][1] = 0.25; /* folded onto each other */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    x[3][2] = 0x1p-1074; /* an almost closed hinge is open */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);

    const int32_t corner[2][3] = {{0, 1, 2}, {0, 3, 4}}, twice[2][3] = {{0, 1, 2}, {2, 1, 0}};
    const ts_verify_mesh tips = {.nodes = 5, .triangles = 2, .triangle = corner};
    const double up[3] = {-1, -1, 1}, through[2][3] = {{0.25, 0.25, 1}, {0.25, 0.25, -1}};
    memcpy(x[3], up, sizeof up);
    verify(&tips, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    memcpy(x[3], through, sizeof through);
    verify(&tips, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    const ts_verify_mesh doubled = {.nodes = 3, .triangles = 2, .triangle = twice};
    verify(&doubled, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
}
END_TEST

START_TEST(segments_and_points) {
    double x[7][3] = {{0, 0, 0},         {1, 0, 0},          {0, 1, 0}, {0.25, 0.25, 1},
                      {0.25, 0.25, 0.5}, {0.25, 0.75, 0.75}, {2, 2, 2}};
    const int32_t triangle[1][3] = {{0, 1, 2}}, segment[2][2] = {{3, 4}, {4, 5}}, point[1] = {6};
    const ts_verify_mesh mesh = {.nodes = 7,
                                 .triangles = 1,
                                 .triangle = triangle,
                                 .segments = 2,
                                 .segment = segment,
                                 .points = 1,
                                 .point = point};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    memcpy(x[6], (const double[3]){0.25, 0.25, 0.75}, sizeof x[6]); /* on segment 0 */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    expect_text("point 0 (node 6) and segment 0 (nodes 3 4) intersect");
    x[6][2] = 0.0; /* on the triangle */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    expect_text("point 0 (node 6) and triangle 0 (nodes 0 1 2) intersect");
    x[6][2] = -1.0;
    x[4][2] = -0.5; /* both segments pierce */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 2);
    memcpy(x[4], (const double[3]){0.25, 0.25, 0.5}, sizeof x[4]);
    memcpy(x[5], (const double[3]){0.25, 0.25, 2}, sizeof x[5]); /* segment 1 folds back over 0 */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    expect_text("segment 0 (nodes 3 4) and segment 1 (nodes 4 5) intersect");
}
END_TEST

START_TEST(obstacles_and_strangers_do_not_see_each_other) {
    const double x[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, -1}, {0.25, 0.25, 1}, {3, 3, 1}};
    const unsigned char all[6] = {1, 1, 1, 1, 1, 1}, one[6] = {1, 1, 1, 0, 0, 0};
    const int32_t stitch[1][2] = {{5, 0}};
    ts_verify_mesh mesh = {.nodes = 6, .triangles = 2, .triangle = TWO, .obstacle = all};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    mesh.obstacle = one;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 1);
    mesh.strangers = 1;
    mesh.stranger = stitch;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INTERSECTION, 0);
}
END_TEST

/* ---- Thickness ---- */

START_TEST(thickness_is_kept_to_the_last_bit) {
    const double h = 0.1;
    double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, h}}, thickness[4] = {h, h, h, h};
    const int32_t point[1] = {3};
    const ts_verify_mesh mesh = {
        .nodes = 4, .triangles = 1, .triangle = TWO, .points = 1, .point = point, .thickness = thickness};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 1);
    ck_assert_double_eq(report.list[0].value, 0.0);
    ck_assert_double_eq(report.list[0].bound, h);
    x[3][2] = nextafter(h, 1.0);
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 0);
    x[3][2] = nextafter(h, 0.0);
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 1);
    ck_assert_double_eq(report.worst[TS_OFFENCE_THICKNESS].value, nextafter(h, 0.0) - h);
    thickness[3] = 0.0; /* the mean of both sides counts */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 0);
    x[3][2] = 0.5 * h;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 1);
}
END_TEST

/* Half of the least double is none, and pairs are looked for within half their thickness. */
START_TEST(a_thickness_may_be_the_least_double) {
    double x[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0x1p-1074}, {0.25, 0.25, 0x1p-1073}};
    double thickness[5] = {0x1p-1074, 0x1p-1074, 0x1p-1074, 0x1p-1074, 0x1p-1074};
    const int32_t point[2] = {3, 4};
    ts_verify_mesh mesh = {
        .nodes = 4, .triangles = 1, .triangle = TWO, .points = 1, .point = point, .thickness = thickness};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 1);
    mesh.points = 2;
    mesh.nodes = 5;
    mesh.triangles = 0;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_THICKNESS, 1);
    verify(&mesh, (verify_rows)x, (verify_rows)x);
    expect(TS_OFFENCE_MOTION, 1);
}
END_TEST

/* ---- Stretch, elements ---- */

static const double RIGHT[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

START_TEST(stretch_is_limited_to_the_last_bit) {
    double x[3][3] = {{0, 0, 5}, {1.5, 0, 5}, {0, 0, 5.75}}, upper = 1.5, lower = 0.75;
    ts_verify_mesh mesh = {.nodes = 3, .sheets = 1, .sheet = TWO, .rest = (verify_rows)RIGHT, .most_stretch = &upper};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_STRETCH, 1);
    expect_text("triangle 0 (nodes 0 1 2) is stretched by 1.5; the limit is 1.5");
    ck_assert_double_eq(report.most_stretch, 1.5);
    ck_assert_double_eq(report.least_stretch, 0.75);
    upper = nextafter(1.5, 2.0);
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_STRETCH, 0);
    mesh.least_stretch = &lower;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_COMPRESSION, 1);
    lower = nextafter(0.75, 0.0);
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_COMPRESSION, 0);
}
END_TEST

/* Largest (which 1) or smallest (-1) singular value of the edges (u, v), the rest triangle being RIGHT: eigenvalues of
 * the 2 x 2 Gram matrix at 600 bits. */
static void reference_stretch(const double x[3][3], int which, mpfr_t sigma) {
    mpfr_t gram[3], u, v;
    mpfr_inits2(600, gram[0], gram[1], gram[2], u, v, (mpfr_ptr)NULL);
    for (int i = 0; i < 3; ++i) mpfr_set_zero(gram[i], 1);
    for (int k = 0; k < 3; ++k) {
        mpfr_set_d(u, x[1][k], MPFR_RNDN);
        mpfr_sub_d(u, u, x[0][k], MPFR_RNDN);
        mpfr_set_d(v, x[2][k], MPFR_RNDN);
        mpfr_sub_d(v, v, x[0][k], MPFR_RNDN);
        mpfr_fma(gram[0], u, u, gram[0], MPFR_RNDN);
        mpfr_fma(gram[1], u, v, gram[1], MPFR_RNDN);
        mpfr_fma(gram[2], v, v, gram[2], MPFR_RNDN);
    }
    mpfr_add(u, gram[0], gram[2], MPFR_RNDN);
    mpfr_sub(v, gram[0], gram[2], MPFR_RNDN);
    mpfr_mul_2ui(gram[1], gram[1], 1, MPFR_RNDN);
    mpfr_hypot(v, v, gram[1], MPFR_RNDN);
    mpfr_mul_si(v, v, which, MPFR_RNDN);
    mpfr_add(u, u, v, MPFR_RNDN);
    mpfr_mul_d(u, u, 0.5, MPFR_RNDN);
    mpfr_sqrt(sigma, u, MPFR_RNDN);
    mpfr_clears(gram[0], gram[1], gram[2], u, v, (mpfr_ptr)NULL);
}

static void check_stretch(const double x[3][3], int which) {
    mpfr_t sigma;
    mpfr_init2(sigma, 600);
    reference_stretch(x, which, sigma);
    const double lo = mpfr_get_d(sigma, MPFR_RNDD), hi = mpfr_get_d(sigma, MPFR_RNDU);
    ts_stretched triangle;
    for (int k = 0; k < 3; ++k) {
        triangle.rest[k] = RIGHT[k];
        triangle.now[k] = x[k];
    }
    int (*const compare)(const ts_stretched *, double) =
        which > 0 ? ts_stretch_compare_largest : ts_stretch_compare_smallest;
    if (lo < hi) { /* else it may be a double that 600 bits only approach */
        ck_assert_int_eq(compare(&triangle, lo), 1);
        ck_assert_int_eq(compare(&triangle, hi), -1);
    }
    ck_assert_int_eq(compare(&triangle, lo * (1.0 - 1e-12)), 1);
    ck_assert_int_eq(compare(&triangle, hi * (1.0 + 1e-12)), -1);
    double value[2];
    ts_stretch_values(&triangle, &value[0], &value[1]);
    ck_assert_double_le(fabs(value[which < 0] - lo), 16.0 * 0x1p-52 * value[0]);
    mpfr_clear(sigma);
}

START_TEST(stretch_of_extreme_sizes) {
    static const double SIZES[] = {0x1p-1060, 0x1p-600, 1.0, 0x1p600, 0x1p1020};
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 5; ++k) {
            const double a = SIZES[i], b = SIZES[k], ratio = b / a;
            const double rest[3][3] = {{0}, {a, 0, 0}, {0, 2.0 * a, 0}}, now[3][3] = {{0}, {0, b, 0}, {0, 0, b}};
            const ts_stretched triangle = {{rest[0], rest[1], rest[2]}, {now[0], now[1], now[2]}};
            double most, least;
            ts_stretch_values(&triangle, &most, &least);
            ck_assert_double_eq(most, ratio);
            ck_assert_double_eq(least, 0.5 * ratio);
            if (isinf(ratio) || 0.5 * ratio == 0.0) continue;
            ck_assert_int_eq(ts_stretch_compare_largest(&triangle, ratio), 0);
            ck_assert_int_eq(ts_stretch_compare_smallest(&triangle, 0.5 * ratio), 0);
            ck_assert_int_eq(ts_stretch_compare_largest(&triangle, nextafter(ratio, 0.0)), 1);
            ck_assert_int_eq(ts_stretch_compare_smallest(&triangle, nextafter(ratio, INFINITY)), -1);
        }
    }
    const double thin[3][3] = {{0}, {0x1p-1070, 0, 0}, {0, 1, 0}};
    const ts_stretched needle = {{thin[0], thin[1], thin[2]}, {RIGHT[0], RIGHT[1], RIGHT[2]}};
    double most, least;
    ts_stretch_values(&needle, &most, &least);
    ck_assert(isinf(most) && least == 0.0);
    ck_assert_int_eq(ts_stretch_compare_largest(&needle, 1e150), 1);
    ck_assert_int_eq(ts_stretch_compare_smallest(&needle, 1.0), 0);
}
END_TEST

/* One edge is as it was, and the one across it a last place longer or shorter, too little for doubles to tell. */
START_TEST(stretch_across_an_edge_that_keeps_its_length) {
    const double at[3] = {1.0 - 0x1p-53, 1.0, 1.0 + 0x1p-52};
    for (int i = 0; i < 3; ++i) {
        for (int turn = 0; turn < 2; ++turn) {
            const double now[3][3] = {{0}, {turn ? at[i] : 1.0, 0, 0}, {0, turn ? 1.0 : at[i], 0}};
            const double rest[3][3] = {{0}, {1, 0, 0}, {0, 1, 0}};
            const ts_stretched triangle = {{rest[0], rest[1], rest[2]}, {now[0], now[1], now[2]}};
            ck_assert_int_eq(ts_stretch_compare_largest(&triangle, 1.0), i == 2);
            ck_assert_int_eq(ts_stretch_compare_smallest(&triangle, 1.0), i == 0 ? -1 : 0);
        }
    }
}
END_TEST

START_TEST(stretch_against_600_bits) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    const int cases = ts_test_cases(2000);
    for (int i = 0; i < cases; ++i) {
        double x[3][3];
        const double size = i % 3 ? 0.02 : 1.0; /* also almost undeformed ones */
        for (int k = 0; k < 9; ++k) {
            const double about = i % 3 ? RIGHT[k / 3][k % 3] : 0.0;
            x[k / 3][k % 3] = about + ts_random_between(&random, -size, size);
        }
        check_stretch((const double(*)[3])x, 1);
        check_stretch((const double(*)[3])x, -1);
    }
}
END_TEST

START_TEST(flat_elements_and_inverted_tets) {
    double x[4][3];
    const int32_t tet[1][4] = {{0, 1, 2, 3}}, segment[1][2] = {{0, 3}};
    memcpy(x, RIGHT, sizeof x);
    ts_verify_mesh mesh = {.nodes = 4, .tets = 1, .tet = tet};
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INVERTED, 0);
    x[3][2] = -1.0;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INVERTED, 1);
    expect_text("tet 0 (nodes 0 1 2 3) is turned inside out");
    double mirrored[4][3];
    memcpy(mirrored, x, sizeof x);
    mesh.rest = (verify_rows)mirrored; /* a mesh of the other hand is not inverted */
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INVERTED, 0);
    x[3][2] = 0.0;
    verify(&mesh, (verify_rows)x, NULL);
    expect(TS_OFFENCE_INVERTED, 1);
    ck_assert_double_eq(report.list[0].value, 0.0);

    memcpy(x, RIGHT, sizeof x);
    const ts_verify_mesh shell = {.nodes = 4, .triangles = 1, .triangle = TWO};
    const ts_verify_mesh rod = {.nodes = 4, .segments = 1, .segment = segment};
    memcpy(x[2], (const double[3]){3, 0, 0}, sizeof x[2]);
    verify(&shell, (verify_rows)x, NULL);
    expect(TS_OFFENCE_FLAT, 1);
    expect_text("triangle 0 (nodes 0 1 2) has no area");
    memcpy(x[3], x[0], sizeof x[3]);
    verify(&rod, (verify_rows)x, NULL);
    expect(TS_OFFENCE_FLAT, 1);
    expect_text("segment 0 (nodes 0 3) has no length");
}
END_TEST

/* ---- Motion ---- */

START_TEST(motion_through_is_found_though_both_ends_are_fine) {
    double x0[4][3], x1[4][3], thickness[4] = {0.0};
    const int32_t point[1] = {3};
    memcpy(x0, RIGHT, sizeof x0);
    memcpy(x1, RIGHT, sizeof x1);
    memcpy(x0[3], (const double[3]){0.25, 0.25, 1.0}, sizeof x0[3]);
    memcpy(x1[3], (const double[3]){0.25, 0.25, -1.0}, sizeof x1[3]);
    const ts_verify_mesh mesh = {
        .nodes = 4, .triangles = 1, .triangle = TWO, .points = 1, .point = point, .thickness = thickness};
    verify(&mesh, (verify_rows)x0, NULL);
    expect(TS_OFFENCE_MOTION, 0);
    verify(&mesh, (verify_rows)x1, NULL);
    expect(TS_OFFENCE_MOTION, 0);
    verify(&mesh, (verify_rows)x0, (verify_rows)x1);
    expect(TS_OFFENCE_MOTION, 1);
    expect_text("node 3 and triangle 0 (nodes 0 1 2) meet at t = 0.5");
    x1[3][2] = 0.25;
    verify(&mesh, (verify_rows)x0, (verify_rows)x1);
    expect(TS_OFFENCE_MOTION, 0);
    for (int i = 0; i < 4; ++i) thickness[i] = 0.25; /* touches at the end */
    verify(&mesh, (verify_rows)x0, (verify_rows)x1);
    expect(TS_OFFENCE_MOTION, 1);
    ck_assert_double_eq(report.list[0].value, 1.0);
    for (int i = 0; i < 4; ++i) thickness[i] = nextafter(0.25, 0.0);
    verify(&mesh, (verify_rows)x0, (verify_rows)x1);
    expect(TS_OFFENCE_MOTION, 0);
}
END_TEST

/* ---- Everything at random against all pairs ---- */

enum { SHEETS = 40, RODS = 30, POINTS = 30, NODES = 3 * SHEETS + 2 * RODS + POINTS };

static struct {
    double x0[NODES][3], x1[NODES][3], thickness[NODES];
    int32_t triangle[SHEETS][3], segment[RODS][2], point[POINTS];
} soup;

static ts_verify_mesh cook(ts_random *random, double size) {
    int32_t node = 0;
    for (int i = 0; i < NODES; ++i) {
        soup.thickness[i] = 0.02;
        for (int k = 0; k < 3; ++k) {
            const double near = i > 0 && i % 3 ? soup.x0[i - 1][k] : 0.5;
            soup.x0[i][k] = near + ts_random_between(random, -size, size) * (near == 0.5 ? 1.0 : 0.8);
            soup.x1[i][k] = soup.x0[i][k] + ts_random_between(random, -0.1, 0.1);
        }
    }
    for (int i = 0; i < SHEETS; ++i) {
        for (int k = 0; k < 3; ++k) soup.triangle[i][k] = node++;
    }
    for (int i = 0; i < RODS; ++i) {
        for (int k = 0; k < 2; ++k) soup.segment[i][k] = node++;
    }
    for (int i = 0; i < POINTS; ++i) soup.point[i] = node++;
    return (ts_verify_mesh){.nodes = NODES,
                            .triangles = SHEETS,
                            .triangle = (const int32_t(*)[3])soup.triangle,
                            .segments = RODS,
                            .segment = (const int32_t(*)[2])soup.segment,
                            .points = POINTS,
                            .point = soup.point,
                            .thickness = soup.thickness};
}

/* Nodes of element e of the soup, all kinds in a row; returns how many. */
static int element(int e, int32_t node[3]) {
    if (e < SHEETS) memcpy(node, soup.triangle[e], sizeof soup.triangle[e]);
    if (e < SHEETS) return 3;
    e -= SHEETS;
    if (e < RODS) memcpy(node, soup.segment[e], sizeof soup.segment[e]);
    if (e < RODS) return 2;
    node[0] = soup.point[e - RODS];
    return 1;
}

static bool meets(int a, int b) {
    int32_t node[2][3];
    const int many = element(a, node[0]), few = element(b, node[1]);
    ts_corner s[3], t[3];
    for (int i = 0; i < many; ++i) s[i] = soup.x0[node[0][i]];
    for (int i = 0; i < few; ++i) t[i] = soup.x0[node[1][i]];
    if (many == 3) {
        return few == 3   ? ts_triangles_meet(s, t)
               : few == 2 ? ts_segment_meets_triangle(t, s)
                          : ts_point_meets_triangle(t[0], s);
    }
    if (many == 2) return few == 2 ? ts_segments_meet(s, t) : ts_point_meets_segment(t[0], s);
    return ts_points_meet(s[0], t[0]);
}

/* Edges of the soup: three of each triangle, then the rods. */
static void edge(int e, int32_t node[2]) {
    if (e >= 3 * SHEETS) {
        memcpy(node, soup.segment[e - 3 * SHEETS], 2 * sizeof *node);
    } else {
        node[0] = soup.triangle[e / 3][e % 3];
        node[1] = soup.triangle[e / 3][(e + 1) % 3];
    }
}

/* One query, its verify_rows from a list of nodes. */
static void ask(ts_ccd_kind kind, const int32_t node[4], size_t counts[2]) {
    ts_ccd_query query = {.kind = kind, .min_distance = 0.02, .t_max = 1.0};
    ts_oracle_truth truth;
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        for (int j = 0; j < i; ++j) {
            if (node[i] == node[j]) return;
        }
        memcpy(query.x0[i], soup.x0[node[i]], sizeof query.x0[i]);
        memcpy(query.x1[i], soup.x1[node[i]], sizeof query.x1[i]);
    }
    int sign = 0;
    ck_assert_int_eq(ts_oracle_compare(&query, 0.0, 0.02, &sign), TS_OK);
    ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
    counts[0] += sign <= 0;
    counts[1] += truth.contact;
}

/* Pairs too close, and too close on the way. */
static void ask_all(size_t counts[2]) {
    for (int32_t p = 0; p < NODES; ++p) {
        for (int f = 0; f < SHEETS; ++f) {
            const int32_t *t = soup.triangle[f];
            ask(TS_POINT_TRIANGLE, (const int32_t[4]){p, t[0], t[1], t[2]}, counts);
        }
        for (int r = 0; r < RODS; ++r) {
            ask(TS_POINT_EDGE, (const int32_t[4]){p, soup.segment[r][0], soup.segment[r][1]}, counts);
        }
    }
    for (int a = 0; a < 3 * SHEETS + RODS; ++a) {
        for (int b = 0; b < a; ++b) {
            int32_t node[4];
            edge(a, node);
            edge(b, node + 2);
            ask(TS_EDGE_EDGE, node, counts);
        }
    }
    for (int a = 0; a < POINTS; ++a) {
        for (int b = 0; b < a; ++b) ask(TS_POINT_POINT, (const int32_t[4]){soup.point[a], soup.point[b]}, counts);
    }
}

START_TEST(no_pair_is_missed) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    const int cases = ts_test_cases(2);
    for (int i = 0; i < cases; ++i) {
        const ts_verify_mesh mesh = cook(&random, 0.4 + 0.1 * i);
        size_t intersections = 0, counts[2] = {0};
        for (int a = 0; a < SHEETS + RODS + POINTS; ++a) {
            for (int b = a + 1; b < SHEETS + RODS + POINTS; ++b) intersections += meets(a, b);
        }
        ask_all(counts);
        verify(&mesh, (verify_rows)soup.x0, NULL);
        ck_assert_uint_gt(intersections, 5);
        ck_assert_uint_gt(counts[0], 5);
        ck_assert_uint_eq(report.count[TS_OFFENCE_INTERSECTION], intersections);
        ck_assert_uint_eq(report.count[TS_OFFENCE_THICKNESS], counts[0]);
        verify(&mesh, (verify_rows)soup.x0, (verify_rows)soup.x1);
        ck_assert_uint_gt(counts[1], counts[0]);
        expect(TS_OFFENCE_MOTION, counts[1]);
    }
}
END_TEST

static void write_down(char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < report.listed; ++i) {
        ts_offence_text(&report.list[i], text + used, size - used);
        used += strlen(text + used);
    }
}

START_TEST(reports_do_not_depend_on_threads) {
    static char one[16384], three[16384];
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    const ts_verify_mesh mesh = cook(&random, 0.4);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    verify(&mesh, (verify_rows)soup.x0, (verify_rows)soup.x1);
    const size_t count = report.count[TS_OFFENCE_MOTION];
    write_down(one, sizeof one);
    omp_set_num_threads(3);
    verify(&mesh, (verify_rows)soup.x0, (verify_rows)soup.x1);
    write_down(three, sizeof three);
    omp_set_num_threads(threads);
    ck_assert_uint_eq(report.count[TS_OFFENCE_MOTION], count);
    ck_assert_uint_eq(report.listed, TS_OFFENCES_LISTED);
    ck_assert_str_eq(one, three);
}
END_TEST

/* ---- Bad data ---- */

static void refused(const ts_verify_mesh *mesh, const char *part) {
    ts_verifier *verifier = NULL;
    ts_error error = {0};
    ck_assert_int_eq(ts_verifier_create(mesh, &verifier, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, part) != NULL, "'%s' is not in '%s'", part, error.message);
    ck_assert_ptr_null(verifier);
}

START_TEST(bad_data_is_refused) {
    const int32_t far[1][3] = {{0, 1, 3}}, negative[1][2] = {{-1, 0}}, twice[1][3] = {{0, 1, 0}};
    const int32_t tet[1][4] = {{0, 1, 2, 3}};
    const double bad[3] = {0.0, -1.0, 0.0}, flat[3][3] = {{0}, {1, 1, 1}, {2, 2, 2}};
    double rest[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}}, limit = NAN;
    refused(&(ts_verify_mesh){.nodes = 3, .triangles = 1, .triangle = far}, "triangle 0 names node 3");
    refused(&(ts_verify_mesh){.nodes = 3, .segments = 1, .segment = negative}, "segment 0 names node -1");
    refused(&(ts_verify_mesh){.nodes = 3, .triangles = 1, .triangle = twice}, "twice");
    for (int k = 0; k < 6; ++k) {
        ts_verify_mesh many = {.nodes = 3,
                               .triangle = TWO,
                               .segment = negative,
                               .point = *far,
                               .tet = tet,
                               .sheet = TWO,
                               .stranger = negative};
        size_t *const count[] = {&many.triangles, &many.segments, &many.points,
                                 &many.tets,      &many.sheets,   &many.strangers};
        *count[k] = INT32_MAX / 4 + (size_t)1;
        refused(&many, "too many");
    }
    refused(&(ts_verify_mesh){.nodes = INT32_MAX}, "too many");
    refused(&(ts_verify_mesh){.nodes = 3, .thickness = bad}, "thickness of node 1 is -1");
    refused(&(ts_verify_mesh){.nodes = 1, .thickness = &(const double){1e200}}, "thickness of node 0 is 1e+200");
    refused(&(ts_verify_mesh){.nodes = 3, .sheets = 1, .sheet = TWO}, "rest");
    refused(&(ts_verify_mesh){.nodes = 3, .sheets = 1, .sheet = TWO, .rest = (verify_rows)rest}, "finite");
    refused(&(ts_verify_mesh){.nodes = 3, .sheets = 1, .sheet = TWO, .rest = flat}, "no area at rest");
    refused(
        &(ts_verify_mesh){.nodes = 3, .sheets = 1, .sheet = TWO, .rest = (verify_rows)RIGHT, .most_stretch = &limit},
        "upper limit of sheet 0");

    const ts_verify_mesh mesh = {.nodes = 3, .triangles = 1, .triangle = TWO};
    ts_verifier *verifier = NULL;
    ts_error error = {0};
    ck_assert_int_eq(ts_verifier_create(&mesh, &verifier, &error), TS_OK);
    ts_verify_report_init(&report);
    ck_assert_int_eq(ts_verify_state(verifier, (verify_rows)rest, TS_VERIFY_ALL, &report, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "node 2"));
    ck_assert_int_eq(ts_verify_motion(verifier, (verify_rows)RIGHT, (verify_rows)rest, &report, &error), TS_ERROR_DATA);
    ts_verifier_destroy(verifier);
    verify(&(ts_verify_mesh){0}, NULL, NULL);
    expect(TS_OFFENCE_FLAT, 0);
}
END_TEST

/* A gap that is the thickness exactly is less by 0, not by -0. */
START_TEST(an_offence_by_nothing_is_by_zero) {
    const ts_offence offence = {.kind = TS_OFFENCE_THICKNESS,
                                .parts = 2,
                                .part = {{.kind = TS_PART_NODE, .index = 0}, {.kind = TS_PART_NODE, .index = 1}},
                                .value = 0.0,
                                .bound = 0.25};
    char text[256] = "";
    ts_offence_text(&offence, text, sizeof text);
    ck_assert_msg(strstr(text, "are 0.25 m apart, 0 m less than their thickness 0.25 m") != NULL, "%s", text);
}
END_TEST

START_TEST(names_of_what_there_is_not) {
    static const int none[] = {-1, TS_OFFENCE_KINDS, 99, 1 << 30};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        ck_assert_str_eq(ts_verify_part_name((ts_verify_part_kind)none[i]), "unknown");
        ck_assert_str_eq(ts_offence_name((ts_offence_kind)none[i]), "unknown");
        ck_assert_str_eq(ts_oracle_stage_name((ts_oracle_stage)none[i]), "unknown");
    }
    ck_assert_str_eq(ts_verify_part_name(TS_PART_NODE), "node");
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("verify mesh");
    tcase_add_test(cases, two_triangles);
    tcase_add_test(cases, joined_triangles);
    tcase_add_test(cases, segments_and_points);
    tcase_add_test(cases, obstacles_and_strangers_do_not_see_each_other);
    tcase_add_test(cases, thickness_is_kept_to_the_last_bit);
    tcase_add_test(cases, a_thickness_may_be_the_least_double);
    tcase_add_test(cases, stretch_is_limited_to_the_last_bit);
    tcase_add_test(cases, stretch_of_extreme_sizes);
    tcase_add_test(cases, stretch_across_an_edge_that_keeps_its_length);
    tcase_add_test(cases, stretch_against_600_bits);
    tcase_add_test(cases, flat_elements_and_inverted_tets);
    tcase_add_test(cases, motion_through_is_found_though_both_ends_are_fine);
    tcase_add_test(cases, no_pair_is_missed);
    tcase_add_test(cases, reports_do_not_depend_on_threads);
    tcase_add_test(cases, bad_data_is_refused);
    tcase_add_test(cases, an_offence_by_nothing_is_by_zero);
    tcase_add_test(cases, names_of_what_there_is_not);
    Suite *suite = suite_create("verify mesh");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
