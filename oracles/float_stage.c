/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair with error-bounded doubles: halve [0,1] until on every piece, from the
 * left, F or an inside condition keeps a definite sign, or F falls through a simple root at which the conditions are
 * certain. */
#include "oracles/float_stage.h"

#include "oracles/bracket.h"
#include "oracles/float_piece.h"
#include "oracles/pair_terms.h"

enum { MOST_NODES = 160, MOST_DEPTH = 46 };
/* At these depths it is asked whether more halving can help: the first where a polynomial is nearly a parabola. */
enum { FIRST_DOUBT = 2, DOUBT_EVERY = 4 };

typedef struct search {
    const ts_float_query *query;
    const ts_pair *pair;
    double t_end;
    int nodes;
    double near; /* see ts_float_pair */
} search;

/* ---- F at a double, by double-doubles ---- */

static ts_ball value_at(const ts_float_query *q, const ts_pair *pair, double t) {
    const bool volume_alone = q->xi == 0.0 && (pair->type == TS_PAIR_POINT_PLANE || pair->type == TS_PAIR_LINES);
    const ts_ball xi = ts_ball_from_double(q->xi);
    ts_pair_terms at;
    ts_pair_terms_at(q, pair, t, volume_alone, &at);
    return volume_alone ? at.volume : ts_ball_sub(at.square, ts_ball_mul(ts_ball_mul(xi, xi), at.scale));
}

static int sign_at(void *self, double t) {
    const search *s = self;
    return ts_ball_sign(value_at(s->query, s->pair, t));
}

/* One of Newton's steps from a value in double-doubles gives the root to the last bit, as a rule. */
static double guess_root(const search *s, const ts_float_piece *p, double x) {
    const ts_bernstein *f = &p->distance;
    const double length = p->hi - p->lo, t = p->lo + x * length;
    double slope;
    (void)ts_bernstein_value(f->n, f->c, x, &slope);
    const double next = t - value_at(s->query, s->pair, t).hi / (slope / length);
    return next > p->lo && next < p->hi ? next : t;
}

/* x: about where the one root of F lies in the piece. */
static ts_pair_outcome bracket(search *s, const ts_float_piece *p, double x) {
    const double guess = guess_root(s, p, x);
    const ts_pair_outcome outcome =
        ts_bracket_root((ts_sign_at){sign_at, s}, p->distance.c[0] > 0.0 ? 1 : -1, p->lo, p->hi, guess);
    if (outcome.state != TS_PAIR_UNDECIDED) return outcome;
    s->near = guess;
    return (ts_pair_outcome){TS_PAIR_UNDECIDED, p->lo, p->hi};
}

/* ---- the search ---- */

static ts_pair_outcome visit(search *s, const ts_float_piece *p, int depth);

static ts_pair_outcome halve(search *s, const ts_float_piece *p, int depth) {
    if (depth == MOST_DEPTH || ++s->nodes > MOST_NODES ||
        (depth % DOUBT_EVERY == FIRST_DOUBT && ts_float_is_in_vain(p, &s->near))) {
        return (ts_pair_outcome){TS_PAIR_UNDECIDED, p->lo, p->hi};
    }
    ts_float_piece left, right;
    ts_halve(&p->distance, &left.distance, &right.distance);
    for (int i = 0; i < p->inside_count; ++i) ts_halve(&p->inside[i], &left.inside[i], &right.inside[i]);
    left.inside_count = right.inside_count = p->inside_count;
    left.is_signed = right.is_signed = p->is_signed;
    left.lo = p->lo;
    left.hi = right.lo = 0.5 * (p->lo + p->hi);
    right.hi = p->hi;
    const ts_pair_outcome outcome = visit(s, &left, depth + 1);
    return outcome.state == TS_PAIR_FREE ? visit(s, &right, depth + 1) : outcome;
}

/* F < 0 at t = 0: in contact if the conditions hold there. False where they certainly do not. */
static bool touches_at_start(search *s, const ts_float_piece *p, ts_pair_outcome *outcome) {
    bool holds = true;
    for (int i = 0; i < p->inside_count; ++i) {
        if (p->inside[i].c[0] < -p->inside[i].err) return false;
        holds = holds && p->inside[i].c[0] > p->inside[i].err;
    }
    *outcome = (ts_pair_outcome){holds ? TS_PAIR_CONTACT : TS_PAIR_UNDECIDED, 0.0, holds ? 0.0 : p->hi};
    if (!holds) s->near = 0.0;
    return true;
}

/* A piece on which F has one root and nothing else is in the way; false where the conditions there are not certain. */
static bool settle_root(search *s, const ts_float_piece *p, bool inside, ts_pair_outcome *outcome) {
    ts_float_root root;
    *outcome = (ts_pair_outcome){.state = TS_PAIR_FREE};
    const bool enclosed = ts_float_enclose_root(&p->distance, inside && s->t_end >= 1.0, &root);
    if (enclosed && (p->lo + root.from * (p->hi - p->lo)) * (1.0 - 8.0 * FLOAT_U) > s->t_end) return true;
    const int holds = inside ? 1 : enclosed ? ts_float_inside_at(p, &root) : 0;
    if (holds > 0) *outcome = bracket(s, p, root.about);
    return holds != 0;
}

/* Apart from t = 0 only roots count, and without a sign only those at which F falls: where the distance comes down to
 * xi, F of a pair of least dimension does (docs/oracle.md). */
static ts_pair_outcome visit(search *s, const ts_float_piece *p, int depth) {
    const ts_pair_outcome free_piece = {.state = TS_PAIR_FREE};
    const ts_bernstein *f = &p->distance;
    const bool begins_below = !p->is_signed && f->c[0] < -f->err;
    ts_pair_outcome outcome;
    if (p->lo > s->t_end) return free_piece;
    if (begins_below && p->lo == 0.0 && touches_at_start(s, p, &outcome)) return outcome;
    if (ts_definite_sign(f) != 0) return free_piece;
    bool inside = true;
    for (int i = 0; i < p->inside_count; ++i) {
        const int holds = ts_definite_sign(&p->inside[i]);
        if (holds < 0) return free_piece;
        inside = inside && holds > 0;
    }
    if (ts_has_one_root(f) && (begins_below || settle_root(s, p, inside, &outcome))) {
        return begins_below ? free_piece : outcome;
    }
    return halve(s, p, depth);
}

/* ---- the pair ---- */

static ts_pair_outcome points(search *s, const ts_linear3 *w) {
    ts_float_piece p = {.hi = 1.0};
    ts_linear_dot(w, w, &p.distance);
    const double xi2 = s->query->xi * s->query->xi;
    const double most = ts_max_abs(p.distance.c, 3) + xi2;
    for (int i = 0; i < 3; ++i) p.distance.c[i] -= xi2;
    p.distance.err = FLOAT_BOUND(p.distance.err + 4.0 * FLOAT_U * most);
    return visit(s, &p, 0);
}

static ts_pair_outcome point_line(search *s, const ts_linear3 *w, const ts_linear3 *u) {
    ts_float_piece p = {.hi = 1.0};
    ts_quadratic3 m;
    ts_bernstein direction, raised;
    ts_linear_cross(w, u, &m);
    ts_quadratic_dot(&m, &m, &p.distance);
    ts_linear_dot(u, u, &direction);
    ts_elevate2(&direction, &raised);
    ts_subtract(&p.distance, s->query->xi * s->query->xi, &raised, &p.distance);
    if (ts_definite_sign(&p.distance) > 0) return (ts_pair_outcome){.state = TS_PAIR_FREE};
    p.inside_count = 2;
    ts_linear_dot(w, u, &p.inside[0]);
    ts_subtract(&direction, 1.0, &p.inside[0], &p.inside[1]);
    return visit(s, &p, 0);
}

/* a and b of oracles/pairs.h and their complements. */
static void build_inside(ts_float_piece *p, const ts_bernstein *direction, double sign_of_b) {
    ts_bernstein *inside = p->inside;
    ts_subtract(direction, 1.0, &inside[0], &inside[2]);
    if (sign_of_b < 0.0) {
        for (int i = 0; i <= 4; ++i) inside[1].c[i] = -inside[1].c[i];
        ts_subtract(&inside[2], 1.0, &inside[1], &inside[2]);
        p->inside_count = 3;
    } else {
        ts_subtract(direction, 1.0, &inside[1], &inside[3]);
        p->inside_count = 4;
    }
}

static ts_pair_outcome face(search *s, const ts_linear3 *w, const ts_linear3 *u, const ts_linear3 *v) {
    ts_float_piece p = {.hi = 1.0};
    ts_quadratic3 n, m;
    ts_bernstein volume, direction, raised;
    ts_linear_cross(u, v, &n);
    ts_mixed_dot(w, &n, &volume);
    p.is_signed = s->query->xi == 0.0;
    if (p.is_signed && ts_definite_sign(&volume) != 0) return (ts_pair_outcome){.state = TS_PAIR_FREE};
    ts_quadratic_dot(&n, &n, &direction);
    if (p.is_signed) {
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
    build_inside(&p, &direction, s->pair->type == TS_PAIR_POINT_PLANE ? -1.0 : 1.0);
    return visit(s, &p, 0);
}

static ts_pair_outcome search_pair(search *s) {
    const ts_pair *pair = s->pair;
    ts_linear3 w, u, v;
    ts_linear_rows(s->query, pair->w, &w);
    if (pair->type == TS_PAIR_POINTS) return points(s, &w);
    ts_linear_rows(s->query, pair->u, &u);
    if (pair->type == TS_PAIR_POINT_LINE) return point_line(s, &w, &u);
    ts_linear_rows(s->query, pair->v, &v);
    return face(s, &w, &u, &v);
}

ts_pair_outcome ts_float_pair(const ts_float_query *query, const ts_pair *pair, double t_end, double *near) {
    search s = {.query = query, .pair = pair, .t_end = t_end, .near = INFINITY};
    const ts_pair_outcome outcome = search_pair(&s);
    *near = s.near;
    return outcome;
}
