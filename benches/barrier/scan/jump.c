/* SPDX-License-Identifier: GPL-2.0-or-later
 * A jump is closed in by halves, then held against what goes on beside it. */
#include "benches/barrier/scan/jump.h"

#include <float.h>
#include <math.h>

#include "benches/barrier/own_derivative.h"

/* So many times as much as anything beside it. */
#define STANDS_OUT 16.0

typedef struct spot {
    ts_term_point at;
    ts_term_value value;
} spot;

static bool ask(const ts_term *term, spot *of) {
    of->value = (ts_term_value){0};
    term->evaluate(term, of->at.inputs, of->at.parameters, &of->value);
    return isfinite(of->value.value);
}

/* What the value changes by and its gradient does not tell. */
static double unexplained(int inputs, const spot *a, const spot *b) {
    double along = 0.0;
    for (int i = 0; i < inputs; ++i) {
        along += (b->at.inputs[i] - a->at.inputs[i]) * (0.5 * a->value.gradient[i] + 0.5 * b->value.gradient[i]);
    }
    return fabs(b->value.value - a->value.value - along);
}

/* The middle of two; false: there is no double between them in any input. */
static bool is_between(int inputs, const spot *a, const spot *b, spot *middle) {
    bool is_a = true, is_b = true;
    middle->at = a->at;
    for (int i = 0; i < inputs; ++i) {
        const double x = a->at.inputs[i], y = b->at.inputs[i], m = x + 0.5 * (y - x);
        middle->at.inputs[i] = m;
        is_a = is_a && m == x;
        is_b = is_b && m == y;
    }
    return !is_a && !is_b;
}

/* Towards what is least explained, until nothing lies between. */
static bool close_in(const ts_term *term, spot *a, spot *b) {
    spot middle;
    while (is_between(term->inputs, a, b, &middle)) {
        if (!ask(term, &middle)) return false;
        const bool first = unexplained(term->inputs, a, &middle) > unexplained(term->inputs, &middle, b);
        *(first ? b : a) = middle;
    }
    return true;
}

/* In the input that differs most. */
static double distance(int inputs, const ts_term_point *a, const ts_term_point *b) {
    double most = 0.0;
    for (int i = 0; i < inputs; ++i) most = fmax(most, fabs(b->inputs[i] - a->inputs[i]));
    return most;
}

/* The most that is unexplained beyond b, as seen from a next to it, over steps up to the longest. */
static double beyond(const ts_term *term, const spot *a, const spot *b, double longest) {
    const double shortest = distance(term->inputs, &a->at, &b->at);
    double most = 0.0;
    for (double times = 1.0; times * shortest <= longest; times *= 2.0) {
        spot one = *b, other = *b;
        for (int i = 0; i < term->inputs; ++i) {
            const double step = times * (b->at.inputs[i] - a->at.inputs[i]);
            one.at.inputs[i] += step;
            other.at.inputs[i] += 2.0 * step;
        }
        if (!ask(term, &one) || !ask(term, &other)) break;
        most = fmax(most, fmax(unexplained(term->inputs, b, &one), unexplained(term->inputs, &one, &other)));
    }
    return most;
}

bool ts_scan_jumps(const ts_term *term, const ts_term_point *from, const ts_term_point *to, ts_term_point *where) {
    spot a = {.at = *from}, b = {.at = *to};
    if (!ask(term, &a) || !ask(term, &b)) return false;
    const double longest = distance(term->inputs, &a.at, &b.at);
    if (!(longest > 0.0) || !close_in(term, &a, &b)) return false;
    const double jump = unexplained(term->inputs, &a, &b), size = fmax(fabs(a.value.value), fabs(b.value.value));
    if (!(jump > TS_OWN_TOLERANCE * size + STANDS_OUT * DBL_MIN)) return false;
    *where = a.at;
    return jump > STANDS_OUT * fmax(beyond(term, &b, &a, longest), beyond(term, &a, &b, longest));
}
