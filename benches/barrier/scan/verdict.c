/* SPDX-License-Identifier: GPL-2.0-or-later
 * Judging one point of a scan. */
#include "benches/barrier/scan/verdict.h"

#include <math.h>

#include "benches/barrier/contradiction.h"
#include "benches/barrier/sample.h"
#include "core/hash.h"

static uint64_t mix(uint64_t hash, double number) {
    return ts_hash_double(hash, isnan(number) ? (double)NAN : number);
}

uint64_t ts_scan_digest(int inputs, const ts_term_value *value) {
    uint64_t hash = mix(TS_HASH_START, value->value);
    for (int i = 0; i < inputs; ++i) {
        hash = mix(hash, value->gradient[i]);
        for (int j = 0; j < inputs; ++j) hash = mix(hash, value->hessian[i][j]);
    }
    return hash;
}

/* ---- by the reference ---- */

/* A unit in the last place from here the reference ends, or has no derivative. */
static bool is_at_edge(int inputs, const ts_term_value *exact, const ts_term_value moved[TS_MOVED]) {
    for (int m = 0; m < TS_MOVED; ++m) {
        if (isinf(moved[m].value) != isinf(exact->value)) return true;
        for (int i = 0; i < inputs; ++i) {
            if (isnan(moved[m].gradient[i]) != isnan(exact->gradient[i])) return true;
            for (int j = 0; j < inputs; ++j) {
                if (isnan(moved[m].hessian[i][j]) != isnan(exact->hessian[i][j])) return true;
            }
        }
    }
    return false;
}

static bool any_flaw(const ts_term_judgement *judged) {
    bool any = false;
    for (int f = 0; f < TS_FLAWS; ++f) any |= judged->flaw[f];
    return any;
}

/* Is something beyond what is asked of it, as far as can be told without moved inputs? */
static bool needs_leave(const ts_barrier_bound *bound, const ts_term_judgement *judged) {
    bool beyond = any_flaw(judged);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        const double error = judged->error[q][bound->of[q].measure];
        beyond |= bound->of[q].measure == TS_MEASURE_INPUT || !(error <= bound->of[q].most);
    }
    return beyond;
}

/* has_moved: the measure of the inputs is there. What that cannot tell is left to the sweeps. */
static void condemn(const ts_barrier_bound *bound, const ts_term_judgement *judged, bool has_moved,
                    ts_scan_verdict *out) {
    bool unexplained = false;
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        const double error = judged->error[q][bound->of[q].measure], leave = judged->error[q][TS_MEASURE_INPUT];
        out->error[q] = error;
        if (isnan(error)) continue;
        out->ratio = fmax(out->ratio, error / bound->of[q].most);
        unexplained |= leave > TS_SCAN_LEAVE;
        out->wrong[TS_SCAN_QUANTITY + q] = has_moved && error > bound->of[q].most && leave > TS_SCAN_LEAVE;
    }
    for (int f = 0; f < TS_FLAWS; ++f) {
        out->wrong[TS_SCAN_FLAW + f] = judged->flaw[f] && has_moved && (f != TS_FLAW_SIGN || unexplained);
    }
}

static void judge_by_reference(const ts_term *term, const ts_barrier_bound *bound, const ts_term_point *at,
                               const ts_term_value *got, ts_scan_verdict *out) {
    ts_term_value exact, moved[TS_MOVED];
    ts_term_judgement judged;
    out->judged = ts_term_reference(term, at->inputs, at->parameters, &exact, NULL) == TS_OK;
    if (!out->judged) return;
    out->outside = isinf(exact.value);
    ts_term_judge(term->inputs, got, &exact, NULL, &judged);
    bool has_moved = false;
    if (needs_leave(bound, &judged)) {
        has_moved = ts_barrier_evaluate_moved(term, at, moved) && !is_at_edge(term->inputs, &exact, moved);
        if (has_moved) ts_term_judge(term->inputs, got, &exact, moved, &judged);
    }
    condemn(bound, &judged, has_moved, out);
}

/* ---- by itself ---- */

static void note_number(double number, bool wrong[TS_SCAN_KINDS]) {
    wrong[(int)TS_SCAN_FLAW + (int)TS_FLAW_NAN] |= isnan(number);
    wrong[(int)TS_SCAN_FLAW + (int)TS_FLAW_INFINITE] |= isinf(number);
}

/* Derivatives of a finite value that are no numbers. */
static void note_derivatives(int inputs, const ts_term_value *got, bool wrong[TS_SCAN_KINDS]) {
    for (int i = 0; i < inputs; ++i) {
        note_number(got->gradient[i], wrong);
        for (int j = 0; j < inputs; ++j) note_number(got->hessian[i][j], wrong);
    }
}

static void judge_by_itself(const ts_term *term, const ts_term_point *at, const ts_term_value *got,
                            ts_scan_verdict *out) {
    out->judged = true;
    out->outside = got->value == HUGE_VAL;
    if (!out->outside) note_number(got->value, out->wrong);
    if (!isfinite(got->value)) return;
    note_derivatives(term->inputs, got, out->wrong);
    const ts_own_differences found = ts_contradictions(term, at, got);
    out->wrong[TS_SCAN_GRADIENT] = found.gradient == TS_INCONSISTENT;
    out->wrong[TS_SCAN_HESSIAN] = found.hessian == TS_INCONSISTENT;
}

void ts_scan_judge(const ts_term *term, const ts_barrier_bound *bound, const ts_term_point *at, ts_scan_verdict *out) {
    ts_term_value got = {0};
    *out = (ts_scan_verdict){.error = {NAN, NAN, NAN}};
    term->evaluate(term, at->inputs, at->parameters, &got);
    out->digest = ts_scan_digest(term->inputs, &got);
    if (term->reference)
        judge_by_reference(term, bound, at, &got, out);
    else
        judge_by_itself(term, at, &got, out);
}
