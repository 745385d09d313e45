/* SPDX-License-Identifier: MIT
 * ts_oracle_toi: the least first contact over all feature pairs; each pair goes to the next stage only when
 * the one before could not decide it. */
#include <touchstone/oracle.h>

#include "oracles/exact_stage.h"
#include "oracles/pairs.h"

/* Brackets are ordered by their lower, then their upper end: [t,t] comes before (t,t+) and after (t-,t). */
static bool comes_before(const ts_pair_outcome *a, const ts_oracle_truth *best) {
    return !best->contact || a->lo < best->lo || (a->lo == best->lo && a->hi < best->hi);
}

static void take(ts_oracle_truth *best, const ts_pair_outcome *outcome, const ts_pair *pair) {
    if (outcome->state != TS_PAIR_CONTACT || !comes_before(outcome, best)) return;
    best->contact = true;
    best->lo = outcome->lo;
    best->hi = outcome->hi;
    best->feature = pair->feature;
}

static void run_exact(const ts_ccd_query *query, const ts_pair_list *list, unsigned undecided, ts_oracle_truth *best) {
    ts_exact_query exact;
    ts_exact_query_init(&exact, query);
    for (size_t i = 0; i < list->count; ++i) {
        if (!(undecided & (1u << i))) continue;
        const ts_pair_outcome outcome = ts_exact_pair(&exact, &list->pairs[i], best->contact ? best->hi : 1.0);
        take(best, &outcome, &list->pairs[i]);
    }
    ts_exact_query_clear(&exact);
    best->stage = TS_ORACLE_EXACT;
}

ts_status ts_oracle_toi(const ts_ccd_query *query, unsigned stages, ts_oracle_truth *truth) {
    if (ts_ccd_query_check(query, NULL) != TS_OK) return TS_ERROR_DATA;
    const ts_pair_list *list = ts_pairs_of(query->kind);
    unsigned undecided = (1u << list->count) - 1;
    ts_oracle_truth best = {0};
    if (undecided && (stages & TS_ORACLE_EXACT)) {
        run_exact(query, list, undecided, &best);
        undecided = 0;
    }
    if (undecided) return TS_ERROR_UNDECIDED;
    /* t* and t_max are comparable through the bracket: t* is in the open interval, or is a double. */
    if (best.contact && best.hi > query->t_max) {
        best = (ts_oracle_truth){.stage = best.stage};
    }
    *truth = best;
    return TS_OK;
}
