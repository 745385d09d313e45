/* SPDX-License-Identifier: MIT
 * One element (a triangle or a tet) under a potential, compared with its energy in 512 bits: the gradient with central
 * differences, the projected Hessian with the clamped Hessian by F, mapped to the nodes. */
#ifndef TS_TESTS_CIPC_ELEMENTS_H
#define TS_TESTS_CIPC_ELEMENTS_H

#include "cipc/potentials/table.h"
#include "core/random.h"
#include "tests/cipc/dense.h"
#include "tests/cipc/precise.h"
#include "tests/support.h"

/* Energy density; f[j] is column j of F (2 of a triangle, 3 of a tet). */
typedef precise energy_density(const ts_material *material, precise f[3][3]);

typedef struct specimen {
    ts_bodies bodies;
    ts_body body;
    double rest[4][3], x[4][3];
    int32_t body_of[4];
    int32_t tet[1][4], triangle[1][3];
    int nodes;
} specimen;

/* Coordinates of the rest shape in its own axes; the last column is 0 for a triangle. */
static const double specimen_shape[4][3] = {{0.1, -0.2, 0}, {0.9, 0.05, 0}, {0.35, 0.8, 0}, {0.3, 0.2, 0.7}};

static inline void random_rotation(ts_random *random, double r[3][3]) {
    double q[4], length = 0;
    for (int i = 0; i < 4; ++i) q[i] = ts_random_between(random, -1, 1), length += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(length);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(r, rows, sizeof rows);
}

static inline void apply(double m[3][3], const double a[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = m[i][0] * a[0] + m[i][1] * a[1] + m[i][2] * a[2];
}

static inline void specimen_init(specimen *s, int nodes, const ts_material *material) {
    memset(s, 0, sizeof *s);
    s->nodes = nodes;
    s->body = (ts_body){.name = "specimen", .material = *material, .node_count = (size_t)nodes};
    for (int a = 0; a < nodes; ++a) {
        memcpy(s->rest[a], specimen_shape[a], sizeof s->rest[a]);
        s->tet[0][a] = a;
        if (a < 3) s->triangle[0][a] = a;
    }
    s->bodies = (ts_bodies){.bodies = 1,
                            .body = &s->body,
                            .nodes = (size_t)nodes,
                            .rest = s->rest,
                            .body_of = s->body_of,
                            .tets = nodes == 4,
                            .tet = s->tet,
                            .triangles = nodes == 3,
                            .triangle = s->triangle};
}

/* x = R diag(sigma) Q rest + somewhere; Q turns the plane of a triangle only. */
static inline void specimen_pose(specimen *s, const double sigma[3], ts_random *random) {
    double r[3][3], q[3][3];
    random_rotation(random, r);
    random_rotation(random, q);
    if (s->nodes == 3) {
        const double angle = ts_random_between(random, 0, 6.28), c = cos(angle), n = sin(angle);
        memcpy(q, (double[3][3]){{c, -n, 0}, {n, c, 0}, {0, 0, 1}}, sizeof q);
    }
    for (int a = 0; a < s->nodes; ++a) {
        double turned[3];
        apply(q, s->rest[a], turned);
        for (int i = 0; i < 3; ++i) turned[i] *= sigma[i];
        apply(r, turned, s->x[a]);
        for (int i = 0; i < 3; ++i) s->x[a][i] += 0.25 * (i + 1);
    }
}

/* ---- The reference ---- */

/* Dm^-1 row a in the axes of the rest shape: cofactors over the determinant. */
static inline precise specimen_weights(const specimen *s, precise weight[3][3]) {
    precise d[3][3];
    for (int j = 0; j < 3; ++j)
        for (int a = 0; a < 3; ++a)
            d[j][a] = a + 1 < s->nodes ? sub(number(s->rest[a + 1][j]), number(s->rest[0][j])) : number(a == j);
    precise determinant = number(0);
    for (int a = 0; a < 3; ++a)
        for (int j = 0; j < 3; ++j) {
            const int b = (a + 1) % 3, c = (a + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
            weight[a][j] = sub(mul(d[k][b], d[l][c]), mul(d[l][b], d[k][c]));
            if (j == 0) determinant = add(determinant, mul(weight[a][0], d[0][a]));
        }
    for (int a = 0; a < 3; ++a)
        for (int j = 0; j < 3; ++j) weight[a][j] = over(weight[a][j], determinant);
    return s->nodes == 4 ? over(determinant, number(6)) : times(0.5 * s->body.material.thickness, determinant);
}

typedef struct reference {
    double value, gradient[12], hessian[12][12];
    double weight[4][3], volume; /* F column j = sum over nodes weight[.][j] x */
    double stiffest;             /* largest second derivative by F, before clamping, times the volume */
} reference;

/* psi(F + c0 e0 + c1 e1), e: entries of F in column order. */
static inline precise density_near(energy_density *density, const ts_material *m, precise f[3][3], const int entry[2],
                                   const int sign[2], precise step) {
    precise at[3][3];
    memcpy(at, f, sizeof at);
    for (int k = 0; k < 2; ++k) {
        precise *slot = &at[entry[k] / 3][entry[k] % 3];
        *slot = add(*slot, times(sign[k], step));
    }
    return density(m, at);
}

/* Second derivative by entries a and b of F. */
static inline double second_difference(energy_density *density, const ts_material *m, precise f[3][3], int a, int b) {
    const int mark = precise_used;
    precise step = number(0x1p-70), sum = number(0);
    for (int k = 0; k < 4; ++k) {
        const int sign[2] = {k & 1 ? 1 : -1, k & 2 ? 1 : -1};
        sum = add(sum, times(sign[0] * sign[1], density_near(density, m, f, (const int[2]){a, b}, sign, step)));
    }
    const double second = rounded(over(sum, times(4, mul(step, step))));
    precise_reset(mark);
    return second;
}

static inline double first_difference(energy_density *density, const ts_material *m, precise f[3][3], int a) {
    const int mark = precise_used;
    precise step = number(0x1p-70);
    precise up = density_near(density, m, f, (const int[2]){a, a}, (const int[2]){1, 0}, step);
    precise down = density_near(density, m, f, (const int[2]){a, a}, (const int[2]){-1, 0}, step);
    const double first = rounded(over(sub(up, down), times(2, step)));
    precise_reset(mark);
    return first;
}

static inline void reference_of(const specimen *s, energy_density *density, reference *out) {
    const ts_material *m = &s->body.material;
    const int columns = s->nodes - 1, dofs = 3 * columns, mark = precise_used;
    precise weight[3][3], f[3][3], volume = specimen_weights(s, weight);
    memset(out, 0, sizeof *out);
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            f[j][i] = number(0);
            for (int a = 0; a < columns; ++a)
                f[j][i] = add(f[j][i], mul(sub(number(s->x[a + 1][i]), number(s->x[0][i])), weight[a][j]));
        }
    out->volume = rounded(volume);
    out->value = rounded(mul(volume, density(m, f)));
    for (int a = 0; a < columns; ++a)
        for (int j = 0; j < columns; ++j) {
            out->weight[a + 1][j] = rounded(weight[a][j]);
            out->weight[0][j] -= out->weight[a + 1][j];
        }
    double first[9], second[DENSE_MOST][DENSE_MOST] = {{0}};
    for (int k = 0; k < dofs; ++k) {
        first[k] = out->volume * first_difference(density, m, f, k);
        for (int l = 0; l <= k; ++l) {
            second[k][l] = second[l][k] = out->volume * second_difference(density, m, f, k, l);
            out->stiffest = fmax(out->stiffest, fabs(second[k][l]));
        }
    }
    precise_reset(mark);
    dense_clamp(dofs, second);
    for (int row = 0; row < 3 * s->nodes; ++row)
        for (int j = 0; j < columns; ++j) {
            const double w = out->weight[row / 3][j];
            out->gradient[row] += w * first[3 * j + row % 3];
            for (int column = 0; column < 3 * s->nodes; ++column)
                for (int l = 0; l < columns; ++l)
                    out->hessian[row][column] +=
                        w * out->weight[column / 3][l] * second[3 * j + row % 3][3 * l + column % 3];
        }
}

/* ---- Comparing ---- */

typedef struct response {
    double value, gradient[12], hessian[144];
} response;

static inline void respond(const ts_potential *potential, const specimen *s, response *out) {
    memset(out, 0, sizeof *out);
    const ts_locals locals = {.value = &out->value, .gradient = &out->gradient, .hessian = &out->hessian};
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1, &locals);
}

/* tolerance: relative to the stiffness, that is to what an error of that size in F may change. */
static inline void check_specimen(const ts_potential *potential, const specimen *s, energy_density *density,
                                  double tolerance) {
    reference expected;
    response found;
    reference_of(s, density, &expected);
    respond(potential, s, &found);
    const int dofs = 3 * s->nodes;
    double force = 0, stiffness = 0;
    for (int i = 0; i < dofs; ++i) {
        force = fmax(force, fabs(expected.gradient[i]));
        for (int j = 0; j < dofs; ++j) stiffness = fmax(stiffness, fabs(expected.hessian[i][j]));
    }
    force += expected.stiffest;
    stiffness += expected.stiffest;
    ck_assert_double_le(fabs(found.value - expected.value), tolerance * (fabs(expected.value) + force));
    for (int i = 0; i < dofs; ++i) {
        ck_assert_msg(fabs(found.gradient[i] - expected.gradient[i]) <= tolerance * force,
                      "gradient[%d] %.17g, expected %.17g", i, found.gradient[i], expected.gradient[i]);
        for (int j = 0; j < dofs; ++j)
            ck_assert_msg(fabs(found.hessian[12 * i + j] - expected.hessian[i][j]) <= 100 * tolerance * stiffness,
                          "hessian[%d][%d] %.17g, expected %.17g", i, j, found.hessian[12 * i + j],
                          expected.hessian[i][j]);
    }
    for (int i = 0; i < dofs; ++i)
        for (int j = 0; j < i; ++j) ck_assert(found.hessian[12 * i + j] == found.hessian[12 * j + i]);
    ck_assert_double_ge(dense_least_eigenvalue(dofs, found.hessian, 12), -1e-13 * stiffness);
    /* Asked for alone, each is the same. */
    response alone = {0};
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1, &(ts_locals){.value = &alone.value});
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1, &(ts_locals){.gradient = &alone.gradient});
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1, &(ts_locals){.hessian = &alone.hessian});
    ck_assert(memcmp(&alone, &found, sizeof found) == 0);
}

/* Turning and moving a posed specimen keeps its energy and turns its forces. */
static inline void check_objectivity(const ts_potential *potential, specimen *s, ts_random *random, double tolerance) {
    response before, after;
    double r[3][3], scale = 0;
    respond(potential, s, &before);
    random_rotation(random, r);
    for (int a = 0; a < s->nodes; ++a) {
        double turned[3];
        apply(r, s->x[a], turned);
        for (int i = 0; i < 3; ++i) s->x[a][i] = turned[i] - 0.3 * i;
    }
    respond(potential, s, &after);
    scale = dense_largest(3 * s->nodes, before.hessian, 12) + 1e-300;
    ck_assert_double_le(fabs(before.value - after.value), tolerance * (scale + before.value));
    for (int a = 0; a < s->nodes; ++a) {
        double turned[3];
        apply(r, &before.gradient[3 * a], turned);
        for (int i = 0; i < 3; ++i) ck_assert_double_le(fabs(turned[i] - after.gradient[3 * a + i]), tolerance * scale);
    }
}

#endif
