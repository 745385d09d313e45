/* SPDX-License-Identifier: MIT
 * What code of others may leave behind in a thread is seen, and set back. */
#define _GNU_SOURCE
#include <fenv.h>
#include <locale.h>
#include <string.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "core/surroundings.h"
#include "tests/support.h"

static void round_upwards(void) {
    fesetround(FE_UPWARD);
}

static void trap_division(void) {
    feenableexcept(FE_DIVBYZERO);
}

static void use_another_locale(void) {
    setlocale(LC_ALL, "C.UTF-8");
}

static void use_a_locale_of_the_thread(void) {
    static locale_t own;
    if (!own) own = duplocale(LC_GLOBAL_LOCALE);
    uselocale(own);
}

#if defined(__x86_64__)
static void round_doubles_upwards(void) {
    _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
}

static void flush_to_zero(void) {
    _mm_setcsr(_mm_getcsr() | 0x8000u);
}

static void take_subnormals_for_zero(void) {
    _mm_setcsr(_mm_getcsr() | 0x0040u);
}

static void cut_long_doubles(void) {
    const unsigned short single = 0x007f;
    __asm__ volatile("fldcw %0" : : "m"(single));
}
#endif

static void (*const SPOIL[])(void) = {
    round_upwards,         trap_division, use_another_locale,       use_a_locale_of_the_thread,
#if defined(__x86_64__)
    round_doubles_upwards, flush_to_zero, take_subnormals_for_zero, cut_long_doubles,
#endif
};

START_TEST(what_is_spoilt_is_seen_and_set_back) {
    ck_assert(ts_surroundings_are_standard());
    SPOIL[_i]();
    const bool standard = ts_surroundings_are_standard();
    ts_surroundings_restore();
    ck_assert(!standard);
    ck_assert(ts_surroundings_are_standard());
}
END_TEST

/* What a program has set is left alone; what is spoilt of it is set back to that, not to the standard. */
START_TEST(what_was_there_is_seen_and_set_back) {
    ts_surroundings before;
    char speech[1024];
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    snprintf(speech, sizeof speech, "%s", setlocale(LC_NUMERIC, "C") ? setlocale(LC_ALL, NULL) : "");
    ck_assert_int_eq(fesetround(FE_DOWNWARD), 0);
    ts_surroundings_take(&before);
    const bool kept = ts_surroundings_are(&before);
    SPOIL[_i]();
    const bool spoilt = !ts_surroundings_are(&before);
    ts_surroundings_set_back(&before);
    const bool same = ts_surroundings_are(&before);
    const int rounding = fegetround();
    const bool speaks = strcmp(setlocale(LC_ALL, NULL), speech) == 0;
    ts_surroundings_restore();
    ck_assert(kept && spoilt && same && speaks);
    ck_assert_int_eq(rounding, FE_DOWNWARD);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("surroundings");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, what_is_spoilt_is_seen_and_set_back, 0, (int)(sizeof SPOIL / sizeof *SPOIL));
    tcase_add_loop_test(tests, what_was_there_is_seen_and_set_back, 0, (int)(sizeof SPOIL / sizeof *SPOIL));
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
