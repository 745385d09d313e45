/* SPDX-License-Identifier: GPL-2.0-or-later
 * Every formula of the solver as a term (<touchstone/term.h>), for the references to judge: the very kernels that a
 * step calls, at one pair or one element. */
#ifndef TS_CIPC_TERMS_H
#define TS_CIPC_TERMS_H

#include <stdbool.h>

#include <touchstone/term.h>

/* In the order of their references; names, inputs and parameters are those of the reference that a term names. */
size_t ts_solver_term_count(void);
const ts_term *ts_solver_term_at(size_t index);

/* The Hessian as a step uses it, projected to positive semi-definite, with zeros beyond the inputs. False, with
 * `hessian` left alone, where a step does not use it by itself or the term is infinite. */
bool ts_solver_term_projected(size_t index, const double *inputs, const double *parameters,
                              double hessian[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS]);

/* What a number is drawn from: by its logarithm where `least` is positive. */
typedef struct ts_term_range {
    double least, most, standard;
} ts_term_range;

/* Where a term may be asked by those who have no sweep of their own for it. */
typedef struct ts_term_domain {
    const char *like;           /* a reference of the same numbers, whose sweeps and clamps go for it too; NULL: none */
    int smooth;                 /* derivatives that are continuous at those clamps; 0: it has none there */
    const ts_term_range *range; /* of the last `ranges` of its inputs and parameters: all, or what `like` lacks */
    int ranges;
} ts_term_domain;

const ts_term_domain *ts_solver_term_domain(size_t index);

#endif
