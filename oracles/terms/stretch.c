/* SPDX-License-Identifier: MIT
 * Membranes: the strain limit of singular values, StVK, neo-Hookean, corotated and the orthotropic barrier. F is given
 * row by row; its singular values are the square roots of the eigenvalues of C = F^T F. */
#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

/* The symmetric 2 x 2 matrix F^T F. */
typedef struct metric {
    real c00, c01, c11;
} metric;

static metric metric_of(const real *f, int rows) {
    metric c = {mul(f[0], f[0]), mul(f[0], f[1]), mul(f[1], f[1])};
    for (int i = 1; i < rows; ++i) {
        c.c00 = add(c.c00, mul(f[2 * i], f[2 * i]));
        c.c01 = add(c.c01, mul(f[2 * i], f[2 * i + 1]));
        c.c11 = add(c.c11, mul(f[2 * i + 1], f[2 * i + 1]));
    }
    return c;
}

/* b = -y^2 ln(1 + y) for y < 0, else 0, y = (shat - sigma)/(s - shat); p = s, shat */
static real limit_of_sigma(const real *x, const real *p) {
    const real sigma = x[0], room = sub(p[0], p[1]);
    const real y = over(sub(p[1], sigma), room);
    if (sign_of(y) >= 0) return number(sigma, 0);
    const real left = over(sub(p[0], sigma), room);
    if (sign_of(left) <= 0) return NULL;
    return times(-1, mul(square(y), logarithm(left)));
}

/* The same as a function of lambda = sigma^2. */
static real limit_of_eigenvalue(real lambda, const real *p) {
    const real sigma = root(lambda);
    return limit_of_sigma(&sigma, p);
}

/* 2 h(m) where both eigenvalues are m. The sum h(m + r) + h(m - r) is a smooth function of m and q = r^2,
 * 2 h(m) + h''(m) q + ..., and q = ((c00 - c11)/2)^2 + c01^2 has no gradient where it is 0: beyond second derivatives
 * by m there is h'' times that of q. */
static real limit_of_equal(real m, real q, const real *p) {
    ts_duals one;
    ts_duals_init(&one, 1, ts_dual_pool(m)->bits);
    const real alone[2] = {ts_dual_constant(&one, ts_dual_value(p[0])), ts_dual_constant(&one, ts_dual_value(p[1]))};
    const real h = limit_of_eigenvalue(ts_dual_input(&one, 0, ts_dual_value(m)), alone);
    real sum = NULL;
    if (h) {
        mpfr_srcptr second = ts_dual_hessian(h, 0, 0);
        const real of_m = times(2, ts_dual_chain(m, ts_dual_value(h), ts_dual_gradient(h, 0), second));
        sum = add(of_m, mul(ts_dual_constant(ts_dual_pool(m), second), q));
    }
    ts_duals_clear(&one);
    return sum;
}

static real limit_of_metric(metric c, const real *p) {
    const real m = times(0.5, add(c.c00, c.c11));
    const real q = add(square(times(0.5, sub(c.c00, c.c11))), square(c.c01));
    if (sign_of(q) == 0) return limit_of_equal(m, q, p);
    const real r = root(q);
    const real most = limit_of_eigenvalue(add(m, r), p), least = limit_of_eigenvalue(sub(m, r), p);
    return most && least ? add(most, least) : NULL;
}

static real limit_2x2(const real *f, const real *p) {
    return limit_of_metric(metric_of(f, 2), p);
}

static real limit_3x2(const real *f, const real *p) {
    return limit_of_metric(metric_of(f, 3), p);
}

/* V/4 (lambda/2 tr^2 M + mu tr M^2), M = C - Id; p = V, mu, lambda */
static real stvk(const real *f, const real *p) {
    const metric c = metric_of(f, 3);
    const real one = number(c.c00, 1), m00 = sub(c.c00, one), m11 = sub(c.c11, one);
    const real tr_m2 = add(add(square(m00), square(m11)), times(2, square(c.c01)));
    const real density = add(times(0.5, mul(p[2], square(add(m00, m11)))), mul(p[1], tr_m2));
    return times(0.25, mul(p[0], density));
}

/* mu/2 (sum sigma_i^2 - 2) - mu ln J + lambda/2 (ln J)^2, J = sigma_0 sigma_1 = |f_0 x f_1|; p = mu, lambda */
static real neo_hookean(const real *f, const real *p) {
    const metric c = metric_of(f, 3);
    const vector first = {{f[0], f[2], f[4]}}, second = {{f[1], f[3], f[5]}};
    const real j2 = norm2(cross(first, second));
    if (sign_of(j2) <= 0) return NULL;
    const real log_j = times(0.5, logarithm(j2)), one = number(j2, 1);
    const real stretched = times(0.5, add(sub(c.c00, one), sub(c.c11, one)));
    return add(mul(p[0], sub(stretched, log_j)), times(0.5, mul(p[1], square(log_j))));
}

/* mu sum (sigma_i - 1)^2 + lambda/2 (sum sigma_i - 2)^2; (sigma_0 + sigma_1)^2 = tr C + 2 J; p = mu, lambda */
static real corotated(const real *f, const real *p) {
    const metric c = metric_of(f, 3);
    const vector first = {{f[0], f[2], f[4]}}, second = {{f[1], f[3], f[5]}};
    const real j = root(norm2(cross(first, second))), trace = add(c.c00, c.c11);
    const real grown = sub(root(add(trace, times(2, j))), number(trace, 2));
    const real away2 = sub(sub(trace, times(2, grown)), number(trace, 2));
    return add(mul(p[0], away2), times(0.5, mul(p[1], square(grown))));
}

/* eta(y) = -Y ln((Y - y)/Y) */
static real eta(real y, real most) {
    if (!is_less(y, most)) return NULL;
    return times(-1, mul(most, logarithm(over(sub(most, y), most))));
}

static real eta_of_square(const real *x, const real *p) {
    return eta(x[0], p[0]);
}

/* a11/2 eta(E11^2) + a22/2 eta(E22^2) + a12 eta(E11 E22) + G12 eta(E12^2), E = (C - Id)/2, with the limits L1^2, L2^2,
 * L1 L2, L12^2 of these arguments; p = a11, a22, a12, G12, L1, L2, L12 */
static real orthotropic(const real *f, const real *p) {
    const metric c = metric_of(f, 3);
    const real one = number(c.c00, 1), e11 = times(0.5, sub(c.c00, one)), e22 = times(0.5, sub(c.c11, one));
    const real warp = eta(square(e11), square(p[4])), weft = eta(square(e22), square(p[5]));
    const real both = eta(mul(e11, e22), mul(p[4], p[5])), shear = eta(square(times(0.5, c.c01)), square(p[6]));
    if (!warp || !weft || !both || !shear) return NULL;
    const real normal = times(0.5, add(mul(p[0], warp), mul(p[1], weft)));
    return add(normal, add(mul(p[2], both), mul(p[3], shear)));
}

static const char *const SIGMA[] = {"sigma", NULL};
static const char *const F_2X2[] = {"F00", "F01", "F10", "F11", NULL};
static const char *const F_3X2[] = {"F00", "F01", "F10", "F11", "F20", "F21", NULL};
static const char *const LIMIT[] = {"s", "shat", NULL};
static const char *const STVK[] = {"V", "mu", "lambda", NULL};
static const char *const LAME[] = {"mu", "lambda", NULL};
static const char *const ARGUMENT[] = {"y", NULL};
static const char *const ETA[] = {"Y", NULL};
static const char *const ORTHOTROPIC[] = {"a11", "a22", "a12", "G12", "L1", "L2", "L12", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("strain-limit", "b = -y^2 ln(1 + y) for y = (shat - sigma)/(s - shat) < 0, else 0", SIGMA, LIMIT,
                  limit_of_sigma),
    TS_DEFINITION("strain-limit-2x2", "sum of the strain limit over the singular values of F", F_2X2, LIMIT, limit_2x2),
    TS_DEFINITION("strain-limit-3x2", "sum of the strain limit over the singular values of F", F_3X2, LIMIT, limit_3x2),
    TS_DEFINITION("orthotropic-eta", "eta(y) = -Y ln((Y - y)/Y)", ARGUMENT, ETA, eta_of_square),
    TS_DEFINITION("membrane-stvk", "V/4 (lambda/2 tr^2 M + mu tr M^2), M = F^T F - Id", F_3X2, STVK, stvk),
    TS_DEFINITION("membrane-neo-hookean", "mu/2 (sum sigma_i^2 - 2) - mu ln J + lambda/2 (ln J)^2, J = sigma_0 sigma_1",
                  F_3X2, LAME, neo_hookean),
    TS_DEFINITION("membrane-corotated", "mu sum (sigma_i - 1)^2 + lambda/2 (sum sigma_i - 2)^2", F_3X2, LAME,
                  corotated),
    TS_DEFINITION("membrane-orthotropic",
                  "a11/2 eta(E11^2) + a22/2 eta(E22^2) + a12 eta(E11 E22) + G12 eta(E12^2), E = (F^T F - Id)/2", F_3X2,
                  ORTHOTROPIC, orthotropic),
};

const ts_term_family ts_stretch_terms = TS_FAMILY(TERMS);
