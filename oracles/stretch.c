/* SPDX-License-Identifier: MIT
 * Stretch by definiteness: with G and H the Gram matrices of the edges at rest and now, sigma^2 are the eigenvalues
 * of H relative to G, so that sigma_max < s exactly when s^2 G - H is positive definite. */
#include "oracles/stretch.h"

#include <gmp.h>
#include <math.h>

#include "core/vec3.h"

/* s^2 G - H, or its negative. */
typedef struct pencil {
    const ts_stretched *triangle;
    double limit;
    int sign;
} pencil;

enum { UNCERTAIN = 2 };

/* 1: positive definite, 0: singular and semi-definite, -1: indefinite or worse. */
static int classify(int corner, int opposite, int determinant) {
    if (corner < 0 || opposite < 0 || determinant < 0) return -1;
    return determinant > 0;
}

/* ---- Doubles ---- */

typedef struct gram {
    double uu, uv, vv;
} gram;

static gram gram_of(const double *const x[3]) {
    double u[3], v[3];
    ts_sub(x[1], x[0], u);
    ts_sub(x[2], x[0], v);
    return (gram){ts_norm2(u), ts_dot(u, v), ts_norm2(v)};
}

static int certain(double value, double bound) {
    return value > bound ? 1 : value < -bound ? -1 : UNCERTAIN;
}

/* With u = 2^-53 an entry of G or H is off by 6 u |u| |v|, one of s^2 G - H by 9 u times A, C or (Cauchy) their
 * geometric mean, A and C being the diagonal of s^2 G + H; the determinant by 40 u A C. Outside of the range asked for
 * underflow would have to be counted, too. */
static int filtered(const pencil *p) {
    const gram g = gram_of(p->triangle->rest), h = gram_of(p->triangle->now);
    const double s2 = p->limit * p->limit, sign = p->sign;
    const double a = s2 * g.uu + h.uu, c = s2 * g.vv + h.vv;
    const double least = fmin(fmin(s2, g.uu), fmin(g.vv, fmin(a, c))), most = fmax(s2, fmax(a, c));
    if (!(least > 0x1p-200 && most < 0x1p200)) return UNCERTAIN;
    const double uu = sign * (s2 * g.uu - h.uu), uv = s2 * g.uv - h.uv, vv = sign * (s2 * g.vv - h.vv);
    const int corner = certain(uu, 16.0 * 0x1p-53 * a), opposite = certain(vv, 16.0 * 0x1p-53 * c);
    const int determinant = certain(uu * vv - uv * uv, 64.0 * 0x1p-53 * a * c);
    if (corner == -1 || opposite == -1 || determinant == -1) return -1;
    return corner == 1 && determinant == 1 ? 1 : UNCERTAIN;
}

/* ---- Rationals ---- */

typedef struct exact_gram {
    mpq_t uu, uv, vv;
} exact_gram;

static void exact_gram_init(exact_gram *g, const double *const x[3]) {
    mpq_t u, v, part;
    mpq_inits(u, v, part, g->uu, g->uv, g->vv, (mpq_ptr)NULL);
    for (int k = 0; k < 3; ++k) {
        mpq_set_d(part, x[0][k]);
        mpq_set_d(u, x[1][k]);
        mpq_set_d(v, x[2][k]);
        mpq_sub(u, u, part);
        mpq_sub(v, v, part);
        mpq_mul(part, u, u);
        mpq_add(g->uu, g->uu, part);
        mpq_mul(part, u, v);
        mpq_add(g->uv, g->uv, part);
        mpq_mul(part, v, v);
        mpq_add(g->vv, g->vv, part);
    }
    mpq_clears(u, v, part, (mpq_ptr)NULL);
}

static void exact_gram_clear(exact_gram *g) {
    mpq_clears(g->uu, g->uv, g->vv, (mpq_ptr)NULL);
}

static int exact(const pencil *p) {
    exact_gram g, h;
    exact_gram_init(&g, p->triangle->rest);
    exact_gram_init(&h, p->triangle->now);
    mpq_t s2, square;
    mpq_inits(s2, square, (mpq_ptr)NULL);
    mpq_set_d(s2, p->limit);
    mpq_mul(s2, s2, s2);
    mpq_t *const rest[3] = {&g.uu, &g.uv, &g.vv}, *const now[3] = {&h.uu, &h.uv, &h.vv};
    for (int k = 0; k < 3; ++k) { /* g becomes s^2 G - H */
        mpq_mul(*rest[k], *rest[k], s2);
        mpq_sub(*rest[k], *rest[k], *now[k]);
    }
    const int corner = p->sign * mpq_sgn(g.uu), opposite = p->sign * mpq_sgn(g.vv);
    mpq_mul(square, g.uv, g.uv);
    mpq_mul(g.uu, g.uu, g.vv);
    const int determinant = mpq_cmp(g.uu, square);
    mpq_clears(s2, square, (mpq_ptr)NULL);
    exact_gram_clear(&g);
    exact_gram_clear(&h);
    return classify(corner, opposite, determinant);
}

static int definiteness(const pencil *p) {
    const int quick = filtered(p);
    return quick == UNCERTAIN ? exact(p) : quick;
}

int ts_stretch_compare_largest(const ts_stretched *triangle, double limit) {
    return -definiteness(&(pencil){triangle, limit, 1});
}

int ts_stretch_compare_smallest(const ts_stretched *triangle, double limit) {
    return definiteness(&(pencil){triangle, limit, -1});
}

/* ---- Values ---- */

/* The edges from the first corner, times a power of two that keeps squares from under- and overflow; returns its
 * exponent. */
static int scaled_edges(const double *const x[3], double u[3], double v[3]) {
    double most = 0.0;
    ts_sub(x[1], x[0], u);
    ts_sub(x[2], x[0], v);
    for (int k = 0; k < 3; ++k) most = fmax(most, fmax(fabs(u[k]), fabs(v[k])));
    const int exponent = most > 0.0 && isfinite(most) ? -ilogb(most) : 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = ldexp(u[k], exponent);
        v[k] = ldexp(v[k], exponent);
    }
    return exponent;
}

/* Columns of F in the frame of the rest triangle's first edge: D = F R with R upper triangular. */
void ts_stretch_values(const ts_stretched *triangle, double *largest, double *smallest) {
    double u[3], v[3], u0[3], v0[3], normal[3], across[3];
    const int scale = scaled_edges(triangle->rest, u0, v0) - scaled_edges(triangle->now, u, v);
    ts_cross(u0, v0, normal);
    const double length = sqrt(ts_norm2(u0)), along = ts_dot(u0, v0) / length, height = sqrt(ts_norm2(normal)) / length;
    ts_scale(1.0 / length, u, u);
    ts_axpy(v, -along, u, across);
    ts_scale(1.0 / height, across, across);
    const double a = ts_norm2(u), b = ts_dot(u, across), c = ts_norm2(across);
    const double most = sqrt(0.5 * (a + c) + hypot(0.5 * (a - c), b));
    if (isnan(most)) { /* thinner at rest than doubles can square */
        *largest = INFINITY;
        *smallest = 0.0;
        return;
    }
    ts_cross(u, across, normal);
    *largest = ldexp(most, scale);
    *smallest = most > 0.0 ? ldexp(sqrt(ts_norm2(normal)) / most, scale) : 0.0; /* the product is |F1 x F2| */
}
