/* SPDX-License-Identifier: MIT
 * Scalar terms of an energy (barriers, friction, elasticity) with two derivatives: the interface that an implementation
 * of one exports to have it judged, and the references that judge it.
 * A plug-in needs this header only. */
#ifndef TOUCHSTONE_TERM_H
#define TOUCHSTONE_TERM_H

#include <stddef.h>

#include <touchstone/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised whenever a struct below changes; a term of another version is refused. */
#define TS_TERM_ABI 1u

#define TS_TERM_MOST_INPUTS 12
#define TS_TERM_MOST_PARAMETERS 8

/* Entries beyond the term's inputs are 0. Outside its domain (a barrier at contact) a term is INFINITY with NaN
 * derivatives; where it has a value but not the derivative (the angle of a triangle without area), that is NaN. */
typedef struct ts_term_value {
    double value;
    double gradient[TS_TERM_MOST_INPUTS];
    double hessian[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS]; /* symmetric; not projected */
} ts_term_value;

typedef struct ts_term ts_term;

struct ts_term {
    unsigned abi; /* TS_TERM_ABI */
    const char *name;
    const char *about;     /* one line: the formula */
    const char *reference; /* the reference that it should equal, of the same inputs and parameters; NULL: none */
    int inputs;            /* 1 to TS_TERM_MOST_INPUTS: what the derivatives are by */
    int parameters;        /* 0 to TS_TERM_MOST_PARAMETERS: what is held fixed */
    const char *const *input_names;
    const char *const *parameter_names;
    /* At finite inputs and parameters. May be called by several threads at once. */
    void (*evaluate)(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out);
};

/* What a shared object exports: `const ts_term *ts_term_plugin(void)`. */
#define TS_TERM_PLUGIN_SYMBOL "ts_term_plugin"
typedef const ts_term *(*ts_term_plugin_function)(void);

/* ---- References ---- */

/* The references in their fixed order. Each is a term too: evaluate gives what ts_term_reference does, and NaN where
 * that does not return TS_OK. */
TS_API size_t ts_term_count(void);
TS_API const ts_term *ts_term_at(size_t index);
/* NULL when there is none of that name. */
TS_API const ts_term *ts_term_find(const char *name);

/* The reference of `term` in MPFR by automatic differentiation of its definition, each number rounded once to the
 * nearest double (zeros are positive): the precision is doubled until two of them round to the same doubles
 * (docs/barrier-accuracy.md). A derivative that never settles does not exist, and is NaN.
 * TS_ERROR_USAGE: the term names no reference, or one of other inputs; a number is not finite. TS_ERROR_UNDECIDED: the
 * value does not settle. */
TS_API ts_status ts_term_reference(const ts_term *term, const double *inputs, const double *parameters,
                                   ts_term_value *out, ts_error *error);

#ifdef __cplusplus
}
#endif
#endif
