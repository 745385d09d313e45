/* SPDX-License-Identifier: GPL-2.0-or-later
 * Every formula of the solver as a term (<touchstone/term.h>), for the references to judge: the very kernels that a
 * step calls, at one pair or one element. */
#ifndef TS_CIPC_TERMS_H
#define TS_CIPC_TERMS_H

#include <stdbool.h>

#include <touchstone/term.h>

/* In a fixed order; names, inputs and parameters are those of the reference that a term names. */
size_t ts_solver_term_count(void);
const ts_term *ts_solver_term_at(size_t index);

/* The Hessian as a step uses it, projected to positive semi-definite, with zeros beyond the inputs. False, with
 * `hessian` left alone, where a step does not use it by itself or the term is infinite. */
bool ts_solver_term_projected(size_t index, const double *inputs, const double *parameters,
                              double hessian[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS]);

#endif
