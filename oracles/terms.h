/* SPDX-License-Identifier: MIT
 * A reference at a precision of one's own choice, so that tests can compare precisions. */
#ifndef TS_ORACLES_TERMS_H
#define TS_ORACLES_TERMS_H

#include <mpfr.h>
#include <stdbool.h>

#include <touchstone/term.h>

/* Bits at which ts_term_reference begins: polynomials of degree 3 in these numbers are exact. */
mpfr_prec_t ts_term_bits(const ts_term *term, const double *inputs, const double *parameters);
/* Evaluated once with so many bits. `term` is one of ts_term_at. */
void ts_term_at_precision(const ts_term *term, const double *inputs, const double *parameters, mpfr_prec_t bits,
                          ts_term_value *out);
/* The value alone at inputs of any precision, for differences; false outside the domain. */
bool ts_term_value_at(const ts_term *term, const mpfr_t *inputs, const double *parameters, mpfr_ptr value);

/* Of a reference, as its evaluate: ts_term_reference of the term itself. */
void ts_term_evaluate_reference(const ts_term *self, const double *inputs, const double *parameters,
                                ts_term_value *out);

#endif
