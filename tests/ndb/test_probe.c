/* SPDX-License-Identifier: GPL-2.0-or-later
 * Partial CCD in lanes: the answers of the functions for one query, on random and on recorded pairs, for any count. */
#include <math.h>

#include <touchstone/dataset.h>
#include <touchstone/distance.h>

#include "ccd/partial.h"
#include "core/vec3.h"
#include "ndb/contact/probe.h"
#include "tests/ccd/motions.h"

static uint64_t seed;

enum { MOST = 4 * TS_QUERY_CHUNK };

typedef struct probes {
    size_t count;
    ts_ccd_query query[MOST];
    ts_ndb_probe probe[MOST];
    double x0[4 * MOST][3], x1[4 * MOST][3];
    uint8_t meets[MOST], lanes[MOST];
} probes;

static void add(probes *all, const ts_ccd_query *query) {
    const size_t at = all->count++;
    ts_ndb_probe *probe = &all->probe[at];
    ts_closest closest;
    ts_closest_points(query->kind, query->x0, &closest);
    *probe = (ts_ndb_probe){.kind = query->kind, .separation = query->min_distance, .near = sqrt(closest.distance2)};
    memcpy(probe->projection, closest.weight, sizeof probe->projection);
    const int first = ts_ccd_first_vertices(query->kind), rows = ts_ccd_vertices(query->kind);
    for (int i = 0; i < 4; ++i) {
        probe->node[i] = i < rows ? (int32_t)(4 * at) + i : -1;
        memcpy(all->x0[4 * at + (size_t)i], query->x0[i], sizeof query->x0[i]);
        memcpy(all->x1[4 * at + (size_t)i], query->x1[i], sizeof query->x1[i]);
        if (i < rows)
            ts_axpy(probe->direction, i < first ? closest.weight[i] : -closest.weight[i], query->x0[i],
                    probe->direction);
    }
    all->query[at] = *query;
}

static bool alone(const ts_ndb_probing *probing, const ts_ccd_query *query, const ts_ndb_probe *probe) {
    if (probing->whole)
        return !ts_partial_form_is_separated(query, probe->direction) && ts_partial_form_may_meet(query, probe->near);
    return (probing->projection && ts_partial_meets_at(query, probe->projection)) ||
           ts_partial_meets_at_samples(query, probing->order);
}

/* Lanes of every width that this machine has, against the answers that ts_ndb_probe_ask gave. */
static void compare_widths(const ts_ndb_probing *probing, probes *all) {
    static void (*const ask[TS_TEST_WIDTHS])(const ts_ndb_probing *, size_t, const ts_ndb_probe *, uint8_t *) = {
        ts_ndb_probe_portable, ts_ndb_probe_avx2, ts_ndb_probe_avx512};
    for (int width = 0; width < TS_TEST_WIDTHS; ++width) {
        if (!ts_test_has_width(width)) continue;
        memset(all->lanes, 7, sizeof all->lanes);
        ask[width](probing, all->count, all->probe, all->lanes);
        ck_assert_mem_eq(all->meets, all->lanes, all->count);
        ck_assert(all->count == MOST || all->lanes[all->count] == 7);
    }
}

/* All pairs of `all` have one kind. Returns how many are active. */
static size_t compare(probes *all) {
    static const ts_ndb_probing ways[] = {{.whole = true},
                                          {.order = 1},
                                          {.order = 1, .projection = true},
                                          {.order = 2, .projection = true},
                                          {.order = 4}};
    size_t active = 0;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        ts_ndb_probing probing = ways[w];
        probing.x0 = (const double(*)[3])all->x0;
        probing.x1 = (const double(*)[3])all->x1;
        ts_ndb_probe_ask(&probing, all->count, all->probe, all->meets);
        for (size_t i = 0; i < all->count; ++i) {
            ck_assert_msg(all->meets[i] == alone(&probing, &all->query[i], &all->probe[i]), "way %zu, pair %zu", w, i);
            active += all->meets[i];
        }
        compare_widths(&probing, all);
    }
    return active;
}

static probes all;

START_TEST(random_pairs_of_any_count) {
    ts_random random;
    ts_random_init(&random, seed, 41);
    for (int n = 0; n < ts_test_cases(60); ++n) {
        all.count = 0;
        for (int i = 0; i < n % 30; ++i) {
            ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % TS_CCD_KINDS), 1.0);
            if (i % 2) query.min_distance = 0.5 * ts_random_unit(&random);
            if (i % 7 == 6) query = wild_query(&random, query.kind);
            add(&all, &query);
        }
        compare(&all);
    }
}
END_TEST

START_TEST(recorded_pairs) {
    ts_error error;
    ts_query_reader *reader;
    ts_query_chunk chunk;
    size_t active = 0;
    ck_assert_int_eq(ts_query_chunk_init(&chunk, MOST, &error), TS_OK);
    ck_assert_int_eq(ts_query_reader_open(TS_SOURCE_DIR "/datasets/recorded/card-shuffle.h5", NULL, &reader, &error),
                     TS_OK);
    ck_assert_int_eq(ts_query_reader_next(reader, &chunk, &error), TS_OK);
    ck_assert_uint_gt(chunk.count, 1000);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        all.count = 0;
        for (size_t i = 0; i < chunk.count; ++i) {
            if (chunk.queries[i].kind == (ts_ccd_kind)kind) add(&all, &chunk.queries[i]);
        }
        active += compare(&all);
    }
    ck_assert_uint_gt(active, 100);
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("partial CCD in lanes");
    TCase *tests = tcase_create("probe");
    tcase_add_test(tests, random_pairs_of_any_count);
    tcase_add_test(tests, recorded_pairs);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
