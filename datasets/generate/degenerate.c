/* SPDX-License-Identifier: MIT
 * Family `degenerate`: primitives without length or area at one end or all the time, vertices that coincide,
 * and no motion at all. */
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

typedef struct ts_collapse {
    int choice;    /* which vertices fall together */
    double factor; /* of a triangle without area: its last vertex on the line of the others */
} ts_collapse;

static void copy_row(double x[4][3], int to, int from) {
    memcpy(x[to], x[from], sizeof x[to]);
}

static void collapse_triangle(const ts_collapse *collapse, double x[4][3]) {
    double edge[3];
    switch (collapse->choice) {
    case 0:
        copy_row(x, 2, 1);
        copy_row(x, 3, 1);
        break;
    case 1: copy_row(x, 2, 1); break;
    case 2: copy_row(x, 3, 2); break;
    default:
        ts_sub(x[2], x[1], edge);
        ts_axpy(x[1], collapse->factor, edge, x[3]);
        break;
    }
}

static void apply_collapse(ts_ccd_kind kind, const ts_collapse *collapse, double x[4][3]) {
    switch (kind) {
    case TS_POINT_TRIANGLE: collapse_triangle(collapse, x); break;
    case TS_EDGE_EDGE:
        if (collapse->choice != 1) copy_row(x, 1, 0);
        if (collapse->choice != 0) copy_row(x, 3, 2);
        break;
    case TS_POINT_EDGE: copy_row(x, 2, 1); break;
    case TS_POINT_POINT: copy_row(x, 1, 0); break;
    }
}

static void sample_positions(ts_random *random, ts_ccd_kind kind, bool lattice, double x[4][3]) {
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) {
        if (lattice) {
            for (int c = 0; c < 3; ++c) x[i][c] = ts_sample_integer(random, -4, 4);
        } else {
            ts_sample_cube(random, 1.0, x[i]);
        }
    }
}

/* Collapses the query at its start, its end, or both. */
static void collapse_query(ts_random *random, bool lattice, ts_ccd_query *query) {
    static const double factors[] = {-2.0, -1.0, 0.0, 0.5, 2.0, 3.0};
    ts_collapse collapse;
    /* A vertex on the line of two others is exact on the lattice only. */
    collapse.choice = (int)ts_random_below(random, lattice ? 4 : 3);
    collapse.factor = factors[ts_random_below(random, 6)];
    const uint64_t when = ts_random_below(random, 4);
    if (when != 0) apply_collapse(query->kind, &collapse, query->x0);
    if (when != 1) apply_collapse(query->kind, &collapse, query->x1);
}

/* A vertex of the second primitive goes where one of the first is, at the start or the end. */
static void coincide(ts_random *random, ts_ccd_query *query) {
    const int first = ts_ccd_first_vertices(query->kind), count = ts_ccd_vertices(query->kind);
    const int from = (int)ts_random_below(random, (uint64_t)first);
    const int to = first + (int)ts_random_below(random, (uint64_t)(count - first));
    copy_row(ts_sample_one_in(random, 2) ? query->x0 : query->x1, to, from);
}

void ts_generate_degenerate(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "degenerate", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    const bool lattice = ts_sample_one_in(&random, 2);
    sample_positions(&random, kind, lattice, made.x0);
    sample_positions(&random, kind, lattice, made.x1);
    const uint64_t mode = ts_random_below(&random, 8);
    if (mode == 0 || mode == 3) coincide(&random, &made);
    if (mode != 1) collapse_query(&random, lattice, &made);
    if (mode <= 2) memcpy(made.x1, made.x0, sizeof made.x1); /* no motion */
    if (ts_sample_one_in(&random, 2)) {
        made.min_distance = lattice ? ts_sample_integer(&random, 1, 8) / 2.0 : ts_random_log(&random, 1e-4, 1.0);
    }
    made.t_max = ts_sample_t_max(&random);
    ts_hand_over(&made, query);
}
