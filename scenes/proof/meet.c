/* SPDX-License-Identifier: MIT
 * Pairs of features of two elements or primitives, asked of the oracle. */
#include "scenes/proof/meet.h"

#include <math.h>
#include <string.h>

#include <touchstone/oracle.h>

#include "oracles/intersect.h"

/* Two nodes on their way. */
typedef struct meeting {
    const ts_prover_forest *forest;
    const double (*x0)[3], (*x1)[3];
    ts_prover_failure *failure; /* the first meeting so far */
    double first;
} meeting;

/* Vertices of one side. */
typedef struct side {
    const int32_t *vertex;
    int count;
} side;

static side side_of(const ts_prover_forest *forest, int32_t node) {
    const ts_prover_node *of = &forest->node[node];
    return (side){forest->vertex + of->vertex_first, (int)of->vertices};
}

/* Places in two arrays. */
typedef struct rows {
    ts_prover_places places; /* first: a pointer to it is one to all */
    const double (*x[2])[3];
} rows;

static void place_in_rows(const ts_prover_places *places, int end, int32_t vertex, double x[3]) {
    memcpy(x, ((const rows *)places)->x[end][vertex], 3 * sizeof *x);
}

bool ts_prover_meet_pair(const ts_prover_shape *shape, const ts_prover_places *places, ts_prover_failure *pair) {
    const int of_first = ts_ccd_first_vertices(pair->kind), all = ts_ccd_vertices(pair->kind);
    ts_ccd_query query = {.kind = pair->kind, .t_max = 1.0};
    double radius[2] = {0.0, 0.0};
    for (int i = 0; i < all; ++i) {
        const int32_t vertex = pair->vertex[i];
        places->at(places, 0, vertex, query.x0[i]);
        places->at(places, 1, vertex, query.x1[i]);
        radius[i >= of_first] = fmax(radius[i >= of_first], shape->radius[vertex]);
    }
    query.min_distance = radius[0] + radius[1];
    ts_oracle_truth truth;
    if (ts_oracle_toi(&query, TS_ORACLE_ALL, &truth) != TS_OK || !truth.contact) return false;
    pair->end = TS_PROVER_MEETS;
    pair->query = query;
    pair->time = truth.lo;
    return true;
}

static void ask(meeting *m, ts_ccd_kind kind, const int32_t *first, const int32_t *second) {
    const int of_first = ts_ccd_first_vertices(kind), all = ts_ccd_vertices(kind);
    const rows given = {.places = {.at = place_in_rows}, .x = {m->x0, m->x1}};
    ts_prover_failure pair = *m->failure;
    pair.kind = kind;
    for (int i = 0; i < of_first; ++i) pair.vertex[i] = first[i];
    for (int i = of_first; i < all; ++i) pair.vertex[i] = second[i - of_first];
    for (int i = all; i < 4; ++i) pair.vertex[i] = -1;
    if (!ts_prover_meet_pair(m->forest->shape, &given.places, &pair) || !(pair.time < m->first)) return;
    m->first = pair.time;
    *m->failure = pair;
}

static void ask_points(meeting *m, side points, side other) {
    if (other.count == 1) return;
    for (int i = 0; i < points.count; ++i) {
        ask(m, other.count == 3 ? TS_POINT_TRIANGLE : TS_POINT_EDGE, &points.vertex[i], other.vertex);
    }
}

static void ask_edges(meeting *m, side a, side b) {
    const int of_a = a.count == 3 ? 3 : a.count - 1, of_b = b.count == 3 ? 3 : b.count - 1;
    for (int i = 0; i < of_a; ++i) {
        const int32_t first[2] = {a.vertex[i], a.vertex[(i + 1) % a.count]};
        for (int j = 0; j < of_b; ++j) {
            const int32_t second[2] = {b.vertex[j], b.vertex[(j + 1) % b.count]};
            ask(m, TS_EDGE_EDGE, first, second);
        }
    }
}

static bool intersect(const meeting *m, side a, side b) {
    ts_corner s[3], t[3];
    if (a.count < b.count) {
        const side other = a;
        a = b;
        b = other;
    }
    for (int k = 0; k < a.count; ++k) s[k] = m->x0[a.vertex[k]];
    for (int k = 0; k < b.count; ++k) t[k] = m->x0[b.vertex[k]];
    if (a.count == 3 && b.count == 3) return ts_triangles_meet(s, t);
    return a.count == 3 && b.count == 2 && ts_segment_meets_triangle(t, s);
}

bool ts_prover_meet(const ts_prover_forest *forest, const double (*x0)[3], const double (*x1)[3],
                    ts_prover_failure *failure) {
    meeting m = {.forest = forest, .x0 = x0, .x1 = x1, .failure = failure, .first = INFINITY};
    const side a = side_of(forest, failure->a), b = side_of(forest, failure->b);
    ask_points(&m, a, b);
    ask_points(&m, b, a);
    ask_edges(&m, a, b);
    if (a.count == 1 && b.count == 1) ask(&m, TS_POINT_POINT, a.vertex, b.vertex);
    if (m.first <= 1.0) return true;
    if (!intersect(&m, a, b)) return false;
    failure->end = TS_PROVER_INTERSECTS;
    failure->time = 0.0;
    return true;
}
