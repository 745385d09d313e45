/* SPDX-License-Identifier: MIT
 * T-BSC, TightCCD (Wang, Tang, Tong, Manocha 2015), as published: signs of Bernstein coefficients in doubles that carry
 * a bound of their error. Where a sign is not certain the published order of tests decides (docs/backends/tbsc.md). */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/halving.h"
#include "ccd/options.h"

static const ts_ccd_option OPTIONS[] = {TS_HALVING_OPTION};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* ---- Numbers ---- */

typedef struct bounded {
    double value, error;
} bounded;

#define NUMBER bounded
#define N(name) bounded_##name

static bounded bounded_of(double value) {
    return (bounded){value, 0.0};
}

/* A whole last place for every operation, exact or not. */
static bounded rounded(double value, double error) {
    return (bounded){value, error + fabs(value) * 0x1p-52};
}

static bounded bounded_add(bounded a, bounded b) {
    return rounded(a.value + b.value, a.error + b.error);
}

static bounded bounded_subtract(bounded a, bounded b) {
    return rounded(a.value - b.value, a.error + b.error);
}

static bounded bounded_multiply(bounded a, bounded b) {
    return rounded(a.value * b.value, a.error * b.error + fabs(a.value) * b.error + fabs(b.value) * a.error);
}

/* 0 where it is not certain. */
static int sign_of(bounded a) {
    return a.value > a.error ? 1 : a.value < -a.error ? -1 : 0;
}

#include "ccd/published/bernstein.inc"

/* ---- The cubic ---- */

typedef struct cubic {
    bounded k[4], slope[3]; /* Y and Y' */
    int start, end, first_slope;
    enum { MONOTONE, BENT, INFLECTED } type; /* Y' and Y'' certainly of one sign; Y'' only; neither */
    int roots;
} cubic;

static bool same(int a, int b) {
    return a != 0 && a == b;
}

static bool has_one_change(const int s[4]) {
    return (same(s[1], s[2]) && same(s[2], s[3]) && s[0] == -s[1]) ||
           (same(s[0], s[1]) && same(s[1], s[2]) && s[3] == -s[2]);
}

static bounded second_difference(bounded first, bounded middle, bounded last) {
    return bounded_add(bounded_subtract(last, bounded_times(2.0, middle)), first);
}

/* False when every coefficient has the same certain sign. */
static bool classify(cubic *y) {
    int s[4];
    for (int i = 0; i < 4; ++i) s[i] = sign_of(y->k[i]);
    y->start = s[0];
    y->end = s[3];
    y->type = MONOTONE;
    if (same(s[0], s[1]) && same(s[1], s[2]) && same(s[2], s[3])) return false;
    for (int i = 0; i < 3; ++i) y->slope[i] = bounded_subtract(y->k[i + 1], y->k[i]);
    y->first_slope = sign_of(y->slope[0]);
    if (has_one_change(s)) return true;
    const bounded *k = y->k;
    if (!same(sign_of(second_difference(k[0], k[1], k[2])), sign_of(second_difference(k[1], k[2], k[3])))) {
        y->type = INFLECTED;
    } else if (!same(y->first_slope, sign_of(y->slope[2]))) {
        y->type = BENT;
    }
    return true;
}

/* Ends of one sign: does the extremum between them reach the other side? `flagged`: an end was uncertain. */
static int count_bent_roots(cubic *y, bool flagged) {
    const int none = flagged ? 1 : 0;
    bounded_division by_slope;
    bounded_divide(y->k, y->slope, &by_slope);
    const bounded *t = by_slope.rest;
    if (by_slope.det.value == 0.0 || by_slope.bend.value == 0.0) {
        const bounded last = bounded_subtract(bounded_times(2.0, y->slope[1]), y->slope[0]);
        int extremum = sign_of(bounded_cubic_at(y->k, y->slope[0], last));
        if (y->first_slope < 0) extremum = -extremum;
        return extremum != 0 && extremum == y->start ? none : 2;
    }
    const int first = sign_of(t[0]), last = sign_of(t[1]);
    if (first == last) return first == y->start ? none : 2;
    const int slope = sign_of(bounded_quadratic_at(y->slope, t[0], t[1]));
    if (slope == 0) return 2;
    return (slope == y->first_slope ? last : first) == y->start ? none : 2;
}

static int count_roots(cubic *y) {
    if (y->start == 0 && y->end == 0) return 2;
    if (y->type == MONOTONE) {
        if (y->start == 0) y->start = -y->end;
        if (y->end == 0) y->end = -y->start;
        return y->start == y->end ? 0 : 1;
    }
    const bool flagged = y->start == 0 || y->end == 0;
    if (y->start == 0) y->start = y->end;
    if (y->end == 0) y->end = y->start;
    return y->start != y->end ? 1 : count_bent_roots(y, flagged);
}

/* ---- The inside test ---- */

/* The signs of a line from t0 to t1 at the roots of Y, 0 where they are not certain. */
typedef struct line {
    int sign[2], at_zero; /* at_zero: of Y where the line is 0, if it is anywhere */
    bool crosses, known;  /* crosses: its ends have not one certain sign; known: one of them has a certain sign */
} line;

static line line_signs(const cubic *y, bounded t0, bounded t1) {
    const int first = sign_of(t0), last = sign_of(t1);
    line out = {.sign = {first, first}, .crosses = first != last, .known = first != 0 || last != 0};
    if (!out.crosses) return out;
    out.at_zero = sign_of(bounded_cubic_at(y->k, t0, t1)) * (first < 0 ? -1 : 1);
    if (y->roots == 1) {
        out.sign[0] = out.sign[1] = out.at_zero == 0 ? 0 : out.at_zero == y->start ? last : first;
    } else if (out.at_zero != y->start) { /* between the roots, certainly or not */
        out.sign[1] = last;
    } else {
        const int slope = sign_of(bounded_quadratic_at(y->slope, t0, t1));
        out.sign[0] = out.sign[1] = slope == 0 ? 0 : slope == y->first_slope ? last : first;
    }
    return out;
}

/* j is linear, or looks it: it kills the roots of Y at which it is certainly negative. */
static void kill_by_line(const cubic *y, const bounded j[3], bool dead[2]) {
    const bounded last = bounded_subtract(bounded_times(2.0, j[1]), j[0]);
    line at = {.sign = {sign_of(j[0]), sign_of(j[0])}, .known = true};
    if (j[1].value != j[0].value) at = line_signs(y, j[0], last);
    if (!at.known || (at.crosses && at.at_zero == 0)) return;
    for (int root = 0; root < 2; ++root) dead[root] |= at.sign[root] < 0;
}

/* Where Y is 0 the quadratic j is -rest / factor: it kills the roots at which both have one sign. */
static void kill_outside(const cubic *y, const bounded j[3], bool dead[2]) {
    bounded_division by_j;
    bounded_divide(y->k, j, &by_j);
    if (by_j.det.value == 0.0 || by_j.bend.value == 0.0) {
        kill_by_line(y, j, dead);
        return;
    }
    const line factor = line_signs(y, by_j.factor[0], by_j.factor[1]);
    const line rest = line_signs(y, by_j.rest[0], by_j.rest[1]);
    if (!factor.known || !rest.known) return;
    for (int root = 0; root < 2; ++root) dead[root] |= same(factor.sign[root], rest.sign[root]);
}

static bool piece_collides(const cubic *given, const bounded quartic[3][5]) {
    cubic y = *given;
    y.roots = count_roots(&y);
    if (y.roots == 0) return false;
    bool dead[2] = {false, false};
    for (int i = 0; i < 3; ++i) {
        bounded j[3];
        bounded_reduce(y.k, quartic[i], j);
        kill_outside(&y, j, dead);
        if (dead[0] && dead[1]) return false;
    }
    return true;
}

/* ---- The step ---- */

/* Both halves of p at t = at / of, homogeneous: times of^degree (de Casteljau). */
static void split(const bounded *p, int degree, bounded at, bounded of, bounded *before, bounded *after) {
    bounded row[5];
    const bounded rest = bounded_subtract(of, at);
    for (int i = 0; i <= degree; ++i) row[i] = p[i];
    before[0] = row[0];
    after[degree] = row[degree];
    for (int level = 1; level <= degree; ++level) {
        for (int i = 0; i <= degree - level; ++i) {
            row[i] = bounded_add(bounded_multiply(row[i], rest), bounded_multiply(row[i + 1], at));
        }
        before[level] = row[0];
        after[degree - level] = row[degree - level];
        for (int i = 0; i < level; ++i) before[i] = bounded_multiply(before[i], of);
        for (int i = degree; i > degree - level; --i) after[i] = bounded_multiply(after[i], of);
    }
}

static bool half_collides(cubic *y, const bounded quartic[3][5], bool negated) {
    for (int i = 0; negated && i < 4; ++i) y->k[i] = bounded_times(-1.0, y->k[i]);
    if (!classify(y)) return false;
    if (y->type == INFLECTED) y->type = same(y->first_slope, sign_of(y->slope[2])) ? MONOTONE : BENT;
    return piece_collides(y, quartic);
}

/* At the inflection point, where the second difference is 0. */
static bool halves_collide(const cubic *y, const bounded quartic[3][5]) {
    const bounded *k = y->k;
    const bounded at = second_difference(k[0], k[1], k[2]);
    const bounded of =
        bounded_subtract(bounded_add(bounded_subtract(k[0], bounded_times(3.0, k[1])), bounded_times(3.0, k[2])), k[3]);
    const int sign = sign_of(of);
    if (sign == 0) return true;
    cubic half[2];
    bounded quartics[2][3][5];
    split(k, 3, at, of, half[0].k, half[1].k);
    for (int i = 0; i < 3; ++i) split(quartic[i], 4, at, of, quartics[0][i], quartics[1][i]);
    return half_collides(&half[0], quartics[0], sign < 0) || half_collides(&half[1], quartics[1], sign < 0);
}

static ts_step_answer collides(const ts_ccd_query *step, const void *self) {
    (void)self;
    bounded_corners corners;
    bounded normal[3][3], quartic[3][5];
    cubic y;
    bounded_set_corners(step, &corners);
    bounded_coplanarity(&corners, normal, y.k);
    if (!classify(&y)) return TS_STEP_FREE;
    for (int i = 0; i < 3; ++i) {
        bounded_side(&corners, normal, i, step->kind == TS_EDGE_EDGE && i == 2, quartic[i]);
    }
    const bool hit = y.type == INFLECTED ? halves_collide(&y, quartic) : piece_collides(&y, quartic);
    return hit ? TS_STEP_COLLIDES : TS_STEP_FREE;
}

static void tbsc_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    ts_answer_by_halving(query, *s, collides, NULL, result);
}

static ts_status tbsc_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_tbsc = {
    .abi = TS_CCD_ABI,
    .name = "tbsc",
    .summary = "signs of Bernstein coefficients within forward error bounds, by halving, as published",
    .source = "Wang, Tang, Tong, Manocha: TightCCD: Efficient and Robust Continuous Collision Detection using Tight "
              "Error Bounds, Computer Graphics Forum 34(7), 2015",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = tbsc_create,
    .query = tbsc_query,
    .destroy = free,
};
