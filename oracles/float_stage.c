/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair with error-bounded doubles: halve [0,1] until on every piece, from the
 * left, F or an inside condition keeps a definite sign, or F falls through a simple root well inside. */
#include "oracles/float_stage.h"

#include "oracles/bracket.h"
#include "oracles/float_poly.h"

enum { MOST_NODES = 160, MOST_DEPTH = 46 };

/* The polynomials of oracles/pairs.h; the direction is positive wherever all inside conditions are definite. */
typedef struct piece {
    ts_bernstein distance, inside[4];
    double lo, hi;
} piece;

typedef struct search {
    const ts_float_query *query;
    const ts_pair *pair;
    double t_end;
    int inside_count;
    int nodes;
    bool is_signed; /* xi = 0: F is w.n, and both its signs are free */
} search;

/* ---- the sign of F at a double, by double-doubles ---- */

static ts_ball minus_xi2(const ts_float_query *q, ts_ball a, ts_ball scale) {
    const ts_ball xi = ts_ball_from_double(q->xi);
    return ts_ball_sub(a, ts_ball_mul(ts_ball_mul(xi, xi), scale));
}

static int sign_at(void *self, double t) {
    const search *s = self;
    const ts_float_query *q = s->query;
    ts_ball w[3], u[3], v[3], n[3], f;
    ts_ball_row_difference(q, s->pair->w, t, w);
    if (s->pair->type == TS_PAIR_POINTS) {
        return ts_ball_sign(minus_xi2(q, ts_ball_dot(w, w), ts_ball_from_double(1.0)));
    }
    ts_ball_row_difference(q, s->pair->u, t, u);
    if (s->pair->type == TS_PAIR_POINT_LINE) {
        ts_ball_cross(w, u, n);
        return ts_ball_sign(minus_xi2(q, ts_ball_dot(n, n), ts_ball_dot(u, u)));
    }
    ts_ball_row_difference(q, s->pair->v, t, v);
    ts_ball_cross(u, v, n);
    f = ts_ball_dot(w, n);
    if (!s->is_signed) f = minus_xi2(q, ts_ball_mul(f, f), ts_ball_dot(n, n));
    return ts_ball_sign(f);
}

static ts_pair_outcome bracket(search *s, const piece *p) {
    const double x = ts_bernstein_root(p->distance.n, p->distance.c);
    ts_pair_outcome outcome = ts_bracket_root((ts_sign_at){sign_at, s}, p->distance.c[0] > 0.0 ? 1 : -1, p->lo, p->hi,
                                              p->lo + x * (p->hi - p->lo));
    if (outcome.state == TS_PAIR_UNDECIDED) {
        outcome.lo = p->lo;
        outcome.hi = p->hi;
    }
    return outcome;
}

/* ---- the search ---- */

static ts_pair_outcome visit(search *s, const piece *p, int depth);

static bool is_noise(const ts_bernstein *p) {
    return ts_max_abs(p->c, p->n + 1) <= 2.0 * p->err;
}

/* No halving will help: F is below its error, and so is every inside condition that is not settled. */
static bool is_all_error(const search *s, const piece *p) {
    bool noise = is_noise(&p->distance);
    for (int i = 0; i < s->inside_count && noise; ++i) {
        noise = is_noise(&p->inside[i]) || ts_definite_sign(&p->inside[i]) > 0;
    }
    return noise;
}

static ts_pair_outcome halve(search *s, const piece *p, int depth) {
    if (depth == MOST_DEPTH || ++s->nodes > MOST_NODES || is_all_error(s, p)) {
        return (ts_pair_outcome){TS_PAIR_UNDECIDED, p->lo, p->hi};
    }
    piece left, right;
    ts_halve(&p->distance, &left.distance, &right.distance);
    for (int i = 0; i < s->inside_count; ++i) ts_halve(&p->inside[i], &left.inside[i], &right.inside[i]);
    left.lo = p->lo;
    left.hi = right.lo = 0.5 * (p->lo + p->hi);
    right.hi = p->hi;
    const ts_pair_outcome outcome = visit(s, &left, depth + 1);
    return outcome.state == TS_PAIR_FREE ? visit(s, &right, depth + 1) : outcome;
}

static ts_pair_outcome visit(search *s, const piece *p, int depth) {
    const ts_pair_outcome free_piece = {.state = TS_PAIR_FREE};
    const ts_bernstein *f = &p->distance;
    const int sign = ts_definite_sign(f);
    if (p->lo > s->t_end || sign > 0 || (sign < 0 && s->is_signed)) return free_piece;
    bool inside = true;
    for (int i = 0; i < s->inside_count; ++i) {
        const int holds = ts_definite_sign(&p->inside[i]);
        if (holds < 0) return free_piece;
        inside = inside && holds > 0;
    }
    if (inside && !s->is_signed && f->c[0] < -f->err) { /* in contact at the start of the piece */
        if (p->lo == 0.0) return (ts_pair_outcome){.state = TS_PAIR_CONTACT};
        return (ts_pair_outcome){TS_PAIR_UNDECIDED, p->lo, p->hi};
    }
    if (inside && f->c[0] * f->c[f->n] < 0.0 && fmin(fabs(f->c[0]), fabs(f->c[f->n])) > f->err && ts_monotone(f)) {
        return bracket(s, p);
    }
    return halve(s, p, depth);
}

/* ---- the pair ---- */

static ts_pair_outcome points(search *s, const ts_linear3 *w) {
    piece p = {.hi = 1.0};
    ts_linear_dot(w, w, &p.distance);
    const double xi2 = s->query->xi * s->query->xi;
    const double most = ts_max_abs(p.distance.c, 3) + xi2;
    for (int i = 0; i < 3; ++i) p.distance.c[i] -= xi2;
    p.distance.err = FLOAT_BOUND(p.distance.err + 4.0 * FLOAT_U * most);
    return visit(s, &p, 0);
}

static ts_pair_outcome point_line(search *s, const ts_linear3 *w, const ts_linear3 *u) {
    piece p = {.hi = 1.0};
    ts_quadratic3 m;
    ts_bernstein direction, raised;
    ts_linear_cross(w, u, &m);
    ts_quadratic_dot(&m, &m, &p.distance);
    ts_linear_dot(u, u, &direction);
    ts_elevate2(&direction, &raised);
    ts_subtract(&p.distance, s->query->xi * s->query->xi, &raised, &p.distance);
    if (ts_definite_sign(&p.distance) > 0) return (ts_pair_outcome){.state = TS_PAIR_FREE};
    s->inside_count = 2;
    ts_linear_dot(w, u, &p.inside[0]);
    ts_subtract(&direction, 1.0, &p.inside[0], &p.inside[1]);
    return visit(s, &p, 0);
}

/* a and b of oracles/pairs.h and their complements. */
static void build_inside(search *s, piece *p, const ts_bernstein *direction, double sign_of_b) {
    ts_bernstein *inside = p->inside;
    ts_subtract(direction, 1.0, &inside[0], &inside[2]);
    if (sign_of_b < 0.0) {
        for (int i = 0; i <= 4; ++i) inside[1].c[i] = -inside[1].c[i];
        ts_subtract(&inside[2], 1.0, &inside[1], &inside[2]);
        s->inside_count = 3;
    } else {
        ts_subtract(direction, 1.0, &inside[1], &inside[3]);
        s->inside_count = 4;
    }
}

static ts_pair_outcome face(search *s, const ts_linear3 *w, const ts_linear3 *u, const ts_linear3 *v) {
    piece p = {.hi = 1.0};
    ts_quadratic3 n, m;
    ts_bernstein volume, direction, raised;
    ts_linear_cross(u, v, &n);
    ts_mixed_dot(w, &n, &volume);
    s->is_signed = s->query->xi == 0.0;
    if (s->is_signed && ts_definite_sign(&volume) != 0) return (ts_pair_outcome){.state = TS_PAIR_FREE};
    ts_quadratic_dot(&n, &n, &direction);
    if (s->is_signed) {
        p.distance = volume;
    } else {
        ts_square_cubic(&volume, &p.distance);
        ts_elevate2(&direction, &raised);
        ts_subtract(&p.distance, s->query->xi * s->query->xi, &raised, &p.distance);
        if (ts_definite_sign(&p.distance) > 0) return (ts_pair_outcome){.state = TS_PAIR_FREE};
    }
    ts_linear_cross(w, v, &m);
    ts_quadratic_dot(&m, &n, &p.inside[0]);
    ts_linear_cross(w, u, &m);
    ts_quadratic_dot(&m, &n, &p.inside[1]);
    build_inside(s, &p, &direction, s->pair->type == TS_PAIR_POINT_PLANE ? -1.0 : 1.0);
    return visit(s, &p, 0);
}

ts_pair_outcome ts_float_pair(const ts_float_query *query, const ts_pair *pair, double t_end) {
    search s = {.query = query, .pair = pair, .t_end = t_end};
    ts_linear3 w, u, v;
    ts_linear_rows(query, pair->w, &w);
    if (pair->type == TS_PAIR_POINTS) return points(&s, &w);
    ts_linear_rows(query, pair->u, &u);
    if (pair->type == TS_PAIR_POINT_LINE) return point_line(&s, &w, &u);
    ts_linear_rows(query, pair->v, &v);
    return face(&s, &w, &u, &v);
}
