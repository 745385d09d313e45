/* SPDX-License-Identifier: GPL-2.0-or-later
 * Bending of rods after Bergou et al. 2008: E r^4 pi/4 |kb|^2 / l_i per elbow, kb = 2 e0 x e1 / (|ebar0||ebar1| +
 * e0.e1) (docs/method.md, 3.5). Rods are straight at rest: kb is a vector that turns with the rod, subtracting a rest
 * value of it would make rigid motions cost something; without material frames there is nothing else to subtract. */
#include <math.h>

#include "cipc/potentials/elbows.h"
#include "cipc/terms/specimen.h"
#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

/* psi(a, b, s) = k (a b - s^2) / (opening + s)^2 of a = |e0|^2, b = |e1|^2, s = e0.e1; opening = |ebar0||ebar1|. The
 * denominator cancels where the rod is folded: it is formed in pairs of doubles, as |e0 x e1|^2 = a b - s^2 was. */
static double denominator_of(const ts_elbow *elbow, const ts_elbow_shape *at) {
    return ts_dd_sum(ts_dd_exact_product(elbow->length[0], elbow->length[1]), at->s).high;
}

/* By e0 and e1 2 psi_ab e1 x n and 2 psi_ab n x e0, and what the denominator adds along the other edge: by a, b and s
 * they would cancel where the rod is straight. */
static double energy(const ts_elbow *elbow, const ts_elbow_shape *at, double first[2][3]) {
    const double denominator = denominator_of(elbow, at), r = 1.0 / denominator, k = elbow->stiffness * r * r;
    const double by_denominator = -2.0 * k * at->cross2 * r;
    ts_cross(at->e[1], at->n, first[0]);
    ts_cross(at->n, at->e[0], first[1]);
    for (int i = 0; i < 3; ++i) {
        first[0][i] = 2.0 * k * first[0][i] + by_denominator * at->e[1][i];
        first[1][i] = 2.0 * k * first[1][i] + by_denominator * at->e[0][i];
    }
    return denominator > 0.0 ? k * at->cross2 : INFINITY;
}

/* Derivatives of psi by the invariants; it is linear in a and in b. */
typedef struct density {
    double a, b, s;
    double ab, as, bs, ss;
} density;

/* By components i of edge p and j of edge q: 2 psi_a dd(e0, e0) and the like, plus the outer products of the
 * invariants' gradients. */
static double second_by(const density *psi, const double e[2][2], const int p[2], const int i[2]) {
    double g[2][3]; /* of a, b, s by the one component and the other */
    for (int k = 0; k < 2; ++k) {
        g[k][0] = p[k] == 0 ? 2.0 * e[0][i[k]] : 0.0;
        g[k][1] = p[k] == 1 ? 2.0 * e[1][i[k]] : 0.0;
        g[k][2] = e[1 - p[k]][i[k]];
    }
    double sum = psi->ab * (g[0][0] * g[1][1] + g[0][1] * g[1][0]) + psi->as * (g[0][0] * g[1][2] + g[0][2] * g[1][0]) +
                 psi->bs * (g[0][1] * g[1][2] + g[0][2] * g[1][1]) + psi->ss * g[0][2] * g[1][2];
    if (i[0] == i[1]) sum += p[0] != p[1] ? psi->s : 2.0 * (p[0] == 0 ? psi->a : psi->b);
    return sum;
}

static void second(const ts_elbow *elbow, const ts_elbow_shape *at, const ts_elbow_plane *in, ts_elbow_second *out) {
    const double r = 1.0 / denominator_of(elbow, at), k = elbow->stiffness * r * r, s = at->s.high;
    const density psi = {
        .a = k * at->b,
        .b = k * at->a,
        .s = -2.0 * k * (s + at->cross2 * r),
        .ab = k,
        .as = -2.0 * k * r * at->b,
        .bs = -2.0 * k * r * at->a,
        .ss = k * (-2.0 + 8.0 * s * r + 6.0 * at->cross2 * r * r),
    };
    for (int p = 0; p < 2; ++p) {
        for (int q = 0; q < 2; ++q) {
            out->normal[p][q] = p != q ? psi.s : 2.0 * (p == 0 ? psi.a : psi.b);
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 2; ++j)
                    out->plane[p][i][q][j] = second_by(&psi, in->e, (const int[2]){p, q}, (const int[2]){i, j});
            }
        }
    }
}

/* ---- How far the edges may turn ---- */

/* Whether c0 + c1 t + c2 t^2 > 0 for all t in [0, end]. */
static bool stays_positive(const double c[3], double end) {
    if (!(c[0] > 0.0 && c[0] + end * (c[1] + end * c[2]) > 0.0)) return false;
    const double lowest = -0.5 * c[1] / c[2]; /* where c2 > 0 */
    return !(c[2] > 0.0 && lowest > 0.0 && lowest < end) || 4.0 * c[0] * c[2] > c[1] * c[1];
}

/* The largest of end, end/2, end/4 ... up to which the denominator of an elbow stays positive; 0 where none does. */
static double step_of(const ts_elbows *elbows, size_t k, const double (*x)[3], const double (*p)[3], double end) {
    const int32_t *nodes = elbows->stencil[k];
    double e[2][3], d[2][3];
    for (int i = 0; i < 2; ++i) {
        ts_sub(x[nodes[i + 1]], x[nodes[i]], e[i]);
        ts_sub(p[nodes[i + 1]], p[nodes[i]], d[i]);
    }
    const double *length = elbows->elbow[k].length;
    const double denominator[3] = {length[0] * length[1] + ts_dot(e[0], e[1]), ts_dot(e[0], d[1]) + ts_dot(d[0], e[1]),
                                   ts_dot(d[0], d[1])};
    while (!stays_positive(denominator, end) && end > 0.0) end *= 0.5;
    return end;
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    const ts_elbows *elbows = potential->self;
    const double asked = *alpha;
    double step = asked;
    if (!(asked > 0.0)) return TS_OK; /* another potential has allowed none: that is no fault of rods */
#pragma omp parallel for schedule(static) reduction(min : step) if (ts_pays_to_share(potential->count, 9))
    for (size_t k = 0; k < potential->count; ++k) step = fmin(step, step_of(elbows, k, x, p, asked));
    if (step > 0.0) {
        *alpha = step;
        return TS_OK;
    }
    size_t folded = 0;
    while (step_of(elbows, folded, x, p, asked) > 0.0) ++folded;
    const int32_t *nodes = elbows->stencil[folded];
    return ts_fail(error, TS_ERROR_DATA, "The rod at node %d folds back on itself (nodes %d, %d, %d).", nodes[1],
                   nodes[0], nodes[1], nodes[2]);
}

/* ---- The entry ---- */

static const ts_model MODEL = {
    .role = TS_MODEL_ROD_BENDING,
    .name = "bergou",
    .about = "E r^4 pi/4 |kb|^2 / l_i, kb = 2 e0 x e1 / (|ebar0||ebar1| + e0.e1): lengths at rest",
};

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    static const ts_elbow_law LAW = {energy, second};
    const ts_status status = ts_elbows_potential(bodies, &MODEL, &LAW, potential, error);
    if (status == TS_OK) potential->max_step = max_step;
    return status;
}

static const ts_solver_term TERMS[] = {
    {.reference = "rod-bending", .kernel = ts_elbow_term, .is_projected = true, .of = &ts_rod_bending_potential}};

const ts_potential_entry ts_rod_bending_potential = {
    .name = "rod bending",
    .about = "E r^4 pi/4 |kb|^2 / l_i at every pair of segments that share a node",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
