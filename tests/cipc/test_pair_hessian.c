/* SPDX-License-Identifier: MIT
 * Hessians of unmollified pairs in lanes: neighbours and width change no bit, nor does size beyond the exponent; what
 * is not projected is the chain rule's, what is projected the nearest semi-definite matrix of it. */
#include "cipc/contact/pair_hessian.h"

#include <math.h>
#include <string.h>

#include "cipc/contact/pair.h"
#include "cipc/spd.h"
#include "tests/cipc/contact_reference.h"
#include "tests/support.h"

enum { CURVES = 77, ENTRIES = 144 };

typedef double hessian[ENTRIES];

typedef struct curves {
    ts_pair_curve curve[CURVES];
    ts_feature_frame frame[CURVES];
    double x[CURVES][4][3];
} curves;

/* f'' d^2 and f' of all ratios and either sign, of sizes 2^`exponent` and up. */
static void add_curve(ts_random *random, curves *c, int k, int exponent) {
    const double pull = -ldexp(ts_random_log(random, 1e-3, 1e3), exponent);
    const double along = k % 7 ? ldexp(ts_random_log(random, 1e-3, 1e12), exponent) : pull;
    const ts_ccd_kind kind = (ts_ccd_kind)(k % TS_CCD_KINDS);
    ts_feature_frame_init(&c->frame[k], kind, (const double(*)[3])c->x[k]);
    ts_pair_curve_init(&c->curve[k], kind, &c->frame[k], along, k % 5 ? pull : -pull);
}

static void random_curves(ts_random *random, curves *c) {
    for (int k = 0; k < CURVES; ++k) {
        const random_features wanted = {
            .kind = (ts_ccd_kind)(k % TS_CCD_KINDS),
            .size = ts_random_log(random, 2e-3, 0.1),
            .distance = ts_random_log(random, 1e-12, 1e-3),
            .sine = ts_random_log(random, 1e-6, 1.0),
        };
        random_pair(random, &wanted, c->x[k]);
        add_curve(random, c, k, 0);
    }
}

/* Features without extent, points upon each other, parallel edges; no force, no weight, more than a double holds. */
static void odd_curves(ts_random *random, curves *c) {
    random_curves(random, c);
    for (int k = 0; k < CURVES; ++k) {
        double(*x)[3] = c->x[k];
        if (k % 6 == 0) memcpy(x[1], x[0], sizeof x[0]);
        if (k % 6 == 1) memcpy(x[3], x[2], sizeof x[2]);
        if (k % 6 == 2)
            for (int i = 0; i < 3; ++i) x[3][i] = x[2][i] + (x[1][i] - x[0][i]);
        add_curve(random, c, k, (int[]){0, -1060, 900, 0, 1010}[k % 5]);
        if (k % 11 == 3) c->curve[k].along = c->curve[k].pull = 0.0;
        if (k % 11 == 4) c->curve[k].along = INFINITY;
    }
}

static void evaluate(ts_pair_hessians *hessians, const ts_pair_curve *curve, int count, bool unprojected,
                     hessian *out) {
    double *place[CURVES];
    for (int k = 0; k < count; ++k) {
        place[k] = out[k];
        memset(out[k], 0xff, sizeof out[k]);
    }
    hessians(curve, (size_t)count, unprojected, place);
}

static void check_lanes_of(ts_pair_hessians *hessians, const curves *c) {
    static hessian together[CURVES];
    for (int unprojected = 0; unprojected < 2; ++unprojected) {
        for (int count = 1; count <= CURVES; count += count < 18 ? 1 : CURVES - 18) {
            evaluate(hessians, c->curve, count, unprojected, together);
            for (int k = 0; k < count; ++k) {
                hessian alone;
                evaluate(ts_pair_hessians_portable, &c->curve[k], 1, unprojected, &alone);
                for (int i = 0; i < ENTRIES; ++i) { /* a NaN has any bits */
                    const bool same = memcmp(&alone[i], &together[k][i], sizeof alone[i]) == 0;
                    ck_assert(same || (isnan(alone[i]) && isnan(together[k][i])));
                }
            }
        }
    }
}

START_TEST(lanes_do_not_meet) {
    static ts_pair_hessians *const of_width[TS_TEST_WIDTHS] = {ts_pair_hessians_portable, ts_pair_hessians_avx2,
                                                               ts_pair_hessians_avx512};
    ts_random random;
    static curves c;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int odd = 0; odd < 2; ++odd) {
        (odd ? odd_curves : random_curves)(&random, &c);
        check_lanes_of(ts_pair_hessians_all, &c);
        for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
            if (ts_test_has_width(w)) check_lanes_of(of_width[w], &c);
        }
    }
}
END_TEST

/* f'' dD dD^T + f' ddD with D's own derivatives, also where features have no extent. */
START_TEST(unprojected_they_are_the_chain_rule) {
    ts_random random;
    static curves c;
    static hessian seen[CURVES];
    double worst = 0.0;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int round = 0; round < ts_test_cases(20); ++round) {
        random_curves(&random, &c);
        evaluate(ts_pair_hessians_all, c.curve, CURVES, true, seen);
        for (int k = 0; k < CURVES; ++k) {
            const ts_pair_curve *curve = &c.curve[k];
            const int n = 3 * c.frame[k].nodes;
            double dD[12], ddD[ENTRIES], largest = 0.0, off = 0.0;
            const double d2 = ts_feature_distance2(curve->kind, (const double(*)[3])c.x[k], dD, ddD);
            for (int i = 0; i < 12; ++i) {
                for (int j = 0; j < 12; ++j) {
                    const bool there = i < n && j < n;
                    const double bend = there ? (curve->along - curve->pull) / (4.0 * d2) * dD[i] * dD[j] : 0.0;
                    const double expected = there ? bend + 0.5 * curve->pull * ddD[12 * i + j] : 0.0;
                    const double entry = seen[k][12 * i + j];
                    ck_assert(entry == seen[k][12 * j + i]);
                    if (there) largest = fmax(largest, fmax(fabs(bend), fabs(0.5 * curve->pull * ddD[12 * i + j])));
                    off = fmax(off, fabs(entry - expected));
                    ck_assert(!isnan(entry));
                }
            }
            worst = fmax(worst, off / largest);
        }
    }
    printf("from the chain rule: %.2g of the largest entry\n", worst);
    ck_assert_double_le(worst, 4e-15);
}
END_TEST

START_TEST(projected_they_are_the_nearest_semidefinite_matrix) {
    ts_random random;
    static curves c;
    static hessian seen[CURVES], whole[CURVES];
    double worst = 0.0;
    int changed = 0;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int round = 0; round < ts_test_cases(20); ++round) {
        random_curves(&random, &c);
        for (int k = 0; k < CURVES; ++k) c.curve[k].pull = -fabs(c.curve[k].pull);
        evaluate(ts_pair_hessians_all, c.curve, CURVES, true, whole);
        evaluate(ts_pair_hessians_all, c.curve, CURVES, false, seen);
        for (int k = 0; k < CURVES; ++k) {
            double largest = 0.0, off = 0.0;
            hessian expected;
            memcpy(expected, whole[k], sizeof expected);
            ts_project_spd(12, expected, 12);
            for (int i = 0; i < ENTRIES; ++i) {
                largest = fmax(largest, fabs(whole[k][i]));
                off = fmax(off, fabs(seen[k][i] - expected[i]));
            }
            changed += memcmp(seen[k], whole[k], sizeof seen[k]) != 0;
            worst = fmax(worst, off / largest);
        }
    }
    printf("from the nearest semi-definite matrix: %.2g of the largest entry\n", worst);
    ck_assert_double_le(worst, 1e-14);
    ck_assert_int_gt(changed, CURVES / 2);
}
END_TEST

/* 2^1000 times the barrier has 2^1000 times the Hessian, 2^-900 times likewise: nothing overflows or vanishes. */
START_TEST(size_is_only_an_exponent) {
    ts_random random;
    static curves c;
    static hessian plain[CURVES], scaled[CURVES];
    ts_random_init(&random, ts_test_seed(), 4);
    for (int s = 0; s < 2; ++s) {
        const int exponent = s ? -900 : 900;
        random_curves(&random, &c);
        evaluate(ts_pair_hessians_all, c.curve, CURVES, false, plain);
        for (int k = 0; k < CURVES; ++k) {
            c.curve[k].along = ldexp(c.curve[k].along, exponent);
            c.curve[k].pull = ldexp(c.curve[k].pull, exponent);
        }
        evaluate(ts_pair_hessians_all, c.curve, CURVES, false, scaled);
        for (int k = 0; k < CURVES; ++k) {
            for (int i = 0; i < ENTRIES; ++i) ck_assert_double_eq(scaled[k][i], ldexp(plain[k][i], exponent));
        }
    }
}
END_TEST

/* ---- Pairs together ---- */

typedef struct pair_answer {
    double value, gradient[12];
    hessian hessian;
} pair_answer;

/* Every fourth mollified, every eleventh out of reach. */
static void make_pairs(ts_random *random, const curves *c, ts_contact_pair *pair, double (*x)[3]) {
    for (int k = 0; k < CURVES; ++k) {
        const int nodes = c->frame[k].nodes;
        pair[k] = (ts_contact_pair){.kind = c->curve[k].kind, .feature = (ts_feature)((1u << nodes) - 1u)};
        pair[k].multiplicity = ts_random_between(random, 0.5, 3.0);
        if (pair[k].kind == TS_EDGE_EDGE && k % 8 < 4) {
            pair[k].mollified = true;
            pair[k].mollifier = 1.0;
        }
        if (k % 11 == 0) pair[k].xi = 1.0;
        for (int i = 0; i < 4; ++i) {
            pair[k].node[i] = i < nodes ? 4 * k + i : -1;
            memcpy(x[4 * k + i], c->x[k][i], sizeof x[0]);
        }
    }
}

START_TEST(together_pairs_are_as_alone) {
    static curves c;
    static ts_contact_pair pair[CURVES];
    static double x[4 * CURVES][3], value[CURVES], gradient[CURVES][12];
    static hessian hessians[CURVES];
    ts_barrier_scale scale = {.barrier = &ts_cipc_barrier, .kappa = 1e4, .dhat = 1e-3};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    random_curves(&random, &c);
    make_pairs(&random, &c, pair, x);
    for (int unprojected = 0; unprojected < 2; ++unprojected) {
        scale.unprojected = unprojected;
        memset(gradient, 0, sizeof gradient);
        memset(hessians, 0, sizeof hessians);
        const ts_locals out = {.value = value, .gradient = gradient, .hessian = hessians};
        ts_contact_pairs_evaluate(pair, CURVES, &scale, (const double(*)[3])x, &out);
        for (int k = 0; k < CURVES; ++k) {
            pair_answer alone = {0};
            ts_contact_pair_evaluate(&pair[k], &scale, (const double(*)[3])x + (4 * k), &alone.value, alone.gradient,
                                     alone.hessian);
            ck_assert(memcmp(&alone.value, &value[k], sizeof value[k]) == 0);
            ck_assert(memcmp(alone.gradient, gradient[k], sizeof gradient[k]) == 0);
            ck_assert(memcmp(alone.hessian, hessians[k], sizeof hessians[k]) == 0);
        }
    }
    ts_contact_pairs_evaluate(pair, CURVES, &scale, (const double(*)[3])x, &(ts_locals){0});
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pair_hessian");
    TCase *tests = tcase_create("pair_hessian");
    tcase_add_test(tests, lanes_do_not_meet);
    tcase_add_test(tests, unprojected_they_are_the_chain_rule);
    tcase_add_test(tests, projected_they_are_the_nearest_semidefinite_matrix);
    tcase_add_test(tests, size_is_only_an_exponent);
    tcase_add_test(tests, together_pairs_are_as_alone);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
