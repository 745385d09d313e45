/* SPDX-License-Identifier: MIT
 * The exact stage: the first contact of a pair by integer polynomials; always decides. */
#ifndef TS_ORACLES_EXACT_STAGE_H
#define TS_ORACLES_EXACT_STAGE_H

#include <stdbool.h>

#include "oracles/exact_work.h"
#include "oracles/pairs.h"

typedef struct ts_exact_answer {
    ts_pair_outcome outcome;
    ts_feature feature; /* contact: the pair less the vertices that have no part in it (zero conditions) */
    bool degenerate;    /* F vanished identically, or where the direction does, before the contact if any */
} ts_exact_answer;

/* The first t in [0, t_end] at which the pair of work->query is in contact. A contact after t_end may be reported or
 * not. */
ts_exact_answer ts_exact_pair(ts_exact_work *work, const ts_pair *pair, double t_end);

#endif
