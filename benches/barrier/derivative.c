/* SPDX-License-Identifier: GPL-2.0-or-later
 * Differences of a reference's value along a direction, in MPFR. */
#include "benches/barrier/derivative.h"

#include <math.h>

#include "oracles/terms.h"

/* The value along x + s v. */
typedef struct line_of_values {
    const ts_term *reference;
    const ts_term_point *at;
    double direction[TS_TERM_MOST_INPUTS];
    mpfr_prec_t bits;
    long step;       /* s = 2^step or -2^step */
    mpfr_t value[3]; /* at -s, 0, s */
    mpfr_t x[TS_TERM_MOST_INPUTS], shift;
} line_of_values;

static void line_init(line_of_values *line) {
    for (int k = 0; k < 3; ++k) mpfr_init2(line->value[k], line->bits);
    for (int i = 0; i < line->reference->inputs; ++i) mpfr_init2(line->x[i], line->bits);
    mpfr_init2(line->shift, line->bits);
}

static void line_clear(line_of_values *line) {
    for (int k = 0; k < 3; ++k) mpfr_clear(line->value[k]);
    for (int i = 0; i < line->reference->inputs; ++i) mpfr_clear(line->x[i]);
    mpfr_clear(line->shift);
}

/* False outside the domain. */
static bool line_evaluate(line_of_values *line) {
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < line->reference->inputs; ++i) {
            mpfr_set_d(line->shift, (k - 1) * line->direction[i], MPFR_RNDN);
            mpfr_mul_2si(line->shift, line->shift, line->step, MPFR_RNDN);
            mpfr_add_d(line->x[i], line->shift, line->at->inputs[i], MPFR_RNDN);
        }
        inside = inside && ts_term_value_at(line->reference, line->x, line->at->parameters, line->value[k]);
    }
    return inside;
}

/* Every input in another proportion, so that no entry hides behind another. */
static void choose_direction(line_of_values *line) {
    for (int i = 0; i < line->reference->inputs; ++i) line->direction[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + 0.125 * i);
}

static double norm(int count, const double *a) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum = hypot(sum, a[i]);
    return sum;
}

/* |difference - sum| / (size of what was summed). What is below 2^-400 of the value is the rounding of differences. */
static double departure(mpfr_ptr difference, mpfr_srcptr sum, double size, double value) {
    mpfr_sub(difference, difference, sum, MPFR_RNDN);
    const double off = fabs(mpfr_get_d(difference, MPFR_RNDN));
    return off == 0.0 ? 0.0 : off / fmax(size, fmax(fabs(value) * 0x1p-400, 0x1p-1022));
}

static double compare_first(line_of_values *line, const ts_term_value *value) {
    const int n = line->reference->inputs;
    mpfr_t sum, difference;
    mpfr_inits2(line->bits, sum, difference, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < n; ++i) {
        mpfr_set_d(line->shift, value->gradient[i], MPFR_RNDN);
        mpfr_mul_d(line->shift, line->shift, line->direction[i], MPFR_RNDN);
        mpfr_add(sum, sum, line->shift, MPFR_RNDN);
    }
    mpfr_sub(difference, line->value[2], line->value[0], MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -line->step - 1, MPFR_RNDN);
    const double off = departure(difference, sum, norm(n, value->gradient) * norm(n, line->direction), value->value);
    mpfr_clears(sum, difference, (mpfr_ptr)0);
    return off;
}

static double compare_second(line_of_values *line, const ts_term_value *value) {
    const int n = line->reference->inputs;
    double size = 0.0;
    mpfr_t sum, difference;
    mpfr_inits2(line->bits, sum, difference, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < n; ++i) {
        size = hypot(size, norm(n, value->hessian[i]));
        for (int j = 0; j < n; ++j) {
            mpfr_set_d(line->shift, value->hessian[i][j], MPFR_RNDN);
            mpfr_mul_d(line->shift, line->shift, line->direction[i], MPFR_RNDN);
            mpfr_mul_d(line->shift, line->shift, line->direction[j], MPFR_RNDN);
            mpfr_add(sum, sum, line->shift, MPFR_RNDN);
        }
    }
    mpfr_add(difference, line->value[2], line->value[0], MPFR_RNDN);
    mpfr_sub(difference, difference, line->value[1], MPFR_RNDN);
    mpfr_sub(difference, difference, line->value[1], MPFR_RNDN);
    mpfr_mul_2si(difference, difference, -2 * line->step, MPFR_RNDN);
    const double length = norm(n, line->direction),
                 off = departure(difference, sum, size * length * length, value->value);
    mpfr_clears(sum, difference, (mpfr_ptr)0);
    return off;
}

bool ts_reference_differences(const ts_term *reference, const ts_term_point *at, const ts_term_value *value,
                              ts_difference_error *out) {
    const mpfr_prec_t bits = 1024 + 2 * ts_term_bits(reference, at->inputs, at->parameters);
    line_of_values line = {.reference = reference, .at = at, .bits = bits, .step = -(long)bits / 4};
    line_init(&line);
    choose_direction(&line);
    const bool inside = line_evaluate(&line);
    if (inside) *out = (ts_difference_error){compare_first(&line, value), compare_second(&line, value)};
    line_clear(&line);
    return inside;
}
