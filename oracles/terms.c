/* SPDX-License-Identifier: MIT
 * The list of references, and their evaluation at rising precision until two agree. */
#include "oracles/terms.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "oracles/terms/definition.h"

static const ts_term_family *const FAMILIES[] = {
#define TS_TERMS(family) &(family),
#include "oracles/terms/list.inc"
#undef TS_TERMS
};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES };

/* Where nothing has settled at so many times the first precision, with so many bits beyond, it never will: what is
 * exactly 0 has been below the least double for long. */
enum { MOST_DOUBLING = 16, MOST_BEYOND = 2400 };

/* ---- the list ---- */

size_t ts_term_count(void) {
    size_t count = 0;
    for (int i = 0; i < FAMILY_COUNT; ++i) count += FAMILIES[i]->count;
    return count;
}

const ts_term *ts_term_at(size_t index) {
    for (int i = 0; i < FAMILY_COUNT; ++i) {
        if (index < FAMILIES[i]->count) return &FAMILIES[i]->member[index].term;
        index -= FAMILIES[i]->count;
    }
    return NULL;
}

const ts_term *ts_term_find(const char *name) {
    const ts_term *term = NULL;
    for (size_t i = 0; (term = ts_term_at(i)) != NULL; ++i) {
        if (strcmp(term->name, name) == 0) return term;
    }
    return NULL;
}

/* `term` is the first member of its definition. */
static const ts_term_definition *definition_of(const ts_term *term) {
    assert(term->evaluate == ts_term_evaluate_reference);
    return (const ts_term_definition *)term;
}

/* ---- one precision ---- */

static void constants(ts_duals *pool, const ts_term *term, const double *parameters, const ts_dual **p) {
    for (int i = 0; i < term->parameters; ++i) p[i] = ts_dual_number(pool, parameters[i]);
}

/* The nearest double; adding 0 makes zeros positive. */
static double rounded(mpfr_srcptr a) {
    return mpfr_get_d(a, MPFR_RNDN) + 0.0;
}

static void round_all(const ts_dual *a, int inputs, ts_term_value *out) {
    out->value = a ? rounded(ts_dual_value(a)) : (double)INFINITY;
    for (int i = 0; i < inputs; ++i) {
        out->gradient[i] = a ? rounded(ts_dual_gradient(a, i)) : (double)NAN;
        for (int j = 0; j < inputs; ++j) out->hessian[i][j] = a ? rounded(ts_dual_hessian(a, i, j)) : (double)NAN;
    }
}

void ts_term_at_precision(const ts_term *term, const double *inputs, const double *parameters, mpfr_prec_t bits,
                          ts_term_value *out) {
    ts_duals pool;
    const ts_dual *x[TS_TERM_MOST_INPUTS], *p[TS_TERM_MOST_PARAMETERS];
    mpfr_t at;
    ts_duals_init(&pool, term->inputs, bits);
    mpfr_init2(at, 53);
    for (int i = 0; i < term->inputs; ++i) {
        mpfr_set_d(at, inputs[i], MPFR_RNDN);
        x[i] = ts_dual_input(&pool, i, at);
    }
    constants(&pool, term, parameters, p);
    *out = (ts_term_value){0};
    round_all(definition_of(term)->define(x, p), term->inputs, out);
    mpfr_clear(at);
    ts_duals_clear(&pool);
}

bool ts_term_value_at(const ts_term *term, const mpfr_t *inputs, const double *parameters, mpfr_ptr value) {
    ts_duals pool;
    const ts_dual *x[TS_TERM_MOST_INPUTS], *p[TS_TERM_MOST_PARAMETERS];
    ts_duals_init(&pool, 0, mpfr_get_prec(value));
    for (int i = 0; i < term->inputs; ++i) x[i] = ts_dual_constant(&pool, inputs[i]);
    constants(&pool, term, parameters, p);
    const ts_dual *a = definition_of(term)->define(x, p);
    if (a) mpfr_set(value, ts_dual_value(a), MPFR_RNDN);
    ts_duals_clear(&pool);
    return a != NULL;
}

/* ---- rising precision ---- */

/* Widens [*low, *high], the exponents of the lowest and highest bits of numbers that are not 0. */
static void widen(int count, const double *number, long *low, long *high) {
    for (int i = 0; i < count; ++i) {
        if (number[i] == 0.0) continue;
        int exponent;
        frexp(number[i], &exponent);
        *high = exponent > *high ? exponent : *high;
        *low = exponent - 53 < *low ? exponent - 53 : *low;
    }
}

mpfr_prec_t ts_term_bits(const ts_term *term, const double *inputs, const double *parameters) {
    long low = 0, high = 1; /* constants such as 1 are in it too */
    widen(term->inputs, inputs, &low, &high);
    widen(term->parameters, parameters, &low, &high);
    return 64 + 3 * (high - low);
}

static bool same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* True when a and b are the same; entries of *b that differ become NaN. */
static bool agree(int inputs, const ts_term_value *a, ts_term_value *b) {
    bool all = true;
    for (int i = 0; i < inputs; ++i) {
        for (int j = -1; j < inputs; ++j) {
            double *two = j < 0 ? &b->gradient[i] : &b->hessian[i][j];
            if (same(j < 0 ? a->gradient[i] : a->hessian[i][j], *two)) continue;
            *two = NAN;
            all = false;
        }
    }
    return all;
}

/* False when the value does not settle. */
static bool settle(const ts_term *term, const double *inputs, const double *parameters, ts_term_value *out) {
    mpfr_prec_t bits = ts_term_bits(term, inputs, parameters);
    const mpfr_prec_t most = MOST_DOUBLING * bits + MOST_BEYOND;
    ts_term_value before, settled;
    ts_term_at_precision(term, inputs, parameters, bits, out);
    do {
        bits *= 2;
        before = *out;
        ts_term_at_precision(term, inputs, parameters, bits, out);
        settled = *out;
        if (agree(term->inputs, &before, &settled) && same(before.value, out->value)) return true;
    } while (2 * bits <= most);
    *out = settled;
    return same(before.value, out->value);
}

static ts_status check_numbers(const ts_term *term, const char *what, int count, const double *number,
                               ts_error *error) {
    for (int i = 0; i < count; ++i) {
        if (isfinite(number[i])) continue;
        return ts_fail(error, TS_ERROR_USAGE, "%s: %s %d is %g; terms are evaluated at finite numbers.", term->name,
                       what, i, number[i]);
    }
    return TS_OK;
}

static ts_status check(const ts_term *term, const ts_term *reference, const double *inputs, const double *parameters,
                       ts_error *error) {
    if (!reference) {
        return ts_fail(error, TS_ERROR_USAGE, "%s: there is no reference called %s.", term->name,
                       term->reference ? term->reference : "(none)");
    }
    if (term->inputs != reference->inputs || term->parameters != reference->parameters) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s has %d inputs and %d parameters, but its reference %s has %d and %d; they must be the same.",
                       term->name, term->inputs, term->parameters, reference->name, reference->inputs,
                       reference->parameters);
    }
    const ts_status status = check_numbers(term, "input", term->inputs, inputs, error);
    return status != TS_OK ? status : check_numbers(term, "parameter", term->parameters, parameters, error);
}

ts_status ts_term_reference(const ts_term *term, const double *inputs, const double *parameters, ts_term_value *out,
                            ts_error *error) {
    const ts_term *reference = term->reference ? ts_term_find(term->reference) : NULL;
    const ts_status status = check(term, reference, inputs, parameters, error);
    if (status != TS_OK) return status;
    ts_term_value value;
    if (!settle(reference, inputs, parameters, &value)) {
        return ts_fail(error, TS_ERROR_UNDECIDED, "%s: no two precisions round to the same value there.", term->name);
    }
    *out = value;
    return TS_OK;
}

void ts_term_evaluate_reference(const ts_term *self, const double *inputs, const double *parameters,
                                ts_term_value *out) {
    if (ts_term_reference(self, inputs, parameters, out, NULL) == TS_OK) return;
    *out = (ts_term_value){.value = NAN};
    for (int i = 0; i < self->inputs; ++i) {
        out->gradient[i] = NAN;
        for (int j = 0; j < self->inputs; ++j) out->hessian[i][j] = NAN;
    }
}
