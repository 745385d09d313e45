/* SPDX-License-Identifier: MIT
 * A method on every family of generated queries: whatever it promises, it ends and answers sense. And the
 * exact truth to hold it against. */
#ifndef TS_TESTS_FAMILIES_H
#define TS_TESTS_FAMILIES_H

#include <math.h>
#include <stdbool.h>

#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

#include "tests/ccd/motions.h"

static inline ts_oracle_truth truth_of(const ts_ccd_query *query) {
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_ALL, &truth), TS_OK);
    return truth;
}

/* Contact at 1/2, in all directions and at each of the scales: a method that halves finds the first step that is free,
 * 1/4, and gives 0.9 of it. */
static inline void check_halved(const char *name, const double *scales, int count) {
    ts_ccd_method method = method_with(name, NULL);
    for (int n = 0; n < 2 * count * 3; ++n) {
        ts_ccd_query query = head_on((ts_ccd_kind)(n % 2), 0.0, 1.5, scales[n / 2 % count]);
        for (int k = 0; k < n / (2 * count); ++k) turn(&query);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_HIT);
        ck_assert_double_eq(answer_of(&method, &query).toi, 0.9 * 0.25);
        query.t_max = 0.49;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
}

/* A face tilts, z = (2t-1) y, under a point at y = 2t-1, z = 1/4: contacts where (2t-1)^2 = 1/4, at 1/4 and 3/4.
 * It grows to `growth` times its width meanwhile: with 3 the coplanarity cubic has an inflection at t = 1/6. */
static inline ts_ccd_query two_contacts(double growth) {
    const double wide = 8.0 * growth;
    return (ts_ccd_query){.kind = TS_POINT_TRIANGLE,
                          .x0 = {{0, -1, 0.25}, {-8, -4, 4}, {8, -4, 4}, {0, 8, -8}},
                          .x1 = {{0, 1, 0.25}, {-wide, -4, -4}, {wide, -4, -4}, {0, 8, 8}},
                          .t_max = 1.0};
}

/* Whatever the growth, and an inflection that it makes: the first of the two contacts is found. */
static inline void check_two_contacts(const char *name) {
    ts_ccd_method method = method_with(name, NULL);
    for (int growth = 1; growth <= 3; growth += 2) {
        const ts_ccd_query query = two_contacts(growth);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_HIT);
        ck_assert_double_eq(answer_of(&method, &query).toi, 0.9 * 0.125);
    }
    ts_ccd_method_clear(&method);
}

/* `check` sees every query that the method can answer, and its answer. */
typedef void family_check(const ts_ccd_query *query, const ts_ccd_result *result);

static inline void answer_family(const ts_ccd_method *method, const ts_family *family, int count, family_check *check) {
    const uint32_t can = method->backend->capabilities;
    static uint64_t seed; /* printed once */
    if (seed == 0) seed = ts_test_seed();
    for (int n = 0; n < TS_CCD_KINDS * count; ++n) {
        ts_ccd_query query;
        family->generate(seed, (uint64_t)(n / TS_CCD_KINDS), (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
        const ts_ccd_result result = answer_of(method, &query);
        if (!(can >> query.kind & 1u) || (query.min_distance > 0.0 && !(can & TS_CCD_CAN_MIN_DISTANCE))) {
            ck_assert_int_eq(result.status, TS_CCD_UNSUPPORTED);
            continue;
        }
        ck_assert_int_ne(result.status, TS_CCD_UNSUPPORTED);
        if (result.status != TS_CCD_FAILED) ck_assert(result.toi >= 0.0 && result.toi <= query.t_max);
        ck_assert_uint_le(result.iterations, 1100);
        if (check) check(&query, &result);
    }
}

/* Every family, `count` queries of each kind. */
static inline void answer_families(const char *name, const char *options, int count, family_check *check) {
    ts_ccd_method method = method_with(name, options);
    for (size_t i = 0; i < ts_family_count(); ++i) answer_family(&method, ts_family_at(i), ts_test_cases(count), check);
    ts_ccd_method_clear(&method);
}

#endif
