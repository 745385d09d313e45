/* SPDX-License-Identifier: MIT
 * What every test of ts_oracle_toi asks: is this the truth, do all stages say so, and does the feature pair it
 * names really touch at that time. */
#ifndef TS_TESTS_ORACLES_TRUTHS_H
#define TS_TESTS_ORACLES_TRUTHS_H

#include <math.h>
#include <string.h>

#include <touchstone/oracle.h>

#include "tests/support.h"

/* The query as text for messages: exactly what a line of tests/worst/queries.csv holds. Static buffer. */
static inline const char *query_text(const ts_ccd_query *query) {
    static char text[1024];
    int at = snprintf(text, sizeof text, "%s", ts_ccd_kind_name(query->kind));
    for (int i = 0; i < 24; ++i) {
        const double x = (i < 12 ? query->x0 : query->x1)[i % 12 / 3][i % 3];
        at += snprintf(text + at, sizeof text - (size_t)at, x == 0.0 ? ",0" : ",%a", x);
    }
    snprintf(text + at, sizeof text - (size_t)at, ",%a,%a", query->min_distance, query->t_max);
    return text;
}

static inline ts_oracle_truth truth_of(const ts_ccd_query *query) {
    ts_oracle_truth truth = {0};
    ck_assert_msg(ts_oracle_toi(query, TS_ORACLE_ALL, &truth) == TS_OK, "undecided: %s", query_text(query));
    return truth;
}

static inline bool same_bracket(const ts_oracle_truth *a, const ts_oracle_truth *b) {
    return a->contact == b->contact && (!a->contact || (a->lo == b->lo && a->hi == b->hi));
}

static inline void check_same_truth(const ts_oracle_truth *a, const ts_oracle_truth *b, const char *how,
                                    const ts_ccd_query *query) {
    ck_assert_msg(same_bracket(a, b), "%s: %d [%a, %a] and %d [%a, %a] for %s", how, a->contact, a->lo, a->hi,
                  b->contact, b->lo, b->hi, query_text(query));
}

/* The feature pair as a query of its own. */
static inline ts_ccd_query feature_query(const ts_ccd_query *query, ts_feature feature) {
    int rows[2][4], count[2] = {0, 0};
    for (int i = 0; i < 4; ++i) {
        const int side = i >= ts_ccd_first_vertices(query->kind);
        if (feature & (1u << i)) rows[side][count[side]++] = i;
    }
    const int first = count[0] == 2 && count[1] == 1; /* a point comes first */
    ts_ccd_query own = {.min_distance = query->min_distance, .t_max = query->t_max};
    own.kind = count[0] + count[1] == 2   ? TS_POINT_POINT
               : count[0] + count[1] == 3 ? TS_POINT_EDGE
               : count[0] == 1            ? TS_POINT_TRIANGLE
                                          : TS_EDGE_EDGE;
    int row = 0;
    for (int side = 0; side < 2; ++side) {
        const int from = side ^ first;
        for (int i = 0; i < count[from]; ++i, ++row) {
            memcpy(own.x0[row], query->x0[rows[from][i]], sizeof own.x0[row]);
            memcpy(own.x1[row], query->x1[rows[from][i]], sizeof own.x1[row]);
        }
    }
    return own;
}

/* The feature named touches at t*. */
static inline void check_feature(const ts_ccd_query *query, const ts_oracle_truth *truth) {
    if (!truth->contact) {
        ck_assert_msg(truth->feature == 0, "feature without contact: %s", query_text(query));
        return;
    }
    ck_assert_str_ne(ts_feature_name(query->kind, truth->feature), "none");
    const ts_ccd_query own = feature_query(query, truth->feature);
    ts_oracle_truth exact = {0};
    ck_assert_int_eq(ts_oracle_toi(&own, TS_ORACLE_EXACT, &exact), TS_OK);
    check_same_truth(&exact, truth, ts_feature_name(query->kind, truth->feature), query);
}

/* The truth by all stages, which every stage that decides alone must give too. decided: counts by stage, may be
 * NULL. */
static inline ts_oracle_truth check_stages_agree(const ts_ccd_query *query, int decided[TS_ORACLE_ALL + 1]) {
    const ts_oracle_truth truth = truth_of(query);
    for (unsigned stages = 1; stages <= TS_ORACLE_EXACT; ++stages) {
        ts_oracle_truth alone = {.lo = -1.0};
        const ts_status status = ts_oracle_toi(query, stages, &alone);
        if (status == TS_ERROR_UNDECIDED) {
            ck_assert_msg(!(stages & TS_ORACLE_EXACT), "the exact stage did not decide: %s", query_text(query));
            ck_assert_msg(alone.lo == -1.0, "output touched: %s", query_text(query));
            continue;
        }
        ck_assert_int_eq(status, TS_OK);
        ck_assert_uint_ne(stages & alone.stage, 0);
        if (decided) ++decided[stages];
        check_same_truth(&alone, &truth, ts_oracle_stage_name((ts_oracle_stage)stages), query);
        ck_assert_msg(alone.feature == truth.feature, "features %d and %d: %s", alone.feature, truth.feature,
                      query_text(query));
    }
    check_feature(query, &truth);
    return truth;
}

/* t_max ends the search exactly: from the bracket's end on there is contact, one double earlier there is none. */
static inline void check_t_max(const ts_ccd_query *query, const ts_oracle_truth *truth) {
    if (!truth->contact) return;
    ts_ccd_query shorter = *query;
    if (truth->hi > 0.0) {
        shorter.t_max = truth->hi;
        const ts_oracle_truth same = check_stages_agree(&shorter, NULL);
        check_same_truth(&same, truth, "t_max = hi", query);
        shorter.t_max = nextafter(truth->hi, 0.0);
    }
    if (shorter.t_max <= 0.0 || truth->hi == 0.0) return;
    const ts_oracle_truth none = check_stages_agree(&shorter, NULL);
    ck_assert_msg(!none.contact, "contact past t_max: %s", query_text(&shorter));
}

#endif
