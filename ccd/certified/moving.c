/* SPDX-License-Identifier: MIT
 * How long the moving direction of a pair of features keeps the primitives apart: polynomials on the rest of
 * the step in Bernstein form, with error bounds; the convex hull of their coefficients gives an interval on
 * which they are positive. Derivation: docs/certified.md. */
#include "ccd/certified/moving.h"

#include <math.h>
#include <stdbool.h>

#include "ccd/certified/course.h"
#include "ccd/certified/motion.h"
#include "core/vec3.h"

#define U CERTIFIED_U
#define BOUND CERTIFIED_BOUND

typedef ts_certified_extent extent;

/* c[i] is Bernstein coefficient i times the binomial (n over i): products are then plain convolutions. most and err
 * bound every coefficient, and its error, without the binomial. */
typedef struct scalar {
    int n;
    double c[CERTIFIED_MOST_DEGREE + 1], most, err;
} scalar;

typedef struct curve {
    int n;
    double c[3][3], most, err; /* of every component */
} curve;

CERTIFIED_INLINE void set_most(scalar *r) {
    r->most = 0.0;
    for (int i = 0; i <= r->n; ++i) r->most = ts_certified_max(r->most, fabs(r->c[i] * TS_INVERSE_BINOMIAL[r->n][i]));
}

/* ---- products: at most 4 terms, whose binomials sum to that of the result, each with 1 rounding and 3 of the sum.
 * Inlined, all loops unroll: every rule has fixed degrees ---- */

CERTIFIED_INLINE void multiply(const scalar *a, const scalar *b, scalar *r) {
    r->n = a->n + b->n;
    for (int k = 0; k <= r->n; ++k) r->c[k] = 0.0;
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) r->c[i + j] += a->c[i] * b->c[j];
    }
    r->err = BOUND(a->most * b->err + b->most * a->err + a->err * b->err + 8.0 * U * a->most * b->most);
    set_most(r);
}

CERTIFIED_INLINE void dot(const curve *a, const curve *b, scalar *r) {
    r->n = a->n + b->n;
    for (int k = 0; k <= r->n; ++k) r->c[k] = 0.0;
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) r->c[i + j] += ts_dot(a->c[i], b->c[j]);
    }
    r->err = BOUND(3.0 * (a->most * b->err + b->most * a->err + a->err * b->err + 10.0 * U * a->most * b->most));
    set_most(r);
}

/* a x b for linear a, b. */
CERTIFIED_INLINE void cross(const curve *a, const curve *b, curve *r) {
    double left[3], right[3];
    r->n = 2;
    ts_cross(a->c[0], b->c[0], r->c[0]);
    ts_cross(a->c[0], b->c[1], left);
    ts_cross(a->c[1], b->c[0], right);
    ts_add(left, right, r->c[1]);
    ts_cross(a->c[1], b->c[1], r->c[2]);
    r->most = 0.0;
    for (int i = 0; i < 9; ++i)
        r->most = ts_certified_max(r->most, TS_INVERSE_BINOMIAL[2][i / 3] * fabs(r->c[i / 3][i % 3]));
    r->err = BOUND(2.0 * (a->most * b->err + b->most * a->err + a->err * b->err + 4.0 * U * a->most * b->most));
}

/* r = a - f b, with b's degree raised to a's; f >= 0 exact. */
CERTIFIED_INLINE void subtract(const scalar *a, double f, const scalar *b, scalar *r) {
    scalar one = {.n = a->n - b->n, .most = 1.0}, raised;
    for (int i = 0; i <= one.n; ++i) one.c[i] = TS_BINOMIAL[one.n][i];
    multiply(b, &one, &raised);
    r->n = a->n;
    for (int i = 0; i <= r->n; ++i) r->c[i] = a->c[i] - f * raised.c[i];
    r->err = BOUND(a->err + f * raised.err + 2.0 * U * (a->most + 2.0 * f * raised.most));
    set_most(r);
}

/* ---- the rest of the step as a motion of its own ---- */

typedef struct stretch {
    const ts_certified_motion *motion;
    double reach2;                 /* of the square of the distance to keep, an upper bound */
    double start[4][3], end[4][3]; /* rows at both ends, components within row_error */
    double row_error;
} stretch;

static void set_ends(stretch *s, const ts_certified_motion *motion, double from, double to) {
    s->motion = motion;
    ts_certified_rows(motion, motion->kind, from, s->start);
    ts_certified_rows(motion, motion->kind, to, s->end);
    s->row_error = 5.0 * U * ts_certified_max(motion->most0, motion->most1);
}

CERTIFIED_INLINE void between(const stretch *s, int from, int to, curve *r) {
    r->n = 1;
    ts_sub(s->start[to], s->start[from], r->c[0]);
    ts_sub(s->end[to], s->end[from], r->c[1]);
    r->most = 0.0;
    for (int i = 0; i < 6; ++i) r->most = ts_certified_max(r->most, fabs(r->c[i / 3][i % 3]));
    r->err = BOUND(2.0 * s->row_error + U * r->most);
}

/* Where the parabola that the polynomial starts as comes down to 0, for coefficients c[0] > 0 and on. */
CERTIFIED_INLINE double parabola_until(int n, const double c[]) {
    const double slope = (double)n * (c[1] - c[0]), bend = n > 1 ? 0.5 * n * (n - 1) * (c[2] - 2.0 * c[1] + c[0]) : 0.0;
    const double root2 = slope * slope - 4.0 * bend * c[0], fall = sqrt(root2 > 0.0 ? root2 : 0.0) - slope;
    return root2 >= 0.0 && fall > 0.0 ? 2.0 * c[0] / fall : 1.0;
}

/* The first time its lower coefficients' convex hull meets the axis is certain. */
CERTIFIED_INLINE extent positive_until(const scalar *p) {
    const double error = BOUND(p->err + 4.0 * U * p->most);
    double about[CERTIFIED_MOST_DEGREE + 1], c[CERTIFIED_MOST_DEGREE + 1];
    extent e = {1.0, 1.0};
    bool all = true;
    for (int i = 0; i <= p->n; ++i) {
        about[i] = p->c[i] * TS_INVERSE_BINOMIAL[p->n][i];
        c[i] = about[i] - error;
        all = all && c[i] > 0.0;
    }
    if (all) return e;
    e.guess = about[0] > 0.0 ? parabola_until(p->n, about) : 0.0;
    if (!(c[0] > 0.0)) e.until = 0.0;
    for (int i = 1; i <= p->n && e.until > 0.0; ++i) {
        for (int j = 0; j < i && !(c[i] > 0.0); ++j) {
            if (!(c[j] > 0.0)) continue;
            const double meets = ((double)j + (double)(i - j) * (c[j] / (c[j] - c[i]))) / (double)p->n;
            e.until = ts_certified_min(e.until, meets * (1.0 - 16.0 * U));
        }
    }
    return e;
}

CERTIFIED_INLINE void and_until(extent *e, const scalar *p) {
    const extent other = positive_until(p);
    e->until = ts_certified_min(e->until, other.until);
    e->guess = ts_certified_min(e->guess, other.guess);
}

/* ---- one rule per type of pair; each returns the fraction of the stretch that it proves ---- */

/* n = u x v: every n.(b - a) is the same s; s^2 > reach^2 |n|^2. */
static extent face_until(const stretch *s, int8_t *sign) {
    const bool lines = s->motion->kind == TS_EDGE_EDGE;
    curve w, u, v, n;
    scalar volume, square, normal2, f;
    between(s, lines ? 2 : 1, 0, &w);
    between(s, lines ? 0 : 1, lines ? 1 : 2, &u);
    between(s, lines ? 2 : 1, 3, &v);
    cross(&u, &v, &n);
    dot(&w, &n, &volume);
    multiply(&volume, &volume, &square);
    dot(&n, &n, &normal2);
    subtract(&square, s->reach2, &normal2, &f);
    *sign = volume.c[0] > 0.0 ? -1 : 1; /* w points from the second primitive to the first */
    return positive_until(&f);
}

/* The vertices that make a pair: the lowest rows of each primitive, and what spans a line. */
typedef struct roles {
    int point, other; /* the pair's point; the second vertex of its edge, or -1 */
    int line, end;    /* the pair's line */
    int8_t sign;      /* from the line to the point is against (-1) or along (1) b - a */
} roles;

/* n = |u|^2 w - (w.u) u, the part of w across the line. The line's vertices and the point give n.w = |w x u|^2;
 * `aside`, from one of them to the vertex that is left, must not come back (left_from = left_to: there is none). */
CERTIFIED_INLINE extent point_line_until(const stretch *s, const roles *r, int left_from, int left_to,
                                         double direction) {
    curve w, u, m, aside;
    scalar area2, length2, f, wu, along, across, product, other;
    between(s, r->line, r->point, &w);
    between(s, r->line, r->end, &u);
    cross(&w, &u, &m);
    dot(&m, &m, &area2);
    dot(&u, &u, &length2);
    subtract(&area2, s->reach2, &length2, &f);
    extent e = positive_until(&f);
    if (e.guess == 0.0 || left_from == left_to) return e;
    between(s, left_from, left_to, &aside);
    dot(&w, &u, &wu);
    dot(&u, &aside, &along);
    dot(&w, &aside, &across);
    multiply(&length2, &across, &product);
    multiply(&wu, &along, &other);
    subtract(&product, 1.0, &other, &f);
    for (int i = 0; i <= f.n; ++i) f.c[i] *= direction;
    and_until(&e, &f);
    return e;
}

static int lowest(unsigned set) {
    return __builtin_ctz(set);
}

static extent edge_rule_until(const stretch *s, unsigned feature, int8_t *sign) {
    const ts_certified_motion *m = s->motion;
    const unsigned first = feature & ((1u << ts_certified_first(m->kind)) - 1),
                   second = feature & ~((1u << ts_certified_first(m->kind)) - 1);
    const bool line_is_second = (second & (second - 1)) != 0;
    const unsigned line = line_is_second ? second : first;
    roles r = {.point = lowest(line_is_second ? first : second), .line = lowest(line)};
    r.end = lowest(line & (line - 1));
    *sign = line_is_second ? -1 : 1;
    if (m->kind == TS_POINT_EDGE) return point_line_until(s, &r, r.point, r.point, 1.0);
    if (m->kind == TS_POINT_TRIANGLE) { /* the triangle's third vertex lies behind the edge */
        return point_line_until(s, &r, 6 - r.line - r.end, r.line, 1.0);
    }
    return point_line_until(s, &r, r.point, r.point ^ 1, 1.0); /* the other end of the point's edge */
}

/* n = w between two vertices: |w| > reach, and the vertices that are left lie further along it. */
static extent points_until(const stretch *s, unsigned feature, int8_t *sign) {
    const ts_certified_motion *m = s->motion;
    const int a = lowest(feature), b = lowest(feature & (feature - 1));
    curve w, aside;
    scalar distance2, f, one = {.n = 0, .c = {1.0}, .most = 1.0};
    between(s, b, a, &w);
    dot(&w, &w, &distance2);
    subtract(&distance2, s->reach2, &one, &f);
    extent e = positive_until(&f);
    for (int i = 0; i < ts_certified_vertices(m->kind) && e.guess > 0.0; ++i) {
        if (i == a || i == b) continue;
        if (i < ts_certified_first(m->kind))
            between(s, a, i, &aside);
        else
            between(s, i, b, &aside);
        dot(&w, &aside, &f);
        and_until(&e, &f);
    }
    *sign = -1;
    return e;
}

static extent rule_until(const stretch *s, unsigned feature, int8_t *sign) {
    switch (__builtin_popcount(feature)) {
    case 4: return face_until(s, sign);
    case 3: return edge_rule_until(s, feature, sign);
    default: return points_until(s, feature, sign);
    }
}

double ts_certified_moving_end(const ts_certified_motion *motion, double reach, unsigned feature, double t,
                               int8_t *sign, int *budget) {
    ts_certified_course course = ts_certified_course_from(t, motion->t_max);
    bool more = ts_certified_course_goes_on(&course, *budget);
    while (more) {
        stretch s;
        int8_t side;
        s.reach2 = reach * reach * (1.0 + 4.0 * U) + CERTIFIED_TINY;
        set_ends(&s, motion, course.end, ts_certified_course_to(&course));
        const extent e = rule_until(&s, feature, &side);
        more = ts_certified_course_take(&course, e, side, budget);
    }
    if (course.any) *sign = course.sign;
    return course.end;
}
