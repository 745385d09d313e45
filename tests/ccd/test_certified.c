/* SPDX-License-Identifier: MIT
 * What the certified method promises, held against the oracle: never unsafe, every answer proven, the gap kept,
 * few advances; on every family, on nearly degenerate primitives, far away, at any scale. */
#include <float.h>
#include <math.h>

#include "core/vec3.h"
#include "tests/ccd/promises.h"
#include "tests/ccd/thin.h"
#include <touchstone/dataset.h>

static uint64_t seed;

static ts_ccd_method method;
static double s;

static void use(double kept, int most_advances) {
    char options[96];
    ts_ccd_method_clear(&method);
    snprintf(options, sizeof options, "{\"s\": %.17g, \"max_advances\": %d}", kept, most_advances);
    method = method_with("certified", options);
    s = kept;
}

static void setup(void) {
    method = method_with("certified", NULL);
    s = method.kept_gap;
}

static void teardown(void) {
    ts_ccd_method_clear(&method);
}

/* ---- One answer against everything that is promised ---- */

/* At a toi at least s of the initial gap is left, up to rounding. */
static void check_kept(const ts_ccd_query *query, const ts_ccd_result *result) {
    ts_oracle_distance_result start, stop;
    if (result->status != TS_CCD_HIT) return;
    ck_assert_int_eq(ts_oracle_distance(query, 0.0, query->min_distance, &start), TS_OK);
    ck_assert_int_eq(ts_oracle_distance(query, result->toi, query->min_distance, &stop), TS_OK);
    if (start.compare <= 0) return;
    const double rounding = 100.0 * (0x1p-53 * size_of(query) + DBL_TRUE_MIN);
    const double least = s * (1.0 - 1e-6) * start.gap_lo - rounding;
    ck_assert_msg(stop.gap_hi >= least, "gap %a of %a left at %a: %s", stop.gap_hi, start.gap_lo, result->toi,
                  query_text(query));
}

static ts_ccd_result check_promises(const ts_ccd_query *query) {
    const ts_ccd_result result = answer_of(&method, query);
    check_safe(query, &result);
    check_proven(&method, query, &result);
    check_kept(query, &result);
    return result;
}

static void check_family(const ts_family *family, uint64_t family_seed, int count, uint32_t most_advances) {
    for (int n = 0; n < TS_CCD_KINDS * count; ++n) {
        ts_ccd_query query;
        family->generate(family_seed, (uint64_t)(n / TS_CCD_KINDS), (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
        const ts_ccd_result result = check_promises(&query);
        ck_assert_uint_le(result.iterations, most_advances);
    }
}

/* ---- Families ---- */

START_TEST(every_family_at_the_defaults) {
    const int count = ts_test_cases(120);
    for (size_t f = 0; f < ts_family_count(); ++f) check_family(ts_family_at(f), seed, count, 100);
}
END_TEST

START_TEST(every_family_with_other_options) {
    static const struct {
        double s;
        int most_advances;
    } options[] = {{0.0, 100}, {0.5, 100}, {0x1.fffffffffffffp-1, 100}, {1e-12, 128}, {0.1, 1}, {0.1, 3}};
    const int count = ts_test_cases(6);
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        use(options[i].s, options[i].most_advances);
        for (size_t f = 0; f < ts_family_count(); ++f) {
            check_family(ts_family_at(f), seed + 1 + i, count, (uint32_t)options[i].most_advances);
        }
    }
}
END_TEST

/* Answers of a toi of 0 to starts apart, in percent. */
static double stopped_at_once(const char *name, int count) {
    int stopped = 0;
    for (int n = 0; n < count; ++n) {
        ts_ccd_query query;
        ts_oracle_distance_result start;
        ts_family_find(name)->generate(seed, (uint64_t)(n / TS_CCD_KINDS), (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
        const ts_ccd_result result = check_promises(&query);
        if (result.status != TS_CCD_HIT || result.toi > 0.0) continue;
        ck_assert_int_eq(ts_oracle_distance(&query, 0.0, query.min_distance, &start), TS_OK);
        stopped += start.compare > 0;
    }
    return 100.0 * stopped / count;
}

/* Closest points that round to the end of their edge, and coordinates of many sizes. */
START_TEST(starts_apart_are_seldom_left_unanswered) {
    const int count = ts_test_cases(8000);
    ck_assert_double_le(stopped_at_once("sliding", count), 100.0 / count); /* one at most */
    ck_assert_double_le(stopped_at_once("extreme", count), 0.3);
}
END_TEST

/* The volume of a long slide is hidden by the rounding at its far end. */
START_TEST(a_long_slide_needs_few_advances) {
    ts_ccd_query query;
    ts_family_find("sliding")->generate(1, 563, TS_POINT_TRIANGLE, &query);
    ck_assert_uint_le(check_promises(&query).iterations, 20);
    ts_family_find("sliding")->generate(1, 989, TS_EDGE_EDGE, &query);
    ck_assert_uint_le(check_promises(&query).iterations, 20);
}
END_TEST

/* A point that passes another: its search comes within 1.05 of the gap to keep, and goes on where what is left of the
 * gap is worth an advance. */
START_TEST(a_near_miss_is_free) {
    ts_ccd_query query = {
        .kind = TS_POINT_POINT, .t_max = 1.0, .x0 = {{-0.9945, 0.1045, 0.0}}, .x1 = {{0.5, 0.1045, 0.0}}};
    ck_assert_int_eq(check_promises(&query).status, TS_CCD_FREE);
    query.x0[0][1] = query.x1[0][1] = 0.0995;
    ck_assert_int_eq(check_promises(&query).status, TS_CCD_HIT);
}
END_TEST

/* ---- Far apart ---- */

/* All of the step by one constant direction, from centre to centre. */
static void check_one_piece(const ts_ccd_query *query) {
    static ts_ccd_certificate certificate;
    ts_ccd_result result;
    method.backend->certify(method.self, query, &result, &certificate);
    ck_assert_msg(result.status == TS_CCD_FREE && result.iterations == 1, "%s", query_text(query));
    ck_assert_uint_eq(certificate.count, 1);
    ck_assert_uint_eq(certificate.pieces[0].feature, 0);
    ck_assert(certificate.pieces[0].t0 == 0.0 && certificate.pieces[0].t1 == query->t_max);
    const int first = ts_ccd_first_vertices(query->kind), second = ts_ccd_vertices(query->kind) - first;
    double centres[3] = {0}, offset[3];
    for (int i = 0; i < first + second; ++i) {
        ts_sub(query->x0[i], query->x0[0], offset);
        ts_axpy(centres, i < first ? -1.0 / first : 1.0 / second, offset, centres);
    }
    if (size_of(query) > 1000.0) return; /* proven in other units */
    ts_sub(centres, certificate.pieces[0].n, centres);
    ck_assert_double_le(ts_norm2(centres), 1e-12 * ts_norm2(certificate.pieces[0].n));
}

START_TEST(what_is_far_apart_is_free_at_once) {
    static const double sizes[] = {0.3, 1.0, 3.0, 10.0}, shares[] = {0.0, 0.1, 0.4};
    ts_random random;
    ts_random_init(&random, seed, 5);
    for (int i = 0; i < ts_test_cases(6000); ++i) {
        ts_ccd_query query;
        ts_family_at((size_t)i % ts_family_count())
            ->generate(seed, (uint64_t)i, (ts_ccd_kind)ts_random_below(&random, TS_CCD_KINDS), &query);
        if (!(size_of(&query) > 1e-6 && size_of(&query) < 1e6)) continue; /* where the sum would be rounded away */
        const double apart = sizes[ts_random_below(&random, 4)];
        move_apart(&random, apart, &query);
        query.min_distance = shares[ts_random_below(&random, 3)] * size_of(&query);
        check_promises(&query);
        if (apart == 10.0) check_one_piece(&query); /* at least 8 of at most 11 sizes are left */
    }
}
END_TEST

/* A direction that keeps the primitives apart, but not the gap, is no answer. */
START_TEST(the_gap_is_kept_from_centre_to_centre) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int thick = 0; thick < 2; ++thick) {
            const double xi = thick ? 0.25 : 0.0;
            ts_ccd_query query = {.kind = (ts_ccd_kind)kind, .min_distance = xi, .t_max = 1.0};
            const double rows[4][3] = {{0, 0, 1}, {-1e-3, 0, 0}, {2e-3, -1e-3, 0}, {-1e-3, 1e-3, 0}};
            memcpy(query.x0, rows, sizeof rows);
            if (kind == TS_EDGE_EDGE) query.x0[1][2] = 1.0;
            if (kind == TS_POINT_POINT) memset(query.x0[1], 0, sizeof query.x0[1]);
            for (int i = ts_ccd_vertices(query.kind); i < 4; ++i) memset(query.x0[i], 0, sizeof query.x0[i]);
            memcpy(query.x1, query.x0, sizeof query.x1);
            for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x1[i][2] = xi + 0.08 * (1.0 - xi);
            ck_assert_int_eq(check_promises(&query).status, TS_CCD_HIT);
            for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) query.x1[i][2] = xi + 0.15 * (1.0 - xi);
            ck_assert_int_eq(check_promises(&query).status, TS_CCD_FREE);
            check_one_piece(&query);
            query.t_max = 0.5; /* the direction is asked about all of the motion */
            check_one_piece(&query);
        }
    }
}
END_TEST

/* ---- Nearly parallel edges, slivers ---- */

/* What the direction between the centres makes of the distance, rounded. */
static double least_along_centres(const ts_ccd_query *query) {
    const int first = ts_ccd_first_vertices(query->kind), second = ts_ccd_vertices(query->kind) - first;
    double n[3] = {0}, d[3], least = HUGE_VAL;
    for (int a = 0; a < first; ++a) ts_axpy(n, -1.0 / first, query->x0[a], n);
    for (int b = 0; b < second; ++b) ts_axpy(n, 1.0 / second, query->x0[first + b], n);
    for (int p = 0; p < first * second; ++p) {
        ts_sub(query->x0[first + p % second], query->x0[p / second], d);
        least = fmin(least, ts_dot(n, d) / sqrt(ts_norm2(n)));
    }
    return least;
}

/* A min_distance that it keeps or does not, as the rounding of wide offsets has it. */
START_TEST(wide_primitives_at_their_distance) {
    ts_random random;
    ts_random_init(&random, seed, 6);
    use(0.0, 100);
    for (int i = 0; i < ts_test_cases(4000); ++i) {
        ts_ccd_query query = {.kind = i % 2 ? TS_POINT_TRIANGLE : TS_EDGE_EDGE, .t_max = 1.0};
        double frame[3][3];
        random_frame(&random, frame);
        for (int c = 0; c < 3; ++c) {
            const double u = (i % 4 < 2 ? 1e3 : 1.0) * frame[0][c], v = 1e3 * frame[1][c], up = frame[2][c];
            const double rows[2][4] = {{up + v, up - v, u, -u}, {up, u, v, -u - v}};
            for (int k = 0; k < 4; ++k) query.x0[k][c] = query.x1[k][c] = rows[i % 2][k];
        }
        query.min_distance = least_along_centres(&query) - 1e3 * 0x1p-53 * ts_random_between(&random, 0.0, 3.0);
        if (query.min_distance > 0.0) check_promises(&query);
    }
}
END_TEST

START_TEST(nearly_parallel_edges_and_slivers) {
    ts_random random;
    const int cases = ts_test_cases(3000);
    int hits = 0;
    ts_random_init(&random, seed, 1);
    for (int n = 0; n < cases; ++n) {
        const ts_ccd_query query = thin_query(&random, n % 2 ? TS_EDGE_EDGE : TS_POINT_TRIANGLE);
        const ts_ccd_result result = check_promises(&query);
        ck_assert_uint_le(result.iterations, 100);
        hits += result.status == TS_CCD_HIT;
    }
    ck_assert(hits > cases / 10 && hits < cases);
}
END_TEST

/* ---- Far away ---- */

START_TEST(translation_far_away_keeps_every_promise) {
    ts_random random;
    ts_random_init(&random, seed, 2);
    for (int n = 0; n < ts_test_cases(1000); ++n) {
        ts_ccd_query query = thin_query(&random, n % 2 ? TS_EDGE_EDGE : TS_POINT_TRIANGLE);
        for (int c = 0; c < 3; ++c) {
            const double offset = ts_random_log(&random, 1.0, 1e9);
            for (int i = 0; i < 4; ++i) {
                query.x0[i][c] += offset;
                query.x1[i][c] += offset;
            }
        }
        check_promises(&query);
    }
}
END_TEST

static void check_same(const ts_ccd_query *a, const ts_ccd_query *b) {
    const ts_ccd_result at = answer_of(&method, a), to = answer_of(&method, b);
    ck_assert_msg(at.status == to.status && at.toi == to.toi && at.iterations == to.iterations,
                  "%s at %a in %u, and %s at %a in %u: %s", ts_ccd_status_name(at.status), at.toi, at.iterations,
                  ts_ccd_status_name(to.status), to.toi, to.iterations, query_text(a));
}

/* Coordinates on a grid of 2^-24: neither the translation nor any difference is rounded. */
START_TEST(an_exact_translation_changes_nothing) {
    ts_random random;
    ts_random_init(&random, seed, 3);
    for (int n = 0; n < ts_test_cases(1000); ++n) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 2.0), moved;
        double offset[3];
        for (int c = 0; c < 3; ++c) offset[c] = (double)ts_random_below(&random, 1u << 26);
        for (int i = 0; i < 12; ++i) {
            query.x0[i / 3][i % 3] = nearbyint(query.x0[i / 3][i % 3] * 0x1p24) * 0x1p-24;
            query.x1[i / 3][i % 3] = nearbyint(query.x1[i / 3][i % 3] * 0x1p24) * 0x1p-24;
        }
        moved = query;
        for (int i = 0; i < 3 * ts_ccd_vertices(query.kind); ++i) {
            moved.x0[i / 3][i % 3] += offset[i % 3];
            moved.x1[i / 3][i % 3] += offset[i % 3];
        }
        check_same(&query, &moved);
    }
}
END_TEST

/* ---- Any scale ---- */

/* False when the number loses bits. */
static bool scale_number(double *x, int exponent) {
    const double before = *x;
    *x = ldexp(before, exponent);
    return ldexp(*x, -exponent) == before;
}

static bool scale(ts_ccd_query *query, int exponent) {
    bool exact = scale_number(&query->min_distance, exponent);
    for (int i = 0; i < 12; ++i) {
        exact = scale_number(&query->x0[i / 3][i % 3], exponent) && exact;
        exact = scale_number(&query->x1[i / 3][i % 3], exponent) && exact;
    }
    return exact;
}

START_TEST(a_power_of_two_changes_nothing) {
    static const char *const names[] = {"generic", "cloth", "cloth-thick", "lattice", "needle", "sliding", "even"};
    ts_random random;
    int compared = 0;
    const int count = ts_test_cases(40);
    ts_random_init(&random, seed, 4);
    for (size_t f = 0; f < sizeof names / sizeof *names; ++f) {
        for (int n = 0; n < TS_CCD_KINDS * count; ++n) {
            ts_ccd_query query, scaled;
            ts_family_find(names[f])->generate(seed, (uint64_t)n, (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
            scaled = query;
            if (!scale(&scaled, (int)ts_random_below(&random, 1801) - 900)) continue;
            check_same(&query, &scaled);
            ++compared;
        }
    }
    ck_assert_int_gt(compared, 6 * TS_CCD_KINDS * count);
}
END_TEST

START_TEST(subnormal_coordinates_keep_every_promise) {
    ts_random random;
    ts_random_init(&random, seed, 5);
    for (int n = 0; n < ts_test_cases(1000); ++n) {
        ts_ccd_query query = {.kind = (ts_ccd_kind)(n % TS_CCD_KINDS), .t_max = 1.0};
        const uint64_t most = (uint64_t)1 << (1 + ts_random_below(&random, 40));
        for (int i = 0; i < 3 * ts_ccd_vertices(query.kind); ++i) {
            query.x0[i / 3][i % 3] = (double)ts_random_below(&random, most) * 0x1p-1074;
            query.x1[i / 3][i % 3] = (double)ts_random_below(&random, most) * 0x1p-1074;
        }
        if (ts_random_below(&random, 2)) query.min_distance = (double)ts_random_below(&random, most) * 0x1p-1074;
        check_promises(&query);
    }
}
END_TEST

START_TEST(any_finite_doubles_keep_every_promise) {
    ts_random random;
    ts_random_init(&random, seed, 6);
    for (int n = 0; n < ts_test_cases(200); ++n) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS));
        check_promises(&query);
    }
}
END_TEST

/* ---- By hand ---- */

START_TEST(known_motions_are_answered_closely) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int thick = 0; thick < 2; ++thick) {
            ts_ccd_query query = head_on((ts_ccd_kind)kind, thick ? 0.25 : 0.0, 3.0, 1.0);
            const double contact = thick ? 0.375 : 0.5;
            const ts_ccd_result hit = check_promises(&query);
            ck_assert_int_eq(hit.status, TS_CCD_HIT);
            ck_assert(hit.toi > 0.89 * contact && hit.toi <= 0.9 * contact); /* s = 0.1 of the gap is kept */
            ck_assert_uint_le(hit.iterations, 2);
            query.t_max = 0.85 * contact;
            ck_assert_int_eq(check_promises(&query).status, TS_CCD_FREE);
        }
    }
}
END_TEST

START_TEST(what_touches_at_the_start_is_hit_at_0) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 1.0, 0.5, 1.0);
        ck_assert(check_promises(&query).toi == 0.0);
        query.min_distance = 5.0;
        ck_assert(check_promises(&query).toi == 0.0);
        memcpy(query.x1, query.x0, sizeof query.x1);
        ck_assert_int_eq(check_promises(&query).status, TS_CCD_HIT);
        query.min_distance = nextafter(1.0, 0.0);
        check_promises(&query); /* 2^-53 apart and at rest */
    }
}
END_TEST

START_TEST(a_contact_at_t_max_is_a_hit_before_it) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.25, 1.0);
        query.t_max = 0.5;
        const ts_ccd_result result = check_promises(&query);
        ck_assert_int_eq(result.status, TS_CCD_HIT);
        ck_assert(result.toi < 0.5);
    }
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    TCase *cases = tcase_create("certified");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, every_family_at_the_defaults);
    tcase_add_test(cases, every_family_with_other_options);
    tcase_add_test(cases, starts_apart_are_seldom_left_unanswered);
    tcase_add_test(cases, a_long_slide_needs_few_advances);
    tcase_add_test(cases, a_near_miss_is_free);
    tcase_add_test(cases, what_is_far_apart_is_free_at_once);
    tcase_add_test(cases, the_gap_is_kept_from_centre_to_centre);
    tcase_add_test(cases, wide_primitives_at_their_distance);
    tcase_add_test(cases, nearly_parallel_edges_and_slivers);
    tcase_add_test(cases, translation_far_away_keeps_every_promise);
    tcase_add_test(cases, an_exact_translation_changes_nothing);
    tcase_add_test(cases, a_power_of_two_changes_nothing);
    tcase_add_test(cases, subnormal_coordinates_keep_every_promise);
    tcase_add_test(cases, any_finite_doubles_keep_every_promise);
    tcase_add_test(cases, known_motions_are_answered_closely);
    tcase_add_test(cases, what_touches_at_the_start_is_hit_at_0);
    tcase_add_test(cases, a_contact_at_t_max_is_a_hit_before_it);
    Suite *suite = suite_create("certified");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
