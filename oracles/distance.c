/* SPDX-License-Identifier: MIT
 * ts_oracle_distance and ts_oracle_compare: floating point where its bounds decide, else exact rationals, rounded by
 * MPFR. Both give the same bits. */
#include <touchstone/oracle.h>

#include <math.h>
#include <mpfr.h>

#include "oracles/exact_distance.h"
#include "oracles/float_distance.h"

/* Two doubles around a number: both rounded outwards from an enclosure. */
typedef struct enclosure {
    double lo, hi;
} enclosure;

static bool is_tight(enclosure e) {
    return e.lo == e.hi || nextafter(e.lo, INFINITY) == e.hi;
}

/* d2 within [lo, hi], each correctly rounded to its precision. */
static void round_d2(const ts_exact_d2 *d2, mpfr_t lo, mpfr_t hi) {
    mpq_t q;
    mpq_init(q);
    mpq_set_num(q, d2->num);
    mpq_set_den(q, d2->den);
    mpq_canonicalize(q);
    mpfr_set_q(lo, q, MPFR_RNDD);
    mpfr_set_q(hi, q, MPFR_RNDU);
    mpfr_mul_2si(lo, lo, d2->exponent, MPFR_RNDD);
    mpfr_mul_2si(hi, hi, d2->exponent, MPFR_RNDU);
    mpq_clear(q);
}

static enclosure enclose_d2(const ts_exact_d2 *d2) {
    mpfr_t lo, hi;
    mpfr_inits2(53, lo, hi, (mpfr_ptr)NULL);
    round_d2(d2, lo, hi);
    const enclosure e = {mpfr_get_d(lo, MPFR_RNDD), mpfr_get_d(hi, MPFR_RNDU)};
    mpfr_clears(lo, hi, (mpfr_ptr)NULL);
    return e;
}

/* d - bound, at twice the precision until two neighbouring doubles hold it: that happens, since a d that is
 * a dyadic number is found exactly and any other differs from every double. */
static enclosure enclose_gap(const ts_exact_d2 *d2, double bound) {
    enclosure e = {0.0, 0.0};
    if (ts_exact_d2_compare(d2, bound) == 0) return e;
    for (mpfr_prec_t precision = 128;; precision *= 2) {
        mpfr_t lo, hi;
        mpfr_inits2(precision, lo, hi, (mpfr_ptr)NULL);
        round_d2(d2, lo, hi);
        mpfr_sqrt(lo, lo, MPFR_RNDD);
        mpfr_sqrt(hi, hi, MPFR_RNDU);
        mpfr_sub_d(lo, lo, bound, MPFR_RNDD);
        mpfr_sub_d(hi, hi, bound, MPFR_RNDU);
        e = (enclosure){mpfr_get_d(lo, MPFR_RNDD), mpfr_get_d(hi, MPFR_RNDU)};
        mpfr_clears(lo, hi, (mpfr_ptr)NULL);
        if (is_tight(e)) return e;
    }
}

static bool round_float(const ts_float_distance *at, ts_oracle_distance_result *result) {
    *result = (ts_oracle_distance_result){.compare = ts_ball_sign(at->gap), .feature = at->feature};
    return ts_ball_neighbours(at->d2, &result->d2_lo, &result->d2_hi) &&
           ts_ball_neighbours(at->gap, &result->gap_lo, &result->gap_hi);
}

static ts_status check(const ts_ccd_query *query, double t, double bound) {
    if (ts_ccd_query_check(query, NULL) != TS_OK) return TS_ERROR_DATA;
    const bool fine = t >= 0.0 && t <= 1.0 && bound >= 0.0 && isfinite(bound);
    return fine ? TS_OK : TS_ERROR_USAGE;
}

ts_status ts_oracle_distance(const ts_ccd_query *query, double t, double bound, ts_oracle_distance_result *result) {
    const ts_status status = check(query, t, bound);
    if (status != TS_OK) return status;
    ts_float_distance at;
    if (ts_float_distance_at(query, t, bound, &at) && round_float(&at, result)) return TS_OK;
    ts_exact_d2 d2;
    ts_exact_d2_init(&d2, query, t);
    const enclosure square = enclose_d2(&d2), gap = enclose_gap(&d2, bound);
    *result = (ts_oracle_distance_result){.compare = ts_exact_d2_compare(&d2, bound),
                                          .d2_lo = square.lo,
                                          .d2_hi = square.hi,
                                          .gap_lo = gap.lo,
                                          .gap_hi = gap.hi,
                                          .feature = d2.feature};
    ts_exact_d2_clear(&d2);
    return TS_OK;
}

ts_status ts_oracle_compare(const ts_ccd_query *query, double t, double bound, int *sign) {
    const ts_status status = check(query, t, bound);
    if (status != TS_OK) return status;
    ts_float_distance at;
    if (ts_float_distance_at(query, t, bound, &at)) {
        *sign = ts_ball_sign(at.gap);
        return TS_OK;
    }
    ts_exact_d2 d2;
    ts_exact_d2_init(&d2, query, t);
    *sign = ts_exact_d2_compare(&d2, bound);
    ts_exact_d2_clear(&d2);
    return TS_OK;
}
