/* SPDX-License-Identifier: MIT
 * Barriers of contact with thickness, by the squared distance and by the nodes of every kind of pair.
 * Li, Kaufman, Jiang 2021 (C-IPC). */
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

static const ts_term_definition TERMS[] = {
    BARRIER(cipc, "barrier", "b(d2 - xi^2) = -(D - Dhat)^2 ln(D/Dhat), Dhat = dhat^2 + 2 xi dhat", RANGE,
            RANGE_AND_EPS),
};

const ts_term_family ts_barrier_terms = TS_FAMILY(TERMS);
