/* SPDX-License-Identifier: MIT
 * In two passes: doubles find the pair of features (oracles/pairs.h) that is certainly the only closest one, and its
 * distance alone is computed in double-doubles. */
#include "oracles/float_distance.h"

#include <math.h>

#include "core/vec3.h"
#include "oracles/float_poly.h"
#include "oracles/pair_terms.h"

/* Largest offset between vertices for which nothing of degree 6 overflows, and underflow is far below all bounds. */
#define LEAST_SIZE 0x1p-120
#define MOST_SIZE 0x1p120

/* Errors of the plain pass, M the largest offset, in units of u M^degree: a component of
 * an offset at t has 3 roundings of one term, 2 of the other and 1 of their sum. */
#define COMPONENT_ERROR 5.0
#define DOT_ERROR 48.0          /* u.u: 3 (2 COMPONENT_ERROR + 1) + 5 */
#define CROSS_ERROR 32.0        /* a component of u x v, itself below 2 M^2: 2 (2 COMPONENT_ERROR + 1) + 2 */
#define CROSS_DOT_ERROR 512.0   /* m.n: 3 (4 CROSS_ERROR + 4) + 20 */
#define TRIPLE_ERROR 192.0      /* w.n: 3 (CROSS_ERROR + 2 COMPONENT_ERROR + 2) + 10 */
#define BARYCENTRE_ERROR 2048.0 /* |n|^2 - a - b, each a m.n: 3 CROSS_DOT_ERROR + 48 */

/* Offsets between all vertices at t, in doubles. */
typedef struct offsets {
    double at[4][4][3];
    double most; /* at both ends of the step */
} offsets;

typedef enum region { OUTSIDE, INSIDE, OPEN } region;

/* A pair's squared distance, where its closest points lie inside both features. */
typedef struct range {
    region place;
    double lo, hi;
} range;

static double larger(double a, double b) {
    return a > b ? a : b;
}

static void find_offsets(const ts_ccd_query *query, double t, offsets *k) {
    const int n = ts_ccd_vertices(query->kind);
    k->most = 0.0;
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            for (int c = 0; c < 3; ++c) {
                const double d0 = query->x0[j][c] - query->x0[i][c], d1 = query->x1[j][c] - query->x1[i][c];
                k->most = larger(k->most, larger(fabs(d0), fabs(d1)));
                k->at[i][j][c] = (1.0 - t) * d0 + t * d1;
                k->at[j][i][c] = -k->at[i][j][c];
            }
        }
    }
}

static region both(region a, region b) {
    if (a == OUTSIDE || b == OUTSIDE) return OUTSIDE;
    return a == OPEN || b == OPEN ? OPEN : INSIDE;
}

/* Whether x >= 0, given its error. */
static region not_negative(double x, double error) {
    return x > error ? INSIDE : x < -error ? OUTSIDE : OPEN;
}

/* num / den, each of which has an error: 2^-40 is far more than the roundings here. Of a pair that is outside nobody
 * asks. */
static range quotient_range(region place, double num, double num_error, double den, double den_error) {
    if (place == OUTSIDE) return (range){.place = OUTSIDE};
    const double lo = larger(0.0, num - num_error) / (den + den_error) * (1.0 - 0x1p-40);
    const double hi = den > den_error ? (num + num_error) / (den - den_error) * (1.0 + 0x1p-40) : INFINITY;
    return (range){place, lo, hi};
}

static range points_range(const double w[3], double m2) {
    const double error = FLOAT_BOUND(DOT_ERROR * FLOAT_U * m2);
    return quotient_range(INSIDE, ts_norm2(w), error, 1.0, 0.0);
}

static range point_line_range(const double w[3], const double u[3], double m2) {
    const double error2 = FLOAT_BOUND(DOT_ERROR * FLOAT_U * m2);
    const double error4 = FLOAT_BOUND(CROSS_DOT_ERROR * FLOAT_U * m2 * m2);
    const double a = ts_dot(w, u), length2 = ts_norm2(u);
    const region place = both(not_negative(a, error2), not_negative(length2 - a, 3.0 * error2));
    double m[3];
    ts_cross(w, u, m);
    return quotient_range(place, ts_norm2(m), error4, length2, error2);
}

static range face_range(const ts_pair *pair, const double w[3], const double u[3], const double v[3], double m1) {
    const double m2 = m1 * m1, error4 = FLOAT_BOUND(CROSS_DOT_ERROR * FLOAT_U * m2 * m2);
    const double barycentre_error = FLOAT_BOUND(BARYCENTRE_ERROR * FLOAT_U * m2 * m2);
    double n[3], m[3];
    ts_cross(u, v, n);
    const double length2 = ts_norm2(n);
    ts_cross(w, v, m);
    const double a = ts_dot(m, n);
    ts_cross(w, u, m);
    const double b = pair->type == TS_PAIR_POINT_PLANE ? -ts_dot(m, n) : ts_dot(m, n);
    region place = both(not_negative(a, error4), not_negative(b, error4));
    if (pair->type == TS_PAIR_POINT_PLANE) {
        place = both(place, not_negative(length2 - (a + b), barycentre_error));
    } else {
        place = both(place, not_negative(length2 - a, barycentre_error));
        place = both(place, not_negative(length2 - b, barycentre_error));
    }
    const double s = fabs(ts_dot(w, n)), s_error = FLOAT_BOUND(TRIPLE_ERROR * FLOAT_U * m2 * m1);
    return quotient_range(place, s * s, (2.0 * s + s_error) * s_error, length2, error4);
}

static range pair_range(const offsets *k, const ts_pair *pair) {
    const double *w = k->at[pair->w.from][pair->w.to];
    if (pair->type == TS_PAIR_POINTS) return points_range(w, k->most * k->most);
    const double *u = k->at[pair->u.from][pair->u.to];
    if (pair->type == TS_PAIR_POINT_LINE) return point_line_range(w, u, k->most * k->most);
    return face_range(pair, w, u, k->at[pair->v.from][pair->v.to], k->most);
}

/* The pair that is certainly inside and certainly nearer than all others that may be; NULL when there is none. */
static const ts_pair *closest_pair(const ts_ccd_query *query, double t) {
    offsets k;
    find_offsets(query, t, &k);
    if (!(k.most >= LEAST_SIZE && k.most <= MOST_SIZE)) return NULL;
    const ts_feature_pair_list *list = ts_pairs_of(query->kind);
    range ranges[TS_MAX_PAIRS];
    size_t best = list->count;
    for (size_t i = 0; i < list->count; ++i) {
        ranges[i] = pair_range(&k, &list->pairs[i]);
        if (ranges[i].place == INSIDE && (best == list->count || ranges[i].hi < ranges[best].hi)) best = i;
    }
    if (best == list->count) return NULL;
    for (size_t i = 0; i < list->count; ++i) {
        if (i != best && ranges[i].place != OUTSIDE && !(ranges[i].lo > ranges[best].hi)) return NULL;
    }
    return &list->pairs[best];
}

/* ---- the distance of one pair, in double-doubles ---- */

/* More than |a| can be. */
static double most_of(ts_ball a) {
    return (fabs(a.hi) + a.err) * BALL_ROUND_UP;
}

/* a / b, its error from what is left of a; false where b may be 0. */
static bool divide(ts_ball a, ts_ball b, ts_ball *q) {
    const double least = b.hi / BALL_ROUND_UP - b.err;
    if (!(least > 0.0)) return false;
    const double first = a.hi / b.hi;
    const ts_ball rest = ts_ball_sub(a, ts_ball_mul(ts_ball_from_double(first), b));
    *q = (ts_ball){0};
    ts_fast_two_sum(first, rest.hi / b.hi, &q->hi, &q->lo);
    q->err = most_of(ts_ball_sub(a, ts_ball_mul(*q, b))) / least * BALL_ROUND_UP + BALL_TINY;
    return true;
}

/* The root r of a: |r - c| = |a - c^2| / (r + c) for its approximation c; false where a may be 0. */
static bool square_root(ts_ball a, ts_ball *root) {
    if (ts_ball_sign(a) != 1) return false;
    const double first = sqrt(a.hi);
    const ts_ball square = ts_ball_mul(ts_ball_from_double(first), ts_ball_from_double(first));
    *root = (ts_ball){0};
    ts_fast_two_sum(first, ts_ball_sub(a, square).hi / (2.0 * first), &root->hi, &root->lo);
    const ts_ball rest = ts_ball_sub(a, ts_ball_mul(*root, *root));
    root->err = most_of(rest) / first * BALL_ROUND_UP * BALL_ROUND_UP + BALL_TINY;
    return true;
}

static bool pair_distance2(const ts_ccd_query *query, const ts_pair *pair, double t, ts_ball *d2) {
    const ts_float_query q = {.x0 = query->x0, .x1 = query->x1};
    ts_pair_terms at;
    ts_pair_terms_at(&q, pair, t, false, &at);
    *d2 = at.square;
    return pair->type == TS_PAIR_POINTS || divide(at.square, at.scale, d2);
}

bool ts_float_distance_at(const ts_ccd_query *query, double t, double bound, ts_float_distance *at) {
    if (bound > MOST_SIZE) return false;
    const ts_pair *pair = closest_pair(query, t);
    ts_ball d;
    if (!pair || !pair_distance2(query, pair, t, &at->d2) || !square_root(at->d2, &d)) return false;
    at->gap = ts_ball_sub(d, ts_ball_from_double(bound));
    at->feature = pair->feature;
    return ts_ball_sign(at->gap) != TS_SIGN_UNKNOWN;
}

bool ts_ball_neighbours(ts_ball a, double *lo, double *hi) {
    double middle, rest;
    ts_fast_two_sum(a.hi, a.lo, &middle, &rest);
    const double away = (fabs(rest) + a.err) * BALL_ROUND_UP;
    *lo = rest > 0.0 ? middle : nextafter(middle, -INFINITY);
    *hi = rest > 0.0 ? nextafter(middle, INFINITY) : middle;
    return fabs(rest) > a.err && away < *hi - *lo;
}
