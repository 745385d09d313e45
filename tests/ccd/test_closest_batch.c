/* SPDX-License-Identifier: MIT
 * Distances of many pairs are those of ts_closest_points to the last bit, by any width, whatever the pairs beside them:
 * on a lattice that has every kind of degenerate primitive and tie, at random, thin, and beyond what squares hold. */
#include "ccd/closest_batch.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "tests/support.h"

enum { NODES = 120, PAIRS = 603 };

typedef struct pairs {
    double x[NODES][3];
    int32_t node[PAIRS][4];
} pairs;

/* Numbers of nodes, those of the pair's other rows out of any array: they are not looked at. */
static void choose_nodes(ts_random *random, ts_ccd_kind kind, pairs *p) {
    for (int k = 0; k < PAIRS; ++k) {
        for (int i = 0; i < 4; ++i) {
            const bool there = i < ts_ccd_vertices(kind);
            p->node[k][i] = there ? (int32_t)ts_random_below(random, NODES) : -1;
        }
    }
}

static double coordinate(ts_random *random, int way) {
    const double unit = ts_random_between(random, -1.0, 1.0);
    switch (way) {
    case 0: return (double)ts_random_below(random, 3); /* many points are the same, on a line, on each other's planes */
    case 1: return unit;
    case 2: return copysign(ts_random_log(random, 1e-12, 1.0), unit);
    case 3: return ts_random_below(random, 4) ? unit : unit * 1e-170; /* squares that are no normal doubles */
    case 4: return unit * (ts_random_below(random, 2) ? 1e80 : 1e-80);
    case 5: return unit * ts_random_log(random, 1e-320, 1e308);
    default: return (double[]){unit, INFINITY, NAN, -0.0}[ts_random_below(random, 9) ? 0 : ts_random_below(random, 4)];
    }
}

enum { WAYS = 7 };

static void check_pairs(ts_closest_many *many, ts_ccd_kind kind, const pairs *p, size_t count) {
    static double distance2[PAIRS + 1];
    static ts_feature feature[PAIRS + 1];
    distance2[count] = -1.0;
    feature[count] = 99;
    many(&(ts_closest_batch){kind, count, (const int32_t(*)[4])p->node, (const double(*)[3])p->x, distance2, feature});
    for (size_t k = 0; k < count; ++k) {
        double rows[4][3] = {{0}};
        ts_closest closest;
        for (int i = 0; i < ts_ccd_vertices(kind); ++i) memcpy(rows[i], p->x[p->node[k][i]], sizeof rows[i]);
        ts_closest_points(kind, (const double(*)[3])rows, &closest);
        const bool same = memcmp(&distance2[k], &closest.distance2, sizeof distance2[k]) == 0;
        ck_assert(same || (isnan(distance2[k]) && isnan(closest.distance2)));
        ck_assert_uint_eq(feature[k], closest.feature);
    }
    ck_assert(distance2[count] == -1.0 && feature[count] == 99);
}

static void check_width(ts_closest_many *many) {
    ts_random random;
    static pairs p;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int round = 0; round < ts_test_cases(20); ++round) {
        for (int way = 0; way < WAYS; ++way) {
            for (int i = 0; i < NODES; ++i)
                for (int k = 0; k < 3; ++k) p.x[i][k] = coordinate(&random, way);
            for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
                choose_nodes(&random, (ts_ccd_kind)kind, &p);
                check_pairs(many, (ts_ccd_kind)kind, &p, PAIRS);
                check_pairs(many, (ts_ccd_kind)kind, &p, ts_random_below(&random, 18));
            }
        }
    }
}

START_TEST(every_width_has_the_bits_of_one_pair) {
    static ts_closest_many *const of_width[TS_TEST_WIDTHS] = {ts_closest_many_portable, ts_closest_many_avx2,
                                                              ts_closest_many_avx512};
    check_width(ts_closest_many_all);
    for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
        if (ts_test_has_width(w)) check_width(of_width[w]);
    }
}
END_TEST

/* All that the lanes tell apart does occur in what is tried. */
START_TEST(every_feature_is_tried) {
    ts_random random;
    static pairs p;
    bool seen[TS_CCD_KINDS][16] = {{false}};
    ts_random_init(&random, ts_test_seed(), 1);
    for (int way = 0; way < 2; ++way) {
        for (int i = 0; i < NODES; ++i)
            for (int k = 0; k < 3; ++k) p.x[i][k] = coordinate(&random, way);
        for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
            static double distance2[PAIRS];
            static ts_feature feature[PAIRS];
            choose_nodes(&random, (ts_ccd_kind)kind, &p);
            ts_closest_many_all(&(ts_closest_batch){(ts_ccd_kind)kind, PAIRS, (const int32_t(*)[4])p.node,
                                                    (const double(*)[3])p.x, distance2, feature});
            for (int k = 0; k < PAIRS; ++k) seen[kind][feature[k]] = true;
        }
    }
    static const int features[TS_CCD_KINDS] = {
        [TS_POINT_TRIANGLE] = 7, [TS_EDGE_EDGE] = 9, [TS_POINT_EDGE] = 3, [TS_POINT_POINT] = 1};
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        int count = 0;
        for (int f = 0; f < 16; ++f) count += seen[kind][f];
        ck_assert_int_eq(count, features[kind]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("closest_batch");
    TCase *tests = tcase_create("closest_batch");
    tcase_add_test(tests, every_width_has_the_bits_of_one_pair);
    tcase_add_test(tests, every_feature_is_tried);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
