/* SPDX-License-Identifier: MIT
 * Motions whose time of impact can be found by hand, with Pythagorean numbers where there is a thickness, each at
 * several scales, far from the origin, and with t_max just on either side. */
#include "tests/oracles/truths.h"

/* Right after and right before a number, one third, and a gap too small for any sum with 1. */
#define UP (1.0 + 0x1p-52)
#define DOWN (1.0 - 0x1p-53)
#define THIRD_LO 0x1.5555555555555p-2
#define THIRD_HI 0x1.5555555555556p-2

typedef struct known {
    const char *name;
    ts_ccd_query query;
    bool contact;
    double lo, hi;
} known;

#define FREE false, 0.0, 0.0
#define AT(t) true, t, t
#define BETWEEN(a, b) true, a, b
#define PP TS_POINT_POINT
#define PE TS_POINT_EDGE
#define PT TS_POINT_TRIANGLE
#define EE TS_EDGE_EDGE

/* clang-format off */
static const known POINTS[] = {
    {"head on", {PP, {{-1, 0, 0}}, {{1, 0, 0}}, 0, 1}, AT(0.5)},
    {"a third", {PP, {{-1, 0, 0}}, {{2, 0, 0}}, 0, 1}, BETWEEN(THIRD_LO, THIRD_HI)},
    {"3-4-5", {PP, {{-8, 3, 0}}, {{8, 3, 0}}, 5, 1}, AT(0.25)},
    {"1-2-2-3, both moving", {PP, {{-5, 2, 1}, {4, 0, -1}}, {{3, 2, 1}, {-4, 0, -1}}, 3, 1}, AT(0.5)},
    {"2-3-6-7", {PP, {{-14, 3, 2}}, {{2, 3, 2}}, 7, 1}, AT(0.5)},
    {"grazing", {PP, {{-8, 3, 0}}, {{8, 3, 0}}, 3, 1}, AT(0.5)},
    {"grazing at a third", {PP, {{-4, 3, 0}}, {{8, 3, 0}}, 3, 1}, BETWEEN(THIRD_LO, THIRD_HI)},
    {"grazing missed", {PP, {{-8, 3 * UP, 0}}, {{8, 3 * UP, 0}}, 3, 1}, FREE},
    {"grazing missed far below an ulp", {PP, {{-8, 3, 0x1p-400}}, {{8, 3, 0x1p-400}}, 3, 1}, FREE},
    {"grazing without thickness missed", {PP, {{-1, 0, 0x1p-50}}, {{2, 0, 0x1p-50}}, 0, 1}, FREE},
    {"static, apart", {PP, {{1, 2, 3}}, {{1, 2, 3}}, 3, 1}, FREE},
    {"static, touching", {PP, {{1, 2, 2}}, {{1, 2, 2}}, 3, 1}, AT(0)},
    {"static, one point", {PP, {{1, 2, 2}, {1, 2, 2}}, {{1, 2, 2}, {1, 2, 2}}, 0, 1}, AT(0)},
    {"together, almost touching", {PP, {{1, 0, 0}}, {{7, 0, 0}, {6, 0, 0}}, DOWN, 1}, FREE},
    {"leaving", {PP, {{3, 0, 0}}, {{9, 0, 0}}, 3, 1}, AT(0)},
    {"arriving at the end", {PP, {{-1, 0, 0}}, {{0, 0, 0}}, 0, 1}, AT(1)},
    {"arriving too late", {PP, {{-1, 0, 0}}, {{-0x1p-300, 0, 0}}, 0, 1}, FREE},
    {"arriving at t_max", {PP, {{-1, 0, 0}}, {{3, 0, 0}}, 0, 0.25}, AT(0.25)},
    {"arriving after t_max", {PP, {{-1, 0, 0}}, {{3, 0, 0}}, 0, 0.25 * DOWN}, FREE},
};

static const known POINT_EDGE[] = {
    {"on the inside", {PE, {{1, 1, 0}, {0, 0, 0}, {3, 0, 0}}, {{1, -1, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, AT(0.5)},
    {"on the inside, thick", {PE, {{1, 4, 0}, {0, 0, 0}, {3, 0, 0}}, {{1, -4, 0}, {0, 0, 0}, {3, 0, 0}}, 2, 1}, AT(0.25)},
    {"3-4-5 beside the line", {PE, {{1, -8, 3}, {0, 0, 0}, {3, 0, 0}}, {{1, 8, 3}, {0, 0, 0}, {3, 0, 0}}, 5, 1}, AT(0.25)},
    {"3-4-5 off the end", {PE, {{-8, 3, 0}, {0, 0, 0}, {9, 0, 0}}, {{8, 3, 0}, {0, 0, 0}, {9, 0, 0}}, 5, 1}, AT(0.25)},
    {"along the line", {PE, {{-1, 0, 0}, {0, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, AT(0.5)},
    {"along the line, thick", {PE, {{-2, 0, 0}, {0, 0, 0}, {3, 0, 0}}, {{2, 0, 0}, {0, 0, 0}, {3, 0, 0}}, 1, 1}, AT(0.25)},
    {"at thickness along the line", {PE, {{-8, 3, 0}, {0, 0, 0}, {9, 0, 0}}, {{8, 3, 0}, {0, 0, 0}, {9, 0, 0}}, 3, 1}, AT(0.5)},
    {"the end", {PE, {{3, 1, 0}, {0, 0, 0}, {3, 0, 0}}, {{3, -1, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, AT(0.5)},
    {"past the end", {PE, {{3 * UP, 1, 0}, {0, 0, 0}, {3, 0, 0}}, {{3 * UP, -1, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, FREE},
    {"edge without length", {PE, {{-8, 3, 0}}, {{8, 3, 0}}, 5, 1}, AT(0.25)},
    {"edge without length, missed", {PE, {{-8, 0x1p-90, 0}}, {{8, 0x1p-90, 0}}, 0, 1}, FREE},
    {"edge that shrinks to a point", {PE, {{-1, 0, 0}, {0, -1, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0, 1}, AT(1)},
    {"edge that turns over", {PE, {{0, -1, 0}, {-1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {1, 0, 0}, {-1, 0, 0}}, 0, 1}, AT(0.5)},
    {"skew", {PE, {{1, 1, 0x1p-40}, {0, 0, 0}, {3, 0, 0}}, {{1, -1, 0x1p-40}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, FREE},
    {"static on it", {PE, {{1, 0, 0}, {0, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, AT(0)},
};

#define BIG {-9, -9, 0}, {9, -9, 0}, {0, 9, 0}
#define CORNER {0, 0, 0}, {4, 0, 0}, {0, 4, 0}
#define HALF_PLANE {0, -9, 0}, {0, 9, 0}, {9, 0, 0}
#define LINE {0, 0, 0}, {1, 0, 0}, {3, 0, 0}
static const known POINT_TRIANGLE[] = {
    {"on the inside", {PT, {{1, 1, 1}, BIG}, {{1, 1, -1}, BIG}, 0, 1}, AT(0.5)},
    {"on the inside at a third", {PT, {{1, 1, 1}, BIG}, {{1, 1, -2}, BIG}, 0, 1}, BETWEEN(THIRD_LO, THIRD_HI)},
    {"on the inside, thick", {PT, {{1, 1, 4}, BIG}, {{1, 1, -4}, BIG}, 2, 1}, AT(0.25)},
    {"on an edge", {PT, {{2, 2, 1}, CORNER}, {{2, 2, -1}, CORNER}, 0, 1}, AT(0.5)},
    {"past an edge", {PT, {{2 * UP, 2, 1}, CORNER}, {{2 * UP, 2, -1}, CORNER}, 0, 1}, FREE},
    {"on a vertex", {PT, {{4, 0, 1}, CORNER}, {{4, 0, -1}, CORNER}, 0, 1}, AT(0.5)},
    {"past a vertex", {PT, {{4 * UP, 0, 1}, CORNER}, {{4 * UP, 0, -1}, CORNER}, 0, 1}, FREE},
    {"2-3-6-7 off a vertex", {PT, {{-2, -3, 14}, CORNER}, {{-2, -3, -2}, CORNER}, 7, 1}, AT(0.5)},
    {"3-4-5 over an edge", {PT, {{-8, 0, 3}, HALF_PLANE}, {{8, 0, 3}, HALF_PLANE}, 5, 1}, AT(0.25)},
    {"at thickness over the face", {PT, {{-8, 0, 3}, HALF_PLANE}, {{8, 0, 3}, HALF_PLANE}, 3, 1}, AT(0.5)},
    {"just above thickness over the face", {PT, {{-8, 0, 3 * UP}, HALF_PLANE}, {{8, 0, 3 * UP}, HALF_PLANE}, 3, 1}, FREE},
    {"in the plane into an edge", {PT, {{-1, 1, 0}, CORNER}, {{1, 1, 0}, CORNER}, 0, 1}, AT(0.5)},
    {"in the plane into an edge, thick", {PT, {{-4, 1, 0}, CORNER}, {{4, 1, 0}, CORNER}, 2, 1}, AT(0.25)},
    {"in the plane into a vertex", {PT, {{-1, -1, 0}, CORNER}, {{1, 1, 0}, CORNER}, 0, 1}, AT(0.5)},
    {"in the plane past a vertex", {PT, {{-1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {4, -4, 0}}, {{1, 0x1p-50, 0}, {0, 0, 0}, {4, 0, 0}, {4, -4, 0}}, 0, 1}, FREE},
    {"all fall in one plane", {PT, {{9, 9, 5}, CORNER}, {{9, 9, 7}, {0, 0, 2}, {4, 0, 2}, {0, 4, 2}}, 0, 1}, FREE},
    {"no area: a line", {PT, {{2, 1, 0}, LINE}, {{2, -1, 0}, LINE}, 0, 1}, AT(0.5)},
    {"no area: a line, 3-4-5", {PT, {{2, 8, 3}, LINE}, {{2, -8, 3}, LINE}, 5, 1}, AT(0.25)},
    {"no area: past its end", {PT, {{3 * UP, 1, 0}, LINE}, {{3 * UP, -1, 0}, LINE}, 0, 1}, FREE},
    {"no area: a point", {PT, {{-8, 3, 0}}, {{8, 3, 0}}, 5, 1}, AT(0.25)},
    {"collapses in flight", {PT, {{1, 0, 1}, {0, -1, 0}, {0, 1, 0}, {2, 0, 0}}, {{1, 0, -1}, {0, 1, 0}, {0, -1, 0}, {2, 0, 0}}, 0, 1}, AT(0.5)},
    /* The plane z = s x, s = 2t - 1, and the point (s, 0, h): h - s^2 = 0. */
    {"double root", {PT, {{-1, 0, 0}, {-4, -4, 4}, {-4, 4, 4}, {8, 0, -8}}, {{1, 0, 0}, {-4, -4, -4}, {-4, 4, -4}, {8, 0, 8}}, 0, 1}, AT(0.5)},
    {"double root missed", {PT, {{-1, 0, -0x1p-50}, {-4, -4, 4}, {-4, 4, 4}, {8, 0, -8}}, {{1, 0, -0x1p-50}, {-4, -4, -4}, {-4, 4, -4}, {8, 0, 8}}, 0, 1}, FREE},
    {"two close roots", {PT, {{-1, 0, 0x1p-50}, {-4, -4, 4}, {-4, 4, 4}, {8, 0, -8}}, {{1, 0, 0x1p-50}, {-4, -4, -4}, {-4, 4, -4}, {8, 0, 8}}, 0, 1}, AT(0.5 - 0x1p-26)},
    {"triangle falls on the point", {PT, {{0, 0, 0}, {-9, -9, 3}, {9, -9, 3}, {0, 9, 3}}, {{0, 0, 0}, {-9, -9, -1}, {9, -9, -1}, {0, 9, -1}}, 0, 1}, AT(0.75)},
    {"static in it", {PT, {{1, 1, 0}, CORNER}, {{1, 1, 0}, CORNER}, 0, 1}, AT(0)},
    {"static above it", {PT, {{1, 1, 0x1p-50}, CORNER}, {{1, 1, 0x1p-50}, CORNER}, 0, 1}, FREE},
};

#define ACROSS {0, -2, 0}, {0, 2, 0}
#define ALONG {0, 0, 0}, {4, 0, 0}
static const known EDGES[] = {
    {"crossing", {EE, {{-1, 1, 1}, {1, 1, 1}, ACROSS}, {{-1, 1, -1}, {1, 1, -1}, ACROSS}, 0, 1}, AT(0.5)},
    {"crossing, thick", {EE, {{-1, 1, 4}, {1, 1, 4}, ACROSS}, {{-1, 1, -4}, {1, 1, -4}, ACROSS}, 2, 1}, AT(0.25)},
    {"end on the inside", {EE, {{0, 1, 1}, {1, 1, 1}, ACROSS}, {{0, 1, -1}, {1, 1, -1}, ACROSS}, 0, 1}, AT(0.5)},
    {"end past it", {EE, {{0x1p-60, 1, 1}, {1, 1, 1}, ACROSS}, {{0x1p-60, 1, -1}, {1, 1, -1}, ACROSS}, 0, 1}, FREE},
    {"end on end", {EE, {{0, 2, 1}, {1, 2, 1}, ACROSS}, {{0, 2, -1}, {1, 2, -1}, ACROSS}, 0, 1}, AT(0.5)},
    {"3-4-5 off the insides", {EE, {{-8, 3, 0}, {-8, 4, 4}, {0, 0, -2}, {0, 0, 2}}, {{8, 3, 0}, {8, 4, 4}, {0, 0, -2}, {0, 0, 2}}, 5, 1}, AT(0.25)},
    {"parallel, end to end", {EE, {{-4, 0, 0}, {-1, 0, 0}, ALONG}, {{-2, 0, 0}, {1, 0, 0}, ALONG}, 0, 1}, AT(0.5)},
    {"parallel, end to end, thick", {EE, {{-4, 0, 0}, {-2, 0, 0}, ALONG}, {{0, 0, 0}, {2, 0, 0}, ALONG}, 1, 1}, AT(0.25)},
    {"parallel, falling", {EE, {{1, 0, 1}, {2, 0, 1}, ALONG}, {{1, 0, -1}, {2, 0, -1}, ALONG}, 0, 1}, AT(0.5)},
    {"parallel, 3-4-5", {EE, {{1, -8, 3}, {9, -8, 3}, ALONG}, {{1, 8, 3}, {9, 8, 3}, ALONG}, 5, 1}, AT(0.25)},
    {"parallel at thickness, sliding over", {EE, {{-9, 3, 0}, {-8, 3, 0}, ALONG}, {{7, 3, 0}, {8, 3, 0}, ALONG}, 3, 1}, AT(0.5)},
    {"parallel above thickness", {EE, {{-9, 3 * UP, 0}, {-8, 3 * UP, 0}, ALONG}, {{7, 3 * UP, 0}, {8, 3 * UP, 0}, ALONG}, 3, 1}, FREE},
    {"parallel past the end", {EE, {{4 * UP, 0, 1}, {9, 0, 1}, ALONG}, {{4 * UP, 0, -1}, {9, 0, -1}, ALONG}, 0, 1}, FREE},
    {"in one plane", {EE, {{-1, 1, 0}, {-1, 3, 0}, ALONG}, {{-1, -1, 0}, {-1, 1, 0}, ALONG}, 0, 1}, FREE},
    {"in one plane, end into the inside", {EE, {{1, 1, 0}, {1, 3, 0}, ALONG}, {{1, -1, 0}, {1, 1, 0}, ALONG}, 0, 1}, AT(0.5)},
    {"parallel at one moment, crossing then", {EE, {{1, -1, 1}, {3, 1, 1}, ALONG}, {{1, 1, -1}, {3, -1, -1}, ALONG}, 0, 1}, AT(0.5)},
    {"both without length", {EE, {{-8, 3, 0}, {-8, 3, 0}}, {{8, 3, 0}, {8, 3, 0}}, 5, 1}, AT(0.25)},
    {"one without length", {EE, {{1, 4, 0}, {1, 4, 0}, ALONG}, {{1, -4, 0}, {1, -4, 0}, ALONG}, 2, 1}, AT(0.25)},
    {"one turns inside out", {EE, {{-1, 0, 1}, {1, 0, 1}, ACROSS}, {{1, 0, -1}, {-1, 0, -1}, ACROSS}, 0, 1}, AT(0.5)},
    {"static, crossing", {EE, {{-1, 0, 0}, {1, 0, 0}, ACROSS}, {{-1, 0, 0}, {1, 0, 0}, ACROSS}, 0, 1}, AT(0)},
    {"static, one edge twice", {EE, {ALONG, ALONG}, {ALONG, ALONG}, 0, 1}, AT(0)},
};
/* clang-format on */

static void scale(ts_ccd_query *query, double factor) {
    query->min_distance *= factor;
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            query->x0[i][c] *= factor;
            query->x1[i][c] *= factor;
        }
    }
}

/* Moves everything by `shift`; false when a coordinate would have to be rounded. */
static bool shift_exactly(ts_ccd_query *query, double shift) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            const double x0 = query->x0[i][c] + shift, x1 = query->x1[i][c] + shift;
            if (x0 - shift != query->x0[i][c] || x1 - shift != query->x1[i][c]) return false;
            query->x0[i][c] = x0;
            query->x1[i][c] = x1;
        }
    }
    return true;
}

static void check_known(const known *k, const ts_ccd_query *query, const char *how) {
    const ts_oracle_truth truth = check_stages_agree(query, NULL);
    const ts_oracle_truth expected = {.contact = k->contact, .lo = k->lo, .hi = k->hi};
    ck_assert_msg(same_bracket(&truth, &expected), "%s, %s: %d [%a, %a], expected %d [%a, %a]: %s", k->name, how,
                  truth.contact, truth.lo, truth.hi, k->contact, k->lo, k->hi, query_text(query));
}

/* As it is, at 1e-200 and 1e150 (powers of two: exactly the same times), and at 1e7 from the origin. */
static int check_all(const known *cases, size_t count) {
    int shifted = 0;
    for (size_t i = 0; i < count; ++i) {
        ts_ccd_query query = cases[i].query;
        check_known(&cases[i], &query, "as it is");
        const ts_oracle_truth truth = truth_of(&query);
        check_t_max(&query, &truth);
        scale(&query, 0x1p-500);
        check_known(&cases[i], &query, "times 2^-500");
        query = cases[i].query;
        scale(&query, 0x1p500);
        check_known(&cases[i], &query, "times 2^500");
        query = cases[i].query;
        if (!shift_exactly(&query, 1e7)) continue;
        check_known(&cases[i], &query, "at 1e7");
        ++shifted;
    }
    return shifted;
}

#define CHECK_ALL(cases) ck_assert_int_ge(check_all(cases, sizeof(cases) / sizeof *(cases)), 5)

START_TEST(test_points) {
    CHECK_ALL(POINTS);
}
END_TEST

START_TEST(test_point_edge) {
    CHECK_ALL(POINT_EDGE);
}
END_TEST

START_TEST(test_point_triangle) {
    CHECK_ALL(POINT_TRIANGLE);
}
END_TEST

START_TEST(test_edges) {
    CHECK_ALL(EDGES);
}
END_TEST

/* ---- the ends of the doubles ---- */

#define TINY 0x1p-1074
#define GREATEST 0x1.fffffffffffffp1023

static const known EXTREMES[] = {
    {"between the two least doubles", {PP, {{TINY, 0, 0}}, {{-TINY, 0, 0}}, 0, 1}, AT(0.5)},
    {"least double as thickness", {PP, {{3 * TINY, 0, 0}}, {{-TINY, 0, 0}}, TINY, 1}, AT(0.5)},
    {"static, apart by the least double", {PP, {{TINY, 0, 0}}, {{TINY, 0, 0}}, 0, 1}, FREE},
    {"t* = 2^-1040 - 2^-2080 + ...",
     {PP, {{0x1p-1040, 0, 0}}, {{-1, 0, 0}}, 0, 1},
     BETWEEN(0x1p-1040 - TINY, 0x1p-1040)},
    {"t* below the least double", {PP, {{TINY, 0, 0}}, {{-GREATEST, 0, 0}}, 0, 1}, BETWEEN(0, TINY)},
    {"t* just before 1", {PP, {{-1, 0, 0}}, {{0x1p-1000, 0, 0}}, 0, 1}, BETWEEN(DOWN, 1)},
    {"from end to end", {PP, {{-GREATEST, 0, 0}}, {{GREATEST, 0, 0}}, 0, 1}, AT(0.5)},
    {"opposite ways",
     {PP, {{-GREATEST, 0, 0}, {GREATEST, 0, 0}}, {{GREATEST, 0, 0}, {-GREATEST, 0, 0}}, 0, 1},
     AT(0.5)},
    {"huge, missed by the least double", {PP, {{-GREATEST, TINY, 0}}, {{GREATEST, TINY, 0}}, 0, 1}, FREE},
    {"huge, grazing the least double", {PP, {{-GREATEST, TINY, 0}}, {{GREATEST, TINY, 0}}, TINY, 1}, AT(0.5)},
    {"everything within the thickness", {PP, {{1, 0, 0}}, {{2, 0, 0}}, GREATEST, 1}, AT(0)},
    {"thickness against a far point", {PP, {{GREATEST, GREATEST, 0}}, {{GREATEST, GREATEST, 0}}, GREATEST, 1}, FREE},
    {"tiny triangle, huge point",
     {PT,
      {{0, 0, GREATEST}, {-TINY, -TINY, 0}, {TINY, -TINY, 0}, {0, TINY, 0}},
      {{0, 0, -GREATEST}, {-TINY, -TINY, 0}, {TINY, -TINY, 0}, {0, TINY, 0}},
      0,
      1},
     AT(0.5)},
    {"tiny triangle, missed",
     {PT,
      {{TINY, 0, GREATEST}, {-TINY, -TINY, 0}, {TINY, -TINY, 0}, {0, TINY, 0}},
      {{TINY, 0, -GREATEST}, {-TINY, -TINY, 0}, {TINY, -TINY, 0}, {0, TINY, 0}},
      0,
      1},
     FREE},
    {"edges of very different length",
     {EE,
      {{-GREATEST, 0, 1}, {GREATEST, 0, 1}, {0, -TINY, 0}, {0, TINY, 0}},
      {{-GREATEST, 0, -1}, {GREATEST, 0, -1}, {0, -TINY, 0}, {0, TINY, 0}},
      0,
      1},
     AT(0.5)},
};

START_TEST(test_extremes) {
    for (size_t i = 0; i < sizeof EXTREMES / sizeof *EXTREMES; ++i) {
        check_known(&EXTREMES[i], &EXTREMES[i].query, "as it is");
        const ts_oracle_truth truth = truth_of(&EXTREMES[i].query);
        check_t_max(&EXTREMES[i].query, &truth);
    }
}
END_TEST

/* Two roots 1e-300 and less apart, or none: |w|^2 - xi^2 has the minimum -xi^2 2^-52 / 3 or 2^-2148, its roots lie
 * nearer together than doubles do, and to tell them apart takes a thousand halvings. */
START_TEST(test_near_double_roots) {
    static const double speeds[] = {1e10, 1e300};
    static const double thicknesses[] = {1.0, 0x1p-900};
    for (int i = 0; i < 4; ++i) {
        const double speed = speeds[i / 2], xi = thicknesses[i % 2];
        known k = {"near-double root",
                   {PP, {{0}, {-speed, xi, 0}}, {{0}, {2 * speed, xi, 0}}, xi, 1},
                   BETWEEN(THIRD_LO, THIRD_HI)};
        check_known(&k, &k.query, "touching");
        k.query.x1[1][1] = xi * DOWN;
        check_known(&k, &k.query, "sinking in");
        k.query.x1[1][1] = xi;
        k.query.x0[1][2] = k.query.x1[1][2] = TINY;
        k.contact = false;
        check_known(&k, &k.query, "missing");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/toi_analytic");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_points);
    tcase_add_test(cases, test_point_edge);
    tcase_add_test(cases, test_point_triangle);
    tcase_add_test(cases, test_edges);
    tcase_add_test(cases, test_extremes);
    tcase_add_test(cases, test_near_double_roots);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
