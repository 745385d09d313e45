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

static bool computes_as_usual(void) {
    uint16_t x87;
    uint32_t sse;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    __asm__ volatile("stmxcsr %0" : "=m"(sse));
    return (x87 & X87_BITS) == X87_STANDARD && (sse & SSE_BITS) == SSE_STANDARD;
}

#else

/* Flushing to zero is no part of the standard's environment: it shows in what it does. */
static bool keeps_subnormals(void) {
    const volatile double least = DBL_MIN;
    const volatile double half = 0.5 * least;
    return half * 2.0 == least;
}

static bool computes_as_usual(void) {
#if defined(__GLIBC__)
    if (fegetexcept() != 0) return false;
#endif
    return fegetround() == FE_TONEAREST && keeps_subnormals();
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
