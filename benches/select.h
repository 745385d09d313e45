/* SPDX-License-Identifier: GPL-2.0-or-later
 * A selection of recorded queries by strata: the hardest ones of each kind and a random sample of all others. One pass,
 * in memory bounded by what is selected; the same queries for any number of threads. */
#ifndef TS_BENCHES_SELECT_H
#define TS_BENCHES_SELECT_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/dataset.h>

/* A query is selected for the first stratum that has it among its first ones, in the order here. */
typedef enum ts_stratum {
    TS_STRATUM_TINY = 0, /* eq. 10 allows contact in the first thousandth of the step; the least bound first */
    TS_STRATUM_CONTACT,  /* in contact during the step; in random order */
    TS_STRATUM_CLOSEST,  /* free; those that come closest to contact first */
    TS_STRATUM_REST,     /* any; in random order */
    TS_STRATA
} ts_stratum;

/* "tiny", "contact", "closest", "rest". */
const char *ts_stratum_name(ts_stratum stratum);

/* The bound of t* by eq. 10 of C-IPC below which a query is tiny. Contact in the first thousandth implies it. */
#define TS_TINY_BOUND 1e-3

typedef struct ts_select_settings {
    uint64_t most[TS_STRATA]; /* queries of each kind that are selected, at most */
    uint64_t seed;            /* of the random orders */
} ts_select_settings;

/* Of one kind: queries seen, those among them that are tiny and those in contact, and the selected of each stratum. */
typedef struct ts_select_counts {
    uint64_t queries, tiny, contacts, selected[TS_STRATA];
} ts_select_counts;

typedef struct ts_selection ts_selection;

ts_status ts_selection_create(const ts_select_settings *settings, ts_selection **selection, ts_error *error);
void ts_selection_destroy(ts_selection *selection);

/* Looks at the chunk's queries, which follow those of earlier calls. */
ts_status ts_selection_add(ts_selection *selection, const ts_query_chunk *chunk, ts_error *error);

/* Ends the pass: the selected queries in the order they came, their notes with the exact truth. The caller clears
 * `selected`. */
ts_status ts_selection_finish(ts_selection *selection, ts_query_chunk *selected, ts_select_counts counts[TS_CCD_KINDS],
                              ts_error *error);

#endif
