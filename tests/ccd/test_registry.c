/* SPDX-License-Identifier: MIT
 * Registering backends, setting their options, and the guard around their answers. */
#include <touchstone/ccd.h>
#include <touchstone/distance.h>

#include <math.h>
#include <string.h>

#include "ccd/options.h"
#include "tests/ccd/motions.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.25, 0.0, 0.5, "kept gap"},
    {"rounds", TS_OPTION_INTEGER, 7.0, 1.0, 100.0, "rounds"},
    {"careful", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0, "care"},
};

/* What the test backend answers, and the options it was created with. */
static ts_ccd_result scripted;
static double created_with[3];
static int destroyed;

static ts_status fake_create(const char *options_json, void **self) {
    *self = NULL;
    return ts_ccd_read_options(OPTIONS, 3, options_json, created_with);
}

static void fake_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    (void)query;
    *result = scripted;
}

static void fake_destroy(void *self) {
    (void)self;
    ++destroyed;
}

static ts_ccd_backend fake(const char *name) {
    return (ts_ccd_backend){.abi = TS_CCD_ABI,
                            .name = name,
                            .summary = "says what the test tells it to",
                            .source = "this file",
                            .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_POINT_POINT,
                            .options = OPTIONS,
                            .option_count = 3,
                            .create = fake_create,
                            .query = fake_query,
                            .destroy = fake_destroy};
}

static void expect_refused(const ts_ccd_backend *backend, const char *reason) {
    ts_error error = {0};
    const size_t before = ts_ccd_backend_count();
    ck_assert_int_eq(ts_ccd_register(backend, &error), TS_ERROR_USAGE);
    ck_assert_int_eq(error.status, TS_ERROR_USAGE);
    ck_assert_msg(strstr(error.message, reason) != NULL, "'%s' does not say '%s'", error.message, reason);
    ck_assert_uint_eq(ts_ccd_backend_count(), before);
}

START_TEST(builtin_methods_are_there_once) {
    ts_error error = {0};
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    const size_t count = ts_ccd_backend_count();
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_uint_eq(ts_ccd_backend_count(), count);
    ck_assert_ptr_nonnull(ts_ccd_find("accd"));
    ck_assert_ptr_nonnull(ts_ccd_find("cubic"));
    ck_assert_ptr_null(ts_ccd_find("ACCD"));
    ck_assert_ptr_null(ts_ccd_backend_at(count));
    ck_assert_str_eq(ts_ccd_backend_at(0)->name, "accd");
}
END_TEST

START_TEST(malformed_backends_are_refused) {
    expect_refused(NULL, "null");
    ts_ccd_backend backend = fake("wrong-abi");
    backend.abi = TS_CCD_ABI + 1;
    expect_refused(&backend, "version");
    static const char *const names[] = {NULL,          "",           "Upper",
                                        "under_score", "with space", "a-name-that-goes-on-and-on-for-more-than-forty"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        backend = fake(names[i]);
        expect_refused(&backend, "name");
    }
    backend = fake("accd");
    expect_refused(&backend, "registered already");
    backend = fake("no-query");
    backend.query = NULL;
    expect_refused(&backend, "function query");
    backend = fake("no-create");
    backend.create = NULL;
    expect_refused(&backend, "function create");
    backend = fake("no-destroy");
    backend.destroy = NULL;
    expect_refused(&backend, "function destroy");
    backend = fake("no-source");
    backend.source = NULL;
    expect_refused(&backend, "source");
    backend = fake("no-kind");
    backend.capabilities = TS_CCD_CAN_MIN_DISTANCE;
    expect_refused(&backend, "no kind");
}
END_TEST

START_TEST(malformed_declarations_are_refused) {
    static const ts_ccd_option twice[] = {{"a", TS_OPTION_REAL, 0.0, 0.0, 1.0, "x"},
                                          {"a", TS_OPTION_REAL, 0.0, 0.0, 1.0, "x"}};
    static const ts_ccd_option outside[] = {{"a", TS_OPTION_REAL, 2.0, 0.0, 1.0, "x"}};
    static const ts_ccd_option nameless[] = {{NULL, TS_OPTION_REAL, 0.0, 0.0, 1.0, "x"}};
    static const ts_ccd_option untyped[] = {{"a", (ts_ccd_option_type)7, 0.0, 0.0, 1.0, "x"}};
    static const ts_ccd_option more[] = {{"s", TS_OPTION_REAL, 0.1, 0.0, 1.5, "x"}};
    static const ts_ccd_option less[] = {{"s", TS_OPTION_REAL, 0.1, -0.5, 1.0, "x"}};
    static const ts_ccd_option counted[] = {{"s", TS_OPTION_INTEGER, 1.0, 0.0, 1.0, "x"}};
    const struct {
        const ts_ccd_option *options;
        size_t count;
        const char *reason;
    } cases[] = {{more, 1, "[0, 1]"},          {less, 1, "[0, 1]"},     {counted, 1, "[0, 1]"},
                 {twice, 2, "twice"},          {outside, 1, "outside"}, {nameless, 1, "lacks its name"},
                 {untyped, 1, "unknown type"}, {NULL, 1, "list"},       {OPTIONS, TS_CCD_MAX_OPTIONS + 1, "at most"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ts_ccd_backend backend = fake("bad-options");
        backend.options = cases[i].options;
        backend.option_count = cases[i].count;
        expect_refused(&backend, cases[i].reason);
    }
}
END_TEST

START_TEST(options_are_resolved) {
    ts_ccd_method method = method_with("fake", NULL);
    ck_assert_str_eq(method.options, "{\"s\": 0.25, \"rounds\": 7, \"careful\": true}");
    ck_assert_double_eq(method.kept_gap, 0.25);
    ts_ccd_method_clear(&method);
    ck_assert_int_eq(destroyed, 1);
    method = method_with("fake", " {\"careful\": false, \"s\": 0.1} ");
    ck_assert_str_eq(method.options, "{\"s\": 0.1, \"rounds\": 7, \"careful\": false}");
    ck_assert_double_eq(created_with[0], 0.1);
    ck_assert_double_eq(created_with[1], 7.0);
    ck_assert_double_eq(created_with[2], 0.0);
    ck_assert_double_eq(method.kept_gap, 0.1);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(wrong_options_are_refused_by_name) {
    static const struct {
        const char *json, *reason;
    } cases[] = {
        {"{\"round\": 3}", "did you mean 'rounds'"},
        {"{\"rounds\": 2.5}", "'rounds' of backend 'fake' is 2.5; expected an integer"},
        {"{\"rounds\": 0}", "expected a value in [1, 100]"},
        {"{\"rounds\": \"3\"}", "expected an integer"},
        {"{\"s\": 0.6}", "[0, 0.5]"},
        {"{\"s\": 1e999}", "[0, 0.5]"},
        {"{\"s\": null}", "expected a number"},
        {"{\"careful\": 1}", "expected true or false"},
        {"{\"s\": 0.1, \"s\": 0.2}", "twice"},
        {"{\"s\": 0.1", "JSON"},
        {"{} {}", "JSON"},
        {"[1]", "object"},
        {"", "JSON"},
        {"{\"s\": NaN}", "JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ts_ccd_method method = {.kept_gap = 42.0};
        ts_error error = {0};
        ck_assert_int_eq(ts_ccd_method_init(&method, "fake", cases[i].json, &error), TS_ERROR_USAGE);
        ck_assert_msg(strstr(error.message, cases[i].reason) != NULL, "'%s' does not say '%s'", error.message,
                      cases[i].reason);
        ck_assert_double_eq(method.kept_gap, 42.0);
    }
    ts_ccd_method method;
    ts_error error = {0};
    ck_assert_int_eq(ts_ccd_method_init(&method, "acd", NULL, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "did you mean 'accd'"));
    double value = 3.0;
    ck_assert_int_eq(ts_ccd_read_options(OPTIONS, 1, "{\"s\": 9}", &value), TS_ERROR_USAGE);
    ck_assert_double_eq(value, 3.0);
}
END_TEST

static ts_ccd_status guarded(ts_ccd_status status, double toi, double t_max) {
    ts_ccd_method method = method_with("fake", NULL);
    ts_ccd_query query = head_on(TS_POINT_TRIANGLE, 0.0, 0.0, 1.0);
    query.t_max = t_max;
    scripted = (ts_ccd_result){.status = status, .toi = toi};
    const ts_ccd_result result = answer_of(&method, &query);
    ts_ccd_method_clear(&method);
    return result.status;
}

START_TEST(nonsense_becomes_failed) {
    ck_assert_int_eq(guarded(TS_CCD_HIT, 0.5, 1.0), TS_CCD_HIT);
    ck_assert_int_eq(guarded(TS_CCD_HIT, 0.0, 1.0), TS_CCD_HIT);
    ck_assert_int_eq(guarded(TS_CCD_HIT, 0.5, 0.5), TS_CCD_HIT);
    ck_assert_int_eq(guarded(TS_CCD_HIT, 0.5, 0.25), TS_CCD_FAILED);
    ck_assert_int_eq(guarded(TS_CCD_HIT, -1e-300, 1.0), TS_CCD_FAILED);
    ck_assert_int_eq(guarded(TS_CCD_HIT, NAN, 1.0), TS_CCD_FAILED);
    ck_assert_int_eq(guarded(TS_CCD_LIMIT, NAN, 1.0), TS_CCD_FAILED);
    ck_assert_int_eq(guarded(TS_CCD_LIMIT, 0.3, 1.0), TS_CCD_LIMIT);
    ck_assert_int_eq(guarded(TS_CCD_FREE, NAN, 1.0), TS_CCD_FREE);
    ck_assert_int_eq(guarded((ts_ccd_status)77, 0.0, 1.0), TS_CCD_FAILED);
}
END_TEST

START_TEST(what_a_backend_lacks_is_unsupported) {
    ts_ccd_method method = method_with("fake", NULL);
    scripted = (ts_ccd_result){.status = TS_CCD_FREE};
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        ts_ccd_query query = head_on((ts_ccd_kind)kind, 0.0, 0.0, 1.0);
        const int can = kind == TS_POINT_TRIANGLE || kind == TS_POINT_POINT;
        ck_assert_int_eq(answer_of(&method, &query).status, can ? TS_CCD_FREE : TS_CCD_UNSUPPORTED);
        query.min_distance = 1e-300;
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_UNSUPPORTED);
        query.kind = (ts_ccd_kind)(kind + 4);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_UNSUPPORTED);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* A value read out of a file may be none of an enum. */
START_TEST(kinds_that_there_are_not_have_answers) {
    static const double x[4][3] = {{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int none[] = {-1, TS_CCD_KINDS, 9, 1 << 30};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        const ts_ccd_kind kind = (ts_ccd_kind)none[i];
        ck_assert_int_eq(ts_ccd_vertices(kind), 0);
        ck_assert_int_eq(ts_ccd_first_vertices(kind), 0);
        ck_assert_str_eq(ts_ccd_kind_name(kind), "unknown");
        ck_assert_str_eq(ts_ccd_status_name((ts_ccd_status)(TS_CCD_FAILED + 1 + i)), "unknown");
        ck_assert_str_eq(ts_feature_name(kind, 3), "none");
        ts_closest closest = {.distance2 = 1.0, .weight = {1.0}, .feature = 3};
        ts_closest_points(kind, x, &closest);
        ck_assert_double_eq(closest.distance2, 0.0);
        ck_assert_int_eq(closest.feature, 0);
        ck_assert_double_eq(ts_distance2(kind, x), 0.0);
    }
    ck_assert_str_eq(ts_ccd_failure_name(TS_CCD_FAILURES), "unknown");
    ck_assert_int_eq(ts_ccd_vertices(TS_POINT_POINT), 2);
    ck_assert_int_eq(ts_ccd_first_vertices(TS_EDGE_EDGE), 2);
}
END_TEST

/* Last, since it fills the registry. */
START_TEST(the_registry_can_be_full) {
    static ts_ccd_backend backends[TS_CCD_MAX_BACKENDS];
    static char names[TS_CCD_MAX_BACKENDS][16];
    for (int i = 0; ts_ccd_backend_count() < TS_CCD_MAX_BACKENDS; ++i) {
        snprintf(names[i], sizeof names[i], "filler-%d", i);
        backends[i] = fake(names[i]);
        ck_assert_int_eq(ts_ccd_register(&backends[i], NULL), TS_OK);
    }
    const ts_ccd_backend one_more = fake("one-more");
    expect_refused(&one_more, "does not fit");
}
END_TEST

int main(void) {
    static ts_ccd_backend backend;
    backend = fake("fake");
    Suite *suite = suite_create("registry");
    TCase *tests = tcase_create("backends");
    tcase_add_test(tests, builtin_methods_are_there_once);
    tcase_add_test(tests, malformed_backends_are_refused);
    tcase_add_test(tests, malformed_declarations_are_refused);
    tcase_add_test(tests, options_are_resolved);
    tcase_add_test(tests, wrong_options_are_refused_by_name);
    tcase_add_test(tests, nonsense_becomes_failed);
    tcase_add_test(tests, what_a_backend_lacks_is_unsupported);
    tcase_add_test(tests, kinds_that_there_are_not_have_answers);
    tcase_add_test(tests, the_registry_can_be_full);
    suite_add_tcase(suite, tests);
    if (ts_ccd_register_builtin(NULL) != TS_OK || ts_ccd_register(&backend, NULL) != TS_OK) return EXIT_FAILURE;
    return ts_run_suite(suite);
}
