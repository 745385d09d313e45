/* SPDX-License-Identifier: GPL-2.0-or-later
 * The clamps, and stepping over them. */
#include "benches/barrier/clamp.h"

#include <math.h>
#include <string.h>
#include <threads.h>

#include "cipc/terms.h"

/* xi = 1/1024, dhat = 1/256, both powers of two: d = xi + dhat = 5/1024 is exact, and so is its square. */
#define XI 0x1p-10
#define DHAT 0x1p-8
#define REACH 0x1.4p-8
#define MIDDLE 0x1.8p-9
#define QUARTER 0x1p-9

#define POINTS_AT                                                                                                      \
    { 0, 0, 0, 0, 0, REACH }
#define LINE_AT                                                                                                        \
    { 0, 0, REACH, -0.5, 0, 0, 0.75, 0, 0 }
#define PLANE_AT                                                                                                       \
    { 0, 0, REACH, -0.5, -0.25, 0, 0.75, -0.5, 0, 0.125, 0.5, 0 }
/* Crossed by moving one end of an edge alone, which turns it; the other edge passes below that end. */
#define LINES_AT                                                                                                       \
    { 0, -0.5, REACH, 0, 0.5, REACH, -0.5, 0.5, 0, 0.75, 0.5, 0 }

static const ts_clamp WRITTEN[] = {
    {"barrier", "D = Dhat", 2, 0, {{REACH * REACH}, {XI, DHAT}, 1}, MIDDLE *MIDDLE},
    {"barrier-point-point", "D = Dhat", 2, 5, {POINTS_AT, {XI, DHAT}, 1}, MIDDLE},
    {"barrier-point-line", "D = Dhat", 2, 2, {LINE_AT, {XI, DHAT}, 1}, MIDDLE},
    {"barrier-point-plane", "D = Dhat", 2, 2, {PLANE_AT, {XI, DHAT}, 1}, MIDDLE},
    {"barrier-line-line", "D = Dhat", 2, 5, {LINES_AT, {XI, DHAT}, 1}, MIDDLE},
    {"barrier-mollified", "D = Dhat", 2, 5, {LINES_AT, {XI, DHAT, 4.0}, 1}, MIDDLE},
    {"barrier-two-stage", "g = dhat/2", 2, 0, {{MIDDLE * MIDDLE}, {XI, DHAT}, 1}, QUARTER *QUARTER},
    {"mollifier", "c = eps", 1, 0, {{0.125}, {0.125}, 1}, 0.0625},
    /* u = (1, 0, 0), v = (1, s, 0): c = s^2 */
    {"mollifier-edge-edge", "c = eps", 1, 10, {{0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0.125, 1}, {0x1p-6}, 1}, 0.0625},
    {"friction-f0", "y = e", 2, 0, {{0.25}, {0.25}, 1}, 0.125},
    {"friction-f1", "y = e", 1, 0, {{0.25}, {0.25}, 1}, 0.125},
    {"friction-f1-over-y", "y = e", 1, 0, {{0.25}, {0.25}, 1}, 0.125},
    {"friction", "|u| = e", 2, 0, {{0.25}, {0.25}, 1}, 0.125},
    {"strain-limit", "sigma = shat", 2, 0, {{1.0}, {1.25, 1.0}, 1}, 1.125},
    {"strain-limit-2x2", "sigma = shat", 2, 0, {{1.0, 0, 0, 0.5}, {1.25, 1.0}, 1}, 1.125},
    {"strain-limit-3x2", "sigma = shat", 2, 0, {{1.0, 0, 0, 0.5, 0, 0}, {1.25, 1.0}, 1}, 1.125},
};

enum { WRITTEN_COUNT = sizeof WRITTEN / sizeof *WRITTEN, MOST_CLAMPS = 256 };

static ts_clamp all[MOST_CLAMPS];
static size_t listed;
static once_flag listing = ONCE_FLAG_INIT;

/* ---- the list ---- */

size_t ts_clamps_declared(const ts_term *term, const ts_term_domain *domain, ts_clamp *clamp, size_t room) {
    size_t count = 0;
    for (size_t k = 0; domain->like && domain->smooth > 0 && k < WRITTEN_COUNT && count < room; ++k) {
        if (strcmp(WRITTEN[k].reference, domain->like) != 0) continue;
        ts_clamp *made = &clamp[count++];
        *made = WRITTEN[k];
        made->reference = term->reference;
        made->smooth = domain->smooth;
        double *own = made->at.parameters + term->parameters - domain->ranges;
        for (int i = 0; i < domain->ranges; ++i) own[i] = domain->range[i].standard;
    }
    return count;
}

static void fill_list(void) {
    memcpy(all, WRITTEN, sizeof WRITTEN);
    listed = WRITTEN_COUNT;
    for (size_t i = 0; i < ts_solver_term_count(); ++i) {
        listed +=
            ts_clamps_declared(ts_solver_term_at(i), ts_solver_term_domain(i), all + listed, MOST_CLAMPS - listed);
    }
}

size_t ts_clamp_count(void) {
    call_once(&listing, fill_list);
    return listed;
}

const ts_clamp *ts_clamp_at(size_t index) {
    return index < ts_clamp_count() ? &all[index] : NULL;
}

/* Value and derivatives by the crossing input. */
typedef struct orders {
    double at[TS_CLAMP_ORDERS];
} orders;

static orders orders_of(const ts_term_value *value, int crossing) {
    return (orders){{value->value, value->gradient[crossing], value->hessian[crossing][crossing]}};
}

static orders of_term(const ts_clamp *clamp, const ts_term *term, double x) {
    ts_term_point point = clamp->at;
    ts_term_value value = {0};
    point.inputs[clamp->crossing] = x;
    term->evaluate(term, point.inputs, point.parameters, &value);
    return orders_of(&value, clamp->crossing);
}

/* The larger of both branches, as far from the clamp on either side. */
static orders size_of(const ts_clamp *clamp, const ts_term *reference) {
    const double outside = 2.0 * clamp->at.inputs[clamp->crossing] - clamp->inside;
    const orders one = of_term(clamp, reference, clamp->inside), two = of_term(clamp, reference, outside);
    orders size;
    for (int o = 0; o < TS_CLAMP_ORDERS; ++o) size.at[o] = fmax(fabs(one.at[o]), fabs(two.at[o]));
    return size;
}

/* How far the term is off its reference at x. An order that jumps there by definition may do so a unit in the last
 * place before or behind: rounding of a distance decides it. */
static double departure(const ts_clamp *clamp, const ts_term *reference, double x, int order, double got) {
    const double at = fabs(got - of_term(clamp, reference, x).at[order]);
    if (order <= clamp->smooth) return at;
    const double before = fabs(got - of_term(clamp, reference, nextafter(x, 0.0)).at[order]);
    const double behind = fabs(got - of_term(clamp, reference, nextafter(x, HUGE_VAL)).at[order]);
    return fmin(at, fmin(before, behind));
}

bool ts_clamp_judge(const ts_clamp *clamp, const ts_term *term, ts_clamp_result *out) {
    if (!term->reference || strcmp(term->reference, clamp->reference) != 0) return false;
    const ts_term *reference = ts_term_find(term->reference);
    const orders size = size_of(clamp, reference);
    orders before[2] = {{{0}}, {{0}}};
    *out = (ts_clamp_result){.term = term, .clamp = clamp};
    double x = clamp->at.inputs[clamp->crossing];
    for (int k = 0; k < TS_CLAMP_REACH; ++k) x = nextafter(x, 0.0);
    for (int k = 0; k <= 2 * TS_CLAMP_REACH; ++k, x = nextafter(x, HUGE_VAL)) {
        const orders got = of_term(clamp, term, x), exact = of_term(clamp, reference, x);
        for (int o = 0; o < TS_CLAMP_ORDERS; ++o) {
            const double unit = size.at[o], off = departure(clamp, reference, x, o, got.at[o]) / unit;
            out->missed |= !(off <= TS_CLAMP_BOUND);
            out->off[o] = fmax(out->off[o], isnan(off) ? (double)INFINITY : off);
            if (k == 0) continue;
            out->jump[o] = fmax(out->jump[o], fabs(got.at[o] - before[0].at[o]) / unit);
            out->exact[o] = fmax(out->exact[o], fabs(exact.at[o] - before[1].at[o]) / unit);
        }
        before[0] = got;
        before[1] = exact;
    }
    return true;
}
