/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counted from the formulas, operation by operation; tests/benches/test_ndb_costs.c makes them one by one and counts.
 */
#include "benches/ndb/costs.h"

#include <math.h>
#include <stdlib.h>

#include "ndb/contact/state.h"

/* Of three components. */
enum { SUM = 3, SCALE = 3, AXPY = 6, DOT = 5 };

static double entries_of(const ts_ndb_matrix *matrix) {
    return (double)matrix->first[matrix->nodes];
}

static double bytes_of_entries(const ts_ndb_matrix *matrix) {
    return entries_of(matrix) * (sizeof *matrix->packed.value + sizeof *matrix->packed.offset) +
           (double)matrix->nodes * (sizeof *matrix->packed.node + sizeof *matrix->packed.first);
}

static ts_ndb_cost local_step(const ts_ndb *s) {
    enum {
        DEFORM = 2 * SUM + 2 * SCALE + AXPY,      /* edges, F */
        METRIC = 3 * DOT + 3 + 1,                 /* F^T F, its determinant, whether it is thin */
        MEASURE = 3 + 1,                          /* r^2, A r */
        PULL = 2 + 4 + 2 + 1 + 2,                 /* along R; -dPsi/dF = F M */
        FORCE = 6 + 2 + 2 * (SCALE + AXPY) + SUM, /* of three corners */
        ENERGY = 1 + 1 + 1 + 5 + 2 + 5 + 1,
        TRIANGLE = DEFORM + METRIC + MEASURE + PULL + FORCE + ENERGY + 3 * SUM, /* gathered by three nodes */
        NODE = SUM + DOT + 1                                                    /* x . A x about a node */
    };
    const ts_ndb_strain *strain = &s->elastic.strain;
    const double triangles = (double)strain->count, nodes = (double)s->bodies->nodes, row = sizeof(ts_ndb_row);
    return (ts_ndb_cost){
        .passes = 1.0,
        .bytes = triangles * (5.0 * sizeof(double) + sizeof *strain->node + 2.0 * 3.0 * row +
                              3.0 * sizeof *s->elastic.slot_offset) +
                 nodes * (2.0 * row + sizeof *s->elastic.slot_first) + bytes_of_entries(&s->elastic.constant),
        .flops = triangles * TRIANGLE + entries_of(&s->elastic.constant) * (SUM + AXPY) + nodes * NODE,
        .divisions = triangles,
        .roots = 2.0 * triangles,
    };
}

static ts_ndb_cost subspace(const ts_ndb *s) {
    const double nodes = (double)s->bodies->nodes, modes = (double)s->subspace.count;
    return (ts_ndb_cost){
        .passes = 1.0,
        .bytes = nodes * (2.0 * (double)s->subspace.stride * sizeof(double) + 2.0 * sizeof(ts_ndb_row)),
        .flops = nodes * modes * 2.0 * AXPY,
        .divisions = 3.0 * modes,
    };
}

static ts_ndb_cost damped(const ts_ndb *s, int sweeps) {
    enum { NODE = 3 * 7 }; /* from + alpha (inverse sum - from) + beta (from - before) */
    const double nodes = (double)s->bodies->nodes;
    return (ts_ndb_cost){
        .passes = sweeps,
        .bytes = sweeps * (bytes_of_entries(&s->matrix) + nodes * (4.0 * sizeof(ts_ndb_row) + sizeof(double))),
        .flops = sweeps * (entries_of(&s->matrix) * AXPY + nodes * NODE),
    };
}

/* And one product before the first step, to know what is left. */
static ts_ndb_cost gradients(const ts_ndb *s, int steps) {
    enum { PRODUCT = SCALE + DOT + 1, STEP = 4 * AXPY + SCALE + DOT + 1, FIRST = SUM + SCALE + DOT + 1 };
    const double nodes = (double)s->bodies->nodes, row = sizeof(ts_ndb_row);
    const double product = bytes_of_entries(&s->matrix) + nodes * (2.0 * row + sizeof(double));
    const double first = nodes * (4.0 * row + sizeof(double)), step = nodes * (11.0 * row + sizeof(double));
    return (ts_ndb_cost){
        .passes = steps + 1.0,
        .bytes = (steps + 1.0) * product + first + steps * step,
        .flops = (steps + 1.0) * (entries_of(&s->matrix) * AXPY + nodes * PRODUCT) + nodes * (FIRST + steps * STEP),
    };
}

/* ---- Partial CCD ---- */

/* Nodes of the pairs, each once. */
static double nodes_of(const ts_ndb_pairs *pairs, size_t nodes) {
    unsigned char *seen = calloc(nodes + 1, 1);
    size_t count = 0;
    for (size_t k = 0; k < pairs->count && seen; ++k) {
        for (int i = 0; i < TS_STENCIL_NODES && pairs->probe[k].node[i] >= 0; ++i) {
            const size_t node = (size_t)pairs->probe[k].node[i];
            count += !seen[node];
            seen[node] = 1;
        }
    }
    free(seen);
    return (double)count;
}

static int samples_of(const ts_ndb_contact *contact, ts_ccd_kind kind) {
    const int n = contact->order, own = contact->settings.projection;
    switch (kind) {
    case TS_POINT_TRIANGLE: return own + n * (n + 1) / 2;
    case TS_EDGE_EDGE: return own + n * n;
    case TS_POINT_EDGE: return own + n;
    case TS_POINT_POINT: break;
    }
    return own + (n > 0);
}

/* A sample is F at both ends, |F(0)| by the separation, and their product. */
static ts_ndb_cost partial(const ts_ndb *s) {
    ts_ndb_cost cost = {.passes = 1.0};
    if (!s->contact) return cost;
    const ts_ndb_pairs *pairs = &s->contact->pairs;
    for (size_t k = 0; k < pairs->count; ++k) {
        const ts_ccd_kind kind = pairs->probe[k].kind;
        const int samples = samples_of(s->contact, kind), rows = ts_ccd_vertices(kind);
        cost.flops += samples * (2 * (SCALE + (rows - 1) * AXPY) + 2 * DOT + 1);
        cost.roots += samples;
    }
    cost.bytes = (double)pairs->count *
                     (sizeof *pairs->probe + sizeof *pairs->meets + sizeof *pairs->growth + sizeof *pairs->plane) +
                 nodes_of(pairs, s->bodies->nodes) * 2.0 * sizeof *s->plus;
    return cost;
}

/* ---- All ---- */

ts_ndb_cost ts_ndb_cost_of(const ts_ndb *solver, ts_ndb_work work, int sweeps) {
    switch (work) {
    case TS_NDB_WORK_LOCAL: return local_step(solver);
    case TS_NDB_WORK_SUBSPACE: return subspace(solver);
    case TS_NDB_WORK_SWEEPS: return damped(solver, sweeps);
    case TS_NDB_WORK_GRADIENTS: return gradients(solver, sweeps);
    case TS_NDB_WORK_PARTIAL:
    case TS_NDB_WORKS: break;
    }
    return partial(solver);
}

double ts_ndb_arithmetic_seconds(const ts_ndb_cost *cost, const ts_machine_rates *rates) {
    return fmax(cost->flops / rates->flops, cost->divisions / rates->divisions + cost->roots / rates->roots);
}
