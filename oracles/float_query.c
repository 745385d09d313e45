/* SPDX-License-Identifier: MIT
 * Scaling a query by a power of two. */
#include "oracles/float_query.h"

#include <math.h>

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double greatest(const ts_ccd_query *query) {
    double most = query->min_distance;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) most = larger(most, larger(fabs(query->x0[i][c]), fabs(query->x1[i][c])));
    }
    return most;
}

static bool scale_exactly(double x, int exponent, double *scaled) {
    *scaled = scalbn(x, exponent);
    return scalbn(*scaled, -exponent) == x;
}

bool ts_float_query_init(ts_float_query *q, const ts_ccd_query *query) {
    const double most = greatest(query);
    q->xi = query->min_distance;
    q->x0 = query->x0;
    q->x1 = query->x1;
    if (most == 0.0 || (most >= 0x1p-60 && most <= 0x1p10)) return true;
    const int exponent = -ilogb(most);
    bool exact = scale_exactly(query->min_distance, exponent, &q->xi);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            exact = exact && scale_exactly(query->x0[i][c], exponent, &q->scaled[0][i][c]);
            exact = exact && scale_exactly(query->x1[i][c], exponent, &q->scaled[1][i][c]);
        }
    }
    q->x0 = (const double(*)[3])q->scaled[0];
    q->x1 = (const double(*)[3])q->scaled[1];
    return exact;
}
