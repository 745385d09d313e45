/* SPDX-License-Identifier: MIT
 * Shared objects and programs as backends: the examples judged by the oracle, refusals by their reason,
 * misbehaving programs by what becomes of their queries. */
#include <touchstone/plugin.h>

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "benches/verdict.h"
#include "tests/comma.h"
#include <touchstone/dataset.h>

#define OBJECT(name) TS_BINARY_DIR "/plugins/" name ".so"

static ts_ccd_method method_of(const char *name, const char *options) {
    ts_ccd_method method = {0};
    ts_error error = {0};
    ck_assert_msg(ts_ccd_method_init(&method, name, options, &error) == TS_OK, "%s", error.message);
    return method;
}

static const ts_ccd_backend *loaded(const char *path) {
    const ts_ccd_backend *backend = NULL;
    ts_error error = {0};
    ck_assert_msg(ts_ccd_load_plugin(path, &backend, &error) == TS_OK, "%s", error.message);
    ck_assert_ptr_eq(backend, ts_ccd_find(backend->name));
    return backend;
}

static const char *program(const char *command) {
    const ts_ccd_backend *backend = NULL;
    ts_error error = {0};
    ck_assert_msg(ts_ccd_add_program(command, &backend, &error) == TS_OK, "%s", error.message);
    return backend->name;
}

static uint64_t seed;

static ts_ccd_query generated(size_t family, uint64_t index, int kind) {
    ts_ccd_query query;
    ts_family_at(family)->generate(seed, index, (ts_ccd_kind)kind, &query);
    return query;
}

/* ---- Shared objects ---- */

/* No contact of any family is missed or late, and the method does say `free` now and then. */
static void expect_safe(const ts_ccd_method *method) {
    const int cases = ts_test_cases(10);
    int unsafe = 0, hits = 0, frees = 0;
    for (size_t family = 0; family < ts_family_count(); ++family) {
        for (int n = 0; n < cases * TS_CCD_KINDS; ++n) {
            const ts_ccd_query query = generated(family, (uint64_t)n, n % TS_CCD_KINDS);
            ts_known_truth known = {.source = TS_TRUTH_BRACKET};
            ts_ccd_result answer;
            ts_judgement judged;
            ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &known.truth), TS_OK);
            ts_ccd_answer(method, &query, &answer);
            ts_judge(&query, &known, &answer, ts_judged(method), &judged);
            unsafe += ts_verdict_is_unsafe(judged.verdict);
            hits += answer.status == TS_CCD_HIT;
            frees += answer.status == TS_CCD_FREE;
        }
    }
    ck_assert_int_eq(unsafe, 0);
    ck_assert_int_gt(hits, 0);
    ck_assert_int_gt(frees, 0);
}

static const ts_ccd_query FALLING = {.kind = TS_POINT_TRIANGLE,
                                     .x0 = {{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                     .x1 = {{0.25, 0.25, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                     .t_max = 1.0};

START_TEST(the_example_in_c_is_safe_and_takes_its_option) {
    ck_assert_str_eq(loaded(OBJECT("axes"))->name, "axes");
    ts_ccd_method method = method_of("axes", NULL), half = method_of("axes", "{\"s\": 0.5}");
    ck_assert_double_eq(half.kept_gap, 0.5);
    expect_safe(&method);
    ts_ccd_result result;
    ts_ccd_answer(&method, &FALLING, &result);
    ck_assert_int_eq(result.status, TS_CCD_HIT);
    ck_assert_double_eq_tol(result.toi, 0.5, 1e-12);
    ts_ccd_answer(&half, &FALLING, &result);
    ck_assert_double_eq_tol(result.toi, 0.25, 1e-12);
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&half);
}
END_TEST

/* It changes nothing of what the program that it is part of has set, and is not called to account for that. */
START_TEST(the_example_in_c_is_asked_in_every_language) {
    if (!ts_ccd_find("axes")) loaded(OBJECT("axes"));
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    ck_assert_int_eq(fesetround(FE_UPWARD), 0);
    ts_ccd_method method = method_of("axes", NULL);
    ts_ccd_result one, two[2];
    ts_ccd_answer(&method, &FALLING, &one);
    ts_ccd_answer_batch(&method, 2, (const ts_ccd_query[]){FALLING, FALLING}, two);
    ts_ccd_method_clear(&method);
    const int rounding = fegetround();
    const bool speaks = strcmp(setlocale(LC_ALL, NULL), "C.UTF-8") == 0;
    fesetround(FE_TONEAREST);
    setlocale(LC_ALL, "C");
    ck_assert(speaks && rounding == FE_UPWARD);
    ck_assert(one.status == TS_CCD_HIT && two[0].status == TS_CCD_HIT && two[1].status == TS_CCD_HIT);
}
END_TEST

START_TEST(the_example_in_cpp_is_safe) {
    if (access(OBJECT("spheres"), F_OK) != 0) {
        printf("skipped: built without a C++ compiler\n");
        return;
    }
    ck_assert_str_eq(loaded(OBJECT("spheres"))->name, "spheres");
    ts_ccd_method method = method_of("spheres", NULL);
    expect_safe(&method);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(what_cannot_be_used_is_refused_with_the_reason) {
    static const struct {
        const char *path, *reason;
        ts_status status;
    } refused[] = {
        {OBJECT("absent"), "cannot be opened", TS_ERROR_DATA},
        {TS_SOURCE_DIR "/CMakeLists.txt", "cannot be opened", TS_ERROR_DATA},
        {OBJECT("broken_no_function"), "ts_a_function_that_does_not_exist", TS_ERROR_DATA},
        {OBJECT("broken_no_symbol"), "has no symbol ts_ccd_plugin", TS_ERROR_DATA},
        {OBJECT("broken_no_backend"), "returned no backend", TS_ERROR_DATA},
        {OBJECT("broken_other_abi"), "interface version", TS_ERROR_USAGE},
        {OBJECT("broken_taken_name"), "'accd' is registered already", TS_ERROR_USAGE},
        {OBJECT("broken_no_query"), "lacks the function query", TS_ERROR_USAGE},
        {OBJECT("axes"), "'axes' is registered already", TS_ERROR_USAGE}, /* by the test above */
    };
    const size_t before = ts_ccd_backend_count();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i) {
        const ts_ccd_backend *backend = NULL;
        ts_error error = {0};
        ck_assert_int_eq(ts_ccd_load_plugin(refused[i].path, &backend, &error), refused[i].status);
        ck_assert_msg(strstr(error.message, refused[i].reason) != NULL, "'%s' lacks '%s'", error.message,
                      refused[i].reason);
        ck_assert_msg(strstr(error.message, refused[i].path) != NULL, "'%s' lacks the path", error.message);
        ck_assert_ptr_null(backend);
    }
    ck_assert_uint_eq(ts_ccd_backend_count(), before);
}
END_TEST

/* ---- Programs ---- */

/* One of each kind, and the kind that the misbehaving programs trip over in between. */
static const ts_ccd_kind ORDER[] = {TS_POINT_TRIANGLE, TS_POINT_POINT, TS_EDGE_EDGE,
                                    TS_POINT_POINT,    TS_POINT_EDGE,  TS_POINT_TRIANGLE};
enum { QUERIES = sizeof ORDER / sizeof *ORDER };

static void make_queries(ts_ccd_query queries[QUERIES]) {
    for (int i = 0; i < QUERIES; ++i) queries[i] = generated(0, (uint64_t)i, (int)ORDER[i]);
}

/* Says `free`, except to point-point queries, for which it runs the action. */
static const char *program_with(const char *action) {
    char command[512];
    snprintf(command, sizeof command,
             "while read -r kind rest; do case $kind in block) ;; point-point) %s ;; *) echo free ;; esac; done",
             action);
    return program(command);
}

static void ask_both_ways(const char *name, const char *options, ts_ccd_result results[QUERIES]) {
    ts_ccd_method method = method_of(name, options);
    ts_ccd_query queries[QUERIES];
    ts_ccd_result batch[QUERIES];
    make_queries(queries);
    for (int i = 0; i < QUERIES; ++i) ts_ccd_answer(&method, &queries[i], &results[i]);
    ts_ccd_answer_batch(&method, QUERIES, queries, batch);
    for (int i = 0; i < QUERIES; ++i) {
        ck_assert_int_eq(batch[i].status, results[i].status);
        ck_assert_uint_eq(batch[i].iterations, results[i].iterations);
        if (batch[i].status == TS_CCD_HIT) ck_assert_double_eq(batch[i].toi, results[i].toi);
    }
    ts_ccd_method_clear(&method);
}

/* The queries that it trips over fail, the others are answered, one by one and as a block. */
static void expect_failures(const char *action, const char *options) {
    ts_ccd_result results[QUERIES];
    ask_both_ways(program_with(action), options, results);
    for (int i = 0; i < QUERIES; ++i) {
        ck_assert_msg(results[i].status == (ORDER[i] == TS_POINT_POINT ? TS_CCD_FAILED : TS_CCD_FREE),
                      "%s: query %d is %s", action, i, ts_ccd_status_name(results[i].status));
    }
}

START_TEST(misbehaving_programs_fail_their_queries_only) {
    expect_failures("exit 3", NULL);
    expect_failures("kill -9 $$", NULL);
    expect_failures("sleep 60", "{\"timeout\": 0.4}");
    expect_failures("echo hello", NULL);
    expect_failures("echo hit nan", NULL);
    expect_failures("echo hit 1.5", NULL);
    expect_failures("yes free", NULL);
    expect_failures("printf free; exit", NULL);
}
END_TEST

/* Then nobody knows which line is for which query. */
START_TEST(two_lines_for_one_query_are_no_answer) {
    ts_ccd_method method = method_of(program("twice: while read -r kind rest; do case $kind in block) ;; "
                                             "*) printf 'free\\nfree\\n' ;; esac; done"),
                                     NULL);
    ts_ccd_result result;
    ts_ccd_answer(&method, &FALLING, &result);
    ck_assert_int_eq(result.status, TS_CCD_FAILED);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(every_kind_of_answer_is_understood) {
    ts_ccd_result results[QUERIES];
    ask_both_ways(program_with("printf 'hit 0x1.8p-1 7\\r\\n'"), NULL, results);
    ck_assert_int_eq(results[1].status, TS_CCD_HIT);
    ck_assert_double_eq(results[1].toi, 0.75);
    ck_assert_uint_eq(results[1].iterations, 7);
    ask_both_ways(program("while read -r kind rest; do case $kind in block) ;; point-point) echo unsupported 9 ;; "
                          "edge-edge) echo failed ;; point-edge) echo limit .25 ;; *) echo free 5 ;; esac; done"),
                  NULL, results);
    ck_assert_int_eq(results[0].status, TS_CCD_FREE);
    ck_assert_uint_eq(results[0].iterations, 5);
    ck_assert_int_eq(results[1].status, TS_CCD_UNSUPPORTED);
    ck_assert_int_eq(results[2].status, TS_CCD_FAILED);
    ck_assert_int_eq(results[4].status, TS_CCD_LIMIT);
    ck_assert_double_eq(results[4].toi, 0.25);
}
END_TEST

START_TEST(numbers_have_a_point_in_every_language) {
    ts_ccd_result results[QUERIES];
    if (!ts_test_begin_comma()) return;
    ask_both_ways(program_with("case $rest in *,*) echo failed ;; *) echo hit 0x1.8p-1 ;; esac"), NULL, results);
    setlocale(LC_ALL, "C");
    ck_assert_int_eq(results[1].status, TS_CCD_HIT);
    ck_assert_double_eq(results[1].toi, 0.75);
}
END_TEST

/* Neither reads what it is asked, nor is there at all. */
START_TEST(a_program_that_is_not_there_fails_every_query) {
    static const char *const commands[] = {"true", "ghost: exec 2>&-; touchstone-no-such-program"};
    for (size_t k = 0; k < sizeof commands / sizeof *commands; ++k) {
        ts_ccd_result results[QUERIES];
        ask_both_ways(program(commands[k]), NULL, results);
        for (int i = 0; i < QUERIES; ++i) ck_assert_int_eq(results[i].status, TS_CCD_FAILED);
    }
    ck_assert_ptr_nonnull(ts_ccd_find("ghost"));
}
END_TEST

typedef struct asker {
    const ts_ccd_method *method;
    const ts_ccd_query *queries;
    ts_ccd_result *results;
    int count;
} asker;

static void *ask_all(void *self) {
    const asker *ask = self;
    for (int i = 0; i < ask->count; ++i) ts_ccd_answer(ask->method, &ask->queries[i], &ask->results[i]);
    return NULL;
}

static bool has_python(void) {
    return system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 6))' >/dev/null 2>&1") == 0;
}

static void expect_same(const ts_ccd_result *a, const ts_ccd_result *b, int count) {
    for (int i = 0; i < count; ++i) {
        ck_assert_int_eq(a[i].status, b[i].status);
        ck_assert_double_eq(a[i].toi, b[i].toi);
    }
}

/* The same method twice, in two languages, with the numbers through text in between: the same bits. Asked as
 * a block, and from four threads. */
START_TEST(the_example_in_python_answers_as_the_one_in_c) {
    enum { COUNT = 400, THREADS = 4 };
    if (!has_python()) {
        printf("skipped: there is no python3\n");
        return;
    }
    const char *name = program("axes-python: exec python3 " TS_SOURCE_DIR "/examples/plugin_python/axes.py");
    ck_assert_str_eq(name, "axes-python");
    ts_ccd_method python = method_of(name, "{\"block\": 64}"), c = method_of("axes", NULL);
    static ts_ccd_query queries[COUNT];
    static ts_ccd_result expected[COUNT], results[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        queries[i] = generated((size_t)i / 4 % ts_family_count(), (uint64_t)i, i % TS_CCD_KINDS);
        ts_ccd_answer(&c, &queries[i], &expected[i]);
    }
    ts_ccd_answer_batch(&python, COUNT, queries, results);
    expect_same(results, expected, COUNT);

    memset(results, 0, sizeof results);
    pthread_t threads[THREADS];
    asker askers[THREADS];
    for (int k = 0; k < THREADS; ++k) {
        const int first = k * COUNT / THREADS;
        askers[k] = (asker){&python, queries + first, results + first, COUNT / THREADS};
        ck_assert_int_eq(pthread_create(&threads[k], NULL, ask_all, &askers[k]), 0);
    }
    for (int k = 0; k < THREADS; ++k) pthread_join(threads[k], NULL);
    expect_same(results, expected, COUNT);
    ts_ccd_method_clear(&python);
    ts_ccd_method_clear(&c);
}
END_TEST

START_TEST(programs_are_refused_with_the_reason) {
    ts_error error = {0};
    ck_assert_int_eq(ts_ccd_add_program("  ", NULL, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "without a command"));
    ck_assert_int_eq(ts_ccd_add_program("accd: true", NULL, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "registered already"));
    int more = 0;
    while (more <= TS_CCD_MAX_PROGRAMS && ts_ccd_add_program("true", NULL, &error) == TS_OK) ++more;
    ck_assert_int_le(more, TS_CCD_MAX_PROGRAMS);
    ck_assert_ptr_nonnull(strstr(error.message, "does not fit"));
}
END_TEST

int main(void) {
    ts_error error = {0};
    seed = ts_test_seed();
    if (ts_ccd_register_builtin(&error) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("plugins");
    TCase *tests = tcase_create("plugins");
    tcase_add_test(tests, the_example_in_c_is_safe_and_takes_its_option);
    tcase_add_test(tests, the_example_in_c_is_asked_in_every_language);
    tcase_add_test(tests, the_example_in_cpp_is_safe);
    tcase_add_test(tests, what_cannot_be_used_is_refused_with_the_reason);
    tcase_add_test(tests, misbehaving_programs_fail_their_queries_only);
    tcase_add_test(tests, two_lines_for_one_query_are_no_answer);
    tcase_add_test(tests, every_kind_of_answer_is_understood);
    tcase_add_test(tests, numbers_have_a_point_in_every_language);
    tcase_add_test(tests, a_program_that_is_not_there_fails_every_query);
    tcase_add_test(tests, the_example_in_python_answers_as_the_one_in_c);
    tcase_add_test(tests, programs_are_refused_with_the_reason);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
