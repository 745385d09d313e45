/* SPDX-License-Identifier: MIT
 * Two barriers with the first derivatives that comments of a published header give them, as terms: COMMENTED says
 * which. Values and second derivatives are right, so that the judge has one mistake to name. */
#include <math.h>

#include <touchstone/term.h>

enum { CUBIC, TWO_STAGE };

static const char *const INPUTS[] = {"d2"};
static const char *const PARAMETERS[] = {"xi", "dhat"};

typedef struct by_gap {
    double b, first, second;
} by_gap;

/* -2/(3 dhat) y^3, y = g - dhat; the comment: -2 y^2, for -2/dhat y^2 */
static by_gap cubic(double g, double dhat) {
    const double y = g - dhat;
    return (by_gap){-2.0 / (3.0 * dhat) * y * y * y, -2.0 * y * y, -4.0 / dhat * y};
}

/* The comment: -dhat/(4 g) below dhat/2, for -dhat^2/(4 g) */
static by_gap two_stage(double g, double dhat) {
    const double y = g - dhat;
    if (g >= 0.5 * dhat) return (by_gap){0.5 * y * y, y, 1.0};
    return (by_gap){-0.25 * dhat * dhat * (log(2.0 * g / dhat) - 0.5), -0.25 * dhat / g, 0.25 * dhat * dhat / (g * g)};
}

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self;
    const double d = sqrt(inputs[0]), xi = parameters[0], g = (inputs[0] - xi * xi) / (d + xi);
    *out = (ts_term_value){0.0, {0.0}, {{0.0}}};
    if (!(g > 0.0)) {
        *out = (ts_term_value){INFINITY, {NAN}, {{NAN}}};
        return;
    }
    if (g >= parameters[1]) return;
    const by_gap b = (COMMENTED == CUBIC ? cubic : two_stage)(g, parameters[1]);
    out->value = b.b;
    out->gradient[0] = 0.5 * b.first / d;
    const double right = (COMMENTED == CUBIC        ? b.first / parameters[1]
                          : g < 0.5 * parameters[1] ? b.first * parameters[1]
                                                    : b.first);
    out->hessian[0][0] = 0.25 * (b.second - right / d) / inputs[0];
}

static const ts_term TERM = {
    .abi = TS_TERM_ABI,
    .name = COMMENTED == CUBIC ? "commented-cubic" : "commented-two-stage",
    .about = "a barrier with the first derivative of a header's comment",
    .reference = COMMENTED == CUBIC ? "barrier-cubic" : "barrier-two-stage",
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
