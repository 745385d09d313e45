/* SPDX-License-Identifier: GPL-2.0-or-later
 * What Lan et al. claim, each beside what our runs say of it. */
#ifndef TS_RESULTS_NDB_CLAIMS_H
#define TS_RESULTS_NDB_CLAIMS_H

#include "results/ndb/table.h"

typedef enum ts_ndb_verdict {
    TS_NDB_NOT_MEASURED = 0, /* the runs behind it were not made, or failed */
    TS_NDB_REPRODUCED,
    TS_NDB_NOT_REPRODUCED,
    TS_NDB_HARDWARE_ONLY, /* of their GPU, or against programs that are not here */
    TS_NDB_VERDICTS
} ts_ndb_verdict;

enum { TS_NDB_CLAIM_TEXT = 200 };

typedef struct ts_ndb_claim {
    const char *where; /* "Fig. 9" */
    const char *claim;
    const char *wanted;               /* what counts as reproduced */
    char measured[TS_NDB_CLAIM_TEXT]; /* "": nothing */
    ts_ndb_verdict verdict;
} ts_ndb_claim;

/* "not measured", "reproduced", "not reproduced", "hardware only". */
const char *ts_ndb_verdict_name(ts_ndb_verdict verdict);

/* The claim of that number, judged by the table; false past the last. */
bool ts_ndb_claim_at(const ts_ndb_table *table, size_t index, ts_ndb_claim *claim);

#endif
