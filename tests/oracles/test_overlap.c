/* SPDX-License-Identifier: MIT
 * Overlap of tets: the predicate against the exact volume of what two tets have in common, found by clipping in
 * rationals; the verifier on meshes whose answer is known, and on random ones against every pair asked in turn. */
#include <gmp.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include <touchstone/verify.h>

#include "core/random.h"
#include "oracles/overlap.h"
#include "oracles/predicates.h"
#include "tests/support.h"

typedef const double (*rows)[3];

/* ---- The volume in common, by clipping ---- */

typedef struct point {
    mpq_t x[3];
} point;

typedef struct tet {
    point corner[4];
} tet;

enum { MOST_TETS = 81 }; /* a clipped tet is at most three */

static void tet_init(tet *t) {
    for (int k = 0; k < 12; ++k) mpq_init(t->corner[k / 3].x[k % 3]);
}

static void tet_clear(tet *t) {
    for (int k = 0; k < 12; ++k) mpq_clear(t->corner[k / 3].x[k % 3]);
}

static void point_set(point *to, const point *from) {
    for (int c = 0; c < 3; ++c) mpq_set(to->x[c], from->x[c]);
}

/* Six times the volume, signed. */
static void volume(const point *a, const point *b, const point *c, const point *d, mpq_t out) {
    const point *const end[3] = {b, c, d};
    mpq_t u[3][3], part, product;
    mpq_inits(part, product, (mpq_ptr)NULL);
    for (int i = 0; i < 9; ++i) {
        mpq_init(u[i / 3][i % 3]);
        mpq_sub(u[i / 3][i % 3], end[i / 3]->x[i % 3], a->x[i % 3]);
    }
    mpq_set_ui(out, 0, 1);
    for (int c0 = 0; c0 < 3; ++c0) {
        const int i = (c0 + 1) % 3, j = (c0 + 2) % 3;
        mpq_mul(part, u[0][i], u[1][j]);
        mpq_mul(product, u[0][j], u[1][i]);
        mpq_sub(part, part, product);
        mpq_mul(part, part, u[2][c0]);
        mpq_add(out, out, part);
    }
    for (int i = 0; i < 9; ++i) mpq_clear(u[i / 3][i % 3]);
    mpq_clears(part, product, (mpq_ptr)NULL);
}

/* Where the segment from a to b crosses the plane that they are f and g off. */
static void cut(const point *a, const point *b, const mpq_t f, const mpq_t g, point *out) {
    mpq_t share, apart;
    mpq_inits(share, apart, (mpq_ptr)NULL);
    mpq_sub(apart, f, g);
    mpq_div(share, f, apart);
    for (int c = 0; c < 3; ++c) {
        mpq_sub(apart, b->x[c], a->x[c]);
        mpq_mul(apart, apart, share);
        mpq_add(out->x[c], a->x[c], apart);
    }
    mpq_clears(share, apart, (mpq_ptr)NULL);
}

/* The prism between two triangles, as three tets. */
static void add_prism(point top[3], point bottom[3], tet *out, int *count) {
    for (int k = 0; k < 3; ++k) {
        tet *t = &out[(*count)++];
        for (int i = 0; i <= k; ++i) point_set(&t->corner[i], &bottom[i]);
        for (int i = k; i < 3; ++i) point_set(&t->corner[i + 1], &top[i]);
    }
}

/* The part of t where the plane through a, b, c has the volume's sign `inside`. */
static void clip(const tet *t, const tet *by, const int face[4], int inside, tet *out, int *count) {
    mpq_t off[4];
    int in[4], ins = 0, outs = 0, outer[4];
    for (int k = 0; k < 4; ++k) {
        mpq_init(off[k]);
        volume(&by->corner[face[0]], &by->corner[face[1]], &by->corner[face[2]], &t->corner[k], off[k]);
        if (mpq_sgn(off[k]) * inside >= 0)
            in[ins++] = k;
        else
            outer[outs++] = k;
    }
    tet made;
    tet_init(&made);
    point *const top = made.corner; /* three at most */
    tet bottom;
    tet_init(&bottom);
    if (ins == 4) {
        for (int k = 0; k < 4; ++k) point_set(&out[*count].corner[k], &t->corner[k]);
        ++*count;
    } else if (ins == 1) {
        tet *only = &out[(*count)++];
        point_set(&only->corner[0], &t->corner[in[0]]);
        for (int k = 0; k < 3; ++k) {
            cut(&t->corner[in[0]], &t->corner[outer[k]], off[in[0]], off[outer[k]], &only->corner[k + 1]);
        }
    } else if (ins == 3) {
        for (int k = 0; k < 3; ++k) {
            point_set(&top[k], &t->corner[in[k]]);
            cut(&t->corner[in[k]], &t->corner[outer[0]], off[in[k]], off[outer[0]], &bottom.corner[k]);
        }
        add_prism(top, bottom.corner, out, count);
    } else if (ins == 2) { /* from each corner inside to the cuts of its edges */
        point *const side[2] = {top, bottom.corner};
        for (int k = 0; k < 2; ++k) {
            point_set(&side[k][0], &t->corner[in[k]]);
            for (int i = 0; i < 2; ++i) {
                cut(&t->corner[in[k]], &t->corner[outer[i]], off[in[k]], off[outer[i]], &side[k][i + 1]);
            }
        }
        add_prism(side[0], side[1], out, count);
    }
    tet_clear(&made);
    tet_clear(&bottom);
    for (int k = 0; k < 4; ++k) mpq_clear(off[k]);
}

static void tet_of(const ts_corner corner[4], tet *t) {
    for (int k = 0; k < 12; ++k) mpq_set_d(t->corner[k / 3].x[k % 3], corner[k / 3][k % 3]);
}

/* Of two tets in positive order. */
static bool have_volume_in_common(const ts_corner s[4], const ts_corner t[4]) {
    static const int FACES[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    static tet left[2][MOST_TETS];
    static bool made;
    tet by;
    for (int k = 0; !made && k < 2 * MOST_TETS; ++k) tet_init(&left[k / MOST_TETS][k % MOST_TETS]);
    made = true;
    tet_init(&by);
    tet_of(s, &left[0][0]);
    tet_of(t, &by);
    int count = 1;
    for (int f = 0; f < 4; ++f) {
        int next = 0;
        for (int k = 0; k < count; ++k) clip(&left[f % 2][k], &by, FACES[f], 1, left[1 - f % 2], &next);
        count = next;
    }
    mpq_t size;
    mpq_init(size);
    bool some = false;
    for (int k = 0; k < count && !some; ++k) {
        const point *c = left[0][k].corner;
        volume(&c[0], &c[1], &c[2], &c[3], size);
        some = mpq_sgn(size) != 0;
    }
    mpq_clear(size);
    tet_clear(&by);
    return some;
}

/* ---- The predicate ---- */

/* Positive order; false without volume. */
static bool orient(ts_corner t[4]) {
    const int hand = ts_orient3d(t[0], t[1], t[2], t[3]);
    if (hand < 0) {
        const ts_corner kept = t[0];
        t[0] = t[1];
        t[1] = kept;
    }
    return hand != 0;
}

static bool check(ts_corner s[4], ts_corner t[4]) {
    if (!orient(s) || !orient(t)) return false;
    const bool expected = have_volume_in_common(s, t);
    const ts_corner turned[4] = {s[2], s[0], s[1], s[3]}, again[4] = {t[1], t[0], t[3], t[2]};
    ck_assert_int_eq(ts_tets_overlap(s, t), expected);
    ck_assert_int_eq(ts_tets_overlap(t, s), expected);
    ck_assert_int_eq(ts_tets_overlap(turned, again), expected);
    /* The same corners behind other pointers. */
    double copy[4][3];
    for (int k = 0; k < 4; ++k) memcpy(copy[k], t[k], sizeof copy[k]);
    ck_assert_int_eq(ts_tets_overlap(s, (const ts_corner[4]){copy[0], copy[1], copy[2], copy[3]}), expected);
    return expected;
}

/* Coordinates few enough for every kind of touching, small, and any. */
static double coordinate(ts_random *random, int kind) {
    if (kind == 0) return (double)ts_random_below(random, 3);
    if (kind == 1) return ldexp((double)ts_random_below(random, 9) - 4.0, -3) + 1e3;
    return ts_random_between(random, -1.0, 1.0);
}

START_TEST(random_tets_against_the_volume_in_common) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    int found[5][2] = {{0}};
    for (int i = 0; i < ts_test_cases(6000); ++i) {
        const int common = i % 4, kind = i / 4 % 3;
        double x[8][3];
        ts_corner s[4], t[4];
        for (int k = 0; k < 24; ++k) x[k / 3][k % 3] = coordinate(&random, kind);
        for (int k = 0; k < 4; ++k) {
            s[k] = x[k];
            t[k] = k < common ? x[k] : x[4 + k];
        }
        if (orient(s) && orient(t)) ++found[common][check(s, t)];
    }
    for (int common = 0; common < 4; ++common) {
        ck_assert_int_gt(found[common][0], 50);
        ck_assert_int_gt(found[common][1], 50);
    }
}
END_TEST

/* Pairs that an edge of each keeps apart, and no face: two rods across, a little apart or not. */
START_TEST(edges_across) {
    for (int gap = -2; gap <= 2; ++gap) {
        const double z = ldexp(gap, -60);
        double x[8][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, -1}, {0, 1, -1}, {0, -1, z}, {0, 1, z}, {-1, 0, 1}, {1, 0, 1}};
        ts_corner s[4] = {x[0], x[1], x[2], x[3]}, t[4] = {x[4], x[5], x[6], x[7]};
        ck_assert_int_eq(check(s, t), gap < 0);
    }
}
END_TEST

/* ---- The verifier ---- */

static ts_verify_report report;

static void verify(const ts_verify_mesh *mesh, rows x, unsigned checks) {
    ts_verifier *verifier = NULL;
    ts_error error = {0};
    ts_verify_report_init(&report);
    ck_assert_msg(ts_verifier_create(mesh, &verifier, &error) == TS_OK, "%s", error.message);
    ck_assert_msg(ts_verify_state(verifier, x, checks, &report, &error) == TS_OK, "%s", error.message);
    ts_verifier_destroy(verifier);
}

static void expect(size_t count) {
    ck_assert_uint_eq(report.count[TS_OFFENCE_INTERSECTION], count);
    ck_assert_uint_eq(ts_verify_report_total(&report), count);
}

static const double CORNERS[8][3] = {{0, 0, 0}, {1, 0, 0},        {0, 1, 0},   {0, 0, 1},
                                     {1, 1, 1}, {.25, .25, .125}, {.25, 0, 0}, {0, 0, .25}};

START_TEST(two_tets) {
    static const struct {
        int32_t tet[2][4];
        size_t overlaps;
    } CASES[] = {
        {{{0, 1, 2, 3}, {1, 4, 2, 3}}, 0},                                    /* either side of a face */
        {{{0, 1, 2, 3}, {0, 1, 2, 5}}, 1},                                    /* the same side */
        {{{0, 1, 2, 3}, {0, 1, 2, 4}}, 1}, {{{0, 1, 2, 3}, {0, 6, 5, 7}}, 1}, /* inside, with a common node */
        {{{0, 1, 2, 3}, {0, 1, 2, 3}}, 1},                                    /* the same twice */
        {{{0, 1, 2, 3}, {3, 2, 1, 0}}, 1}, {{{0, 1, 2, 3}, {4, 1, 2, 3}}, 0}, /* one is turned inside out */
        {{{0, 1, 2, 3}, {0, 1, 6, 2}}, 0},                                    /* one has no volume */
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        const ts_verify_mesh mesh = {.nodes = 8, .tets = 2, .tet = CASES[k].tet};
        verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
        expect(CASES[k].overlaps);
        verify(&mesh, CORNERS, TS_VERIFY_INTERSECTIONS | TS_VERIFY_CONTAINMENT);
        expect(0);
    }
    char text[256];
    const ts_verify_mesh mesh = {.nodes = 8, .tets = 2, .tet = CASES[1].tet};
    verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
    ts_offence_text(&report.list[0], text, sizeof text);
    ck_assert_str_eq(text, "tet 0 (nodes 0 1 2 3) and tet 1 (nodes 0 1 2 5) overlap");
    ck_assert_uint_eq(report.pairs, 1);
}
END_TEST

START_TEST(obstacles_and_strangers_do_not_see_each_other) {
    static const int32_t TETS[2][4] = {{0, 1, 2, 3}, {5, 6, 4, 7}}, STITCH[1][2] = {{3, 5}};
    static const unsigned char ALL[8] = {1, 1, 1, 1, 1, 1, 1, 1}, SOME[8] = {1, 1, 1, 1};
    ts_verify_mesh mesh = {.nodes = 8, .tets = 2, .tet = TETS};
    verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
    expect(1);
    mesh.obstacle = SOME;
    verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
    expect(1);
    mesh.obstacle = ALL;
    verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
    expect(0);
    mesh.obstacle = NULL;
    mesh.strangers = 1;
    mesh.stranger = STITCH;
    verify(&mesh, CORNERS, TS_VERIFY_OVERLAPS);
    expect(0);
}
END_TEST

/* Tets of random nodes, near one another and sharing some: counted, named in the same order by any number of threads.
 */
START_TEST(no_pair_is_missed) {
    enum { NODES = 60, TETS = 120 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int round = 0; round < ts_test_cases(10); ++round) {
        double x[NODES][3];
        int32_t tets[TETS][4];
        size_t expected = 0;
        for (int k = 0; k < 3 * NODES; ++k) x[k / 3][k % 3] = coordinate(&random, round % 3);
        for (int i = 0; i < TETS; ++i) {
            const int32_t first = (int32_t)ts_random_below(&random, NODES);
            for (int k = 0; k < 4; ++k) tets[i][k] = (first + 7 * k * (1 + i % 3)) % NODES;
        }
        for (int i = 0; i < TETS; ++i) {
            for (int j = i + 1; j < TETS; ++j) {
                ts_corner s[4], t[4];
                for (int k = 0; k < 4; ++k) {
                    s[k] = x[tets[i][k]];
                    t[k] = x[tets[j][k]];
                }
                expected += orient(s) && orient(t) && ts_tets_overlap(s, t);
            }
        }
        const ts_verify_mesh mesh = {.nodes = NODES, .tets = TETS, .tet = (const int32_t(*)[4])tets};
        const int threads = omp_get_max_threads();
        omp_set_num_threads(1);
        verify(&mesh, (rows)x, TS_VERIFY_OVERLAPS);
        const ts_verify_report one = report;
        omp_set_num_threads(4);
        verify(&mesh, (rows)x, TS_VERIFY_OVERLAPS);
        omp_set_num_threads(threads);
        ck_assert_uint_eq(report.count[TS_OFFENCE_INTERSECTION], expected);
        ck_assert_mem_eq(&report, &one, sizeof report);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("overlap");
    tcase_add_test(cases, random_tets_against_the_volume_in_common);
    tcase_add_test(cases, edges_across);
    tcase_add_test(cases, two_tets);
    tcase_add_test(cases, obstacles_and_strangers_do_not_see_each_other);
    tcase_add_test(cases, no_pair_is_missed);
    Suite *suite = suite_create("overlap");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
