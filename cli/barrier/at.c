/* SPDX-License-Identifier: GPL-2.0-or-later
 * Printing a term at a point. */
#include "cli/barrier/at.h"

#include <math.h>
#include <stdio.h>

#include "cli/number.h"
#include "core/error.h"
#include "core/say.h"

ts_status ts_barrier_read_point(const ts_term *term, const ts_text_list *numbers, ts_term_point *at, ts_error *error) {
    ts_term_point read = {{0}, {0}, 0.0};
    if (numbers->count != (size_t)term->inputs + (size_t)term->parameters) {
        return ts_fail(error, TS_ERROR_USAGE, "--at: %s has %d inputs and %d parameters, but %zu numbers were given",
                       term->name, term->inputs, term->parameters, numbers->count);
    }
    for (int i = 0; i < term->inputs + term->parameters; ++i) {
        double value = 0.0;
        const ts_number number = ts_number_read(numbers->items[i], &value);
        if (number != TS_NUMBER_FINE) {
            return ts_fail(error, TS_ERROR_USAGE, "--at: '%s' is no finite decimal number%s", numbers->items[i],
                           ts_number_why(number));
        }
        if (i < term->inputs)
            read.inputs[i] = value;
        else
            read.parameters[i - term->inputs] = value;
    }
    *at = read;
    return TS_OK;
}

static void print_names(const ts_term *term, const ts_term_point *at) {
    ts_say(stdout, "%s: %s\n", term->name, term->about ? term->about : "");
    for (int i = 0; i < term->inputs; ++i)
        ts_say(stdout, "  %-10s %24.17g  %a\n", term->input_names[i], at->inputs[i], at->inputs[i]);
    for (int i = 0; i < term->parameters; ++i) {
        ts_say(stdout, "  %-10s %24.17g  %a\n", term->parameter_names[i], at->parameters[i], at->parameters[i]);
    }
}

static void print_number(const char *name, double got, const double *exact) {
    ts_say(stdout, "  %-22s %24.17g", name, got);
    if (exact) printf(" %24.17g", *exact);
    if (exact && isfinite(*exact) && *exact != 0.0) printf(" %9.2g", fabs(got / *exact - 1.0));
    putchar('\n');
}

/* exact: NULL without a reference. */
static void print_numbers(const ts_term *term, const ts_term_value *got, const ts_term_value *exact) {
    char name[64];
    printf("  %-22s %24s%s\n", "", "term", exact ? "                reference  relative" : "");
    print_number("value", got->value, exact ? &exact->value : NULL);
    for (int i = 0; i < term->inputs; ++i) {
        snprintf(name, sizeof name, "d/d%s", term->input_names[i]);
        print_number(name, got->gradient[i], exact ? &exact->gradient[i] : NULL);
    }
    for (int i = 0; i < term->inputs; ++i) {
        for (int j = 0; j <= i; ++j) {
            snprintf(name, sizeof name, "d2/d%s d%s", term->input_names[i], term->input_names[j]);
            print_number(name, got->hessian[i][j], exact ? &exact->hessian[i][j] : NULL);
        }
    }
}

static bool print_flaws(const ts_barrier_sample *sample) {
    bool wrong = false;
    for (int f = 0; f < TS_FLAWS; ++f) {
        if (sample->judgement.flaw[f]) printf("%s\n", ts_flaw_name((ts_flaw)f));
        wrong |= sample->judgement.flaw[f];
    }
    return wrong;
}

static bool print_judgement(const ts_barrier_sample *sample) {
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        printf("%s: off by %.3g ulps, %.3g of the norm\n", ts_quantity_name((ts_quantity)q),
               sample->judgement.error[q][TS_MEASURE_ULPS], sample->judgement.error[q][TS_MEASURE_NORM]);
    }
    const bool wrong = print_flaws(sample);
    if (sample->has_projection) {
        printf(
            "projected: least eigenvalue %.3g, of the exact Hessian %.3g, off the exact projection by %.3g, all over "
            "the norm\n",
            sample->projection.least, sample->projection.exact, sample->projection.distance);
    }
    if (sample->has_differences) {
        printf("reference: gradient off differences of its value by %.2g, Hessian by %.2g\n", sample->differences.first,
               sample->differences.second);
    }
    return wrong;
}

static bool print_own(const ts_barrier_sample *sample) {
    static const char *const WORDS[] = {"as its differences are", "NOT what its differences are", "not resolved",
                                        "not asked: the value is not finite"};
    const ts_own_differences *own = &sample->own;
    const bool wrong = print_flaws(sample);
    if (sample->outside) printf("outside the domain\n");
    printf("gradient: %s\nHessian: %s\n", WORDS[own->gradient], WORDS[own->hessian]);
    return wrong || own->gradient == TS_INCONSISTENT || own->hessian == TS_INCONSISTENT;
}

ts_status ts_barrier_print_at(const ts_barrier_subject *subject, const ts_term_point *at, bool *wrong,
                              ts_error *error) {
    const ts_term *term = subject->term;
    ts_term_value got = {0}, exact;
    if (term->reference) {
        const ts_status status = ts_term_reference(term, at->inputs, at->parameters, &exact, error);
        if (status != TS_OK) return status;
    }
    term->evaluate(term, at->inputs, at->parameters, &got);
    print_names(term, at);
    print_numbers(term, &got, term->reference ? &exact : NULL);
    ts_barrier_sample sample;
    ts_barrier_judge(subject, NULL, at, TS_ASK_ALL, &sample);
    *wrong = term->reference ? print_judgement(&sample) : print_own(&sample);
    return TS_OK;
}
