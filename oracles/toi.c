/* SPDX-License-Identifier: MIT
 * ts_oracle_toi: the least first contact over all feature pairs; each pair goes to the next stage only when
 * the one before could not decide it. */
#include <touchstone/oracle.h>

#include <math.h>

#include "oracles/exact_stage.h"
#include "oracles/float_stage.h"
#include "oracles/mpfr_stage.h"
#include "oracles/pairs.h"
#include "oracles/separation.h"

/* Brackets are ordered by their lower, then their upper end: [t,t] comes before (t,t+) and after (t-,t). Of pairs
 * in the same bracket the first of the list is reported, whichever stage found it, though another may touch earlier
 * between the two doubles. */
static bool comes_before(const ts_pair_outcome *a, ts_feature feature, const ts_oracle_truth *best,
                         const ts_feature_pair_list *list) {
    if (!best->contact || a->lo != best->lo) return !best->contact || a->lo < best->lo;
    if (a->hi != best->hi) return a->hi < best->hi;
    for (size_t i = 0;; ++i) {
        if (list->pairs[i].feature == best->feature) return false;
        if (list->pairs[i].feature == feature) return true;
    }
}

/* The pairs still to be decided, as a set of indexes into the list; what is known so far. */
typedef struct run {
    const ts_ccd_query *query;
    const ts_feature_pair_list *list;
    unsigned undecided;
    ts_pair_outcome trouble[TS_MAX_PAIRS]; /* where an undecided pair is: see ts_pair_outcome */
    ts_oracle_truth best;
} run;

static double search_end(const run *r) {
    return r->best.contact ? r->best.hi : 1.0;
}

static void settle_as(run *r, size_t index, ts_feature feature, ts_pair_outcome outcome) {
    if (outcome.state == TS_PAIR_UNDECIDED) {
        r->trouble[index] = outcome;
        return;
    }
    r->undecided &= ~(1u << index);
    if (outcome.state != TS_PAIR_CONTACT || !comes_before(&outcome, feature, &r->best, r->list)) return;
    r->best.contact = true;
    r->best.lo = outcome.lo;
    r->best.hi = outcome.hi;
    r->best.feature = feature;
}

static void settle(run *r, size_t index, ts_pair_outcome outcome) {
    settle_as(r, index, r->list->pairs[index].feature, outcome);
}

/* With xi = 0, point-triangle and edge-edge, the last pair alone decides unless it degenerates: its closed inside
 * conditions cover all lower features. Where it degenerates no interval decides it, and the exact stage says so. */
static bool face_is_enough(const ts_ccd_query *query) {
    return query->min_distance == 0.0 && ts_ccd_vertices(query->kind) == 4;
}

static bool is_open(const run *r, size_t index) {
    return r->undecided & (1u << index);
}

/* Pieces that MPFR may look at before the exact stage takes over: more cost more than they spare (bench-oracle). None
 * where the integers fit three limbs (all coordinates within 192 bits of each other): what reaches this point is mostly
 * degenerate then, which no interval decides and the exact stage does at once. */
enum { MPFR_EFFORT = 2, MPFR_EFFORT_ALONE = 2000, SHORT_INTEGERS = 192 };

static int mpfr_effort(const ts_ccd_query *query, unsigned stages) {
    if (!(stages & TS_ORACLE_EXACT)) return MPFR_EFFORT_ALONE;
    return ts_exact_query_bits(query) <= SHORT_INTEGERS ? 0 : MPFR_EFFORT;
}

static void settle_float(run *r, const ts_float_query *q, size_t index, double t_end, double *near) {
    double when;
    settle(r, index, ts_float_pair(q, &r->list->pairs[index], t_end, &when));
    if (is_open(r, index) && when < *near) *near = when;
}

static void run_float(run *r) {
    ts_float_query q;
    r->best.stage = TS_ORACLE_FLOAT;
    if (!ts_float_query_init(&q, r->query)) return;
    size_t rest = r->list->count;
    double near = INFINITY; /* the first time at which a pair is undecided, about */
    if (face_is_enough(r->query)) {
        const size_t face = --rest;
        settle_float(r, &q, face, 1.0, &near);
        if (!is_open(r, face)) r->undecided = 0;
    }
    for (size_t i = 0; i < rest && r->undecided; ++i) settle_float(r, &q, i, search_end(r), &near);
    if (!r->undecided || r->best.contact) return;
    /* A pair may be undecided where the primitives are far apart: parallel edges, a point in the plane. */
    if (!ts_float_seems_touching(&q, r->query->kind, near) && ts_float_separated(&q, r->query->kind)) r->undecided = 0;
}

static void run_mpfr(run *r, int effort) {
    r->best.stage = TS_ORACLE_MPFR;
    const bool face_only = face_is_enough(r->query);
    const size_t face = r->list->count - 1;
    for (size_t i = face_only ? face : 0; i <= face; ++i) {
        if (!is_open(r, i)) continue;
        settle(r, i, ts_mpfr_pair(r->query, &r->list->pairs[i], search_end(r), r->trouble[i], effort));
    }
    if (face_only && !is_open(r, face)) r->undecided = 0;
}

static void run_exact(run *r) {
    ts_exact_work *work = ts_exact_work_of_thread();
    ts_exact_query_set(&work->query, r->query);
    r->best.stage = TS_ORACLE_EXACT;
    const size_t face = r->list->count - 1;
    if (face_is_enough(r->query)) {
        const ts_exact_answer answer = ts_exact_pair(work, &r->list->pairs[face], 1.0);
        settle_as(r, face, answer.feature, answer.outcome);
        if (!answer.degenerate) r->undecided = 0;
    }
    for (size_t i = 0; i < r->list->count; ++i) {
        if (!is_open(r, i)) continue;
        const ts_exact_answer answer = ts_exact_pair(work, &r->list->pairs[i], search_end(r));
        settle_as(r, i, answer.feature, answer.outcome);
    }
}

ts_status ts_oracle_toi(const ts_ccd_query *query, unsigned stages, ts_oracle_truth *truth) {
    if (ts_ccd_query_check(query, NULL) != TS_OK) return TS_ERROR_DATA;
    run r = {.query = query, .list = ts_pairs_of(query->kind)};
    r.undecided = (1u << r.list->count) - 1;
    for (size_t i = 0; i < r.list->count; ++i) r.trouble[i] = (ts_pair_outcome){TS_PAIR_UNDECIDED, 0.0, 1.0};
    if (stages & TS_ORACLE_FLOAT) run_float(&r);
    const int effort = r.undecided && (stages & TS_ORACLE_MPFR) ? mpfr_effort(query, stages) : 0;
    if (effort > 0) run_mpfr(&r, effort);
    if (r.undecided && (stages & TS_ORACLE_EXACT)) run_exact(&r);
    if (r.undecided) return TS_ERROR_UNDECIDED;
    /* t* and t_max compare through the bracket: t* lies inside it or is the double itself. */
    if (r.best.contact && r.best.hi > query->t_max) r.best = (ts_oracle_truth){.stage = r.best.stage};
    *truth = r.best;
    return TS_OK;
}
