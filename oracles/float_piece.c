/* SPDX-License-Identifier: MIT
 * What plain doubles make of a piece. A wrong answer costs time, never truth. */
#include "oracles/float_piece.h"

#include "oracles/bracket.h"

static double value_at(const ts_bernstein *f, double x) {
    double slope;
    return ts_bernstein_value(f->n, f->c, x, &slope);
}

/* Where in [0,1] a polynomial changes its sign, or else comes nearest to 0 at an end or in between. */
static double nearest_to_zero(const ts_bernstein *f, bool crosses) {
    const int n = f->n;
    if (crosses) return ts_bernstein_root(n, f->c);
    double slope[6];
    for (int i = 0; i < n; ++i) slope[i] = f->c[i + 1] - f->c[i];
    const double end = fabs(f->c[n]) < fabs(f->c[0]) ? 1.0 : 0.0;
    if (!(slope[0] * slope[n - 1] < 0.0)) return end;
    const double turn = ts_bernstein_root(n - 1, slope);
    return fabs(value_at(f, turn)) < fabs(f->c[end == 0.0 ? 0 : n]) ? turn : end;
}

bool ts_float_is_in_vain(const ts_float_piece *piece, double *near) {
    const ts_bernstein *f = &piece->distance;
    const bool starts_below = f->c[0] < -f->err && !piece->is_signed,
               crosses = f->c[0] * f->c[f->n] < 0.0 && fmin(fabs(f->c[0]), fabs(f->c[f->n])) > f->err;
    const double x = starts_below ? 0.0 : nearest_to_zero(f, crosses);
    const bool is_noise = !starts_below && !crosses;
    if (is_noise && fabs(value_at(f, x)) > f->err) return false;
    bool is_sure = true;
    for (int i = 0; i < piece->inside_count; ++i) {
        const ts_bernstein *inside = &piece->inside[i];
        const double value = value_at(inside, x);
        if (value < -inside->err) return false;
        is_sure = is_sure && value > inside->err;
    }
    if (is_sure && !is_noise) return false;
    *near = piece->lo + x * (piece->hi - piece->lo);
    return true;
}
