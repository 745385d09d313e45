/* SPDX-License-Identifier: MIT
 * Barriers of contact with thickness, by the squared distance and by the nodes of every kind of pair.
 * Li et al. 2020 (IPC), Li, Kaufman, Jiang 2021 (C-IPC), Li et al. 2023 (Convergent IPC), Huang et al. 2024 (GIPC),
 * Ando 2024 (cubic), Chen et al. 2025 (offset geometric contact). */
#include "oracles/terms/contact.h"
#include "oracles/terms/definition.h"
#include "oracles/terms/distance.h"
#include "oracles/terms/expressions.h"

/* ---- Definitions by d^2; range = xi, dhat; own: the barrier's parameters beside them ---- */

/* b = -(D - Dhat)^2 ln(D / Dhat) for D < Dhat, else 0; D = d^2 - xi^2 > 0, Dhat = dhat^2 + 2 xi dhat */
static real cipc(real d2, const real *range, const real *own) {
    (void)own;
    const real xi = range[0], dhat = range[1];
    const real D = sub(d2, square(xi)), most = mul(dhat, add(dhat, times(2, xi)));
    if (sign_of(D) <= 0) return NULL;
    if (!is_less(D, most)) return number(d2, 0);
    return times(-1, mul(square(sub(D, most)), logarithm(over(D, most))));
}

/* The others go by the gap g = d - xi > 0; *ends: g >= dhat. False in contact. */
static int gap_of(real d2, const real *range, real *g, int *ends) {
    if (!is_less(square(range[0]), d2)) return 0;
    *ends = !is_less(d2, square(add(range[0], range[1])));
    *g = sub(root(d2), range[0]);
    return 1;
}

/* -(g - dhat)^2 ln(g / dhat) of a range that has not ended */
static real clamped_log(real g, real dhat) {
    return times(-1, mul(square(sub(g, dhat)), logarithm(over(g, dhat))));
}

/* b = -(g^2 - dhat^2)^2 ln(g^2 / dhat^2) */
static real ipc(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    return ends ? number(d2, 0) : clamped_log(square(g), square(range[1]));
}

static real gap_log(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    return ends ? number(d2, 0) : clamped_log(g, range[1]);
}

/* b = -dhat (g/dhat - 1)^2 ln(g/dhat) */
static real log_normalized(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    const real part = over(g, range[1]);
    return ends ? number(d2, 0) : mul(range[1], clamped_log(part, number(d2, 1)));
}

/* b = (g - dhat)^2 ln(g/dhat)^2 */
static real log_squared(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    return ends ? number(d2, 0) : square(mul(sub(g, range[1]), logarithm(over(g, range[1]))));
}

/* b = -2/(3 dhat) (g - dhat)^3 */
static real cubic(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    const real below = sub(g, range[1]);
    return ends ? number(d2, 0) : over(times(-2, mul(below, square(below))), times(3, range[1]));
}

/* b = (dhat - g)^2/2 for g >= dhat/2, else -dhat^2/4 (ln(2 g/dhat) - 1/2) */
static real two_stage(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    if (ends) return number(d2, 0);
    const real part = over(times(2, g), range[1]);
    if (!is_less(d2, square(add(range[0], times(0.5, range[1]))))) return times(0.5, square(sub(range[1], g)));
    return times(-0.25, mul(square(range[1]), sub(logarithm(part), number(d2, 0.5))));
}

/* b = (dhat - g)^2/2 */
static real quadratic(real d2, const real *range, const real *own) {
    (void)own;
    real g;
    int ends;
    if (!gap_of(d2, range, &g, &ends)) return NULL;
    return ends ? number(d2, 0) : times(0.5, square(sub(range[1], g)));
}

/* ---- Forms ---- */

#define FORM(barrier, form, distance2)                                                                                 \
    static real barrier##_##form(const real *x, const real *p) {                                                       \
        return barrier(distance2, p, p + 2);                                                                           \
    }
#define FORMS(barrier)                                                                                                 \
    FORM(barrier, distance, x[0])                                                                                      \
    FORM(barrier, point_point, ts_define_point_point(x))                                                               \
    FORM(barrier, point_line, ts_define_point_line(x))                                                                 \
    FORM(barrier, point_plane, ts_define_point_plane(x))                                                               \
    FORM(barrier, line_line, ts_define_line_line(x))                                                                   \
    static real barrier##_mollified(const real *x, const real *p) {                                                    \
        const real b = barrier(ts_define_line_line(x), p, p + 3);                                                      \
        return b ? mul(ts_define_mollifier(ts_define_crossing(x), p[2]), b) : NULL;                                    \
    }

static const char *const SQUARED_DISTANCE[] = {"d2", NULL};

/* range: the names of xi, dhat and the barrier's own parameters; with_eps: the same with eps after dhat. */
#define BARRIER(barrier, name, about, range, with_eps)                                                                 \
    TS_DEFINITION(name, about, SQUARED_DISTANCE, range, barrier##_distance),                                           \
        TS_DEFINITION(name "-point-point", "the " name " of two points", TS_POINTS_2, range, barrier##_point_point),   \
        TS_DEFINITION(name "-point-line", "the " name " of x0 and the line x1 x2", TS_POINTS_3, range,                 \
                      barrier##_point_line),                                                                           \
        TS_DEFINITION(name "-point-plane", "the " name " of x0 and the plane x1 x2 x3", TS_POINTS_4, range,            \
                      barrier##_point_plane),                                                                          \
        TS_DEFINITION(name "-line-line", "the " name " of the lines x0 x1 and x2 x3", TS_POINTS_4, range,              \
                      barrier##_line_line),                                                                            \
        TS_DEFINITION(name "-mollified", "e(c) b(D) of the lines x0 x1 and x2 x3", TS_POINTS_4, with_eps,              \
                      barrier##_mollified)

/* ---- The list ---- */

static const char *const RANGE[] = {"xi", "dhat", NULL};
static const char *const RANGE_AND_EPS[] = {"xi", "dhat", "eps", NULL};

FORMS(cipc)
FORMS(ipc)
FORMS(gap_log)
FORMS(log_normalized)
FORMS(log_squared)
FORMS(cubic)
FORMS(two_stage)
FORMS(quadratic)

static const ts_term_definition TERMS[] = {
    BARRIER(cipc, "barrier", "b(d2 - xi^2) = -(D - Dhat)^2 ln(D/Dhat), Dhat = dhat^2 + 2 xi dhat", RANGE,
            RANGE_AND_EPS),
    BARRIER(ipc, "barrier-ipc", "-(g^2 - dhat^2)^2 ln(g^2/dhat^2), g = d - xi", RANGE, RANGE_AND_EPS),
    BARRIER(gap_log, "barrier-log", "-(g - dhat)^2 ln(g/dhat), g = d - xi", RANGE, RANGE_AND_EPS),
    BARRIER(log_normalized, "barrier-log-normalized", "-dhat (g/dhat - 1)^2 ln(g/dhat), g = d - xi", RANGE,
            RANGE_AND_EPS),
    BARRIER(log_squared, "barrier-log-squared", "(g - dhat)^2 ln(g/dhat)^2, g = d - xi", RANGE, RANGE_AND_EPS),
    BARRIER(cubic, "barrier-cubic", "-2/(3 dhat) (g - dhat)^3, g = d - xi", RANGE, RANGE_AND_EPS),
    BARRIER(two_stage, "barrier-two-stage", "(dhat - g)^2/2, for g = d - xi < dhat/2: -dhat^2/4 (ln(2 g/dhat) - 1/2)",
            RANGE, RANGE_AND_EPS),
    BARRIER(quadratic, "barrier-quadratic", "(dhat - g)^2/2, g = d - xi", RANGE, RANGE_AND_EPS),
};

const ts_term_family ts_barrier_terms = TS_FAMILY(TERMS);
