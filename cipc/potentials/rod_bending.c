/* SPDX-License-Identifier: GPL-2.0-or-later
 * Bending of rods: E r^4 pi/4 |kb|^2 / l_i per pair of edges at a node, kb = 2 e0 x e1 / (|ebar0||ebar1| + e0.e1)
 * (docs/method.md, 3.5). Rods are straight at rest: kb is a vector that turns with the rod, subtracting a rest value of
 * it would make rigid motions cost something; without material frames there is nothing else to subtract. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/double_double.h"
#include "cipc/spd.h"
#include "cipc/terms/specimen.h"
#include "core/error.h"
#include "core/vec3.h"

typedef struct rod_elbow {
    ts_double_double opening; /* |ebar0||ebar1|; with e0.e1 added the denominator of kb, which must stay positive */
    double stiffness;         /* E r^4 pi / l_i: what stands before |e0 x e1|^2 / denominator^2 */
} rod_elbow;

typedef struct rod_bending {
    rod_elbow *elbow;
    ts_stencil *stencil; /* before, at, after: e0 = x[1] - x[0], e1 = x[2] - x[1] */
} rod_bending;

/* ---- psi(a, b, s) = k (a b - s^2) / (opening + s)^2 of a = |e0|^2, b = |e1|^2, s = e0.e1 ---- */

typedef struct invariants {
    double a, b, s;
    double cross2;      /* |e0 x e1|^2 */
    double denominator; /* opening + s */
} invariants;

typedef struct density {
    double value;
    double a, b, s;        /* first derivatives */
    double opening;        /* the denominator's part of that by s */
    double ab, as, bs, ss; /* second; psi is linear in a and in b */
} density;

/* The denominator cancels where the rod is folded: it is formed in pairs of doubles, as `normal` was. */
static invariants invariants_of(const rod_elbow *elbow, const ts_double_double edge[2][3], const double e[2][3],
                                const double normal[3]) {
    const ts_double_double s = ts_dd_dot(edge[0], edge[1]);
    return (invariants){
        .a = ts_norm2(e[0]),
        .b = ts_norm2(e[1]),
        .s = s.high,
        .cross2 = ts_norm2(normal),
        .denominator = ts_dd_sum(elbow->opening, s).high,
    };
}

static density density_of(const rod_elbow *elbow, invariants at) {
    const double r = 1.0 / at.denominator, k = elbow->stiffness * r * r, cross2 = at.cross2;
    return (density){
        .value = k * cross2,
        .a = k * at.b,
        .b = k * at.a,
        .s = -2.0 * k * (at.s + cross2 * r),
        .opening = -2.0 * k * cross2 * r,
        .ab = k,
        .as = -2.0 * k * r * at.b,
        .bs = -2.0 * k * r * at.a,
        .ss = k * (-2.0 + 8.0 * at.s * r + 6.0 * cross2 * r * r),
    };
}

/* ---- Derivatives for the two edges, in the frame of their plane ---- */

/* Orthonormal rows: along e0, across it in the plane of the edges, normal to that plane; any plane where they are
 * parallel. */
static void frame_of(const double e[2][3], double frame[3][3]) {
    const double *along = ts_norm2(e[0]) > 0.0 ? e[0] : e[1];
    const double length = sqrt(ts_norm2(along));
    if (!(length > 0.0)) {
        memcpy(frame, (const double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 9 * sizeof(double));
        return;
    }
    double *t = frame[0], *m = frame[1];
    ts_scale(1.0 / length, along, t);
    ts_axpy(e[1], -ts_dot(e[1], t), t, m);
    if (!(ts_norm2(m) > 1e-28 * ts_norm2(e[1]))) {
        int least = fabs(t[0]) < fabs(t[1]) ? 0 : 1;
        if (fabs(t[2]) < fabs(t[least])) least = 2;
        for (int i = 0; i < 3; ++i) m[i] = i == least ? 1.0 : 0.0;
    } else {
        ts_scale(1.0 / sqrt(ts_norm2(m)), m, m);
    }
    ts_axpy(m, -ts_dot(m, t), t, m);
    ts_scale(1.0 / sqrt(ts_norm2(m)), m, m);
    ts_cross(t, m, frame[2]);
}

/* Edges from orthonormal modes of the three nodes: e0 = y0 + sqrt(3) y1, e1 = y0 - sqrt(3) y1, up to 1/sqrt(2). In them
 * eigenvalues are those of the 9 x 9 Hessian for the nodes. y = mode[.][node] x. */
static const double EDGE_OF_MODE[2][2] = {{0.70710678118654752440, 1.2247448713915890491},
                                          {0.70710678118654752440, -1.2247448713915890491}};
static const double MODE_OF_NODE[2][3] = {{-0.70710678118654752440, 0.0, 0.70710678118654752440},
                                          {-0.40824829046386301637, 0.81649658092772603273, -0.40824829046386301637}};

/* Second derivative by components i of edge p and j of edge q of the frame: 2 psi_a dd(e0, e0) and the like, plus the
 * outer products of the invariants' gradients. */
static double edge_hessian(const density *psi, const double e[2][3], int p, int i, int q, int j) {
    /* gradients of a, b, s by (p, i) and (q, j) */
    const double gp[3] = {p == 0 ? 2.0 * e[0][i] : 0.0, p == 1 ? 2.0 * e[1][i] : 0.0, e[1 - p][i]};
    const double gq[3] = {q == 0 ? 2.0 * e[0][j] : 0.0, q == 1 ? 2.0 * e[1][j] : 0.0, e[1 - q][j]};
    double sum = psi->ab * (gp[0] * gq[1] + gp[1] * gq[0]) + psi->as * (gp[0] * gq[2] + gp[2] * gq[0]) +
                 psi->bs * (gp[1] * gq[2] + gp[2] * gq[1]) + psi->ss * gp[2] * gq[2];
    if (i == j) sum += p != q ? psi->s : 2.0 * (p == 0 ? psi->a : psi->b);
    return sum;
}

/* The Hessian for component pairs (i, j) of both edges, taken to modes. */
static void to_modes(const double edges[2][2], double modes[2][2]) {
    for (int p = 0; p < 2; ++p) {
        for (int q = 0; q < 2; ++q) {
            double sum = 0.0;
            for (int u = 0; u < 2; ++u)
                for (int v = 0; v < 2; ++v) sum += EDGE_OF_MODE[u][p] * edges[u][v] * EDGE_OF_MODE[v][q];
            modes[p][q] = sum;
        }
    }
}

/* modes[2p + i][2q + j] for in-plane components i, j and normal[p][q]: no term couples the two. */
static void split_modes(const density *psi, const double e[2][3], double plane[4][4], double normal[2][2]) {
    double edges[2][2], modes[2][2];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if ((i == 2) != (j == 2)) continue;
            for (int p = 0; p < 2; ++p)
                for (int q = 0; q < 2; ++q) edges[p][q] = edge_hessian(psi, e, p, i, q, j);
            to_modes(edges, modes);
            for (int p = 0; p < 2; ++p) {
                for (int q = 0; q < 2; ++q) *(i == 2 ? &normal[p][q] : &plane[2 * p + i][2 * q + j]) = modes[p][q];
            }
        }
    }
}

static void write_hessian(const density *psi, const double e[2][3], bool unprojected,
                          double hessian[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) {
    double frame[3][3], local[2][3], plane[4][4], normal[2][2];
    frame_of(e, frame);
    for (int p = 0; p < 2; ++p) {
        for (int i = 0; i < 2; ++i) local[p][i] = ts_dot(frame[i], e[p]);
        local[p][2] = 0.0;
    }
    split_modes(psi, (const double(*)[3])local, plane, normal);
    if (!unprojected) {
        ts_project_spd(4, plane[0], 4);
        ts_project_spd2(normal);
    }

    double mode[2][2][3][3]; /* blocks in world axes */
    for (int p = 0; p < 2; ++p) {
        for (int q = 0; q < 2; ++q) {
            for (int r = 0; r < 3; ++r) {
                for (int c = 0; c < 3; ++c) {
                    double sum = normal[p][q] * frame[2][r] * frame[2][c];
                    for (int i = 0; i < 2; ++i)
                        for (int j = 0; j < 2; ++j) sum += plane[2 * p + i][2 * q + j] * frame[i][r] * frame[j][c];
                    mode[p][q][r][c] = sum;
                }
            }
        }
    }
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column <= row; ++column) {
            double sum = 0.0;
            for (int p = 0; p < 2; ++p) {
                for (int q = 0; q < 2; ++q) {
                    sum += MODE_OF_NODE[p][row / 3] * mode[p][q][row % 3][column % 3] * MODE_OF_NODE[q][column / 3];
                }
            }
            hessian[row * TS_STENCIL_DOFS + column] = hessian[column * TS_STENCIL_DOFS + row] = sum;
        }
    }
}

/* dpsi/de0 = 2 psi_ab e1 x n + psi_r e1, dpsi/de1 = 2 psi_ab n x e0 + psi_r e0, n = e0 x e1 and psi_r what
 * 1/denominator adds: by a, b and s they would cancel where the rod is straight. */
static void write_gradient(const density *psi, const double e[2][3], const double normal[3],
                           double gradient[TS_STENCIL_DOFS]) {
    double by_e0[3], by_e1[3];
    ts_cross(e[1], normal, by_e0);
    ts_cross(normal, e[0], by_e1);
    for (int i = 0; i < 3; ++i) {
        by_e0[i] = 2.0 * psi->ab * by_e0[i] + psi->opening * e[1][i];
        by_e1[i] = 2.0 * psi->ab * by_e1[i] + psi->opening * e[0][i];
        gradient[i] = -by_e0[i];
        gradient[3 + i] = by_e0[i] - by_e1[i];
        gradient[6 + i] = by_e1[i];
    }
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const rod_bending *rods = self;
    for (size_t k = 0; k < count; ++k) {
        const rod_elbow *elbow = &rods->elbow[first + k];
        const int32_t *nodes = rods->stencil[first + k];
        ts_double_double edge[2][3], across[3];
        double e[2][3], normal[3];
        for (int p = 0; p < 2; ++p) {
            for (int i = 0; i < 3; ++i) edge[p][i] = ts_dd_difference(x[nodes[p + 1]][i], x[nodes[p]][i]);
            ts_dd_rounded(edge[p], e[p]);
        }
        ts_dd_cross(edge[0], edge[1], across);
        ts_dd_rounded(across, normal);
        const invariants at = invariants_of(elbow, edge, (const double(*)[3])e, normal);
        const density psi = density_of(elbow, at);
        if (out->value) out->value[k] = at.denominator > 0.0 ? psi.value : INFINITY;
        if (out->gradient) write_gradient(&psi, (const double(*)[3])e, normal, out->gradient[k]);
        if (out->hessian) write_hessian(&psi, (const double(*)[3])e, out->unprojected, out->hessian[k]);
    }
}

/* ---- How far the edges may turn ---- */

/* Whether c0 + c1 t + c2 t^2 > 0 for all t in [0, end]. */
static bool stays_positive(const double c[3], double end) {
    if (!(c[0] > 0.0 && c[0] + end * (c[1] + end * c[2]) > 0.0)) return false;
    const double lowest = -0.5 * c[1] / c[2]; /* where c2 > 0 */
    return !(c[2] > 0.0 && lowest > 0.0 && lowest < end) || 4.0 * c[0] * c[2] > c[1] * c[1];
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    const rod_bending *rods = potential->self;
    double step = *alpha;
    for (size_t k = 0; k < potential->count; ++k) {
        const int32_t *nodes = rods->stencil[k];
        double e[2][3], d[2][3];
        for (int i = 0; i < 2; ++i) {
            ts_sub(x[nodes[i + 1]], x[nodes[i]], e[i]);
            ts_sub(p[nodes[i + 1]], p[nodes[i]], d[i]);
        }
        const double denominator[3] = {rods->elbow[k].opening.high + ts_dot(e[0], e[1]),
                                       ts_dot(e[0], d[1]) + ts_dot(d[0], e[1]), ts_dot(d[0], d[1])};
        while (!stays_positive(denominator, step) && step > 0.0) step *= 0.5;
        if (!(step > 0.0)) {
            return ts_fail(error, TS_ERROR_DATA, "The rod at node %d folds back on itself (nodes %d, %d, %d).",
                           nodes[1], nodes[0], nodes[1], nodes[2]);
        }
    }
    *alpha = step;
    return TS_OK;
}

/* ---- One elbow for every pair of edges at a node ---- */

static void clear(ts_potential *potential) {
    rod_bending *rods = potential->self;
    if (rods) {
        free(rods->elbow);
        free(rods->stencil);
    }
    free(rods);
    *potential = (ts_potential){0};
}

static bool bends(const ts_bodies *bodies, const int32_t segment[2]) {
    const ts_body *body = &bodies->body[bodies->body_of[segment[0]]];
    return !body->obstacle && body->material.bends;
}

/* Neighbours of node i: other[start[i]] to other[start[i + 1]], in the order of the segments. */
typedef struct rod_graph {
    size_t *start;
    int32_t *other;
} rod_graph;

static void graph_clear(rod_graph *graph) {
    free(graph->start);
    free(graph->other);
}

static ts_status graph_init(const ts_bodies *bodies, rod_graph *graph, ts_error *error) {
    size_t *start = calloc(bodies->nodes + 2, sizeof *start);
    int32_t *other = malloc((2 * bodies->segments + 1) * sizeof *other);
    *graph = (rod_graph){start, other};
    if (!start || !other) {
        graph_clear(graph);
        return ts_fail_memory(error, "the edges at nodes of rods");
    }
    for (size_t k = 0; k < bodies->segments; ++k) {
        if (!bends(bodies, bodies->segment[k])) continue;
        for (int end = 0; end < 2; ++end) ++start[bodies->segment[k][end] + 2];
    }
    for (size_t i = 0; i < bodies->nodes; ++i) start[i + 2] += start[i + 1];
    for (size_t k = 0; k < bodies->segments; ++k) { /* start[i + 1] moves from the start of i to its end */
        if (!bends(bodies, bodies->segment[k])) continue;
        for (int end = 0; end < 2; ++end) other[start[bodies->segment[k][end] + 1]++] = bodies->segment[k][1 - end];
    }
    return TS_OK;
}

static ts_status make_elbow(const ts_bodies *bodies, const ts_stencil nodes, rod_elbow *made, ts_error *error) {
    const ts_material *material = ts_material_of(bodies, nodes[1]);
    double e0[3], e1[3];
    ts_sub(bodies->rest[nodes[1]], bodies->rest[nodes[0]], e0);
    ts_sub(bodies->rest[nodes[2]], bodies->rest[nodes[1]], e1);
    const double length0 = sqrt(ts_norm2(e0)), length1 = sqrt(ts_norm2(e1));
    const ts_double_double opening = ts_dd_exact_product(length0, length1);
    if (!(opening.high + ts_dot(e0, e1) > 0.0)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "The rest pose of the rod at node %d folds back on itself (nodes %d, %d, %d).", nodes[1],
                       nodes[0], nodes[1], nodes[2]);
    }
    const double radius = 0.5 * material->thickness;
    const double bending = material->young * material->bending_scale * 0.25 * M_PI * pow(radius, 4.0);
    *made = (rod_elbow){.opening = opening, .stiffness = 4.0 * bending / (length0 + length1)};
    return TS_OK;
}

static ts_status fill(const ts_bodies *bodies, const rod_graph *graph, ts_potential *made, ts_error *error) {
    rod_bending *rods = made->self;
    size_t pairs = 0;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        const size_t edges = graph->start[i + 1] - graph->start[i];
        if (edges > 1) pairs += edges * (edges - 1) / 2;
    }
    rods->elbow = malloc((pairs + 1) * sizeof *rods->elbow);
    rods->stencil = malloc((pairs + 1) * sizeof *rods->stencil);
    if (!rods->elbow || !rods->stencil) return ts_fail_memory(error, "bending of rods");
    made->stencil = (const ts_stencil *)rods->stencil;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        for (size_t a = graph->start[i]; a < graph->start[i + 1]; ++a) {
            for (size_t b = a + 1; b < graph->start[i + 1]; ++b) {
                const ts_stencil nodes = {graph->other[a], (int32_t)i, graph->other[b], -1};
                memcpy(rods->stencil[made->count], nodes, sizeof nodes);
                const ts_status status = make_elbow(bodies, nodes, &rods->elbow[made->count++], error);
                if (status != TS_OK) return status;
            }
        }
    }
    return TS_OK;
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    rod_bending *rods = calloc(1, sizeof *rods);
    if (!rods) return ts_fail_memory(error, "bending of rods");
    ts_potential made = {
        .name = "rod bending", .self = rods, .evaluate = evaluate, .max_step = max_step, .clear = clear};
    rod_graph graph = {0};
    ts_status status = graph_init(bodies, &graph, error);
    if (status == TS_OK) {
        status = fill(bodies, &graph, &made, error);
        graph_clear(&graph);
    }
    if (status != TS_OK) {
        clear(&made);
        return status;
    }
    *potential = made;
    return TS_OK;
}

/* p = k = E r^4 pi/4, lbar0, lbar1; node 1 at the origin keeps both lengths as they are */
static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    ts_specimen_rod rod = {.young = p[0] / (0.25 * M_PI), .segments = 2, .rest = {{-p[1], 0, 0}, {0}, {p[2], 0, 0}}};
    ts_specimen_evaluate_rod(init, &rod, x, projected, out);
}

static const ts_solver_term TERMS[] = {{.reference = "rod-bending", .kernel = term, .is_projected = true}};

const ts_potential_entry ts_rod_bending_potential = {
    .name = "rod bending",
    .about = "E r^4 pi/4 |kb|^2 / l_i at every pair of segments that share a node",
    .role = TS_ROLE_ELASTIC,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
