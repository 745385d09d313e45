/* SPDX-License-Identifier: MIT
 * Smoothed friction: f0 of the sliding distance, f1 = f0', f1/y, and f0(|u|) of a sliding vector. p = e, the distance
 * eps_v h below which sticking is smoothed. */
#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

/* f0 = -y^3/(3 e^2) + y^2/e + e/3 for y < e, given y^3 and y^2 */
static real smoothed(real y3, real y2, real e) {
    const real quadratic = over(y2, e), cubic = over(y3, times(3, square(e)));
    return add(sub(quadratic, cubic), over(e, number(e, 3)));
}

static real f0(const real *x, const real *p) {
    const real y = x[0], e = p[0];
    if (sign_of(y) < 0) return NULL;
    return is_less(y, e) ? smoothed(mul(square(y), y), square(y), e) : y;
}

/* -y^2/e^2 + 2 y/e for y < e, else 1 */
static real f1(const real *x, const real *p) {
    if (sign_of(x[0]) < 0) return NULL;
    if (!is_less(x[0], p[0])) return number(x[0], 1);
    const real part = over(x[0], p[0]);
    return sub(times(2, part), square(part));
}

/* The polynomial is divisible by y: its quotient also holds at y = 0. */
static real f1_over_y(const real *x, const real *p) {
    const real y = x[0], e = p[0];
    if (sign_of(y) < 0) return NULL;
    if (!is_less(y, e)) return over(number(y, 1), y);
    return over(sub(number(y, 2), over(y, e)), e);
}

/* |u|^3 has two derivatives at u = 0, which are 0; the square root by which it is formed has none. */
static real sliding(const real *u, const real *p) {
    const real y2 = add(square(u[0]), square(u[1])), e = p[0];
    if (!is_less(y2, square(e))) return root(y2);
    const real y3 = sign_of(y2) == 0 ? number(y2, 0) : mul(y2, root(y2));
    return smoothed(y3, y2, e);
}

static const char *const DISTANCE[] = {"y", NULL};
static const char *const SLIDE[] = {"u0", "u1", NULL};
static const char *const SMOOTHING[] = {"e", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("friction-f0", "f0(y) = -y^3/(3 e^2) + y^2/e + e/3 for y < e, else y", DISTANCE, SMOOTHING, f0),
    TS_DEFINITION("friction-f1", "f1(y) = -y^2/e^2 + 2 y/e for y < e, else 1", DISTANCE, SMOOTHING, f1),
    TS_DEFINITION("friction-f1-over-y", "f1(y)/y", DISTANCE, SMOOTHING, f1_over_y),
    TS_DEFINITION("friction", "f0(|u|)", SLIDE, SMOOTHING, sliding),
};

const ts_term_family ts_friction_terms = TS_FAMILY(TERMS);
