/* SPDX-License-Identifier: MIT
 * The exact check of certificates: motions whose least distance is known exactly, by every rule and in every
 * kind; every way to be wrong. */
#include <gmp.h>
#include <math.h>

#include "core/error.h"
#include "tests/oracles/truths.h"
#include <touchstone/distance.h>

/* ---- Certificates and their fate ---- */

static ts_ccd_proof_piece piece(double t0, double t1, unsigned feature, int sign) {
    return (ts_ccd_proof_piece){.t0 = t0, .t1 = t1, .feature = (uint8_t)feature, .sign = (int8_t)sign};
}

static ts_ccd_proof_piece constant(double t0, double t1, double x, double y, double z) {
    return (ts_ccd_proof_piece){.t0 = t0, .t1 = t1, .n = {x, y, z}, .sign = 1};
}

static ts_error refusal;

/* A certificate of the pieces for the answer: free, or a hit at toi when that is below t_max. */
static bool accepts(const ts_ccd_query *query, double toi, size_t count, const ts_ccd_proof_piece *pieces) {
    static ts_ccd_certificate certificate;
    const ts_ccd_result answer = {.status = toi < query->t_max ? TS_CCD_HIT : TS_CCD_FREE, .toi = toi};
    certificate.count = count;
    for (size_t i = 0; i < count; ++i) certificate.pieces[i] = pieces[i];
    ts_error_clear(&refusal);
    const ts_status status = ts_oracle_check_certificate(query, &answer, &certificate, &refusal);
    ck_assert(status == TS_OK || status == TS_ERROR_DATA);
    ck_assert_int_eq(refusal.status, status);
    return status == TS_OK;
}

static bool accepts_one(const ts_ccd_query *query, ts_ccd_proof_piece only) {
    return accepts(query, only.t1, 1, &only);
}

static void check_refused(bool accepted, const char *reason) {
    ck_assert_msg(!accepted, "accepted, although: %s", reason);
    ck_assert_msg(strstr(refusal.message, reason) != NULL, "'%s' is not in '%s'", reason, refusal.message);
}

static double below(double x) {
    return nextafter(x, -INFINITY);
}

static double above(double x) {
    return nextafter(x, INFINITY);
}

/* ---- Motions that come to a known least distance at t = 1/2 and turn back; c = 2t - 1 ---- */

static void set_row(ts_ccd_query *query, int row, const double at_minus[3], const double at_plus[3]) {
    memcpy(query->x0[row], at_minus, 3 * sizeof(double));
    memcpy(query->x1[row], at_plus, 3 * sizeof(double));
}

static void set_still(ts_ccd_query *query, int row, double x, double y, double z) {
    const double at[3] = {x, y, z};
    set_row(query, row, at, at);
}

/* The row at (x, y + c slope_y, z + c slope_z). */
static void set_moving(ts_ccd_query *query, int row, const double at[3], double slope_y, double slope_z) {
    const double minus[3] = {at[0], at[1] - slope_y, at[2] - slope_z},
                 plus[3] = {at[0], at[1] + slope_y, at[2] + slope_z};
    set_row(query, row, minus, plus);
}

/* Two vertices at (0,0,0) and (1,c,0), at least 1 apart; what is left of the primitives lies behind them. */
static double set_points(ts_ccd_query *query, int a, int b) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        const double far = i == a || i == b ? 0.0 : 4.0, z = i % 2 ? 1.0 : -2.0;
        if (i < ts_ccd_first_vertices(query->kind))
            set_still(query, i, -far, 0, i == a ? 0 : z);
        else
            set_moving(query, i, (const double[]){1 + far, 0, i == b ? 0 : z}, 1, 0);
    }
    return 1.0;
}

/* An edge along the x axis and a vertex at (0,c,1), at least 1 apart; the rest above the vertex or below the edge. */
static double set_point_line(ts_ccd_query *query, unsigned feature, unsigned line, double half) {
    const bool point_first = !(line & 1u);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        const bool of_point = (i < ts_ccd_first_vertices(query->kind)) == point_first;
        const double further = feature >> i & 1u ? 0.0 : 4.0;
        if (of_point) {
            set_moving(query, i, (const double[]){0.5, 0, 1 + further}, 1, 0);
        } else if (further > 0.0) {
            set_still(query, i, 1, 2, -further);
        } else {
            set_still(query, i, half, 0, 0);
            half = -half;
        }
    }
    return 1.0;
}

/* The plane (the second edge) z = c y through the x axis, and a point (the middle of the first edge) at
 * (0, -c, 1/4): at (1/4 + c^2) / sqrt(1 + c^2), so at least 1/4. */
static double set_face(ts_ccd_query *query) {
    if (query->kind == TS_POINT_TRIANGLE) {
        set_moving(query, 0, (const double[]){0, 0, 0.25}, -1, 0);
        set_moving(query, 1, (const double[]){-8, -4, 0}, 0, -4);
        set_moving(query, 2, (const double[]){8, -4, 0}, 0, -4);
        set_moving(query, 3, (const double[]){0, 8, 0}, 0, 8);
    } else {
        set_moving(query, 0, (const double[]){-1, 0, 0.25}, -1, 0);
        set_moving(query, 1, (const double[]){1, 0, 0.25}, -1, 0);
        set_moving(query, 2, (const double[]){0, -4, 0}, 0, -4);
        set_moving(query, 3, (const double[]){0, 4, 0}, 0, 4);
    }
    return 0.25;
}

/* A motion for the pair of features, the sign of its direction, and the least distance, reached at 1/2 alone. */
typedef struct known_motion {
    ts_ccd_query query;
    unsigned feature;
    int sign;
    double least;
} known_motion;

static known_motion motion_of(ts_ccd_kind kind, unsigned feature) {
    known_motion made = {.query = {.kind = kind, .t_max = 1.0}, .feature = feature, .sign = -1};
    const unsigned first = feature & ((1u << ts_ccd_first_vertices(kind)) - 1), second = feature & ~first;
    const bool line_first = (first & (first - 1)) != 0, line_second = (second & (second - 1)) != 0;
    if (feature == 15u) {
        made.least = set_face(&made.query);
    } else if (line_first || line_second) {
        made.least = set_point_line(&made.query, feature, line_first ? first : second, 8.0);
        made.sign = line_first ? 1 : -1;
    } else {
        made.least = set_points(&made.query, __builtin_ctz(first), __builtin_ctz(second));
    }
    return made;
}

/* z -> -z. The cross product then points to the other side. */
static void mirror(known_motion *motion) {
    for (int i = 0; i < 4; ++i) {
        motion->query.x0[i][2] = -motion->query.x0[i][2];
        motion->query.x1[i][2] = -motion->query.x1[i][2];
    }
    if (motion->feature == 15u) motion->sign = -motion->sign;
}

static void scale(known_motion *motion, double factor) {
    for (int i = 0; i < 12; ++i) {
        motion->query.x0[i / 3][i % 3] *= factor;
        motion->query.x1[i / 3][i % 3] *= factor;
    }
    motion->least *= factor;
}

/* Calls `check` for every pair of features of every kind, mirrored too, small and large. */
static void for_each_rule(void (*check)(const known_motion *motion)) {
    int rules = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (unsigned feature = 1; feature < 16; ++feature) {
            if (strcmp(ts_feature_name((ts_ccd_kind)kind, (ts_feature)feature), "none") == 0) continue;
            for (int variant = 0; variant < 6; ++variant) {
                known_motion motion = motion_of((ts_ccd_kind)kind, feature);
                if (variant % 2) mirror(&motion);
                scale(&motion, (const double[]){1.0, 0x1p-1000, 0x1p900}[variant / 2]);
                check(&motion);
            }
            ++rules;
        }
    }
    ck_assert_int_eq(rules, 7 + 9 + 3 + 1);
}

/* The constructions are what they claim, says the distance oracle. */
static void check_least(const known_motion *motion) {
    int sign;
    ck_assert_int_eq(ts_oracle_compare(&motion->query, 0.5, motion->least, &sign), TS_OK);
    ck_assert_int_eq(sign, 0);
    for (int k = 0; k <= 8; ++k) {
        ck_assert_int_eq(ts_oracle_compare(&motion->query, k / 8.0, motion->least, &sign), TS_OK);
        ck_assert_int_eq(sign, k != 4);
    }
}

START_TEST(the_known_motions_are_as_described) {
    for_each_rule(check_least);
}
END_TEST

/* ---- Moving directions, exactly at the limit ---- */

static void check_limit_of_distance(const known_motion *motion) {
    ts_ccd_query query = motion->query;
    const ts_ccd_proof_piece all = piece(0, 1, motion->feature, motion->sign);
    const double least = motion->least;
    ck_assert_msg(accepts_one(&query, all), "%s: %s", ts_feature_name(query.kind, all.feature), refusal.message);
    query.min_distance = below(least);
    ck_assert_msg(accepts_one(&query, all), "%s: %s", ts_feature_name(query.kind, all.feature), refusal.message);
    query.min_distance = least; /* a double root inside */
    check_refused(accepts_one(&query, all), "does not keep rows");
    query.min_distance = above(least); /* two roots next to each other */
    check_refused(accepts_one(&query, all), "does not keep rows");
    query.min_distance = 64.0 * least;
    check_refused(accepts_one(&query, all), "does not keep rows");
}

START_TEST(a_moving_direction_is_accepted_up_to_the_least_distance_and_not_at_it) {
    for_each_rule(check_limit_of_distance);
}
END_TEST

static void check_limit_of_time(const known_motion *motion) {
    ts_ccd_query query = motion->query;
    query.min_distance = motion->least;
    const double before = below(0.5), after = above(0.5);
    ck_assert(accepts_one(&query, piece(0, before, motion->feature, motion->sign)));
    check_refused(accepts_one(&query, piece(0, 0.5, motion->feature, motion->sign)), "does not keep rows");
    check_refused(accepts_one(&query, piece(0, after, motion->feature, motion->sign)), "does not keep rows");
    const ts_ccd_proof_piece split[] = {piece(0, before, motion->feature, motion->sign),
                                        piece(before, 1, motion->feature, motion->sign)};
    check_refused(accepts(&query, 1, 2, split), "piece 1");
    const ts_ccd_proof_piece leap[] = {split[0], piece(after, 1, motion->feature, motion->sign)};
    check_refused(accepts(&query, 1, 2, leap), "piece 1 begins at");
    query.min_distance = below(motion->least);
    ck_assert(accepts(&query, 1, 2, split));
}

START_TEST(touching_at_an_end_of_a_piece_is_refused) {
    for_each_rule(check_limit_of_time);
}
END_TEST

static void check_reversed(const known_motion *motion) {
    check_refused(accepts_one(&motion->query, piece(0, 1, motion->feature, -motion->sign)), "does not keep rows");
}

START_TEST(a_reversed_direction_is_refused) {
    for_each_rule(check_reversed);
}
END_TEST

START_TEST(a_zero_that_is_touched_from_above_is_refused_without_min_distance) {
    /* The face z = c y and a point at (0,c,0): s = c^2 has a double root at 1/2. */
    known_motion motion = motion_of(TS_POINT_TRIANGLE, 15u);
    set_moving(&motion.query, 0, (const double[]){0, 0, 0}, 1, 0);
    ck_assert(accepts_one(&motion.query, piece(0, below(0.5), 15u, 1)));
    check_refused(accepts_one(&motion.query, piece(0, 0.5, 15u, 1)), "does not keep rows");
    check_refused(accepts_one(&motion.query, piece(0, 1, 15u, 1)), "does not keep rows");
    check_refused(accepts_one(&motion.query, piece(0, 1, 15u, -1)), "does not keep rows");
}
END_TEST

/* The closest pair of features is not the one named: the other vertices are not kept apart. */
START_TEST(a_direction_of_other_features_is_refused_where_it_does_not_separate) {
    const known_motion motion = motion_of(TS_POINT_TRIANGLE, 7u);
    ck_assert(accepts_one(&motion.query, piece(0, 1, 7u, -1)));
    for (int sign = -1; sign <= 1; sign += 2) {
        check_refused(accepts_one(&motion.query, piece(0, 1, 3u, sign)), "does not keep rows");
        check_refused(accepts_one(&motion.query, piece(0, 1, 13u, sign)), "does not keep rows");
    }
}
END_TEST

/* ---- Constant directions ---- */

/* The first primitive comes down from z = 1 by 2; everything of the second is at z = 0, or below. */
static ts_ccd_query coming_down(ts_ccd_kind kind, double xi) {
    static const double xy[4][2] = {{0, 0}, {-1, -1}, {3, -1}, {-1, 3}};
    ts_ccd_query query = {.kind = kind, .min_distance = xi, .t_max = 1.0};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        const bool first = i < ts_ccd_first_vertices(kind);
        set_moving(&query, i, (const double[]){xy[i][0], xy[i][1], 0}, 0, first ? -1 : 0);
    }
    return query;
}

START_TEST(a_constant_direction_is_accepted_up_to_the_contact_and_not_at_it) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int thick = 0; thick < 2; ++thick) {
            const double xi = thick ? 0.25 : 0.0, contact = (1 - xi) / 2;
            const ts_ccd_query query = coming_down((ts_ccd_kind)kind, xi);
            ck_assert(accepts_one(&query, constant(0, below(contact), 0, 0, -1)));
            ck_assert(accepts_one(&query, constant(0, below(contact), 0, 0, -0x1p-1074)));
            ck_assert(accepts_one(&query, constant(0, below(contact), 0, 0, -0x1.8p1023)));
            check_refused(accepts_one(&query, constant(0, contact, 0, 0, -1)), "does not keep rows");
            check_refused(accepts_one(&query, constant(0, above(contact), 0, 0, -1)), "does not keep rows");
            check_refused(accepts_one(&query, constant(0, 1, 0, 0, -1)), "does not keep rows");
            check_refused(accepts_one(&query, constant(0, 0.25, 0, 0, 1)), "does not keep rows");
        }
    }
}
END_TEST

START_TEST(one_ulp_too_much_of_min_distance_is_refused) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = coming_down((ts_ccd_kind)kind, below(0.5));
        const ts_ccd_proof_piece half_way = constant(0, 0.25, 0, 0, -3);
        ck_assert(accepts_one(&query, half_way));
        query.min_distance = 0.5;
        check_refused(accepts_one(&query, half_way), "does not keep rows");
        query.min_distance = above(0.5);
        check_refused(accepts_one(&query, half_way), "does not keep rows");
    }
}
END_TEST

/* |n| is no double: points (1,1,1) apart, at sqrt(3), with n along that. Decided by xi^2 < 3 in rationals. */
START_TEST(an_irrational_length_of_the_direction_is_decided_exactly) {
    ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 1.0};
    for (int c = 0; c < 3; ++c) query.x0[1][c] = query.x1[1][c] = 1.0;
    mpq_t square;
    mpq_init(square);
    int fates[2] = {0, 0};
    for (int ulps = -2; ulps <= 2; ++ulps) {
        query.min_distance = sqrt(3.0) + ulps * 0x1p-52;
        mpq_set_d(square, query.min_distance);
        mpq_mul(square, square, square);
        const bool less = mpq_cmp_ui(square, 3, 1) < 0;
        ck_assert_int_eq(accepts_one(&query, constant(0, 1, 0.7, 0.7, 0.7)), less);
        ck_assert_int_eq(accepts_one(&query, piece(0, 1, 3u, -1)), less);
        ++fates[less];
    }
    mpq_clear(square);
    ck_assert_int_gt(fates[0], 0);
    ck_assert_int_gt(fates[1], 0);
}
END_TEST

START_TEST(every_vertex_counts) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int row = 0; row < ts_ccd_vertices((ts_ccd_kind)kind); ++row) {
            ts_ccd_query query = coming_down((ts_ccd_kind)kind, 0.0);
            ck_assert(accepts_one(&query, constant(0, 0.25, 0, 0, -1)));
            query.x1[row][2] += row < ts_ccd_first_vertices((ts_ccd_kind)kind) ? -4.0 : 4.0;
            check_refused(accepts_one(&query, constant(0, 0.25, 0, 0, -1)), "does not keep rows");
        }
    }
}
END_TEST

/* ---- Nonsense ---- */

START_TEST(pieces_that_leave_a_hole_are_refused) {
    const ts_ccd_query query = coming_down(TS_EDGE_EDGE, 0.0);
    const ts_ccd_proof_piece a = constant(0, 0.125, 0, 0, -1), b = constant(0.125, 0.25, 0, 0, -1),
                             late = constant(above(0.125), 0.25, 0, 0, -1), early = constant(0.0625, 0.25, 0, 0, -1),
                             late_start = constant(0x1p-1074, 0.125, 0, 0, -1);
    ck_assert(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){a, b}));
    ck_assert(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){a, early})); /* an overlap does no harm */
    ck_assert(accepts(&query, 0.2, 2, (const ts_ccd_proof_piece[]){a, b}));
    check_refused(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){a, late}), "piece 1 begins at");
    check_refused(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){b, a}), "piece 0 begins at");
    check_refused(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){late_start, b}), "piece 0 begins at");
    check_refused(accepts(&query, 0.25, 1, &a), "the answer needs [0, 0.25]");
    check_refused(accepts(&query, above(0.25), 2, (const ts_ccd_proof_piece[]){a, b}), "the answer needs");
    check_refused(accepts(&query, 1.0, 2, (const ts_ccd_proof_piece[]){a, b}), "the answer needs [0, 1]");
    check_refused(accepts(&query, 0.25, 0, NULL), "the pieces prove [0, 0]");
    ck_assert(accepts(&query, 0.0, 0, NULL));
}
END_TEST

START_TEST(a_free_answer_is_proven_up_to_t_max) {
    ts_ccd_query query = coming_down(TS_POINT_EDGE, 0.0);
    const ts_ccd_proof_piece quarter = constant(0, 0.25, 0, 0, -1);
    query.t_max = 0.25;
    ck_assert(accepts(&query, 0.25, 1, &quarter)); /* free */
    query.t_max = above(0.25);
    check_refused(accepts(&query, query.t_max, 1, &quarter), "the answer needs");
}
END_TEST

START_TEST(pieces_that_are_no_pieces_are_refused) {
    const ts_ccd_query query = coming_down(TS_POINT_TRIANGLE, 0.0);
    const ts_ccd_proof_piece good = constant(0, 0.25, 0, 0, -1);
    const ts_ccd_proof_piece bad[] = {constant(0, 0.25, NAN, 0, -1),   constant(0, 0.25, 0, 0, -INFINITY),
                                      constant(0, INFINITY, 0, 0, -1), constant(0, above(1), 0, 0, -1),
                                      constant(-0.5, 0.25, 0, 0, -1),  constant(0.25, 0.25, 0, 0, -1),
                                      constant(0.25, 0.125, 0, 0, -1)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        check_refused(accepts(&query, 0.25, 2, (const ts_ccd_proof_piece[]){good, bad[i]}), "not of this world");
    }
    check_refused(accepts(&query, 0.25, 1, &(ts_ccd_proof_piece){.t0 = NAN, .t1 = 0.25, .n = {0, 0, -1}}), "piece 0");
    check_refused(accepts(&query, 0.25, 1, &(ts_ccd_proof_piece){.t0 = 0, .t1 = NAN, .n = {0, 0, -1}}), "piece 0");
    check_refused(accepts_one(&query, constant(0, 0.25, 0, 0, 0)), "does not keep rows");
    check_refused(accepts_one(&query, constant(0, 0.25, -0.0, 0, -0.0)), "does not keep rows");
    check_refused(accepts(&query, NAN, 1, &good), "the answer needs"); /* a hit at NaN */
}
END_TEST

START_TEST(sets_of_rows_that_are_no_pair_are_refused) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_ccd_query query = coming_down((ts_ccd_kind)kind, 0.0);
        for (unsigned feature = 1; feature < 256; ++feature) {
            const bool pair = strcmp(ts_feature_name((ts_ccd_kind)kind, (ts_feature)feature), "none") != 0;
            const bool accepted = accepts_one(&query, piece(0, 0.25, feature, -1));
            if (!pair) check_refused(accepted, "is no pair of features");
            if (!accepted) ck_assert(strstr(refusal.message, pair ? "does not keep rows" : "no pair"));
        }
    }
}
END_TEST

START_TEST(a_direction_that_vanishes_is_refused) {
    /* A triangle without area, an edge without length, coinciding vertices: n = 0. */
    ts_ccd_query query = coming_down(TS_POINT_TRIANGLE, 0.0);
    memcpy(query.x0[2], query.x0[1], sizeof query.x0[2]);
    memcpy(query.x1[2], query.x1[1], sizeof query.x1[2]);
    check_refused(accepts_one(&query, piece(0, 0.25, 15u, -1)), "does not keep rows");
    check_refused(accepts_one(&query, piece(0, 0.25, 7u, -1)), "does not keep rows");
    ts_ccd_query same = {.kind = TS_POINT_POINT, .t_max = 1.0};
    check_refused(accepts_one(&same, piece(0, 1, 3u, -1)), "does not keep rows");
    check_refused(accepts_one(&same, constant(0, 1, 1, 2, 3)), "does not keep rows");
}
END_TEST

START_TEST(answers_that_claim_nothing_have_no_proof) {
    const ts_ccd_query query = coming_down(TS_POINT_POINT, 0.0);
    const ts_ccd_certificate none = {0};
    static const ts_ccd_status statuses[] = {TS_CCD_LIMIT, TS_CCD_UNSUPPORTED, TS_CCD_FAILED};
    for (int i = 0; i < 3; ++i) {
        const ts_ccd_result answer = {.status = statuses[i]};
        ck_assert_int_eq(ts_oracle_check_certificate(&query, &answer, &none, &refusal), TS_ERROR_DATA);
        ck_assert_ptr_nonnull(strstr(refusal.message, ts_ccd_status_name(statuses[i])));
    }
    const ts_ccd_certificate many = {.count = TS_CCD_MOST_PIECES + 1};
    const ts_ccd_result hit = {.status = TS_CCD_HIT, .toi = 0.0};
    ck_assert_int_eq(ts_oracle_check_certificate(&query, &hit, &many, NULL), TS_ERROR_DATA);
    ck_assert_int_eq(ts_oracle_check_certificate(&query, &hit, &none, NULL), TS_OK);
    const double nowhere[] = {-1.0, -INFINITY, NAN, nextafter(query.t_max, 2.0), INFINITY};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; ++i) {
        const ts_ccd_result answer = {.status = TS_CCD_HIT, .toi = nowhere[i]};
        ck_assert_int_eq(ts_oracle_check_certificate(&query, &answer, &none, &refusal), TS_ERROR_DATA);
        ck_assert_ptr_nonnull(strstr(refusal.message, "is not in [0, 1]"));
    }
    ts_ccd_query bad = query;
    bad.x1[0][0] = NAN;
    ck_assert_int_eq(ts_oracle_check_certificate(&bad, &hit, &none, &refusal), TS_ERROR_DATA);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("certificate");
    tcase_add_test(cases, the_known_motions_are_as_described);
    tcase_add_test(cases, a_moving_direction_is_accepted_up_to_the_least_distance_and_not_at_it);
    tcase_add_test(cases, touching_at_an_end_of_a_piece_is_refused);
    tcase_add_test(cases, a_reversed_direction_is_refused);
    tcase_add_test(cases, a_zero_that_is_touched_from_above_is_refused_without_min_distance);
    tcase_add_test(cases, a_direction_of_other_features_is_refused_where_it_does_not_separate);
    tcase_add_test(cases, a_constant_direction_is_accepted_up_to_the_contact_and_not_at_it);
    tcase_add_test(cases, one_ulp_too_much_of_min_distance_is_refused);
    tcase_add_test(cases, an_irrational_length_of_the_direction_is_decided_exactly);
    tcase_add_test(cases, every_vertex_counts);
    tcase_add_test(cases, pieces_that_leave_a_hole_are_refused);
    tcase_add_test(cases, a_free_answer_is_proven_up_to_t_max);
    tcase_add_test(cases, pieces_that_are_no_pieces_are_refused);
    tcase_add_test(cases, sets_of_rows_that_are_no_pair_are_refused);
    tcase_add_test(cases, a_direction_that_vanishes_is_refused);
    tcase_add_test(cases, answers_that_claim_nothing_have_no_proof);
    Suite *suite = suite_create("certificate");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
