/* SPDX-License-Identifier: MIT
 * What a pair's distance is made of at a double t, in double-doubles with error bounds; with the widest instructions of
 * the machine, and the same bits with any. */
#ifndef TS_ORACLES_PAIR_TERMS_H
#define TS_ORACLES_PAIR_TERMS_H

#include "oracles/ball.h"
#include "oracles/float_query.h"
#include "oracles/pairs.h"

/* The squared distance of the pair's points, lines or planes is square / scale; of a face or two lines volume is w.n,
 * of which square is the square (oracles/pairs.h). */
typedef struct ts_pair_terms {
    ts_ball square, scale, volume;
} ts_pair_terms;

/* volume_alone: of a face or two lines nothing else is wanted. */
typedef void ts_pair_terms_function(const ts_float_query *q, const ts_pair *pair, double t, bool volume_alone,
                                    ts_pair_terms *terms);
ts_pair_terms_function ts_pair_terms_at, ts_pair_terms_portable, ts_pair_terms_avx2;

#endif
