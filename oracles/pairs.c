/* SPDX-License-Identifier: MIT
 * The feature pairs of each kind of query. */
#include "oracles/pairs.h"

#define ROW(i) (1u << (i))
#define POINTS(a, b)                                                                                                   \
    {                                                                                                                  \
        .type = TS_PAIR_POINTS, .feature = ROW(a) | ROW(b), .w = { a, b }                                              \
    }
/* Point p and the line through a and b. */
#define POINT_LINE(p, a, b)                                                                                            \
    {                                                                                                                  \
        .type = TS_PAIR_POINT_LINE, .feature = ROW(p) | ROW(a) | ROW(b), .w = {a, p}, .u = { a, b }                    \
    }

static const ts_feature_pair_list PAIRS[TS_CCD_KINDS] = {
    [TS_POINT_TRIANGLE] = {7,
                           {POINTS(0, 1),
                            POINTS(0, 2),
                            POINTS(0, 3),
                            POINT_LINE(0, 1, 2),
                            POINT_LINE(0, 2, 3),
                            POINT_LINE(0, 3, 1),
                            {.type = TS_PAIR_POINT_PLANE, .feature = 15, .w = {1, 0}, .u = {1, 2}, .v = {1, 3}}}},
    [TS_EDGE_EDGE] = {9,
                      {POINTS(0, 2),
                       POINTS(0, 3),
                       POINTS(1, 2),
                       POINTS(1, 3),
                       POINT_LINE(0, 2, 3),
                       POINT_LINE(1, 2, 3),
                       POINT_LINE(2, 0, 1),
                       POINT_LINE(3, 0, 1),
                       {.type = TS_PAIR_LINES, .feature = 15, .w = {0, 2}, .u = {0, 1}, .v = {2, 3}}}},
    [TS_POINT_EDGE] = {3, {POINTS(0, 1), POINTS(0, 2), POINT_LINE(0, 1, 2)}},
    [TS_POINT_POINT] = {1, {POINTS(0, 1)}},
};

const ts_feature_pair_list *ts_pairs_of(ts_ccd_kind kind) {
    return &PAIRS[kind];
}
