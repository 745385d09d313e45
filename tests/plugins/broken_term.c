/* SPDX-License-Identifier: MIT
 * Terms without a reference, one right and one with a wrong gradient, and ones that must be refused; BROKEN says which.
 */
#include <math.h>
#include <stddef.h>

#include <touchstone/term.h>

enum {
    RIGHT,
    GRADIENT,
    HESSIAN,
    NO_SYMBOL,
    NO_TERM,
    OTHER_ABI,
    NO_NAME,
    NO_REFERENCE,
    OTHER_INPUTS,
    NO_FUNCTION,
    INFINITE,
    NOWHERE,
    NO_NUMBER
};

static const char *const INPUTS[] = {"d2"};
static const char *const PARAMETERS[] = {"xi", "dhat"};

/* (gap - dhat)^2/gap of gap = sqrt(d2) - xi, another barrier than the solver's */
static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self;
    const double d = sqrt(inputs[0]), gap = (inputs[0] - parameters[0] * parameters[0]) / (d + parameters[0]);
    const double dhat = parameters[1], first = 1.0 - dhat * dhat / (gap * gap), along = 0.5 / d;
    const double second = 2.0 * dhat * dhat / (gap * gap * gap);
    *out = (ts_term_value){0.0, {0.0}, {{0.0}}};
    if (!(gap > 0.0)) {
        *out = (ts_term_value){INFINITY, {NAN}, {{NAN}}};
    } else if (gap < dhat) {
        out->value = (gap - dhat) * (gap - dhat) / gap;
        out->gradient[0] = first * along * (BROKEN == GRADIENT ? 1.001 : 1.0);
        out->hessian[0][0] =
            (second * along * along - first * along / (2.0 * inputs[0])) * (BROKEN == HESSIAN ? 2.0 : 1.0);
        if (BROKEN == INFINITE) out->gradient[0] = -INFINITY;
    }
    if (BROKEN == NOWHERE || BROKEN == NO_NUMBER) out->value = BROKEN == NOWHERE ? INFINITY : -INFINITY;
}

static const ts_term TERM = {
    .abi = BROKEN == OTHER_ABI ? TS_TERM_ABI + 1 : TS_TERM_ABI,
    .name = BROKEN == NO_NAME ? "a/b" : "own-barrier",
    .about = "(gap - dhat)^2/gap",
    .reference = BROKEN == NO_REFERENCE   ? "nothing"
                 : BROKEN == OTHER_INPUTS ? "mollifier"
                                          : NULL,
    .inputs = 1,
    .parameters = 2,
    .input_names = INPUTS,
    .parameter_names = PARAMETERS,
    .evaluate = BROKEN == NO_FUNCTION ? NULL : evaluate,
};

#if BROKEN == 3
#define ts_term_plugin some_other_name
#endif

const ts_term *ts_term_plugin(void);

const ts_term *ts_term_plugin(void) {
    return BROKEN == NO_TERM ? NULL : &TERM;
}
