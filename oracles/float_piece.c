/* SPDX-License-Identifier: MIT
 * What doubles make of a piece: guesses, of which a wrong one costs time, never truth; and, with error bounds, where
 * its root lies and which conditions hold there. */
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

/* ---- With error bounds ---- */

/* Half the width, in the piece, of what is looked at around a root: more than the root of rounded coefficients is off,
 * as a rule, and so little that a condition is certain on all of it unless the root is at its edge. */
static const double AROUND = 0x1p-20;

/* Of ts_bernstein_value at a double: a level of its scheme has three roundings, of 2, 2 and 1 times the largest
 * coefficient at most, and passes earlier errors on in averages. */
static double value_error(const ts_bernstein *f) {
    return FLOAT_BOUND(f->err + 5.0 * f->n * FLOAT_U * ts_max_abs(f->c, f->n + 1));
}

bool ts_float_enclose_root(const ts_bernstein *f, bool anywhere, ts_float_root *root) {
    const double x = ts_bernstein_root(f->n, f->c), error = value_error(f), start = f->c[0] > 0.0 ? 1.0 : -1.0;
    *root = (ts_float_root){x, 0.0, 1.0};
    if (anywhere) return true;
    *root = (ts_float_root){x, x > AROUND ? x - AROUND : 0.0, x < 1.0 - AROUND ? x + AROUND : 1.0};
    const bool begins = root->from == 0.0 || start * value_at(f, root->from) > error;
    return begins && (root->until == 1.0 || start * value_at(f, root->until) < -error);
}

/* Sign around the root. The derivative is n times an average of the coefficients' steps. */
static int sign_around(const ts_bernstein *p, const ts_float_root *root) {
    double steepest = 0.0;
    for (int i = 0; i < p->n; ++i) {
        const double step = fabs(p->c[i + 1] - p->c[i]);
        steepest = step > steepest ? step : steepest;
    }
    const double change = FLOAT_BOUND(AROUND * p->n * (steepest + 2.0 * p->err)), value = value_at(p, root->about);
    const double error = FLOAT_BOUND(value_error(p) + change);
    return (value > error) - (value < -error);
}

int ts_float_inside_at(const ts_float_piece *piece, const ts_float_root *root) {
    int all = 1;
    for (int i = 0; i < piece->inside_count; ++i) {
        const int sign = sign_around(&piece->inside[i], root);
        if (sign < 0) return -1;
        all = sign < all ? sign : all;
    }
    return all;
}
