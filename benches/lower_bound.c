/* SPDX-License-Identifier: GPL-2.0-or-later
 * The least time in which the gap can close, C-IPC eq. 10: t* >= (d(0) - xi) / l_p, rounded down, where l_p
 * is the largest |p_i - mean(p)| of the first primitive plus that of the second. */
#include "benches/lower_bound.h"

#include <float.h>
#include <math.h>

#include "benches/verdict.h"

/* Half the spacing of doubles at 1: the relative error of one operation. */
static const double UNIT = 0x1p-53;

/* x1 - x0 = high + low exactly (Knuth's two-sum; exact unless it overflows). */
static void difference(double x1, double x0, double *high, double *low) {
    *high = x1 - x0;
    const double back = *high - x1;
    *low = (x1 - (*high - back)) + (-x0 - back);
}

/* r[i] = p_i - p_0, the motion relative to the first vertex: subtracting p_0 changes no p_i - mean(p), and
 * a fast common translation then costs no digits. slack[c] is more than all rounding in a component of
 * |r_i - mean(r)|: at most 12 units of the sum of the terms. */
static void relative_motion(const ts_ccd_query *query, double r[4][3], double slack[3]) {
    const int n = ts_ccd_vertices(query->kind);
    for (int c = 0; c < 3; ++c) {
        double high0, low0, sum = 0.0;
        difference(query->x1[0][c], query->x0[0][c], &high0, &low0);
        for (int i = 0; i < n; ++i) {
            double high, low;
            difference(query->x1[i][c], query->x0[i][c], &high, &low);
            r[i][c] = (high - high0) + (low - low0);
            sum += fabs(high - high0) + fabs(low - low0);
        }
        slack[c] = sum > 0.0 ? 16.0 * UNIT * sum + 8.0 * DBL_TRUE_MIN : 0.0;
    }
}

/* Not below |v|; scaled by a power of two, so that squares neither overflow nor vanish. */
static double norm_up(const double v[3]) {
    const double largest = fmax(fmax(v[0], v[1]), v[2]);
    if (!(largest > 0.0) || isinf(largest)) return largest;
    int exponent;
    frexp(largest, &exponent);
    double sum = 0.0;
    for (int c = 0; c < 3; ++c) {
        const double scaled = ldexp(v[c], -exponent); /* at most 1; what a small one loses is below sum's rounding */
        sum += scaled * scaled;
    }
    return ldexp(sqrt(sum) * (1.0 + 8.0 * UNIT), exponent) + DBL_TRUE_MIN;
}

/* Not below l_p. NaN when a difference overflows: the caller has no bound then. */
static double approach_speed_up(const ts_ccd_query *query) {
    const int n = ts_ccd_vertices(query->kind);
    const int first = ts_ccd_first_vertices(query->kind);
    double r[4][3], slack[3], fastest[2] = {0.0, 0.0};
    relative_motion(query, r, slack);
    for (int i = 0; i < n; ++i) {
        double magnitude[3];
        for (int c = 0; c < 3; ++c) {
            double mean = 0.0;
            for (int j = 0; j < n; ++j) mean += r[j][c];
            magnitude[c] = fabs(r[i][c] - mean / n) + slack[c];
            if (isnan(magnitude[c])) return NAN;
        }
        double *speed = &fastest[i >= first];
        *speed = fmax(*speed, norm_up(magnitude));
    }
    return (fastest[0] + fastest[1]) * (1.0 + 2.0 * UNIT);
}

double ts_toi_lower_bound_from(const ts_ccd_query *query, double gap) {
    if (!(gap > 0.0)) return 0.0;
    const double speed = approach_speed_up(query);
    if (speed == 0.0) return INFINITY;
    if (!isfinite(speed)) return 0.0;
    const double bound = gap / speed;
    return nextafter(isinf(bound) ? DBL_MAX : bound, 0.0);
}

double ts_toi_lower_bound(const ts_ccd_query *query) {
    ts_oracle_distance_result start;
    if (ts_oracle_distance(query, 0.0, query->min_distance, &start) != TS_OK) return 0.0;
    return ts_toi_lower_bound_from(query, start.gap_lo);
}
