/* SPDX-License-Identifier: GPL-2.0-or-later
 * Everything that is asked of a term at one point. */
#include "benches/barrier/sample.h"

#include <math.h>

#include "benches/barrier/barrier.h"

static bool by_inputs(const ts_barrier_bound *bound) {
    for (int q = 0; bound && q < TS_QUANTITIES; ++q) {
        if (bound->of[q].measure == TS_MEASURE_INPUT) return true;
    }
    return false;
}

/* Every number up or down by a unit in its last place, as the bits say. */
static void move(int count, uint64_t bits, double *number) {
    for (int i = 0; i < count; ++i) {
        if (number[i] != 0.0) number[i] = nextafter(number[i], bits >> i & 1 ? HUGE_VAL : -HUGE_VAL);
    }
}

ts_term_point ts_barrier_move(const ts_term *term, const ts_term_point *at, int way) {
    /* The last is the first one back: what changes its branch here does so on one of the two. */
    static const uint64_t WAYS[TS_MOVED] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9),
                                            ~UINT64_C(0x9e3779b97f4a7c15)};
    ts_term_point away = *at;
    move(term->inputs, WAYS[way], away.inputs);
    move(term->parameters, WAYS[way] >> 32, away.parameters);
    return away;
}

bool ts_barrier_evaluate_moved(const ts_term *term, const ts_term_point *at, ts_term_value moved[TS_MOVED]) {
    for (int m = 0; m < TS_MOVED; ++m) {
        const ts_term_point away = ts_barrier_move(term, at, m);
        if (ts_term_reference(term, away.inputs, away.parameters, &moved[m], NULL) != TS_OK) return false;
    }
    return true;
}

static bool all_finite(int n, const double *row) {
    for (int i = 0; i < n; ++i) {
        if (!isfinite(row[i])) return false;
    }
    return true;
}

/* Whether there is a projection to be compared with an exact one. */
static bool judge_projection(const ts_barrier_subject *subject, const ts_term_point *at, const ts_term_value *exact,
                             ts_projection_error *out) {
    const int n = subject->term->inputs;
    double projected[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS] = {{0}};
    if (!subject->projection || !subject->projection(subject->index, at->inputs, at->parameters, projected))
        return false;
    bool finite = true, any = false;
    for (int i = 0; i < n; ++i) {
        if (!all_finite(n, exact->hessian[i])) return false;
        finite = finite && all_finite(n, projected[i]);
        for (int j = 0; j < n; ++j) any |= exact->hessian[i][j] != 0.0;
    }
    if (!any) return false;
    if (finite)
        ts_projection_judge(n, exact->hessian, projected[0], out);
    else
        *out = (ts_projection_error){-INFINITY, NAN, INFINITY};
    return true;
}

static void judge_by_reference(const ts_barrier_subject *subject, const ts_barrier_bound *bound,
                               const ts_term_point *at, unsigned ask, ts_barrier_sample *sample) {
    const ts_term *term = subject->term;
    ts_term_value got = {0}, exact, moved[TS_MOVED];
    sample->undecided = ts_term_reference(term, at->inputs, at->parameters, &exact, NULL) != TS_OK;
    if (sample->undecided) return;
    sample->outside = isinf(exact.value);
    term->evaluate(term, at->inputs, at->parameters, &got);
    const bool has_moved = by_inputs(bound) && ts_barrier_evaluate_moved(term, at, moved);
    ts_term_judge(term->inputs, &got, &exact, has_moved ? moved : NULL, &sample->judgement);
    if (sample->outside) return;
    sample->has_projection = (ask & TS_ASK_PROJECTION) && judge_projection(subject, at, &exact, &sample->projection);
    sample->has_differences = (ask & TS_ASK_DIFFERENCES) &&
                              ts_reference_differences(ts_term_find(term->reference), at, &exact, &sample->differences);
}

/* A value that is none, NaN or -INFINITY, is a flaw; INFINITY says that the point is outside. */
static void judge_by_itself(const ts_term *term, const ts_term_point *at, ts_barrier_sample *sample) {
    ts_term_value got = {0};
    term->evaluate(term, at->inputs, at->parameters, &got);
    sample->judgement.flaw[TS_FLAW_NAN] = isnan(got.value);
    sample->judgement.flaw[TS_FLAW_INFINITE] = got.value == -HUGE_VAL;
    sample->outside = got.value == HUGE_VAL;
    if (isfinite(got.value))
        ts_own_differences_judge(term, at, &sample->own);
    else
        sample->own = (ts_own_differences){TS_NOT_ASKED, TS_NOT_ASKED};
}

void ts_barrier_judge(const ts_barrier_subject *subject, const ts_barrier_bound *bound, const ts_term_point *at,
                      unsigned ask, ts_barrier_sample *sample) {
    *sample = (ts_barrier_sample){.variable = at->variable};
    if (subject->term->reference)
        judge_by_reference(subject, bound, at, ask, sample);
    else
        judge_by_itself(subject->term, at, sample);
}
