/* SPDX-License-Identifier: MIT
 * Partial CCD over whole primitives: never free where the exact oracle has a contact, on recorded queries and on those
 * of all families; its sign against dense sampling; sharp, where nothing is close to the limit. */
#include <math.h>
#include <sys/stat.h>

#include <touchstone/dataset.h>
#include <touchstone/distance.h>
#include <touchstone/oracle.h>

#include "ccd/partial.h"
#include "core/vec3.h"
#include "tests/ccd/motions.h"

static uint64_t seed;

/* Has the form a say: farther apart than the thickness at the start? */
static bool starts_apart(const ts_ccd_query *query) {
    int sign;
    return ts_oracle_compare(query, 0.0, query->min_distance, &sign) == TS_OK && sign > 0;
}

static bool is_called_free(const ts_ccd_query *query) {
    return !ts_partial_form_may_meet(query, sqrt(ts_distance2(query->kind, query->x0)));
}

typedef struct tally {
    size_t queries, contacts, falsely_free, sampled_free, free_calls;
} tally;

/* Of the contacts, those that the form or the samples of the paper call free. */
static void count_query(const ts_ccd_query *query, bool contact, tally *sum) {
    ++sum->queries;
    const bool called_free = is_called_free(query);
    sum->free_calls += called_free;
    if (!contact || !starts_apart(query)) return;
    ts_closest closest;
    ts_closest_points(query->kind, query->x0, &closest);
    ++sum->contacts;
    sum->falsely_free += called_free;
    sum->sampled_free += !ts_partial_meets_at(query, closest.weight) && !ts_partial_meets_at_samples(query, 2);
}

static void count_file(const char *path, tally *sum) {
    ts_error error;
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ck_assert_msg(ts_query_reader_open(path, NULL, &reader, &error) == TS_OK, "%s", error.message);
    ck_assert_int_eq(ts_query_chunk_init(&chunk, TS_QUERY_CHUNK, &error), TS_OK);
    for (;;) {
        ck_assert_msg(ts_query_reader_next(reader, &chunk, &error) == TS_OK, "%s", error.message);
        if (chunk.count == 0) break;
        for (size_t i = 0; i < chunk.count; ++i) {
            ts_oracle_truth truth = {.contact = chunk.notes[i].contact == 1};
            if (chunk.notes[i].contact < 0) ts_oracle_toi(&chunk.queries[i], TS_ORACLE_ALL, &truth);
            count_query(&chunk.queries[i], truth.contact, sum);
        }
    }
    ts_query_chunk_clear(&chunk);
    ts_query_reader_close(reader);
}

static void count_folder(const char *folder, tally *sum) {
    ts_error error;
    ts_query_files files;
    ck_assert_msg(ts_query_files_find(folder, &files, &error) == TS_OK, "%s", error.message);
    for (size_t i = 0; i < files.count; ++i) count_file(files.paths[i], sum);
    ts_query_files_clear(&files);
}

START_TEST(no_recorded_contact_is_called_free) {
    tally sum = {0};
    count_folder(TS_SOURCE_DIR "/datasets/recorded", &sum);
    printf(
        "recorded: %zu queries, %zu contacts, called free: by the form %zu, by 3 samples and the closest points %zu\n",
        sum.queries, sum.contacts, sum.falsely_free, sum.sampled_free);
    ck_assert_uint_gt(sum.contacts, 1000);
    ck_assert_uint_eq(sum.falsely_free, 0);
    ck_assert_uint_gt(sum.free_calls, sum.queries / 10);
}
END_TEST

START_TEST(no_shared_contact_is_called_free) {
    static const char *const folder = TS_SOURCE_DIR "/../shared/data/recorded";
    struct stat there;
    tally sum = {0};
    if (stat(folder, &there) != 0) {
        printf("skipped: the full recorded queries are not there\n");
        return;
    }
    count_folder(folder, &sum);
    printf("shared: %zu queries, %zu contacts, called free: by the form %zu, by 3 samples and the closest points %zu\n",
           sum.queries, sum.contacts, sum.falsely_free, sum.sampled_free);
    ck_assert_uint_eq(sum.falsely_free, 0);
}
END_TEST

START_TEST(no_contact_of_a_family_is_called_free) {
    tally sum = {0};
    const uint64_t cases = (uint64_t)ts_test_cases(300);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (uint64_t i = 0; i < cases; ++i) {
            ts_ccd_query query;
            ts_oracle_truth truth;
            ts_family_at(f)->generate(seed, i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
            count_query(&query, truth.contact, &sum);
        }
    }
    printf("families: %zu queries, %zu contacts, called free: by the form %zu, by samples %zu\n", sum.queries,
           sum.contacts, sum.falsely_free, sum.sampled_free);
    ck_assert_uint_gt(sum.contacts, 100);
    ck_assert_uint_eq(sum.falsely_free, 0);
}
END_TEST

START_TEST(numbers_out_of_all_scale_may_meet) {
    ts_random random;
    ts_random_init(&random, seed, 7);
    tally sum = {0};
    for (int i = 0; i < ts_test_cases(4000); ++i) {
        const ts_ccd_query query = wild_query(&random, (ts_ccd_kind)(i % TS_CCD_KINDS));
        ts_oracle_truth truth;
        if (ts_oracle_toi(&query, TS_ORACLE_ALL, &truth) == TS_OK) count_query(&query, truth.contact, &sum);
    }
    ck_assert_uint_eq(sum.falsely_free, 0);
}
END_TEST

/* ---- Dense sampling ---- */

static void offset(const ts_ccd_query *query, const double x[4][3], const double weight[4], double f[3]) {
    const int first = ts_ccd_first_vertices(query->kind), all = ts_ccd_vertices(query->kind);
    f[0] = f[1] = f[2] = 0.0;
    for (int i = 0; i < all; ++i) ts_axpy(f, i < first ? weight[i] : -weight[i], x[i], f);
}

/* Least Q - xi |F(0)| over a fine grid of the domain. */
static double least_margin(const ts_ccd_query *query, int fine) {
    double least = INFINITY;
    for (int i = 0; i <= fine; ++i) {
        for (int j = 0; j <= fine; ++j) {
            const double u = (double)i / fine, v = (double)j / fine;
            if (query->kind == TS_POINT_TRIANGLE && i + j > fine) continue;
            const double face[4] = {1.0, 1.0 - u - v, u, v}, edges[4] = {1.0 - u, u, 1.0 - v, v};
            const double edge[4] = {1.0, 1.0 - u, u, 0.0}, points[4] = {1.0, 1.0, 0.0, 0.0};
            const double *weights[TS_CCD_KINDS] = {face, edges, edge, points};
            double start[3], end[3];
            offset(query, query->x0, weights[query->kind], start);
            offset(query, query->x1, weights[query->kind], end);
            least = fmin(least, ts_dot(start, end) - query->min_distance * sqrt(ts_norm2(start)));
        }
    }
    return least;
}

START_TEST(the_sign_is_that_of_dense_samples) {
    ts_random random;
    ts_random_init(&random, seed, 3);
    int sharp = 0, active = 0, close = 0;
    const int cases = ts_test_cases(2000);
    for (int n = 0; n < cases; ++n) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 0.1 + 1.4 * (n % 3));
        if (n % 2) query.min_distance = 0.3 * sqrt(ts_distance2(query.kind, query.x0)) * ts_random_unit(&random);
        const double least = least_margin(&query, 60);
        const bool called_free = is_called_free(&query);
        if (least <= 0.0) {
            ck_assert_msg(!called_free, "query %d: Q is %g and called positive", n, least);
            ++active;
        } else if (called_free) {
            ++sharp;
        } else { /* between the samples, or within what the bound by |F(0)|^2 gives away */
            ++close;
            if (query.min_distance == 0.0)
                ck_assert_msg(least < 5e-3, "query %d: Q is %g, not called positive", n, least);
        }
    }
    printf("dense: %d active, %d free, %d called active of which no sample is\n", active, sharp, close);
    ck_assert_int_gt(active, cases / 10);
    ck_assert_int_gt(sharp, cases / 10);
    ck_assert_int_lt(close, cases / 20);
}
END_TEST

/* Any direction is a proof or none: the closest points' at the start, at the end, and random ones. */
START_TEST(no_contact_is_called_separated) {
    ts_random random;
    ts_random_init(&random, seed, 5);
    int contacts = 0, separated = 0;
    for (int n = 0; n < ts_test_cases(20000); ++n) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 1.0);
        if (n % 2) query.min_distance = 0.5 * ts_random_unit(&random) * sqrt(ts_distance2(query.kind, query.x0));
        const double(*x)[3] = n % 3 == 1 ? query.x1 : query.x0;
        double direction[3];
        ts_closest closest;
        ts_closest_points(query.kind, x, &closest);
        offset(&query, x, closest.weight, direction);
        for (int c = 0; c < 3 && n % 3 == 2; ++c) direction[c] = ts_random_between(&random, -1.0, 1.0);
        if (!ts_partial_form_is_separated(&query, direction)) continue;
        ++separated;
        ts_oracle_truth truth;
        ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
        contacts += truth.contact;
    }
    ck_assert_int_gt(separated, 1000);
    ck_assert_int_eq(contacts, 0);
}
END_TEST

/* A point that slides 100 gaps far over a face: Q is negative somewhere, yet a direction tells them apart. */
START_TEST(sliding_is_separated) {
    ts_ccd_query query = {.kind = TS_POINT_TRIANGLE,
                          .x0 = {{0.2, 0.2, 1e-3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                          .x1 = {{0.3, 0.2, 1e-3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                          .min_distance = 0.5e-3,
                          .t_max = 1.0};
    ck_assert(ts_partial_form_may_meet(&query, 1e-3));
    ck_assert(ts_partial_form_is_separated(&query, (const double[3]){0.0, 0.0, 1e-3}));
    query.min_distance = 1.1e-3;
    ck_assert(!ts_partial_form_is_separated(&query, (const double[3]){0.0, 0.0, 1e-3}));
    query.min_distance = 1e-3;
    ck_assert(!ts_partial_form_is_separated(&query, (const double[3]){0.0, 0.0, 7.0}));
}
END_TEST

/* Multiples of 2^-30, so that sums of some of them and small whole numbers are exact. */
static double on_a_grid(ts_random *random, double most) {
    return ldexp(rint(ldexp(ts_random_between(random, -most, most), 30)), -30);
}

/* (1, 2, 2) is across (2, 1, -2) and (2, -2, 1), and of length 3. */
static void put(double across, double p, double q, double x[3]) {
    x[0] = across + 2.0 * p + 2.0 * q;
    x[1] = 2.0 * across + p - 2.0 * q;
    x[2] = 2.0 * across - 2.0 * p + q;
}

/* Rows of the first primitive 0, of the second: in the plane, about a point that both have in common along its normal,
 * off by (p, q). */
static void put_rows(ts_random *random, ts_ccd_kind kind, const double off[2], double x[4][2]) {
    const int first = ts_ccd_first_vertices(kind), all = ts_ccd_vertices(kind);
    memset(x, 0, 4 * sizeof *x);
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < all; ++k) x[k][i] = on_a_grid(random, 1.0);
        if (first == 2) x[1][i] = -x[0][i];
        if (first == 1) x[0][i] = 0.0;
        if (all - first == 3) x[3][i] = -0.5 * (x[1][i] + x[2][i]);
        if (all - first == 2) x[first + 1][i] = -x[first][i];
        if (all - first == 1) x[first][i] = 0.0;
        for (int k = 0; k < first; ++k) x[k][i] += off[i];
    }
}

/* Rigid, along their common normal onto the thickness, or in it: where Q - xi |F(0)| is least it is 0, and whichever
 * way it is rounded the pair touches. */
START_TEST(what_touches_at_the_end_may_meet) {
    ts_random random;
    ts_random_init(&random, seed, 8);
    for (int n = 0; n < ts_test_cases(4000); ++n) {
        ts_ccd_query query = {.kind = (ts_ccd_kind)(n % TS_CCD_KINDS), .t_max = 1.0};
        const double gap = n % 3 ? 0.0 : 0x1p-10 + fabs(on_a_grid(&random, 1.0));
        const double start = gap + 1.0 + fabs(on_a_grid(&random, 50.0));
        double x[4][2];
        put_rows(&random, query.kind, (const double[2]){0.0, 0.0}, x);
        query.min_distance = 3.0 * gap;
        for (int i = 0; i < ts_ccd_vertices(query.kind); ++i) {
            const bool is_first = i < ts_ccd_first_vertices(query.kind);
            put(is_first ? start : 0.0, x[i][0], x[i][1], query.x0[i]);
            put(is_first ? gap : 0.0, x[i][0], x[i][1], query.x1[i]);
        }
        ts_oracle_truth truth;
        ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
        ck_assert(truth.contact && truth.hi == 1.0);
        ck_assert_msg(!is_called_free(&query), "case %d touches at the end", n);
    }
}
END_TEST

/* One slides over the other at its thickness, from far away. */
START_TEST(what_slides_at_its_thickness_is_not_separated) {
    static const double NORMAL[3] = {1.0, 2.0, 2.0};
    ts_random random;
    ts_random_init(&random, seed, 9);
    for (int n = 0; n < ts_test_cases(4000); ++n) {
        ts_ccd_query query = {.kind = (ts_ccd_kind)(n % TS_CCD_KINDS), .t_max = 1.0};
        const double gap = 0x1p-10 * (1 + n % 7), off[2] = {on_a_grid(&random, 50.0), on_a_grid(&random, 50.0)};
        double x[2][4][2], direction[3];
        put_rows(&random, query.kind, off, x[0]);
        memcpy(x[1], x[0], sizeof x[0]);
        for (int i = 0; i < ts_ccd_first_vertices(query.kind); ++i) {
            for (int k = 0; k < 2; ++k) x[1][i][k] -= off[k];
        }
        query.min_distance = 3.0 * gap;
        for (int i = 0; i < ts_ccd_vertices(query.kind); ++i) {
            const double across = i < ts_ccd_first_vertices(query.kind) ? gap : 0.0;
            put(across, x[0][i][0], x[0][i][1], query.x0[i]);
            put(across, x[1][i][0], x[1][i][1], query.x1[i]);
        }
        ts_oracle_truth truth;
        ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
        ck_assert(truth.contact);
        ts_scale(1.0 + ts_random_unit(&random), NORMAL, direction);
        ck_assert_msg(!ts_partial_form_is_separated(&query, direction), "case %d touches at the end", n);
        query.min_distance = 3.0 * gap * (1.0 - 1e-9);
        ck_assert(ts_partial_form_is_separated(&query, NORMAL));
    }
}
END_TEST

/* At rest, Q = |F|^2: free for any thickness below the distance, however small the gap. */
START_TEST(what_does_not_move_is_free) {
    ts_random random;
    ts_random_init(&random, seed, 4);
    for (int n = 0; n < ts_test_cases(2000); ++n) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 0.0);
        const double d = sqrt(ts_distance2(query.kind, query.x0));
        if (d < 1e-6) continue;
        query.min_distance = n % 3 ? d * (1.0 - 1e-3 * ts_random_unit(&random) - 1e-6) : 0.0;
        ck_assert_msg(is_called_free(&query), "query %d: distance %g, thickness %g", n, d, query.min_distance);
    }
}
END_TEST

/* Head-on motions end where they meet or before: the limit is the contact itself. */
START_TEST(head_on_motions_are_told_apart) {
    for (int n = 0; n < TS_CCD_KINDS * 3; ++n) {
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 4), n / 4 * 0.2, 0.0, 1.0);
        ck_assert(!is_called_free(&query));
        const double meets = 0.5 * (1.0 - n / 4 * 0.2);
        for (int k = 0; k < 2; ++k) {
            ts_ccd_query part = query;
            const double t = meets * (k ? 1.0 + 1e-9 : 1.0 - 1e-9);
            for (int i = 0; i < 4; ++i) {
                for (int c = 0; c < 3; ++c) part.x1[i][c] = query.x0[i][c] + t * (query.x1[i][c] - query.x0[i][c]);
            }
            ck_assert_int_eq(is_called_free(&part), k == 0);
        }
    }
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("partial CCD over whole primitives");
    TCase *tests = tcase_create("form");
    tcase_add_test(tests, no_recorded_contact_is_called_free);
    tcase_add_test(tests, no_shared_contact_is_called_free);
    tcase_add_test(tests, no_contact_of_a_family_is_called_free);
    tcase_add_test(tests, numbers_out_of_all_scale_may_meet);
    tcase_add_test(tests, the_sign_is_that_of_dense_samples);
    tcase_add_test(tests, no_contact_is_called_separated);
    tcase_add_test(tests, what_touches_at_the_end_may_meet);
    tcase_add_test(tests, what_slides_at_its_thickness_is_not_separated);
    tcase_add_test(tests, sliding_is_separated);
    tcase_add_test(tests, what_does_not_move_is_free);
    tcase_add_test(tests, head_on_motions_are_told_apart);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
