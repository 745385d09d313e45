/* SPDX-License-Identifier: GPL-2.0-or-later
 * What one pass over a query file tells about it. */
#ifndef TS_CLI_DATASET_FACTS_H
#define TS_CLI_DATASET_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include <touchstone/dataset.h>

typedef struct ts_range {
    double least, most; /* least > most: empty */
} ts_range;

typedef struct ts_dataset_facts {
    ts_query_format format;
    uint64_t queries, kinds[TS_CCD_KINDS];
    uint64_t contacts, frees; /* by label or truth; the other queries carry none */
    uint64_t truths;          /* queries whose exact truth is given: with the time of a contact */
    uint64_t rounded;         /* numbers rounded to doubles */
    ts_range min_distance, t_max;
    ts_range coordinate; /* |x| of the coordinates that are not 0 */
    bool says_min_distance, says_t_max;
    ts_query_meta meta; /* owned */
} ts_dataset_facts;

/* Reads the file to its end. TS_ERROR_INTERRUPTED on Ctrl-C. */
ts_status ts_dataset_facts_gather(const char *path, const ts_reader_options *options, ts_dataset_facts *facts,
                                  ts_error *error);
void ts_dataset_facts_clear(ts_dataset_facts *facts);
/* Counts and ranges of `part` added to `sum`; its format and meta are left alone. */
void ts_dataset_facts_add(ts_dataset_facts *sum, const ts_dataset_facts *part);
/* Counts 0, ranges empty. */
ts_dataset_facts ts_dataset_facts_none(void);

#endif
