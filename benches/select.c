/* SPDX-License-Identifier: GPL-2.0-or-later
 * Every stratum ranks the queries that are its own, with room for those that an earlier stratum takes from it. */
#include "benches/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/lower_bound.h"
#include "benches/ranking.h"
#include "benches/verdict.h"
#include "core/error.h"
#include "core/random.h"

/* Of the least distance of a free query, of which the least gap is what it exceeds min_distance by. */
static const double APPROACH_TOLERANCE = 1e-9;

struct ts_selection {
    ts_select_settings settings;
    ts_select_counts counts[TS_CCD_KINDS];
    ts_ranking rankings[TS_CCD_KINDS][TS_STRATA];
    uint64_t seen;
};

/* What is found of one query: its truth, and the key of its place in each stratum, NaN in those it is not of. */
typedef struct finding {
    ts_status status;
    ts_oracle_truth truth;
    double keys[TS_STRATA];
} finding;

const char *ts_stratum_name(ts_stratum stratum) {
    static const char *const names[TS_STRATA] = {"tiny", "contact", "closest", "rest"};
    return names[stratum];
}

ts_status ts_selection_create(const ts_select_settings *settings, ts_selection **selection, ts_error *error) {
    ts_selection *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a selection");
    made->settings = *settings;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        uint64_t most = 0;
        for (int s = 0; s < TS_STRATA; ++s) {
            most += settings->most[s];
            made->rankings[k][s].most = settings->most[s] > 0 ? most : 0;
        }
    }
    *selection = made;
    return TS_OK;
}

void ts_selection_destroy(ts_selection *selection) {
    if (!selection) return;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        for (int s = 0; s < TS_STRATA; ++s) ts_ranking_clear(&selection->rankings[k][s]);
    }
    free(selection);
}

/* ---- One query ---- */

/* An upper bound, close, of the least gap of a free query if the gap may be below `limit`, else NaN. That the oracle
 * finds no contact at the limit is much cheaper to learn than the least gap; and no query is passed over whose bound,
 * being an upper one, would be below the limit. */
static ts_status find_gap(const ts_ccd_query *query, double limit, double *gap) {
    ts_oracle_truth truth = {.contact = true};
    ts_status status = TS_OK;
    *gap = NAN;
    if (limit < INFINITY) {
        ts_ccd_query wider = *query;
        wider.min_distance = nextafter(query->min_distance + limit, INFINITY);
        status = ts_oracle_toi(&wider, TS_ORACLE_ALL, &truth);
    }
    if (status != TS_OK || !truth.contact) return status;
    double least, most, at;
    status = ts_oracle_closest_approach(query, APPROACH_TOLERANCE, &least, &most, &at);
    if (status == TS_OK) *gap = most - query->min_distance;
    return status;
}

static void examine(const ts_selection *selection, const ts_ccd_query *query, uint64_t ordinal, finding *found) {
    const double bound = ts_toi_lower_bound(query); /* not above t* */
    ts_random random;
    *found = (finding){.truth = {.lo = NAN, .hi = NAN}, .keys = {NAN, NAN, NAN, NAN}};
    ts_random_init(&random, selection->settings.seed, ordinal);
    const double ticket = ts_random_unit(&random), other_ticket = ts_random_unit(&random);
    found->keys[TS_STRATUM_REST] = ticket;
    if (bound <= query->t_max) found->status = ts_oracle_toi(query, TS_ORACLE_ALL, &found->truth);
    if (found->status != TS_OK) return;
    if (bound < TS_TINY_BOUND) {
        const bool early = found->truth.contact && found->truth.lo < TS_TINY_BOUND;
        found->keys[TS_STRATUM_TINY] = early ? bound - 1.0 : bound; /* those first that do touch so early */
    }
    if (found->truth.contact) {
        found->keys[TS_STRATUM_CONTACT] = other_ticket;
    } else if (selection->settings.most[TS_STRATUM_CLOSEST] > 0) {
        const ts_ranking *ranking = &selection->rankings[query->kind][TS_STRATUM_CLOSEST];
        found->status = find_gap(query, ts_ranking_limit(ranking), &found->keys[TS_STRATUM_CLOSEST]);
    }
}

/* ---- The pass ---- */

static ts_status enter(ts_selection *selection, ts_ranked *item, const finding *found, ts_error *error) {
    const ts_ccd_kind kind = item->query.kind;
    ts_select_counts *counts = &selection->counts[kind];
    ts_status status = TS_OK;
    ++counts->queries;
    if (!isnan(found->keys[TS_STRATUM_TINY])) ++counts->tiny;
    counts->contacts += found->truth.contact;
    for (int s = 0; s < TS_STRATA && status == TS_OK; ++s) {
        if (isnan(found->keys[s])) continue;
        item->key = found->keys[s];
        status = ts_ranking_add(&selection->rankings[kind][s], item, error);
    }
    return status;
}

static ts_ranked rank(const ts_query_chunk *chunk, size_t i, uint64_t ordinal, const ts_oracle_truth *truth) {
    ts_ranked item = {.ordinal = ordinal, .query = chunk->queries[i], .note = chunk->notes[i]};
    ts_query_note *note = &item.note;
    note->contact = truth->contact;
    note->truth_feature = truth->contact ? truth->feature : 0;
    note->truth_lo = truth->contact ? truth->lo : NAN;
    note->truth_hi = truth->contact ? truth->hi : NAN;
    return item;
}

ts_status ts_selection_add(ts_selection *selection, const ts_query_chunk *chunk, ts_error *error) {
    if (chunk->count == 0) return TS_OK;
    finding *findings = malloc(chunk->count * sizeof *findings);
    if (!findings) return ts_fail_memory(error, "a chunk's findings");
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < chunk->count; ++i) {
        examine(selection, &chunk->queries[i], selection->seen + i, &findings[i]);
    }
    ts_status status = TS_OK;
    for (size_t i = 0; i < chunk->count && status == TS_OK; ++i) {
        ts_ranked item = rank(chunk, i, selection->seen + i, &findings[i].truth);
        status = findings[i].status == TS_OK
                     ? enter(selection, &item, &findings[i], error)
                     : ts_fail(error, findings[i].status, "the oracle has no answer for query %zu; please report it",
                               chunk->first + i);
    }
    selection->seen += chunk->count;
    free(findings);
    return status;
}

/* ---- The end ---- */

static int compare_ordinals(const void *a, const void *b) {
    const ts_ranked *const *p = a, *const *q = b;
    return ((*p)->ordinal > (*q)->ordinal) - ((*p)->ordinal < (*q)->ordinal);
}

/* Of one kind, behind the `count` of other kinds; those taken so far are kept in order. */
static size_t take(ts_selection *selection, int kind, const ts_ranked **taken, size_t count) {
    const size_t first = count;
    for (int s = 0; s < TS_STRATA; ++s) {
        ts_ranking *ranking = &selection->rankings[kind][s];
        const size_t before = count;
        ts_ranking_sort(ranking);
        for (size_t i = 0; i < ranking->count && count - before < selection->settings.most[s]; ++i) {
            const ts_ranked *item = &ranking->items[i];
            const bool again =
                before > first && bsearch(&item, taken + first, before - first, sizeof *taken, compare_ordinals);
            if (!again) taken[count++] = item;
        }
        selection->counts[kind].selected[s] = count - before;
        qsort(taken + first, count - first, sizeof *taken, compare_ordinals);
    }
    return count;
}

static size_t count_ranked(const ts_selection *selection) {
    size_t sum = 0;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        for (int s = 0; s < TS_STRATA; ++s) sum += selection->rankings[k][s].count;
    }
    return sum;
}

ts_status ts_selection_finish(ts_selection *selection, ts_query_chunk *selected, ts_select_counts counts[TS_CCD_KINDS],
                              ts_error *error) {
    const ts_ranked **taken = malloc((count_ranked(selection) + 1) * sizeof *taken);
    if (!taken) return ts_fail_memory(error, "the selection");
    size_t count = 0;
    for (int k = 0; k < TS_CCD_KINDS; ++k) count = take(selection, k, taken, count);
    qsort(taken, count, sizeof *taken, compare_ordinals);
    const ts_status status = ts_query_chunk_init(selected, count + 1, error);
    if (status == TS_OK) {
        for (size_t i = 0; i < count; ++i) {
            selected->queries[i] = taken[i]->query;
            selected->notes[i] = taken[i]->note;
        }
        selected->count = count;
        memcpy(counts, selection->counts, sizeof selection->counts);
    }
    free(taken);
    return status;
}
