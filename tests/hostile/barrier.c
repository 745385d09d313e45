/* SPDX-License-Identifier: MIT
 * The barrier of C-IPC to its last digits, but wrong in one place or at one time; HOSTILE says how. x = D/Dhat. */
#include <fenv.h>
#include <math.h>
#include <unistd.h>

#include <touchstone/term.h>

#include "tests/hostile/come_back_twice.h"

enum way {
    IS_RIGHT,
    TURNS_ITS_GRADIENT,
    TURNS_ITS_HESSIAN,
    DOUBLES_ITS_GRADIENT,
    HAS_A_NAN,
    ENDS_EARLY,
    IS_ONE_BEYOND,
    DOUBLES_LATER,
    IS_WRONG_FOR_WIDE_RANGES,
    IS_WRONG_FOR_THICKNESS_ONE_HALF,
    BENDS_BY_A_BILLIONTH,
    REMEMBERS,
    ROUNDS_UPWARDS,
    ROUNDS_UPWARDS_LATER,
    EXITS_LATER,
    HANGS_LATER,
    COMES_BACK_TWICE_LATER
};

static const char *const INPUTS[] = {"d2"};
static const char *const PARAMETERS[] = {"xi", "dhat"};

/* A number as a sum of two doubles. */
typedef struct two {
    double high, low;
} two;

static two sum(double a, double b) {
    const double s = a + b, t = s - a;
    return (two){s, (a - (s - t)) + (b - t)};
}

static two product(double a, double b) {
    return (two){a * b, fma(a, b, -(a * b))};
}

static two add(two a, two b) {
    const two s = sum(a.high, b.high);
    return sum(s.high, s.low + a.low + b.low);
}

/* b = -below^2 ln(D/Dhat), below = D - Dhat, D = d2 - xi^2, Dhat = dhat^2 + 2 xi dhat; returns x */
static double barrier(double d2, double xi, double dhat, ts_term_value *out) {
    const two D = add((two){d2, 0.0}, product(-xi, xi)), Dhat = add(product(dhat, dhat), product(2.0 * xi, dhat));
    const double below = add(D, (two){-Dhat.high, -Dhat.low}).high;
    if (!(D.high > 0.0)) {
        *out = (ts_term_value){.value = INFINITY, .gradient = {NAN}, .hessian = {{NAN}}};
    } else if (below < 0.0) {
        const double x = D.high / Dhat.high, ln = x > 0.5 ? log1p(below / Dhat.high) : log(x), part = below / D.high;
        *out = (ts_term_value){.value = -below * below * ln,
                               .gradient = {-2.0 * below * ln - below * part},
                               .hessian = {{-2.0 * ln - 4.0 * part + part * part}}};
    } else {
        *out = (ts_term_value){0};
    }
    return D.high / Dhat.high;
}

static int is_between(double least, double x, double most) {
    return least < x && x < most;
}

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    static long calls;
    static double before;
    (void)self;
    const double x = barrier(inputs[0], parameters[0], parameters[1], out);
    ++calls;
    if (HOSTILE == TURNS_ITS_GRADIENT && is_between(0.3, x, 0.4)) out->gradient[0] *= -1.0;
    if (HOSTILE == TURNS_ITS_HESSIAN && is_between(0.5, x, 0.6)) out->hessian[0][0] *= -1.0;
    if (HOSTILE == DOUBLES_ITS_GRADIENT && is_between(0.7, x, 0.7001)) out->gradient[0] *= 2.0;
    if (HOSTILE == HAS_A_NAN && is_between(0.2, x, 0.20001)) out->gradient[0] = NAN;
    if (HOSTILE == ENDS_EARLY && x > 1.0 - 1e-4) *out = (ts_term_value){0};
    if (HOSTILE == IS_ONE_BEYOND && x > 1.5) out->value = 1.0;
    if (HOSTILE == DOUBLES_LATER && calls > 3000) out->value *= 2.0;
    if (HOSTILE == IS_WRONG_FOR_WIDE_RANGES && parameters[1] > 0.2) out->value *= 1.0 + 1e-6;
    if (HOSTILE == IS_WRONG_FOR_THICKNESS_ONE_HALF && parameters[0] == 0.5) out->gradient[0] *= 1.0 + 1e-6;
    if (HOSTILE == BENDS_BY_A_BILLIONTH && is_between(0.6, x, 0.60001)) out->hessian[0][0] *= 1.0 + 1e-9;
    if (HOSTILE == REMEMBERS && before > inputs[0]) out->value *= 1.0 + 1e-9;
    if (HOSTILE == ROUNDS_UPWARDS || (HOSTILE == ROUNDS_UPWARDS_LATER && calls > 300)) fesetround(FE_UPWARD);
    if (HOSTILE == EXITS_LATER && calls > 300) _exit(0);
    if (HOSTILE == HANGS_LATER && calls > 300) {
        for (;;) pause();
    }
    if (HOSTILE == COMES_BACK_TWICE_LATER && calls > 300) come_back_twice();
    before = inputs[0];
}

static const ts_term TERM = {
    .abi = TS_TERM_ABI,
    .name = "hostile-barrier",
    .about = "-(D - Dhat)^2 ln(D/Dhat)",
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
