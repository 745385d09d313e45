/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which elbows rods have, and the derivatives of an energy of invariants for their nodes. */
#include "cipc/potentials/elbows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/spd.h"
#include "cipc/spd_many.h"
#include "core/error.h"
#include "core/vec3.h"

/* ---- Where an elbow is ---- */

static ts_elbow_shape shape_of(const double (*x)[3], const ts_stencil nodes) {
    ts_elbow_shape at;
    ts_double_double edge[2][3], across[3];
    for (int p = 0; p < 2; ++p) {
        for (int i = 0; i < 3; ++i) edge[p][i] = ts_dd_difference(x[nodes[p + 1]][i], x[nodes[p]][i]);
        ts_dd_rounded(edge[p], at.e[p]);
    }
    ts_dd_cross(edge[0], edge[1], across);
    ts_dd_rounded(across, at.n);
    at.a = ts_norm2(at.e[0]);
    at.b = ts_norm2(at.e[1]);
    at.s = ts_dd_dot(edge[0], edge[1]);
    at.cross2 = ts_norm2(at.n);
    return at;
}

/* ---- Derivatives for the nodes ---- */

/* Orthonormal rows: along e0, across it in the plane of the edges, normal to that plane; any plane where they are
 * parallel. */
static void frame_of(const ts_elbow_shape *at, double frame[3][3]) {
    double *t = frame[0], *m = frame[1], *n = frame[2];
    const double *along = at->a > 0.0 ? at->e[0] : at->e[1];
    const double length = sqrt(ts_norm2(along));
    if (!(length > 0.0)) {
        memcpy(frame, (const double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 9 * sizeof(double));
        return;
    }
    ts_scale(1.0 / length, along, t);
    if (at->cross2 > 0.0) {
        ts_scale(1.0 / sqrt(at->cross2), at->n, n);
    } else {
        int least = fabs(t[0]) < fabs(t[1]) ? 0 : 1;
        if (fabs(t[2]) < fabs(t[least])) least = 2;
        double axis[3] = {0};
        axis[least] = 1.0;
        ts_cross(t, axis, n);
        ts_scale(1.0 / sqrt(ts_norm2(n)), n, n);
    }
    ts_cross(n, t, m);
}

/* Edges from orthonormal modes of the three nodes: e0 = y0 + sqrt(3) y1, e1 = y0 - sqrt(3) y1, up to 1/sqrt(2). In them
 * eigenvalues are those of the 9 x 9 Hessian for the nodes. y = mode[.][node] x. */
static const double EDGE_OF_MODE[2][2] = {{0.70710678118654752440, 1.2247448713915890491},
                                          {0.70710678118654752440, -1.2247448713915890491}};
static const double MODE_OF_NODE[2][3] = {{-0.70710678118654752440, 0.0, 0.70710678118654752440},
                                          {-0.40824829046386301637, 0.81649658092772603273, -0.40824829046386301637}};

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

/* modes[2p + i][2q + j] in the plane, normal[p][q] across it */
static void split_modes(const ts_elbow_second *second, double plane[4][4], double normal[2][2]) {
    to_modes(second->normal, normal);
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            double edges[2][2], modes[2][2];
            for (int p = 0; p < 2; ++p)
                for (int q = 0; q < 2; ++q) edges[p][q] = second->plane[p][i][q][j];
            to_modes((const double(*)[2])edges, modes);
            for (int p = 0; p < 2; ++p)
                for (int q = 0; q < 2; ++q) plane[2 * p + i][2 * q + j] = modes[p][q];
        }
    }
}

/* The Hessians of some elbows on the way to their nodes: of each its frame and the modes across its plane; in it. */
enum { MOST_TOGETHER = 16 };

typedef struct modal_hessians {
    double frame[MOST_TOGETHER][3][3], normal[MOST_TOGETHER][2][2], plane[MOST_TOGETHER][4][4];
} modal_hessians;

static void write_hessian(const double frame[3][3], const double plane[4][4], const double normal[2][2],
                          double hessian[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) {
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

static void write_gradient(const double first[2][3], double gradient[TS_STENCIL_DOFS]) {
    for (int i = 0; i < 3; ++i) {
        gradient[i] = -first[0][i];
        gradient[3 + i] = first[0][i] - first[1][i];
        gradient[6 + i] = first[1][i];
    }
}

static void find_hessian(const ts_elbows *elbows, size_t k, const ts_elbow_shape *at, size_t place,
                         modal_hessians *to) {
    ts_elbow_plane in;
    ts_elbow_second second;
    double(*frame)[3] = to->frame[place];
    frame_of(at, frame);
    for (int p = 0; p < 2; ++p)
        for (int i = 0; i < 2; ++i) in.e[p][i] = ts_dot(frame[i], at->e[p]);
    elbows->law->second(&elbows->elbow[k], at, &in, &second);
    split_modes(&second, to->plane[place], to->normal[place]);
}

static void write_hessians(modal_hessians *from, size_t count, bool unprojected,
                           double (*hessian)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) {
    if (!unprojected) ts_project_spd4_all(from->plane, count);
    for (size_t k = 0; k < count; ++k) {
        if (!unprojected) ts_project_spd2(from->normal[k]);
        write_hessian((const double(*)[3])from->frame[k], (const double(*)[4])from->plane[k],
                      (const double(*)[2])from->normal[k], hessian[k]);
    }
}

/* Results `at` to at + count of out, count <= MOST_TOGETHER. */
static void evaluate_some(const ts_elbows *elbows, const double (*x)[3], size_t first, size_t at, size_t count,
                          const ts_locals *out) {
    modal_hessians hessians;
    for (size_t k = 0; k < count; ++k) {
        const ts_elbow_shape shape = shape_of(x, elbows->stencil[first + k]);
        double by_edge[2][3] = {{0}};
        const double value = elbows->law->energy(&elbows->elbow[first + k], &shape, by_edge);
        if (out->value) out->value[at + k] = value;
        if (out->gradient) write_gradient((const double(*)[3])by_edge, out->gradient[at + k]);
        if (out->hessian) find_hessian(elbows, first + k, &shape, k, &hessians);
    }
    if (out->hessian) write_hessians(&hessians, count, out->unprojected, out->hessian + at);
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    for (size_t at = 0; at < count; at += MOST_TOGETHER) {
        const size_t some = count - at < MOST_TOGETHER ? count - at : MOST_TOGETHER;
        evaluate_some(self, x, first + at, at, some, out);
    }
}

/* ---- One elbow for every pair of edges at a node ---- */

static void clear(ts_potential *potential) {
    ts_elbows *elbows = potential->self;
    if (elbows) {
        free(elbows->elbow);
        free(elbows->stencil);
    }
    free(elbows);
    *potential = (ts_potential){0};
}

/* A rod without stiffness in bending is a chain, which may fold back on itself. */
static bool bends(const ts_bodies *bodies, const ts_model *model, const int32_t segment[2]) {
    const ts_body *body = &bodies->body[bodies->body_of[segment[0]]];
    const ts_material *material = &body->material;
    return !body->obstacle && material->bends && material->bending_scale > 0.0 &&
           ts_model_is(&material->rod_bending, model);
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

static ts_status graph_init(const ts_bodies *bodies, const ts_model *model, rod_graph *graph, ts_error *error) {
    size_t *start = calloc(bodies->nodes + 2, sizeof *start);
    int32_t *other = malloc((2 * bodies->segments + 1) * sizeof *other);
    *graph = (rod_graph){start, other};
    if (!start || !other) {
        graph_clear(graph);
        return ts_fail_memory(error, "the edges at nodes of rods");
    }
    for (size_t k = 0; k < bodies->segments; ++k) {
        if (!bends(bodies, model, bodies->segment[k])) continue;
        for (int end = 0; end < 2; ++end) ++start[bodies->segment[k][end] + 2];
    }
    for (size_t i = 0; i < bodies->nodes; ++i) start[i + 2] += start[i + 1];
    for (size_t k = 0; k < bodies->segments; ++k) { /* start[i + 1] moves from the start of i to its end */
        if (!bends(bodies, model, bodies->segment[k])) continue;
        for (int end = 0; end < 2; ++end) other[start[bodies->segment[k][end] + 1]++] = bodies->segment[k][1 - end];
    }
    return TS_OK;
}

/* Of both edges together: what a clamp holds cannot bend. Where all is held it makes no difference. */
static double bent_length(const ts_bodies *bodies, const ts_stencil nodes, double length0, double length1) {
    const bool is_held0 = ts_is_clamped(bodies, nodes), is_held1 = ts_is_clamped(bodies, nodes + 1);
    return is_held0 == is_held1 ? length0 + length1 : is_held0 ? length1 : length0;
}

static ts_status make_elbow(const ts_bodies *bodies, const ts_stencil nodes, ts_elbow *made, ts_error *error) {
    const ts_material *material = ts_material_of(bodies, nodes[1]);
    double e0[3], e1[3];
    ts_sub(bodies->rest[nodes[1]], bodies->rest[nodes[0]], e0);
    ts_sub(bodies->rest[nodes[2]], bodies->rest[nodes[1]], e1);
    const double length0 = sqrt(ts_norm2(e0)), length1 = sqrt(ts_norm2(e1));
    if (!(length0 * length1 + ts_dot(e0, e1) > 0.0)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "The rest pose of the rod at node %d folds back on itself (nodes %d, %d, %d).", nodes[1],
                       nodes[0], nodes[1], nodes[2]);
    }
    const double radius = 0.5 * material->thickness;
    const double bending = material->young * material->bending_scale * 0.25 * M_PI * pow(radius, 4.0);
    const double bent = bent_length(bodies, nodes, length0, length1);
    *made = (ts_elbow){.length = {length0, length1}, .stiffness = 4.0 * bending / bent};
    return TS_OK;
}

static ts_status fill(const ts_bodies *bodies, const rod_graph *graph, ts_potential *made, ts_error *error) {
    ts_elbows *elbows = made->self;
    size_t pairs = 0;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        const size_t edges = graph->start[i + 1] - graph->start[i];
        if (edges > 1) pairs += edges * (edges - 1) / 2;
    }
    elbows->elbow = malloc((pairs + 1) * sizeof *elbows->elbow);
    elbows->stencil = malloc((pairs + 1) * sizeof *elbows->stencil);
    if (!elbows->elbow || !elbows->stencil) return ts_fail_memory(error, "bending of rods");
    made->stencil = (const ts_stencil *)elbows->stencil;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        for (size_t a = graph->start[i]; a < graph->start[i + 1]; ++a) {
            for (size_t b = a + 1; b < graph->start[i + 1]; ++b) {
                const ts_stencil nodes = {graph->other[a], (int32_t)i, graph->other[b], -1};
                memcpy(elbows->stencil[made->count], nodes, sizeof nodes);
                const ts_status status = make_elbow(bodies, nodes, &elbows->elbow[made->count++], error);
                if (status != TS_OK) return status;
            }
        }
    }
    return TS_OK;
}

ts_status ts_elbows_potential(const ts_bodies *bodies, const ts_model *model, const ts_elbow_law *law,
                              ts_potential *potential, ts_error *error) {
    ts_elbows *elbows = calloc(1, sizeof *elbows);
    if (!elbows) return ts_fail_memory(error, "bending of rods");
    elbows->law = law;
    ts_potential made = {.name = "rod bending", .self = elbows, .evaluate = evaluate, .clear = clear};
    rod_graph graph = {0};
    ts_status status = graph_init(bodies, model, &graph, error);
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
