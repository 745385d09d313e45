/* SPDX-License-Identifier: MIT
 * The inequality of a proof: doubles accept only what integers accept, also a last place away from equality, and both
 * know what is true by hand. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "oracles/proof/apart.h"
#include "tests/support.h"

enum { VERTICES = 6, PIECES = 2 };

/* Vertices 0 1 2 against 3 4 5, as nodes 0 and 1, over two pieces. */
typedef struct fixture {
    double x[(PIECES + 1) * VERTICES][3], radius[VERTICES];
    int32_t vertex[VERTICES];
    ts_proof_node node[2];
    ts_proof_tree tree;
    ts_proof_topology topology;
    ts_proof_way way;
    ts_proof_apart apart;
} fixture;

static void prepare(fixture *f) {
    for (int32_t v = 0; v < VERTICES; ++v) f->vertex[v] = v;
    for (size_t k = 0; k < 2; ++k) f->node[k] = (ts_proof_node){.vertex_first = 3 * k, .vertices = 3, .element = -1};
    for (size_t v = 0; v < VERTICES; ++v) f->node[v / 3].radius = fmax(f->node[v / 3].radius, f->radius[v]);
    f->tree = (ts_proof_tree){.nodes = 2, .node = f->node, .vertex = f->vertex};
    f->topology = (ts_proof_topology){.vertices = VERTICES, .radius = f->radius};
    f->way = (ts_proof_way){.vertices = VERTICES, .pieces = PIECES, .x = f->x};
    for (size_t k = 0; k < sizeof f->x / sizeof *f->x; ++k) {
        for (int c = 0; c < 3; ++c) f->way.most = fmax(f->way.most, fabs(f->x[k][c]));
    }
    f->apart = (ts_proof_apart){.topology = &f->topology, .tree = &f->tree, .way = &f->way, .exponent = LONG_MIN};
}

static bool decide(fixture *f, const ts_proof_claim *claim, bool only_exact) {
    int64_t failed;
    f->apart.only_exact = only_exact;
    return ts_proof_is_apart(&f->apart, claim, &failed);
}

/* Two points and r = 5 along (3, 4, 0): apart exactly when the offset along it is above 5, whatever the scale. */
START_TEST(test_a_last_place_decides) {
    static const double SCALES[] = {1.0, 0x1p-40, 0x1p60, 0x1p-500, 0x1p-1015, 0x1p400, 0x1p1019};
    for (size_t s = 0; s < sizeof SCALES / sizeof *SCALES; ++s) {
        for (int step = -1; step <= 1; ++step) {
            fixture f = {0};
            double x = 3.0;
            if (step) x = nextafter(x, step > 0 ? 4.0 : 2.0);
            for (size_t k = 0; k < sizeof f.x / sizeof *f.x; ++k) {
                if (k % VERTICES < 3) continue;
                f.x[k][0] = x * SCALES[s];
                f.x[k][1] = 4.0 * SCALES[s];
            }
            f.radius[1] = 2.0 * SCALES[s];
            f.radius[4] = 3.0 * SCALES[s];
            prepare(&f);
            const ts_proof_claim claim = {0, 1, 0, PIECES * TS_PROOF_PIECE, {3, 4, 0}};
            ck_assert_int_eq(decide(&f, &claim, false), step > 0);
            ck_assert_int_eq(decide(&f, &claim, true), step > 0);
        }
    }
}
END_TEST

/* Apart at the ends of an interval inside a piece, not beyond them: b goes from above a to below. */
START_TEST(test_times_inside_a_piece) {
    fixture f = {0};
    for (int k = 3; k < 6; ++k) {
        f.x[k][2] = 1.0;
        f.x[VERTICES + k][2] = -1.0;
        f.x[2 * VERTICES + k][2] = 1.0;
    }
    prepare(&f);
    const int64_t half = TS_PROOF_PIECE / 2;
    const struct {
        int64_t start, stop;
        bool apart;
    } CASES[] = {
        {0, half - 1, true},
        {0, half, false},
        {half + 1, half + 2, false},
        {3 * half + 1, 4 * half, true},
        {0, 4 * half, false},
        {3 * half, 4 * half, false},
        {0, 0, true},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        const ts_proof_claim claim = {0, 1, CASES[k].start, CASES[k].stop, {0, 0, 1}};
        ck_assert_int_eq(decide(&f, &claim, false), CASES[k].apart);
        ck_assert_int_eq(decide(&f, &claim, true), CASES[k].apart);
    }
}
END_TEST

/* Doubles must not accept what integers refuse; r is put as near to the gap as doubles get, from either side. */
START_TEST(test_doubles_accept_only_what_is_true) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    int accepted = 0, refused = 0;
    for (int k = ts_test_cases(4000); k-- > 0;) {
        fixture f = {0};
        const double scale = ts_random_log(&random, 1e-6, 1e6);
        for (size_t row = 0; row < sizeof f.x / sizeof *f.x; ++row) {
            for (int c = 0; c < 3; ++c) f.x[row][c] = scale * ts_random_between(&random, -1.0, 1.0);
            f.x[row][0] += row % VERTICES < 3 ? -2.0 * scale : 2.0 * scale;
        }
        ts_proof_claim claim = {0, 1, 0, PIECES * TS_PROOF_PIECE, {(int64_t)(1 + ts_random_below(&random, 90)), 0, 0}};
        for (int c = 1; c < 3; ++c) claim.n[c] = (int64_t)ts_random_below(&random, 61) - 30;
        claim.start = (int64_t)ts_random_below(&random, 1 << 20) << 20;
        const double n[3] = {(double)claim.n[0], (double)claim.n[1], (double)claim.n[2]};
        double gap = INFINITY; /* over whole times, hence above the true one */
        for (size_t row = 0; row < sizeof f.x / sizeof *f.x; ++row) {
            for (size_t other = 0; other < 3; ++other) {
                const double *a = f.x[row / VERTICES * VERTICES + other], *b = f.x[row];
                if (row % VERTICES < 3) continue;
                const double s = n[0] * (b[0] - a[0]) + n[1] * (b[1] - a[1]) + n[2] * (b[2] - a[2]);
                gap = fmin(gap, s / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
            }
        }
        f.radius[4] = fmax(0.0, gap * (1.0 + ts_random_between(&random, -8.0, 8.0) * 0x1p-52));
        prepare(&f);
        const bool exact = decide(&f, &claim, true);
        f.apart.exact = 0;
        const bool both = decide(&f, &claim, false);
        ck_assert_int_eq(both, exact);
        accepted += exact;
        refused += !exact;
    }
    ck_assert_int_gt(accepted, 0);
    ck_assert_int_gt(refused, 0);
}
END_TEST

/* All of a node at a, all of the other at b, which do not move. */
static void stand(fixture *f, const double a[3], const double b[3], double radius) {
    *f = (fixture){0};
    for (size_t k = 0; k < sizeof f->x / sizeof *f->x; ++k) {
        memcpy(f->x[k], k % VERTICES < 3 ? a : b, sizeof f->x[k]);
    }
    f->radius[1] = radius;
    prepare(f);
}

/* Along an axis nothing but the rounding of r |n| speaks against a gap that is a little less than r. */
START_TEST(test_thickness_is_rounded_up) {
    for (int units = -16; units <= 16; ++units) {
        fixture f;
        stand(&f, (const double[3]){-1, 0, 0}, (const double[3]){1, 0, 0}, 2.0 + units * 0x1p-52);
        const ts_proof_claim claim = {0, 1, 0, PIECES * TS_PROOF_PIECE, {1, 0, 0}};
        ck_assert_int_eq(decide(&f, &claim, true), units < 0);
        ck_assert_int_eq(decide(&f, &claim, false), units < 0);
    }
}
END_TEST

/* Products that overflow, of both signs, are no distance. */
START_TEST(test_products_that_overflow_are_left_to_integers) {
    for (int k = 0; k < 2; ++k) {
        fixture f;
        const double b[3] = {0x1p1000, (k ? 1.0 - 0x1p-52 : 1.0 + 0x1p-52) * 0x1p1000, 0.0};
        stand(&f, (const double[3]){0, 0, 0}, b, 0.0);
        const int64_t most = (INT64_C(1) << 53) - 1;
        const ts_proof_claim claim = {0, 1, 0, PIECES * TS_PROOF_PIECE, {most, -most, 0}};
        ck_assert_int_eq(decide(&f, &claim, true), k);
        ck_assert_int_eq(decide(&f, &claim, false), k);
    }
}
END_TEST

/* Turned apart by no more than rounding, which makes 6.28 units of 2^-53 of |n| times the largest coordinate of it. */
START_TEST(test_rounding_of_both_sides_adds_up) {
    static const double A[2][3] = {{0x1.ebada2f9db5b2p-1, -0x1.762024593be38p-1, -0x1.5ea3253f99a9ap-1},
                                   {0x1.dba8ba850882fp-1, -0x1.db8afdeed2415p-1, -0x1.83a193fe1b5a8p-1}},
                        B[2][3] = {{0x1.ebada2f9db5afp-1, -0x1.762024593be37p-1, -0x1.5ea3253f99a75p-1},
                                   {0x1.dba8ba8508831p-1, -0x1.db8afdeed2414p-1, -0x1.83a193fe1b5aap-1}};
    fixture f = {0};
    for (size_t row = 0; row < sizeof f.x / sizeof *f.x; ++row) {
        const size_t end = row < VERTICES ? 0 : 1;
        memcpy(f.x[row], row % VERTICES < 3 ? A[end] : B[end], sizeof f.x[row]);
    }
    prepare(&f);
    const int64_t time = INT64_C(899264469634);
    const ts_proof_claim claim = {
        0, 1, time, time, {INT64_C(5457717577771296), -INT64_C(6418890091076022), -INT64_C(69797937893333)}};
    ck_assert(!decide(&f, &claim, true));
    ck_assert(!decide(&f, &claim, false));
}
END_TEST

/* Without thickness and all but touching, far from the origin: the rounding of n.x is all that matters. */
START_TEST(test_doubles_accept_no_gap_that_is_rounding) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int accepted = 0, refused = 0;
    for (int k = ts_test_cases(20000); k-- > 0;) {
        fixture f;
        ts_proof_claim claim = {0, 1, 0, 0, {0, 0, 0}};
        double a[3], b[3], size = 0.0, length2 = 0.0;
        for (int c = 0; c < 3; ++c) {
            const double sign = ts_random_below(&random, 2) ? 1.0 : -1.0;
            const double part = ts_random_between(&random, 0.5, 1.0);
            claim.n[c] = (int64_t)(sign * ldexp(part, 53 - (int)ts_random_below(&random, 3)));
            a[c] = sign * ts_random_between(&random, 0.5, 1.0);
            size += fabs((double)claim.n[c]);
            length2 += (double)claim.n[c] * (double)claim.n[c];
        }
        const double gap = 0x1p-53 * ts_random_between(&random, -40.0, 40.0) * size / length2;
        for (int c = 0; c < 3; ++c) b[c] = a[c] + gap * (double)claim.n[c];
        stand(&f, a, b, 0.0);
        for (size_t row = 0; row < sizeof f.x / sizeof *f.x; ++row) { /* times within a piece, ways with a bend */
            if (row / VERTICES == 1)
                for (int c = 0; c < 3; ++c) f.x[row][c] *= 0.75;
        }
        claim.start = claim.stop = (int64_t)ts_random_below(&random, 1 << 30) << 10;
        const bool exact = decide(&f, &claim, true), both = decide(&f, &claim, false);
        ck_assert_int_eq(both, exact);
        accepted += exact;
        refused += !exact;
    }
    ck_assert_int_gt(accepted, 0);
    ck_assert_int_gt(refused, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("proof_apart");
    TCase *tests = tcase_create("proof_apart");
    tcase_add_test(tests, test_a_last_place_decides);
    tcase_add_test(tests, test_times_inside_a_piece);
    tcase_add_test(tests, test_doubles_accept_only_what_is_true);
    tcase_add_test(tests, test_thickness_is_rounded_up);
    tcase_add_test(tests, test_products_that_overflow_are_left_to_integers);
    tcase_add_test(tests, test_rounding_of_both_sides_adds_up);
    tcase_add_test(tests, test_doubles_accept_no_gap_that_is_rounding);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
