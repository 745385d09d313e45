/* SPDX-License-Identifier: MIT
 * The floating-point environment and the locale, looked at and set back. */
#define _GNU_SOURCE
#include "core/surroundings.h"

#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <stdint.h>
#include <string.h>

static const char STANDARD_LOCALE[] = "C";

#if defined(__x86_64__)

/* Of the x87 unit's control word: traps masked, 64 bits of precision, to nearest. Of the other's, MXCSR: traps masked,
 * to nearest, nothing flushed to zero. fegetround looks at the first unit alone, and does not compute by it; and
 * fegetexcept of glibc 2.41 runs into the trap that it is to tell of, where these instructions do not wait. */
enum { X87_BITS = 0x0f3f, X87_STANDARD = 0x033f, SSE_BITS = 0xffc0, SSE_STANDARD = 0x1f80 };

static void take_computing(ts_surroundings *taken) {
    __asm__ volatile("fnstcw %0" : "=m"(taken->x87));
    __asm__ volatile("stmxcsr %0" : "=m"(taken->sse));
    taken->x87 &= X87_BITS;
    taken->sse &= SSE_BITS;
}

static bool computes_as(const ts_surroundings *taken) {
    ts_surroundings now;
    take_computing(&now);
    return now.x87 == taken->x87 && now.sse == taken->sse;
}

static bool computes_as_usual(void) {
    return computes_as(&(ts_surroundings){.x87 = X87_STANDARD, .sse = SSE_STANDARD});
}

/* Flags first: a raised one would spring a trap that is set. */
static void compute_as(const ts_surroundings *taken) {
    const uint16_t x87 = (uint16_t)(taken->x87 | 0x0040u); /* a bit that is always 1 */
    fesetenv(FE_DFL_ENV);
    __asm__ volatile("fldcw %0" : : "m"(x87));
    __asm__ volatile("ldmxcsr %0" : : "m"(taken->sse));
}

#else

/* Flushing to zero is no part of the standard's environment: it shows in what it does. */
static bool keeps_subnormals(void) {
    const volatile double least = DBL_MIN;
    const volatile double half = 0.5 * least;
    return half * 2.0 == least;
}

static int traps_now(void) {
#if defined(__GLIBC__)
    return fegetexcept();
#else
    return 0;
#endif
}

static void take_computing(ts_surroundings *taken) {
    fegetenv(&taken->environment);
    taken->rounding = fegetround();
    taken->traps = traps_now();
    taken->keeps_subnormals = keeps_subnormals();
}

static bool computes_as(const ts_surroundings *taken) {
    return fegetround() == taken->rounding && traps_now() == taken->traps &&
           keeps_subnormals() == taken->keeps_subnormals;
}

static bool computes_as_usual(void) {
    return computes_as(&(ts_surroundings){.rounding = FE_TONEAREST, .keeps_subnormals = true});
}

static void compute_as(const ts_surroundings *taken) {
    fesetenv(&taken->environment);
    feclearexcept(FE_ALL_EXCEPT);
}

#endif

static bool speaks_as_usual(void) {
    return uselocale((locale_t)0) == LC_GLOBAL_LOCALE && strcmp(setlocale(LC_ALL, NULL), STANDARD_LOCALE) == 0;
}

bool ts_surroundings_are_standard(void) {
    return computes_as_usual() && speaks_as_usual();
}

void ts_surroundings_restore(void) {
    fesetenv(FE_DFL_ENV);
    uselocale(LC_GLOBAL_LOCALE);
    if (strcmp(setlocale(LC_ALL, NULL), STANDARD_LOCALE) != 0) setlocale(LC_ALL, STANDARD_LOCALE);
}

void ts_surroundings_take(ts_surroundings *taken) {
    const char *name = setlocale(LC_ALL, NULL);
    take_computing(taken);
    taken->of_thread = uselocale((locale_t)0);
    const size_t length = strlen(name);
    const bool fits = length < sizeof taken->of_process;
    memcpy(taken->of_process, fits ? name : "", fits ? length + 1 : 1);
}

static bool process_speaks_as(const ts_surroundings *taken) {
    return !*taken->of_process || strcmp(setlocale(LC_ALL, NULL), taken->of_process) == 0;
}

bool ts_surroundings_are(const ts_surroundings *taken) {
    return computes_as(taken) && uselocale((locale_t)0) == taken->of_thread && process_speaks_as(taken);
}

void ts_surroundings_set_back(const ts_surroundings *taken) {
    compute_as(taken);
    uselocale(taken->of_thread);
    if (!process_speaks_as(taken)) setlocale(LC_ALL, taken->of_process);
}
