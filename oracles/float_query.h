/* SPDX-License-Identifier: MIT
 * A query as the floating-point stage sees it: scaled by a power of two so that nothing overflows and what
 * underflows is far below every error bound. Times do not change. */
#ifndef TS_ORACLES_FLOAT_QUERY_H
#define TS_ORACLES_FLOAT_QUERY_H

#include <stdbool.h>

#include "oracles/pairs.h"

typedef struct ts_float_query {
    const double (*x0)[3];
    const double (*x1)[3];
    double xi;
    double scaled[2][4][3]; /* storage for x0, x1 when scaling was needed */
} ts_float_query;

/* False when no scaling is exact (magnitudes too far apart): not for this stage. `query` must outlive it. */
bool ts_float_query_init(ts_float_query *q, const ts_ccd_query *query);

#endif
