/* SPDX-License-Identifier: MIT
 * The integers of the exact stage. They are made once for each thread: making them for every query took a third of the
 * time where all queries come to this stage. */
#ifndef TS_ORACLES_EXACT_WORK_H
#define TS_ORACLES_EXACT_WORK_H

#include "oracles/cell.h"
#include "oracles/exact_pair.h"

typedef struct ts_exact_work {
    ts_exact_query query;
    ts_exact_polynomials polynomials;
    ts_zpoly squarefree;             /* of F */
    ts_cell unit, found, part, rest; /* [0, 1]; around a root; what that is halved into */
    mpz_t bernstein[TS_ZPOLY_DEGREE + 1];
} ts_exact_work;

/* This thread's, with whatever its last use left; freed when the thread ends. */
ts_exact_work *ts_exact_work_of_thread(void);

#endif
