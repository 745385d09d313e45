/* SPDX-License-Identifier: GPL-2.0-or-later
 * The first N of any number of queries by a key, the earlier one where keys are equal: a heap with the last of them on
 * top. */
#ifndef TS_BENCHES_RANKING_H
#define TS_BENCHES_RANKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/dataset.h>

typedef struct ts_ranked {
    double key; /* not NaN */
    uint64_t ordinal;
    ts_ccd_query query;
    ts_query_note note;
} ts_ranked;

/* All zero but for `most`: empty. */
typedef struct ts_ranking {
    size_t most, count, capacity;
    ts_ranked *items; /* owned */
} ts_ranking;

void ts_ranking_clear(ts_ranking *ranking);
/* What a key must be below to be sure of a place: INFINITY while there is room, -INFINITY where there never is. */
double ts_ranking_limit(const ts_ranking *ranking);
/* Takes the query if it is among the first ones. */
ts_status ts_ranking_add(ts_ranking *ranking, const ts_ranked *item, ts_error *error);
/* Puts the items into order; nothing may be added after it. */
void ts_ranking_sort(ts_ranking *ranking);

#endif
