/* SPDX-License-Identifier: GPL-2.0-or-later
 * The step filter and the set P: every accepted way is free in exact arithmetic, however it was rounded; gaps keep off
 * zero; weights are carried over, kept, decayed and dropped; the same bits for any number of threads. */
#include <math.h>
#include <omp.h>

#include "core/share.h"
#include "ndb/contact/state.h"
#include "scenes/collision/ccd_survey.h"
#include "tests/ndb/contact_cases.h"

static uint64_t seed;

static const char *const SAFE[] = {"certified", "accd"};

/* Large random motions of sheets that lie close together. Each way is asked about once, and its toi used on it alone:
 * were it used once more after x_minus has moved, sheets would pass through each other within a few rounds, which the
 * second loop shows. */
START_TEST(accepted_ways_are_free_exactly) {
    for (int stale = 0; stale < 2; ++stale) {
        contact_case c;
        ts_random random;
        ts_random_init(&random, seed, 21);
        case_sheets(&c, 3, 5, 0.8 * CASE_DHAT + _i / 2 * 1e-3, _i / 2 * 1e-3);
        case_begin(&c, 0.0, SAFE[_i % 2]);
        case_open(&c);
        double *thickness = malloc(c.nodes * sizeof *thickness);
        contact_rows *before = malloc(c.nodes * sizeof *before);
        ts_verifier *verifier = verifier_of(&c, thickness);
        size_t offences = 0, hits = 0, rounds = stale ? 12 : 40;
        for (size_t round = 0; round < rounds; ++round) {
            memcpy(before, c.x_minus, c.nodes * sizeof *before);
            case_shake(&c, &random, round % 3 ? 3e-3 : 0.02);
            const ts_ndb_way way = case_full(&c);
            ck_assert_int_eq(way.answer, TS_CCD_FREE);
            hits += way.hits;
            if (way.fraction == 1.0) ck_assert_mem_eq(c.x_minus, c.x_plus, c.nodes * sizeof *c.x_plus);
            for (size_t i = 0; i < c.nodes && stale; ++i) {
                for (int k = 0; k < 3; ++k) c.x_minus[i][k] += 8.0 * way.fraction * (c.x_plus[i][k] - c.x_minus[i][k]);
            }
            offences += offences_on(verifier, (const contact_rows *)before, (const contact_rows *)c.x_minus);
            if (offences > 0) break;
        }
        ck_assert_uint_gt(hits, 0);
        if (stale)
            ck_assert_uint_gt(offences, 0);
        else
            ck_assert_uint_eq(offences, 0);
        ts_verifier_destroy(verifier);
        free(thickness);
        free(before);
        case_close(&c);
    }
}
END_TEST

/* The rounded way is asked about where the floor cannot vouch for it, and nowhere else, and is free. */
START_TEST(rounded_ways_are_asked_about_when_it_matters) {
    for (int mode = 0; mode < 4; ++mode) {
        contact_case c;
        ts_random random;
        ts_random_init(&random, seed, 22);
        case_sheets(&c, 2, 4, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        c.settings.recheck = mode == 3 ? TS_NDB_RECHECK_NEEDED : (ts_ndb_recheck)mode;
        c.settings.floor = mode == 3 ? 0.0 : 1e-2;
        case_open(&c);
        bool any = false;
        for (int round = 0; round < 6; ++round) {
            case_shake(&c, &random, 2e-3);
            const ts_ndb_way way = case_full(&c);
            ck_assert_int_eq(way.halvings, 0);
            any = any || way.was_rechecked;
        }
        ck_assert_int_eq(any, mode == TS_NDB_RECHECK_ALWAYS || mode == 3);
        case_close(&c);
    }
}
END_TEST

/* So far away that rounding moves nodes by more than the floor, it cannot vouch for it. */
START_TEST(a_floor_below_the_rounding_vouches_for_nothing) {
    for (int far = 0; far < 2; ++far) {
        contact_case c;
        case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        for (size_t i = 0; i < c.nodes && far; ++i) c.x_star[i][2] = c.x_minus[i][2] += 0x1p32;
        case_open(&c);
        memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
        for (size_t i = c.nodes - 3; i < c.nodes; ++i) c.x_plus[i][1] = -CASE_DHAT;
        const ts_ndb_way way = case_full(&c);
        ck_assert(way.fraction > 0.0 && way.fraction < 1.0);
        ck_assert_int_eq(way.was_rechecked, far);
        case_close(&c);
    }
}
END_TEST

/* ---- A method that calls every way longer than this a hit in its middle ---- */

static void hit_what_is_long(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *most = self;
    double longest = 0.0;
    for (int i = 0; i < 3 * ts_ccd_vertices(query->kind); ++i)
        longest = fmax(longest, fabs(query->x1[i / 3][i % 3] - query->x0[i / 3][i % 3]));
    *result = longest > *most ? (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.5}
                              : (ts_ccd_result){.status = TS_CCD_FREE, .toi = query->t_max};
}

static ts_status make_nothing(const char *options, void **self) {
    (void)options;
    *self = NULL;
    return TS_OK;
}

static void leave(void *self) {
    (void)self;
}

static const ts_ccd_backend SHORT_SIGHTED = {
    .abi = TS_CCD_ABI,
    .name = "short-sighted",
    .summary = "of tests",
    .source = "none",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = make_nothing,
    .query = hit_what_is_long,
    .destroy = leave,
};

/* A rounded way on which the method finds a hit is halved until there is none: where none is so short, until the
 * triangle is not led to the board. */
START_TEST(rounded_ways_are_halved_until_they_are_free) {
    static const double MOST[] = {30.0, 20.0, 10.0, 5.0, 0.0}; /* over dhat; the way has 64 */
    static const int HALVINGS[] = {0, 1, 2, 3, 6};
    for (int k = 0; k < 5; ++k) {
        contact_case c;
        case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        double most = MOST[k] * CASE_DHAT;
        ts_ccd_method method = {.backend = &SHORT_SIGHTED, .self = &most};
        c.settings.method = &method;
        c.settings.recheck = TS_NDB_RECHECK_ALWAYS;
        case_open(&c);
        memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
        for (size_t i = c.nodes - 3; i < c.nodes; ++i) c.x_plus[i][1] -= 64.0 * CASE_DHAT;
        const ts_ndb_way way = case_full(&c);
        const double fraction = ldexp(0.5 * c.settings.alpha * (1.0 - 0x1p-6), -HALVINGS[k]);
        ck_assert(way.was_rechecked);
        ck_assert_int_eq(way.halvings, HALVINGS[k]);
        ck_assert_double_eq_tol(way.fraction, fraction, 1e-15);
        for (size_t i = c.nodes - 3; i < c.nodes; ++i)
            ck_assert_double_eq_tol(c.x_minus[i][1], (0.5 - 64.0 * fraction) * CASE_DHAT, 1e-15);
        case_close(&c);
    }
}
END_TEST

/* Pressed onto the board by every way, the triangle nearly keeps the floor: a sixty-fourth of its gap may go with each.
 * Without one its gap falls by the share that the method keeps, way by way. */
START_TEST(the_floor_keeps_gaps_open) {
    double gap[2];
    for (int with = 0; with < 2; ++with) {
        contact_case c;
        case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
        case_begin(&c, 0.0, "certified");
        c.settings.floor = with ? 0.1 : 0.0;
        case_open(&c);
        for (int round = 0; round < 12; ++round) {
            memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
            for (int i = 0; i < 3; ++i) c.x_plus[4 + i][1] = -1e-3;
            const ts_ndb_way way = case_full(&c);
            ck_assert(way.fraction >= 0.0 && way.least_gap > 0.0);
            gap[with] = way.least_gap;
        }
        case_close(&c);
    }
    ck_assert_double_lt(gap[0], 1e-9 * CASE_DHAT);
    ck_assert_double_ge(gap[1], 0.08 * CASE_DHAT);
    ck_assert(ts_ccd_survey_floor(1e-5, 1e-3) == 1e-5 && ts_ccd_survey_floor(1e-5, 64e-7) == 63e-7);
    ck_assert(ts_ccd_survey_floor(1e-5, 1.02e-5) == 1e-5 && ts_ccd_survey_floor(1e-5, 1.01e-5) < 1e-5);
    ck_assert(ts_ccd_survey_floor(1e-5, -1.0) == 0.0 && ts_ccd_survey_floor(0.0, 1e-3) == 0.0);
}
END_TEST

/* ---- P ---- */

enum { CLOTH = 4 };

/* Down to the board, or lifted off it: x_plus from x_minus by dy. */
static void lift(contact_case *c, double dy) {
    memcpy(c->x_plus, c->x_minus, c->nodes * sizeof *c->x_plus);
    for (int i = 0; i < 3; ++i) c->x_plus[CLOTH + i][1] += dy;
}

static double weight_now(contact_case *c) {
    case_gather(c);
    return c->dH[CLOTH] / (0.1 * CASE_H);
}

/* a_i by the three rules, over active and free partials; then P is rebuilt and a_i stays. */
START_TEST(weights_are_kept_decayed_or_dropped) {
    static const double expected[3][7] = {
        [TS_NDB_KEEP] = {2, 4, 4, 4, 8, 16, 32},
        [TS_NDB_DECAY] = {2, 4, 2, 1, 2, 4, 8},
        [TS_NDB_DROP] = {2, 4, 0, 0, 1, 2, 4},
    };
    static const double ways[7] = {-1e-3, -1e-3, 1e-5, 1e-5, -1e-3, -1e-3, -1e-3};
    contact_case c;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.release = (ts_ndb_release)_i;
    case_open(&c);
    lift(&c, 0.0);
    ck_assert_uint_eq(case_full(&c).hits, 0);
    ck_assert_double_eq(weight_now(&c), 1.0);
    for (int n = 0; n < 7; ++n) {
        if (n == 3 || n == 5) { /* P anew: the same pairs, near as before */
            lift(&c, 0.0);
            ck_assert_uint_eq(case_full(&c).pairs, 3);
            ck_assert_double_eq(weight_now(&c), expected[_i][n - 1]);
        }
        lift(&c, ways[n]);
        ck_assert_uint_eq(case_partial(&c), ways[n] < 0.0 ? 3 : 0);
        ck_assert_double_eq(weight_now(&c), expected[_i][n]);
        const bool is_new = n == 0 || expected[_i][n] != expected[_i][n - 1];
        ck_assert_int_eq(ts_ndb_contact_last(c.contact)->has_changed, is_new);
        ck_assert_int_eq(ts_ndb_contact_last(c.contact)->has_new_weights, is_new);
    }
    for (int n = 0; n < 30; ++n) case_partial(&c);
    ck_assert_double_eq(weight_now(&c), 0x1p20);
    ts_ndb_contact_reset_weights(c.contact);
    ck_assert_double_eq(weight_now(&c), 1.0);
    ts_ndb_contact_begin(c.contact, (const double(*)[3])c.x_star, NULL);
    case_gather(&c);
    ck_assert_double_eq(c.dH[CLOTH], 0.0);
    lift(&c, 1e-2);
    ck_assert_uint_eq(case_full(&c).pairs, 0);
    case_close(&c);
}
END_TEST

/* All of a case turned about z. */
static void turn(contact_case *c, double cosine, double sine) {
    contact_rows *const rows[] = {c->x_star, c->x_minus, c->x_plus};
    for (size_t k = 0; k < 3; ++k) {
        for (size_t i = 0; i < c->nodes; ++i) {
            double *x = rows[k][i];
            const double turned[2] = {cosine * x[0] - sine * x[1], sine * x[0] + cosine * x[1]};
            memcpy(x, turned, sizeof turned);
        }
    }
}

/* A pair comes into P nearer than dhat and goes beyond stay dhat: not each time that it is pushed a little too far.
 * Along an axis boxes say the same as distances; on a slope they do not. */
START_TEST(pairs_stay_a_little_longer) {
    static const struct {
        double part; /* of the way from dhat to where pairs stay no longer */
        size_t pairs;
    } AT[] = {{0.6, 0}, {-0.01, 3}, {0.6, 3}, {0.98, 3}, {0.98, 3}, {1.2, 0}, {0.6, 0}, {-0.01, 3}};
    const double cosine = _i > 0 ? 0.8 : 1.0, sine = _i > 0 ? 0.6 : 0.0;
    double gap = 1.2;
    contact_case c;
    case_triangle_on_board(&c, gap * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.stay = _i > 1 ? 10.0 : 1.05;
    if (_i > 0) turn(&c, cosine, sine);
    case_open(&c);
    for (size_t n = 0; n < sizeof AT / sizeof *AT; ++n) {
        const double next = 1.0 + AT[n].part * (c.settings.stay - 1.0), by = (next - gap) * CASE_DHAT;
        lift(&c, cosine * by);
        for (int i = 0; i < 3; ++i) c.x_plus[CLOTH + i][0] -= sine * by;
        gap = next;
        const ts_ndb_way way = case_full(&c);
        ck_assert_msg(way.pairs == AT[n].pairs, "%zu pairs at %g dhat, place %zu", way.pairs, gap, n);
        ck_assert_uint_eq(way.hits, 0);
    }
    case_close(&c);
}
END_TEST

/* A triangle at a gap from the board, its three pairs in P. */
static void rest_at(contact_case *c, double gap, double mu) {
    case_triangle_on_board(c, gap * CASE_DHAT, 0.0);
    case_begin(c, mu, "certified");
    c->settings.stay = 1.05;
    case_open(c);
    lift(c, 0.0);
    ck_assert_uint_eq(case_full(c).pairs, 3);
}

/* One that stays, beyond dhat, begins with the weight of one that has gone and comes back. */
START_TEST(what_stays_has_its_first_weight) {
    contact_case c;
    rest_at(&c, 0.9, 0.0);
    lift(&c, -2e-3);
    for (int n = 0; n < 4; ++n) case_partial(&c);
    ck_assert_double_eq(weight_now(&c), 16.0);
    lift(&c, 0.05 * CASE_DHAT);
    case_full(&c);
    ck_assert_double_eq(weight_now(&c), 16.0);
    lift(&c, 0.07 * CASE_DHAT);
    ck_assert_uint_eq(case_full(&c).pairs, 3);
    lift(&c, -0.07 * CASE_DHAT);
    ck_assert_uint_eq(case_full(&c).pairs, 3);
    ck_assert_double_eq(weight_now(&c), 1.0);
    case_close(&c);
}
END_TEST

START_TEST(friction_that_tightens_is_no_new_weight) {
    contact_case c;
    rest_at(&c, 0.5, 0.3);
    ck_assert(ts_ndb_contact_last(c.contact)->has_new_weights);
    ck_assert_uint_eq(case_partial(&c), 0); /* it rests, and is under load */
    ck_assert(ts_ndb_contact_last(c.contact)->has_changed);
    ck_assert(!ts_ndb_contact_last(c.contact)->has_new_weights);
    lift(&c, -1e-3);
    ck_assert_uint_eq(case_partial(&c), 3);
    ck_assert(ts_ndb_contact_last(c.contact)->has_new_weights);
    case_close(&c);
}
END_TEST

/* By a factor of two with every partial CCD that finds it at rest, over P anew, but not after a way that was cut. */
START_TEST(friction_tightens_while_ways_are_free) {
    contact_case c;
    rest_at(&c, 0.5, 0.3);
    static const struct {
        double down; /* where full CCD is to lead, before */
        int halvings;
    } AT[] = {{NAN, 1}, {NAN, 2}, {0.0, 3}, {-1e-3, 3}, {NAN, 3}, {0.0, 4}, {NAN, 5}};
    for (size_t n = 0; n < sizeof AT / sizeof *AT; ++n) {
        if (!isnan(AT[n].down)) {
            lift(&c, AT[n].down);
            const ts_ndb_way way = case_full(&c);
            ck_assert_uint_eq(way.pairs, 3);
            ck_assert_int_eq(way.fraction < 1.0, AT[n].down < 0.0);
        }
        lift(&c, 0.0);
        ck_assert_uint_eq(case_partial(&c), 0);
        for (size_t i = 0; i < 3; ++i)
            ck_assert_double_eq(c.contact->pairs.plane[i].looseness, ldexp(1.0, -AT[n].halvings));
    }
    case_close(&c);
}
END_TEST

/* The rival: w = k max(-ln(d/dhat), 0.01) with the gap of the last accepted point, whatever partial CCD says. */
START_TEST(weights_of_the_distance_based_barrier_follow_the_gap) {
    contact_case c;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.barrier = TS_NDB_DISTANCE;
    case_open(&c);
    static const double gaps[] = {0.5, 0.25, 0.999};
    for (int n = 0; n < 3; ++n) {
        lift(&c, gaps[n] * CASE_DHAT - c.x_minus[CLOTH][1]);
        ck_assert_uint_eq(case_full(&c).pairs, 3);
        lift(&c, -1e-3);
        case_partial(&c);
        ck_assert_double_eq_tol(weight_now(&c), fmax(-log(gaps[n]), 0.01), 1e-9);
    }
    case_close(&c);
}
END_TEST

/* Rebound aims at the end of the way, moved onto gap = dhat, and stays there. */
START_TEST(rebound_targets_are_constant) {
    contact_case c;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.target = TS_NDB_REBOUND;
    case_open(&c);
    memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
    for (int i = 0; i < 3; ++i) c.x_plus[CLOTH + i][0] += 2e-3, c.x_plus[CLOTH + i][1] = -2e-3;
    const double x = c.x_plus[CLOTH][0];
    ck_assert_uint_eq(case_full(&c).hits, 3);
    for (int n = 0; n < 3; ++n) {
        case_gather(&c);
        ck_assert_double_eq_tol(c.b[CLOTH][0] / c.dH[CLOTH], x, 1e-12);
        ck_assert_double_eq_tol(c.b[CLOTH][1] / c.dH[CLOTH], CASE_DHAT, 1e-12);
        for (int k = 0; k < 3; ++k) c.x_plus[CLOTH][k] += 1e-3 * k;
    }
    case_close(&c);
}
END_TEST

/* Told nodes count as those of obstacles: nothing pulls them, and they weigh nothing in a pair. */
START_TEST(told_nodes_are_not_pulled) {
    contact_case c;
    case_sheets(&c, 2, 3, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    case_open(&c);
    uint8_t *told = calloc(c.nodes, 1);
    memset(told, 1, c.nodes / 2);
    ts_ndb_contact_begin(c.contact, (const double(*)[3])c.x_star, told);
    ck_assert_uint_gt(case_full(&c).pairs, 10);
    case_gather(&c);
    const int32_t *node;
    const size_t nodes = ts_ndb_contact_nodes(c.contact, &node);
    size_t pulled = 0;
    for (size_t i = 0; i < c.nodes; ++i) {
        if (told[i]) ck_assert_double_eq(c.dH[i], 0.0);
        pulled += c.dH[i] > 0.0;
    }
    ck_assert_uint_eq(pulled, nodes);
    for (size_t n = 0; n < nodes; ++n) ck_assert(c.dH[node[n]] > 0.0 && (n == 0 || node[n] > node[n - 1]));
    free(told);
    case_close(&c);
}
END_TEST

/* ---- Threads ---- */

typedef struct outcome {
    ts_ndb_way way[6];
    size_t active[6];
    double dH[6][108], b[6][108][3], x[6][108][3];
} outcome;

static void run_with(int threads, outcome *out) {
    contact_case c;
    ts_random random;
    ts_random_init(&random, seed, 31);
    memset(out, 0, sizeof *out);
    omp_set_num_threads(threads);
    case_sheets(&c, 3, 5, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.3, "certified");
    case_open(&c);
    ck_assert_uint_le(c.nodes, 108);
    for (int round = 0; round < 6; ++round) {
        case_shake(&c, &random, 6e-4);
        out->way[round] = case_full(&c);
        for (int lg = 0; lg < 2; ++lg) out->active[round] += case_partial(&c);
        case_gather(&c);
        memcpy(out->dH[round], c.dH, c.nodes * sizeof *c.dH);
        memcpy(out->b[round], c.b, c.nodes * sizeof *c.b);
        memcpy(out->x[round], c.x_minus, c.nodes * sizeof *c.x_minus);
    }
    case_close(&c);
}

START_TEST(threads_change_no_bit) {
    static outcome one, other;
    run_with(1, &one);
    ck_assert_uint_gt(one.way[5].pairs, 600); /* more than one thread's share */
    for (int threads = 2; threads <= 4; threads += 2) {
        run_with(threads, &other);
        ck_assert_mem_eq(&one, &other, sizeof one);
    }
    omp_set_num_threads(1);
}
END_TEST

/* ---- Refusals ---- */

/* A weight is at most 2^20 times its first one, whatever K; and what is no number is not accepted. */
START_TEST(weights_have_a_limit_and_numbers_are_numbers) {
    contact_case c;
    ts_error error;
    ts_ndb_way way;
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.growth = 10.0;
    case_open(&c);
    lift(&c, 0.0);
    case_full(&c);
    lift(&c, -1e-3);
    for (int n = 0; n < 30; ++n) case_partial(&c);
    ck_assert_double_eq_tol(weight_now(&c), 0x1p20, 1e-6);
    c.x_plus[CLOTH][1] = NAN;
    ck_assert_int_eq(ts_ndb_contact_full(c.contact, (const double(*)[3])c.x_minus, (const double(*)[3])c.x_plus,
                                         c.x_minus, &way, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "node 4"));
    case_close(&c);
}
END_TEST

static void expect_refusal(contact_case *c, const char *words) {
    ts_error error;
    ck_assert_int_eq(ts_ndb_contact_create(&c->setup.bodies, &c->settings, &c->contact, &error), TS_ERROR_USAGE);
    ck_assert_msg(strstr(error.message, words), "%s", error.message);
}

START_TEST(settings_out_of_range_are_refused) {
    contact_case c;
    case_triangle_on_board(&c, 0.01, 1e-3);
    case_begin(&c, 0.0, "polynomial");
    expect_refusal(&c, "'polynomial' knows no thickness");
    const ts_ndb_contact_settings good = c.settings;
    c.settings.growth = 0.5;
    expect_refusal(&c, "growth K of contact is 0.5");
    c.settings = good;
    c.settings.samples = 4;
    expect_refusal(&c, "4 samples");
    c.settings = good;
    c.settings.dhat = NAN;
    expect_refusal(&c, "dhat");
    case_close(&c);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    seed = ts_test_seed();
    Suite *suite = suite_create("contact of the second solver: filter and pairs");
    TCase *tests = tcase_create("filter");
    tcase_add_loop_test(tests, accepted_ways_are_free_exactly, 0, 4);
    tcase_add_test(tests, rounded_ways_are_asked_about_when_it_matters);
    tcase_add_test(tests, a_floor_below_the_rounding_vouches_for_nothing);
    tcase_add_test(tests, rounded_ways_are_halved_until_they_are_free);
    tcase_add_test(tests, the_floor_keeps_gaps_open);
    tcase_add_loop_test(tests, pairs_stay_a_little_longer, 0, 3);
    tcase_add_test(tests, what_stays_has_its_first_weight);
    tcase_add_test(tests, friction_that_tightens_is_no_new_weight);
    tcase_add_test(tests, friction_tightens_while_ways_are_free);
    tcase_add_loop_test(tests, weights_are_kept_decayed_or_dropped, 0, 3);
    tcase_add_test(tests, weights_of_the_distance_based_barrier_follow_the_gap);
    tcase_add_test(tests, rebound_targets_are_constant);
    tcase_add_test(tests, told_nodes_are_not_pulled);
    tcase_add_test(tests, threads_change_no_bit);
    tcase_add_test(tests, settings_out_of_range_are_refused);
    tcase_add_test(tests, weights_have_a_limit_and_numbers_are_numbers);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
