/* SPDX-License-Identifier: GPL-2.0-or-later
 * One pair after the other finds soon which of them act, and slowly how much where many are stiff and act on each
 * other: that Newton's method does. */
#include "cipc/balance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <cblas.h>

#include "cipc/panel.h"
#include "cipc/triangle.h"

enum {
    FIRST_SWEEPS = 8, /* before Newton's method */
    MORE_SWEEPS = 52, /* where that fails */
    MOST_STEPS = 20,  /* of Newton's method */
    MOST_TRIES = 40,
    MOST_HALVINGS = 30,
};

/* Of the largest force: by how much the last change may still have been. */
static const double BALANCED = 1e-4;
/* Of the way that a pair would go alone: to what its own equation is solved. */
static const double ROOT_WIDTH = 1e-6;

/* delta += -W_a by, for the force of one pair that changes by that much. */
static void push(const ts_balance *all, size_t a, double by) {
    cblas_daxpy((int)all->pairs, -by, all->compliance + a * all->pairs, 1, all->delta, 1);
}

/* ---- One after the other ---- */

/* delta + compliance r'(delta) = alone, for alone < 0: the force r'. Newton's method from delta, within a bracket. */
static double force_of(const ts_resistance *pair, double compliance, double alone, double delta) {
    double low = alone, high = 0.0;
    for (int k = 0; k < MOST_TRIES && high - low > -ROOT_WIDTH * alone; ++k) {
        if (!(delta > low && delta < high)) delta = 0.5 * (low + high);
        double bend;
        const double above = delta + compliance * ts_resistance_force(pair, delta, &bend) - alone;
        *(above > 0.0 ? &high : &low) = delta;
        if (fabs(above) <= -ROOT_WIDTH * alone) return (alone - delta) / compliance;
        delta -= above / (1.0 + compliance * bend);
    }
    return (alone - high) / compliance;
}

/* The force of pair a by itself, the others as they are; *alone: where it would be without, NAN before the first time.
 * Returns by how much it has changed. */
static double settle(const ts_balance *all, size_t a, double *alone) {
    const double own = all->compliance[a * all->pairs + a], before = all->force[a];
    const double now = all->delta[a] + own * before;
    if (fabs(now - *alone) <= -ROOT_WIDTH * now) return 0.0;
    *alone = now;
    all->force[a] = now < 0.0 && own > 0.0 ? force_of(&all->pair[a], own, now, all->delta[a]) : 0.0;
    return all->force[a] - before;
}

static bool sweep(const ts_balance *all, double *alone) {
    double change = 0.0, size = 0.0;
    for (size_t a = 0; a < all->pairs; ++a) {
        const double by = settle(all, a, &alone[a]);
        if (by != 0.0) push(all, a, by);
        change = fmax(change, fabs(by));
        size = fmax(size, fabs(all->force[a]));
    }
    return change <= BALANCED * size;
}

/* ---- All at once ---- */

/* Newton's method for f and delta, which may start where delta + W f = alone does not hold: `missed` is by how much,
 * and a whole step makes up for it. With D = r'', S = D^1/2, its step is
 *
 *   df = -g + S (I + S W S)^-1 S W g,  g = f - r' + D missed,  d delta = -(W df + missed). */
typedef struct newton {
    double *root;            /* S of each pair */
    double *g, *df;          /* of each pair */
    double *w;               /* W g, then -d delta */
    double *missed;          /* of each pair */
    double *trial_f, *trial; /* f + t df, and delta there */
    double *matrix;          /* of the pairs with S > 0 */
} newton;

static newton lay_out(const ts_balance *all) {
    double *at = all->scratch;
    const size_t n = all->pairs;
    return (newton){at, at + n, at + 2 * n, at + 3 * n, at + 4 * n, at + 5 * n, at + 6 * n, at + 7 * n};
}

static void multiply(const ts_balance *all, const double *by, double *to) {
    const int n = (int)all->pairs;
    cblas_dsymv(CblasRowMajor, CblasUpper, n, 1.0, all->compliance, n, by, 1, 0.0, to, 1);
}

/* Pairs that are through go half of their way to that; true where there is one. */
static bool bring_back(const ts_balance *all, const newton *at) {
    bool any = false;
    for (size_t a = 0; a < all->pairs; ++a) {
        const ts_resistance *pair = &all->pair[a];
        const double before = all->delta[a];
        const bool is_through = !isfinite(ts_resistance_force(pair, before, NULL));
        if (is_through) all->delta[a] = 0.5 * (pair->least - pair->distance);
        at->missed[a] = all->delta[a] - before;
        any = any || is_through;
    }
    return any;
}

/* g, W g and S; false where a pair is through. */
static bool differentiate(const ts_balance *all, const newton *at) {
    for (size_t a = 0; a < all->pairs; ++a) {
        const bool moves = all->compliance[a * all->pairs + a] > 0.0;
        double bend = 0.0;
        const double slope = moves ? ts_resistance_force(&all->pair[a], all->delta[a], &bend) : 0.0;
        if (!isfinite(slope) || !isfinite(bend)) return false;
        bend = fmax(bend, 0.0); /* of a slip that has turned it may be below */
        at->g[a] = all->force[a] - slope + bend * at->missed[a];
        at->root[a] = sqrt(bend);
    }
    multiply(all, at->g, at->w);
    return true;
}

/* The lower triangle of I + S W S for the pairs with S > 0, column by column; how many these are. The last column may
 * leave a number behind its end, where there is room if not all pairs count. */
static size_t assemble(const ts_balance *all, const newton *at) {
    size_t count = 0;
    for (size_t a = 0; a < all->pairs; ++a) count += at->root[a] > 0.0;
    double *column = at->matrix;
    for (size_t b = 0, j = 0; b < all->pairs; ++b) {
        if (!(at->root[b] > 0.0)) continue;
        const double *w = all->compliance + b * all->pairs;
        for (size_t a = b, i = j; a < all->pairs; ++a) { /* the next one that counts writes over what does not */
            column[i] = at->root[b] * w[a] * at->root[a];
            i += at->root[a] > 0.0;
        }
        column[j++] += 1.0;
        column += count;
    }
    return count;
}

/* (I + S W S)^-1 S W g of the pairs with S > 0. */
static bool solve(const ts_balance *all, const newton *at, double *right) {
    const int64_t n = (int64_t)assemble(all, at);
    for (size_t a = 0, i = 0; a < all->pairs; ++a) {
        right[i] = at->root[a] * at->w[a];
        i += at->root[a] > 0.0;
    }
    if (!ts_triangle_factor(&(ts_triangle){n, n, at->matrix})) return false;
    const ts_panel triangle = {n, n, n, at->matrix};
    ts_panel_kernels_here()->lower(&triangle, right);
    ts_panel_kernels_here()->upper(&triangle, right);
    return true;
}

/* The slope of E along df, at f + t df, where nothing was missed: INFINITY where a pair is through. Goes there. */
static double slope_at(const ts_balance *all, const newton *at, double t) {
    double slope = 0.0;
    for (size_t a = 0; a < all->pairs; ++a) {
        at->trial_f[a] = all->force[a] + t * at->df[a];
        at->trial[a] = all->delta[a] - t * at->w[a];
        if (at->w[a] != 0.0)
            slope += at->w[a] * (at->trial_f[a] - ts_resistance_force(&all->pair[a], at->trial[a], NULL));
    }
    return slope;
}

/* As far along df as E falls, or, where something was missed, as no pair is through: all of it, or half of it again and
 * again. */
static bool go(const ts_balance *all, const newton *at, bool *missed) {
    const double most = *missed ? DBL_MAX : -0.5 * slope_at(all, at, 0.0);
    double t = 1.0;
    int halvings = 0;
    while (!(slope_at(all, at, t) <= most) && ++halvings <= MOST_HALVINGS) t *= 0.5;
    if (!(most > 0.0) || halvings > MOST_HALVINGS) return false;
    memcpy(all->force, at->trial_f, all->pairs * sizeof *all->force);
    memcpy(all->delta, at->trial, all->pairs * sizeof *all->delta);
    cblas_dscal((int)all->pairs, 1.0 - t, at->missed, 1);
    *missed = *missed && t < 1.0;
    return true;
}

/* False where no step is to be had, or many were not enough. */
static bool iterate(const ts_balance *all, const newton *at, bool missed) {
    const size_t n = all->pairs;
    for (int k = 0; k < MOST_STEPS; ++k) {
        double *right = at->trial_f;
        if (!differentiate(all, at) || !solve(all, at, right)) return false;
        double change = 0.0, size = 0.0;
        for (size_t a = 0, i = 0; a < n; ++a) {
            at->df[a] = -at->g[a] + (at->root[a] > 0.0 ? at->root[a] * right[i++] : 0.0);
            change = fmax(change, fabs(at->df[a]));
            size = fmax(size, fabs(all->force[a]));
        }
        if (!missed && change <= BALANCED * size) return true;
        multiply(all, at->df, at->w);
        for (size_t a = 0; a < n; ++a) at->w[a] += at->missed[a];
        if (!go(all, at, &missed)) return false;
    }
    return false;
}

static bool all_at_once(const ts_balance *all) {
    const newton at = lay_out(all);
    const bool missed = bring_back(all, &at);
    if (iterate(all, &at, missed)) return true;
    cblas_daxpy((int)all->pairs, -1.0, at.missed, 1, all->delta, 1); /* where the forces that there are have it */
    return false;
}

/* delta, from `alone` to where these forces have it. */
static void find_deltas(const ts_balance *all) {
    for (size_t a = 0; a < all->pairs; ++a) {
        if (all->force[a] != 0.0) push(all, a, all->force[a]);
    }
}

/* Until forces no longer change, by so many sweeps at most. */
static bool one_by_one(const ts_balance *all, int most) {
    double *alone = all->scratch;
    for (size_t a = 0; a < all->pairs; ++a) alone[a] = NAN;
    for (int k = 0; k < most; ++k) {
        if (sweep(all, alone)) return true;
    }
    return false;
}

bool ts_balance_settle(const ts_balance *balance) {
    find_deltas(balance);
    return one_by_one(balance, FIRST_SWEEPS) || all_at_once(balance) || one_by_one(balance, MORE_SWEEPS);
}
