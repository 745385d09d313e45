/* SPDX-License-Identifier: MIT
 * Rationals as the NYU CSV writes them, and the doubles they stand for. */
#include "datasets/rational.h"

#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_DIGITS 19 /* any 19 digits fit 64 bits, any 38 fit 128 */

/* The exponents of the least subnormal and the largest double, as MPFR counts: 0.5 <= mantissa < 1. */
#define DOUBLE_EMIN (-1073)
#define DOUBLE_EMAX 1024

const char *ts_integer_scan(const char *text, ts_integer *integer) {
    const char *at = text;
    const bool negative = *at == '-';
    if (negative) ++at;
    const char *digits = at;
    uint64_t high = 0, low = 0, scale = 1;
    for (; *at >= '0' && *at <= '9'; ++at) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (at - digits < WORD_DIGITS) {
            high = 10 * high + digit;
        } else if (at - digits < 2 * WORD_DIGITS) {
            low = 10 * low + digit;
            scale *= 10;
        }
    }
    if (at == digits) return NULL;
    integer->text = text;
    integer->length = (size_t)(at - text);
    integer->negative = negative;
    integer->small = at - digits <= 2 * WORD_DIGITS;
    integer->magnitude = (unsigned __int128)high * scale + low;
    return at;
}

static bool set_integer(mpz_t z, const ts_integer *integer) {
    char *text = strndup(integer->text, integer->length);
    if (!text) return false;
    mpz_set_str(z, text, 10);
    free(text);
    return true;
}

/* Rounds q once to a double; MPFR's subnormalize undoes the double rounding below the normal range. */
static ts_rational_result round_rational(const mpq_t q, double *value) {
    const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_set_emin(DOUBLE_EMIN);
    mpfr_set_emax(DOUBLE_EMAX);
    mpfr_t rounded;
    mpfr_init2(rounded, 53);
    const int inexact = mpfr_subnormalize(rounded, mpfr_set_q(rounded, q, MPFR_RNDN), MPFR_RNDN);
    const double result = mpfr_get_d(rounded, MPFR_RNDN);
    mpfr_clear(rounded);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    if (isinf(result)) return TS_RATIONAL_TOO_LARGE;
    *value = result;
    return inexact ? TS_RATIONAL_ROUNDED : TS_RATIONAL_EXACT;
}

/* Any two integers. */
static ts_rational_result convert_long(const ts_integer *numerator, const ts_integer *denominator, double *value) {
    ts_rational_result result = TS_RATIONAL_NO_MEMORY;
    mpq_t q;
    mpq_init(q);
    if (set_integer(mpq_numref(q), numerator) && set_integer(mpq_denref(q), denominator)) {
        if (mpz_sgn(mpq_denref(q)) <= 0) {
            result = TS_RATIONAL_BAD_DENOMINATOR;
        } else {
            mpq_canonicalize(q);
            result = round_rational(q, value);
        }
    }
    mpq_clear(q);
    return result;
}

ts_rational_result ts_rational_to_double(const ts_integer *numerator, const ts_integer *denominator, double *value) {
    const unsigned __int128 n = numerator->magnitude, d = denominator->magnitude;
    if (denominator->small && (denominator->negative || d == 0)) return TS_RATIONAL_BAD_DENOMINATOR;
    /* A numerator that is a double over a power of two below 10^38: the division is exact. */
    const bool power_of_two = denominator->small && (d & (d - 1)) == 0;
    const bool zero = numerator->small && n == 0;
    const bool is_double = numerator->small && (n >> 53 == 0 || (unsigned __int128)(double)n == n);
    if (!zero && !(is_double && power_of_two)) {
        return convert_long(numerator, denominator, value);
    }
    const double magnitude = zero ? 0.0 : (double)n / (double)d;
    *value = numerator->negative ? -magnitude : magnitude;
    return TS_RATIONAL_EXACT;
}

/* value = mantissa 2^exponent with an odd mantissa (or 0), mantissa below 2^53. */
static int64_t split_double(double value, int *exponent) {
    if (value == 0.0) {
        *exponent = 0;
        return 0;
    }
    int64_t mantissa = (int64_t)ldexp(frexp(value, exponent), 53);
    *exponent -= 53;
    while (mantissa % 2 == 0) {
        mantissa /= 2;
        ++*exponent;
    }
    return mantissa;
}

size_t ts_rational_print(double value, char text[TS_RATIONAL_LENGTH]) {
    int exponent;
    const int64_t mantissa = split_double(value, &exponent);
    if (mantissa == 0) return (size_t)snprintf(text, TS_RATIONAL_LENGTH, signbit(value) ? "-0,1" : "0,1");
    if (exponent <= 0 && exponent > -63) {
        return (size_t)snprintf(text, TS_RATIONAL_LENGTH, "%" PRId64 ",%" PRId64, mantissa, INT64_C(1) << -exponent);
    }
    mpz_t power;
    mpz_init_set_ui(power, 1);
    mpz_mul_2exp(power, power, (mp_bitcnt_t)abs(exponent));
    if (exponent > 0) mpz_mul_si(power, power, mantissa);
    const int length = exponent > 0 ? gmp_snprintf(text, TS_RATIONAL_LENGTH, "%Zd,1", power)
                                    : gmp_snprintf(text, TS_RATIONAL_LENGTH, "%" PRId64 ",%Zd", mantissa, power);
    mpz_clear(power);
    return (size_t)length;
}
