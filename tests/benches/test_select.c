/* SPDX-License-Identifier: MIT
 * The strata of a selection, against a second way to find them: the truth of every query, its least gap, sorted. */
#include <math.h>
#include <string.h>

#include "benches/lower_bound.h"
#include "benches/select.h"
#include "benches/verdict.h"
#include "tests/datasets/scratch.h"

enum { QUERIES = 640, MOST = 2000 };

/* What is found of a query without the selection. */
typedef struct examined {
    bool tiny, early;
    ts_oracle_truth truth;
    double gap; /* of a free query */
} examined;

static ts_query_chunk all;
static examined facts[QUERIES];
static uint64_t seed;

/* A mixture of families and kinds; every seventh begins so close that it is tiny. */
static void setup(void) {
    static const char *const families[] = {"cloth", "cloth-thick", "grazing", "generic"};
    check_ok(ts_query_chunk_init(&all, QUERIES, error));
    for (size_t i = 0; i < QUERIES; ++i) {
        ts_ccd_query *query = &all.queries[i];
        ts_family_find(families[i % 4])->generate(seed, i, (ts_ccd_kind)(i / 4 % TS_CCD_KINDS), query);
        if (i % 7 == 0) {
            ts_oracle_distance_result start;
            ck_assert_int_eq(ts_oracle_distance(query, 0.0, 0.0, &start), TS_OK);
            query->min_distance = start.gap_lo * (1.0 - 1e-4);
        }
        all.notes[i] = (ts_query_note){.contact = -1, .truth_lo = NAN, .truth_hi = NAN, .step = (uint32_t)i};
        ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_ALL, &facts[i].truth), TS_OK);
        facts[i].tiny = ts_toi_lower_bound(query) < TS_TINY_BOUND;
        facts[i].early = facts[i].truth.contact && facts[i].truth.lo < 1e-3;
        double lo, hi, at;
        ck_assert_int_eq(ts_oracle_closest_approach(query, 1e-9, &lo, &hi, &at), TS_OK);
        facts[i].gap = hi - query->min_distance;
    }
    all.count = QUERIES;
}

static void teardown(void) {
    ts_query_chunk_clear(&all);
}

/* Selects in chunks of `size`. The caller clears the result. */
static ts_query_chunk select_all(const ts_select_settings *settings, size_t size,
                                 ts_select_counts counts[TS_CCD_KINDS]) {
    ts_selection *selection;
    ts_query_chunk selected;
    check_ok(ts_selection_create(settings, &selection, error));
    for (size_t first = 0; first < QUERIES; first += size) {
        const size_t left = QUERIES - first;
        const ts_query_chunk part = {
            .count = left < size ? left : size, .queries = all.queries + first, .notes = all.notes + first};
        check_ok(ts_selection_add(selection, &part, error));
    }
    check_ok(ts_selection_finish(selection, &selected, counts, error));
    ts_selection_destroy(selection);
    return selected;
}

static bool is_selected(const ts_query_chunk *selected, size_t i) {
    for (size_t k = 0; k < selected->count; ++k) {
        if (selected->notes[k].step == i) return true;
    }
    return false;
}

START_TEST(every_query_is_selected_once_with_its_truth) {
    const ts_select_settings settings = {.most = {MOST, MOST, MOST, MOST}, .seed = 3};
    ts_select_counts counts[TS_CCD_KINDS];
    ts_query_chunk selected = select_all(&settings, 100, counts);
    ck_assert_uint_eq(selected.count, QUERIES);
    uint64_t tiny = 0, contacts = 0;
    for (size_t i = 0; i < QUERIES; ++i) {
        const ts_query_note *note = &selected.notes[i];
        const ts_oracle_truth *truth = &facts[i].truth;
        ck_assert_uint_eq(note->step, i); /* in order */
        ck_assert_int_eq(memcmp(&selected.queries[i], &all.queries[i], sizeof *all.queries), 0);
        ck_assert_int_eq(note->contact, truth->contact);
        ck_assert_uint_eq(note->truth_feature, truth->contact ? truth->feature : 0);
        ck_assert(same_bits(note->truth_lo, truth->contact ? truth->lo : NAN));
        ck_assert(same_bits(note->truth_hi, truth->contact ? truth->hi : NAN));
        ck_assert(!facts[i].early || facts[i].tiny);
        tiny += facts[i].tiny;
        contacts += truth->contact;
    }
    ck_assert_uint_ge(tiny, QUERIES / 10);
    ck_assert_uint_lt(tiny, contacts);
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        const ts_select_counts *c = &counts[k];
        tiny -= c->tiny;
        contacts -= c->contacts;
        ck_assert_uint_eq(c->queries, QUERIES / TS_CCD_KINDS);
        ck_assert_uint_eq(c->selected[TS_STRATUM_TINY], c->tiny);
        uint64_t sum = 0;
        for (int s = 0; s < TS_STRATA; ++s) sum += c->selected[s];
        ck_assert_uint_eq(sum, c->queries);
    }
    ck_assert_uint_eq(tiny, 0);
    ck_assert_uint_eq(contacts, 0);
    ts_query_chunk_clear(&selected);
}
END_TEST

/* Nothing that was left out comes before anything selected. */
static void check_order(const ts_query_chunk *selected, ts_ccd_kind kind, const double *keys) {
    double last_in = -INFINITY, first_out = INFINITY;
    for (size_t i = 0; i < QUERIES; ++i) {
        if (all.queries[i].kind != kind) continue;
        if (is_selected(selected, i)) {
            ck_assert(!isnan(keys[i])); /* of the stratum */
            last_in = fmax(last_in, keys[i]);
        } else {
            first_out = fmin(first_out, keys[i]); /* NaN: not of the stratum */
        }
    }
    ck_assert_double_le(last_in, first_out);
}

START_TEST(a_stratum_has_its_first_ones) {
    enum { N = 12 };
    for (int s = TS_STRATUM_TINY; s <= TS_STRATUM_CLOSEST; ++s) {
        ts_select_settings settings = {.seed = 5};
        ts_select_counts counts[TS_CCD_KINDS];
        settings.most[s] = N;
        ts_query_chunk selected = select_all(&settings, 64, counts);
        double keys[QUERIES];
        uint64_t has[TS_CCD_KINDS] = {0};
        for (size_t i = 0; i < QUERIES; ++i) {
            const examined *fact = &facts[i];
            const bool of_it = s == TS_STRATUM_TINY      ? fact->tiny
                               : s == TS_STRATUM_CONTACT ? fact->truth.contact
                                                         : !fact->truth.contact;
            keys[i] = !of_it                    ? NAN
                      : s == TS_STRATUM_CONTACT ? 0.0 /* any */
                      : s == TS_STRATUM_CLOSEST ? fact->gap
                      : fact->early             ? 0.0
                                                : 1.0 + ts_toi_lower_bound(&all.queries[i]);
            has[all.queries[i].kind] += of_it;
        }
        for (int k = 0; k < TS_CCD_KINDS; ++k) {
            ck_assert_uint_eq(counts[k].selected[s], has[k] < N ? has[k] : N);
            check_order(&selected, (ts_ccd_kind)k, keys);
        }
        ck_assert_uint_gt(has[0], N);
        ts_query_chunk_clear(&selected);
    }
}
END_TEST

static void check_same(const ts_query_chunk *a, const ts_query_chunk *b) {
    ck_assert_uint_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; ++i) ck_assert_uint_eq(a->notes[i].step, b->notes[i].step);
}

START_TEST(strata_fill_up_behind_each_other_and_chunks_do_not_matter) {
    const ts_select_settings settings = {.most = {5, 7, 9, 11}, .seed = 8};
    ts_select_counts counts[TS_CCD_KINDS], again[TS_CCD_KINDS];
    ts_query_chunk selected = select_all(&settings, 4, counts), same = select_all(&settings, QUERIES, again);
    ck_assert_uint_eq(selected.count, (5 + 7 + 9 + 11) * TS_CCD_KINDS);
    ck_assert_int_eq(memcmp(counts, again, sizeof counts), 0);
    check_same(&selected, &same);
    ts_query_chunk_clear(&same);
    const ts_select_settings other = {.most = {5, 7, 9, 11}, .seed = 9};
    same = select_all(&other, 4, again);
    size_t shared = 0;
    for (size_t i = 0; i < same.count; ++i) shared += is_selected(&selected, same.notes[i].step);
    ck_assert_uint_lt(shared, selected.count);         /* other random ones, */
    ck_assert_uint_ge(shared, (5 + 9) * TS_CCD_KINDS); /* the same hard ones */
    ts_query_chunk_clear(&selected);
    ts_query_chunk_clear(&same);
}
END_TEST

/* The rest is drawn evenly: over many seeds the first and second half of the queries come as often. */
START_TEST(the_random_sample_is_even) {
    uint64_t first = 0, sum = 0;
    for (uint64_t draw = 1; draw <= 40; ++draw) {
        const ts_select_settings settings = {.most = {0, 0, 0, 20}, .seed = draw};
        ts_select_counts counts[TS_CCD_KINDS];
        ts_query_chunk selected = select_all(&settings, QUERIES, counts);
        for (size_t i = 0; i < selected.count; ++i) first += selected.notes[i].step < QUERIES / 2;
        sum += selected.count;
        ts_query_chunk_clear(&selected);
    }
    ck_assert_uint_eq(sum, 40 * 20 * TS_CCD_KINDS);
    const double deviation = fabs((double)first - 0.5 * (double)sum) / sqrt(0.25 * (double)sum);
    ck_assert_double_lt(deviation, 5.0);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("select");
    TCase *cases = tcase_create("select");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, every_query_is_selected_once_with_its_truth);
    tcase_add_test(cases, a_stratum_has_its_first_ones);
    tcase_add_test(cases, strata_fill_up_behind_each_other_and_chunks_do_not_matter);
    tcase_add_test(cases, the_random_sample_is_even);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
