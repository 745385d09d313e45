/* SPDX-License-Identifier: GPL-2.0-or-later
 * From one point to the next: the value against the integral of the gradient, the gradient against that of the Hessian,
 * the smoothness of what has nothing to be held against, symmetry, signs, NaN. What is left over of a sound term is
 * rounding and the error of the integration rule, both alike all over a series: what stands out of it is suspected. */
#include "benches/barrier/scan/suspects.h"

#include <float.h>
#include <math.h>

enum { MOST = TS_SERIES_MOST, N = TS_TERM_MOST_INPUTS, PASSES = 4 };

/* So many times what a series has on the whole, and so much of the largest entry, stands out. */
#define OUTSTANDING 24.0
#define ROUNDING 0x1p-45
/* Of the norms: a slope or a bend of less has no sign that means anything. */
#define SIGNIFICANT 0x1p-40
/* A residual that is so much of what was integrated is no error of a rule on points that close together. */
#define GROSS 1e-2

typedef struct search {
    const ts_scan_answers *of;
    int steps;                                 /* one less than points */
    double at_begin[MOST][N], at_end[MOST][N]; /* the Hessians at both ends of a step times the step */
    double step[MOST][N];
    int found;
    ts_suspect *suspect;
} search;

static void add(search *s, double score, int at) {
    if (!(score > 1.0) || s->found == TS_MOST_SUSPECTS) return;
    s->suspect[s->found++] = (ts_suspect){score, at};
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

static double largest_bend(int n, const ts_term_value *value) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) most = fmax(most, fabs(value->hessian[i][j]));
    }
    return most;
}

static void fill_steps(search *s) {
    const int n = s->of->inputs;
    for (int k = 0; k < s->steps; ++k) {
        const double *x = s->of->x + k * n;
        for (int i = 0; i < n; ++i) s->step[k][i] = x[n + i] - x[i];
        for (int i = 0; i < n; ++i) {
            s->at_begin[k][i] = dot(n, s->of->value[k].hessian[i], s->step[k]);
            s->at_end[k][i] = dot(n, s->of->value[k + 1].hessian[i], s->step[k]);
        }
    }
}

/* ---- what stands out ---- */

/* The best of what was found of one quantity. */
typedef struct best {
    double score;
    int at;
} best;

/* What residuals are on the whole: the square of the mean of their roots, which hardly feels a few that stand out, then
 * without those that do. NaN: none. */
static double usual_of(const double *root, int first, int end) {
    double usual = INFINITY;
    for (int pass = 0; pass < PASSES; ++pass) {
        double sum = 0.0;
        int count = 0;
        for (int k = first; k < end; ++k) {
            if (!(root[k] * root[k] <= OUTSTANDING * usual)) continue;
            sum += root[k];
            ++count;
        }
        usual = count > 0 ? (sum / count) * (sum / count) : 0.0;
    }
    return usual;
}

/* residual[first .. end), NaN: none; size: of what they are entries of. */
static void find_outstanding(const double *residual, const double *size, int first, int end, best *found) {
    double root[MOST];
    for (int k = first; k < end; ++k) root[k] = isfinite(residual[k]) ? sqrt(fabs(residual[k])) : (double)NAN;
    const double usual = OUTSTANDING * usual_of(root, first, end);
    for (int k = first; k < end; ++k) {
        const double score = fabs(residual[k]) / (usual + ROUNDING * size[k] + DBL_MIN);
        if (score > found->score) *found = (best){score, k};
    }
}

/* The error of an integration rule varies slowly, a jump does not. */
static void find_unlike_neighbours(const double *residual, const double *size, int count, best *found) {
    double rough[MOST];
    for (int k = 1; k + 1 < count; ++k) rough[k] = residual[k] - 0.5 * (residual[k - 1] + residual[k + 1]);
    if (count > 2) find_outstanding(rough, size, 1, count - 1, found);
}

static void note_gross(double residual, double whole, double size, int at, best *found) {
    const double score = 1e3 * fabs(residual) / (GROSS * whole + 0x1p-30 * size + DBL_MIN);
    if (score > 1e3 && score > found->score) *found = (best){score, at};
}

/* ---- quantities ---- */

/* v' - v = (g + g').dx/2 + dx.(H - H').dx/12 + O(dx^5) */
static void search_values(search *s) {
    double residual[MOST], size[MOST];
    best rough = {0.0, 0}, gross = {0.0, 0};
    const int n = s->of->inputs;
    for (int k = 0; k < s->steps; ++k) {
        const ts_term_value *a = &s->of->value[k], *b = &s->of->value[k + 1];
        const double slopes = 0.5 * (dot(n, a->gradient, s->step[k]) + dot(n, b->gradient, s->step[k]));
        const double bends = (dot(n, s->at_begin[k], s->step[k]) - dot(n, s->at_end[k], s->step[k])) / 12.0;
        residual[k] = b->value - a->value - slopes - bends;
        size[k] = fmax(fabs(a->value), fabs(b->value));
        note_gross(residual[k], fabs(b->value - a->value) + fabs(slopes), size[k], k, &gross);
    }
    find_unlike_neighbours(residual, size, s->steps, &rough);
    add(s, rough.score, rough.at);
    add(s, gross.score, gross.at);
}

/* g' - g = (H + H') dx/2 + O(dx^3), each entry */
static void search_gradients(search *s) {
    double residual[MOST], most[MOST] = {0};
    best rough = {0.0, 0}, gross = {0.0, 0};
    const int n = s->of->inputs;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < s->steps; ++k) most[k] = fmax(most[k], fabs(s->of->value[k].gradient[i]));
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < s->steps; ++k) {
            const double a = s->of->value[k].gradient[i], b = s->of->value[k + 1].gradient[i];
            const double bends = 0.5 * (s->at_begin[k][i] + s->at_end[k][i]);
            residual[k] = b - a - bends;
            note_gross(residual[k], fabs(b - a) + fabs(bends), most[k], k, &gross);
        }
        find_unlike_neighbours(residual, most, s->steps, &rough);
    }
    add(s, rough.score, rough.at);
    add(s, gross.score, gross.at);
}

/* A fourth difference of an entry of the Hessian is next to nothing where that is smooth. */
static void search_entry(search *s, int i, int j, const double *size, best *rough, best *odd) {
    double residual[MOST], asymmetry[MOST], at[MOST];
    const int count = s->of->count;
    for (int k = 0; k < count; ++k) {
        at[k] = s->of->value[k].hessian[i][j];
        asymmetry[k] = at[k] - s->of->value[k].hessian[j][i];
    }
    for (int k = 2; k + 2 < count; ++k) {
        residual[k] = (at[k - 2] + at[k + 2] - 4.0 * (at[k - 1] + at[k + 1]) + 6.0 * at[k]) / 16.0;
    }
    if (count > 4) find_outstanding(residual, size, 2, count - 2, rough);
    if (i != j) find_outstanding(asymmetry, size, 0, count, odd);
}

static void search_hessians(search *s) {
    double size[MOST];
    best rough = {0.0, 0}, odd = {0.0, 0};
    for (int k = 0; k < s->of->count; ++k) size[k] = largest_bend(s->of->inputs, &s->of->value[k]);
    for (int i = 0; i < s->of->inputs; ++i) {
        for (int j = 0; j <= i; ++j) search_entry(s, i, j, size, &rough, &odd);
    }
    add(s, rough.score, rough.at);
    add(s, odd.score, odd.at);
}

/* ---- signs and numbers that are none ---- */

static double norm(int n, const double *a) {
    return sqrt(dot(n, a, a));
}

static bool turns(double a, double b, double size) {
    return fmin(fabs(a), fabs(b)) > SIGNIFICANT * size && (a < 0.0) != (b < 0.0);
}

/* Sign, monotony, convexity: where the value, its slope or its bend along the line changes its sign. */
static void search_signs(search *s) {
    const int n = s->of->inputs;
    int where[3] = {-1, -1, -1};
    for (int k = 0; k < s->steps; ++k) {
        const ts_term_value *a = &s->of->value[k], *b = &s->of->value[k + 1];
        const double *step = s->step[k], length = norm(n, step);
        const double steep = fmax(norm(n, a->gradient), norm(n, b->gradient)) * length;
        const double bent = fmax(largest_bend(n, a), largest_bend(n, b)) * length * length;
        const bool turned[3] = {
            turns(a->value, b->value, 0.0),
            turns(dot(n, a->gradient, step), dot(n, b->gradient, step), steep),
            turns(dot(n, s->at_begin[k], step), dot(n, s->at_end[k], step), bent),
        };
        for (int o = 0; o < 3; ++o) where[o] = where[o] < 0 && turned[o] ? k : where[o];
    }
    for (int o = 0; o < 3; ++o) {
        if (where[o] >= 0) add(s, 2.0, where[o]);
    }
}

/* Which of them are infinite, which are NaN. */
static int class_of(int n, const ts_term_value *value) {
    double gradient = 0.0, hessian = 0.0; /* 0 times a number that is none is NaN */
    for (int i = 0; i < n; ++i) {
        gradient += 0.0 * value->gradient[i];
        hessian += 0.0 * dot(n, value->hessian[i], value->hessian[i]);
    }
    return (isnan(value->value)   ? 8
            : isinf(value->value) ? 4
                                  : 0) +
           (gradient == 0.0 ? 0 : 2) + (hessian == 0.0 ? 0 : 1);
}

/* The first and the last place where that changes. */
static void search_classes(search *s) {
    int first = -1, last = -1, before = class_of(s->of->inputs, &s->of->value[0]);
    for (int k = 1; k < s->of->count; ++k) {
        const int now = class_of(s->of->inputs, &s->of->value[k]);
        if (now != before) {
            first = first < 0 ? k : first;
            last = k;
        }
        before = now;
    }
    if (first >= 0) add(s, 1e30, first);
    if (last > first) add(s, 1e30, last);
}

static void sort(search *s) {
    for (int a = 1; a < s->found; ++a) {
        for (int b = a; b > 0 && s->suspect[b].score > s->suspect[b - 1].score; --b) {
            const ts_suspect other = s->suspect[b];
            s->suspect[b] = s->suspect[b - 1];
            s->suspect[b - 1] = other;
        }
    }
}

int ts_scan_suspects(const ts_scan_answers *answers, ts_suspect suspect[TS_MOST_SUSPECTS]) {
    search s = {.of = answers, .steps = answers->count - 1, .suspect = suspect};
    fill_steps(&s);
    search_classes(&s);
    search_values(&s);
    search_gradients(&s);
    search_hessians(&s);
    search_signs(&s);
    sort(&s);
    return s.found;
}
