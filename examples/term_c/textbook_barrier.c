/* SPDX-License-Identifier: MIT
 * A user's own contact barrier as a plug-in of `touchstone barrier`: the formulas as they stand in the paper, in plain
 * doubles. docs/barrier-accuracy.md shows what becomes of their digits. */
#include <math.h>

#include <touchstone/term.h>

static const char *const INPUTS[] = {"d2"};
static const char *const PARAMETERS[] = {"xi", "dhat"};

/* b = -(D - Dhat)^2 ln(D/Dhat) with its derivatives by d^2 */
static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self;
    const double xi = parameters[0], dhat = parameters[1];
    const double D = inputs[0] - xi * xi, Dhat = dhat * dhat + 2.0 * xi * dhat, below = D - Dhat;
    *out = (ts_term_value){0.0, {0.0}, {{0.0}}};
    if (D <= 0.0) {
        *out = (ts_term_value){INFINITY, {NAN}, {{NAN}}};
    } else if (D < Dhat) {
        const double ln = log(D / Dhat);
        out->value = -below * below * ln;
        out->gradient[0] = -2.0 * below * ln - below * below / D;
        out->hessian[0][0] = -2.0 * ln - 4.0 * below / D + below * below / (D * D);
    }
}

static const ts_term TERM = {
    .abi = TS_TERM_ABI,
    .name = "textbook-barrier",
    .about = "-(D - Dhat)^2 ln(D/Dhat), D = d2 - xi^2, Dhat = dhat^2 + 2 xi dhat",
    .reference = "barrier",
    .inputs = 1,
    .parameters = 2,
    .input_names = INPUTS,
    .parameter_names = PARAMETERS,
    .evaluate = evaluate,
};

const ts_term *ts_term_plugin(void);

const ts_term *ts_term_plugin(void) {
    return &TERM;
}
