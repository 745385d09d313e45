/* SPDX-License-Identifier: MIT
 * Energies that misbehave, each in one way; HOSTILE says how. All are x^2/2, by x and one parameter, and misbehave for
 * x > 1. */
#define _GNU_SOURCE
#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <touchstone/term.h>

enum way { EXITS, CRASHES, LOOPS, ROUNDS_UPWARDS, WRITES_INPUTS, EXITS_IN_CONSTRUCTOR, HAS_A_NAME_THAT_ENDS_NOWHERE };

static const char *const INPUTS[] = {"x"};
static const char *const PARAMETERS[] = {"scale"};

static void evaluate(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self, (void)parameters;
    const double x = inputs[0];
    if (x > 1.0) {
        if (HOSTILE == EXITS) exit(0);
        if (HOSTILE == CRASHES) abort();
        if (HOSTILE == LOOPS) pause();
    }
    if (HOSTILE == ROUNDS_UPWARDS) fesetround(FE_UPWARD);
    out->value = 0.5 * x * x;
    out->gradient[0] = x;
    out->hessian[0][0] = 1.0;
    if (HOSTILE == WRITES_INPUTS) ((double *)inputs)[0] = 0.0;
}

static char long_name[1 << 16];

static ts_term term = {
    .abi = TS_TERM_ABI,
    .name = "hostile",
    .about = "x^2/2",
    .inputs = 1,
    .parameters = 1,
    .input_names = INPUTS,
    .parameter_names = PARAMETERS,
    .evaluate = evaluate,
};

__attribute__((constructor)) static void construct(void) {
    if (HOSTILE == EXITS_IN_CONSTRUCTOR) exit(0);
}

const ts_term *ts_term_plugin(void);

const ts_term *ts_term_plugin(void) {
    if (HOSTILE == HAS_A_NAME_THAT_ENDS_NOWHERE) {
        for (size_t i = 0; i + 1 < sizeof long_name; ++i) long_name[i] = '\n';
        term.name = long_name;
    }
    return &term;
}
