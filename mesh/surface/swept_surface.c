/* SPDX-License-Identifier: MIT
 * Rows of nodes over a surface, jittered and zipped to triangles. */
#include "mesh/surface/swept_surface.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/random.h"
#include "mesh/surface/relax.h"

static const double ROW_HEIGHT = 0.86602540378443865; /* of an equilateral triangle */
/* Below 1/2 neighbours cannot change places. */
static const double JITTER = 0.3;
static const int ROUNDS = 12;
/* With fewer nodes the middle of a node's neighbours says nothing about the surface. */
static const size_t FEWEST_TO_RELAX = 12;

/* The rows: counts of nodes, and the first node of each. */
typedef struct plan {
    size_t rows;
    size_t *count, *first;
} plan;

static size_t fewest_in_row(const ts_swept_surface *surface) {
    return surface->closed ? 3 : 2;
}

static bool is_pole(const ts_swept_surface *surface, size_t row, size_t rows) {
    return (row == 0 && surface->pole[0]) || (row + 1 == rows && surface->pole[1]);
}

static size_t fewest_rows(const ts_swept_surface *surface) {
    return surface->pole[0] && surface->pole[1] ? 3 : 2;
}

size_t ts_swept_surface_least(const ts_swept_surface *surface) {
    size_t least = 0;
    for (size_t row = 0; row < fewest_rows(surface); ++row) {
        const bool pole = is_pole(surface, row, fewest_rows(surface));
        least += pole ? 1 : row == 0 && surface->rim ? surface->rim : fewest_in_row(surface);
    }
    return least;
}

/* How many nodes the row has when triangles are equilateral. */
static double ideal_count(const ts_swept_surface *surface, size_t row, size_t rows) {
    if (is_pole(surface, row, rows)) return 1.0;
    const double v = (double)row / (double)(rows - 1);
    const double edge = surface->profile / (double)(rows - 1) / ROW_HEIGHT;
    const double count = surface->girth(surface, v) / edge + (surface->closed ? 0.0 : 1.5);
    return fmax(count, (double)fewest_in_row(surface));
}

static double ideal_total(const ts_swept_surface *surface, size_t rows) {
    double total = 0.0;
    for (size_t row = 0; row < rows; ++row) total += ideal_count(surface, row, rows);
    return total;
}

/* A row's nodes are given by the problem (a pole, the rim), or left open: 0. */
static size_t given_count(const ts_swept_surface *surface, size_t row, size_t rows) {
    if (is_pole(surface, row, rows)) return 1;
    return row == 0 ? surface->rim : 0;
}

/* Shares the nodes out among the rows in proportion to the ideal, the sum exact. False where a row gets too few. */
static bool share_nodes(const ts_swept_surface *surface, size_t nodes, plan *made) {
    double ideal = 0.0;
    size_t given = 0;
    for (size_t row = 0; row < made->rows; ++row) {
        const size_t fixed = given_count(surface, row, made->rows);
        given += fixed;
        if (!fixed) ideal += ideal_count(surface, row, made->rows);
    }
    if (given > nodes) return false;
    const size_t open = nodes - given;
    double sum = 0.0;
    size_t shared = 0, first = 0;
    bool enough = true;
    for (size_t row = 0; row < made->rows; ++row) {
        size_t count = given_count(surface, row, made->rows);
        if (!count) {
            sum += ideal_count(surface, row, made->rows);
            const size_t until = (size_t)floor(fmin(sum / ideal, 1.0) * (double)open + 0.5);
            count = until - shared;
            shared = until;
            enough = enough && count >= fewest_in_row(surface);
        }
        made->count[row] = count;
        made->first[row] = first;
        first += count;
    }
    return enough && first == nodes;
}

/* The rows whose ideal total comes nearest; it rises with them. */
static size_t best_rows(const ts_swept_surface *surface, size_t nodes) {
    size_t few = fewest_rows(surface), many = nodes;
    while (few + 1 < many) {
        const size_t middle = few + (many - few) / 2;
        *(ideal_total(surface, middle) <= (double)nodes ? &few : &many) = middle;
    }
    const double lacking = (double)nodes - ideal_total(surface, few);
    return ideal_total(surface, few + 1) - (double)nodes < lacking ? few + 1 : few;
}

static ts_status plan_rows(const ts_swept_surface *surface, size_t nodes, plan *made, ts_error *error) {
    const size_t rows = best_rows(surface, nodes);
    made->count = calloc(rows, sizeof *made->count);
    made->first = calloc(rows, sizeof *made->first);
    if (!made->count || !made->first) return ts_fail_memory(error, "a mesh");
    /* Narrow surfaces: rounding may leave a row too short, with fewer rows there is more for each. */
    for (made->rows = rows; made->rows >= fewest_rows(surface); made->rows -= 1 + made->rows / 64) {
        if (share_nodes(surface, nodes, made)) return TS_OK;
    }
    return ts_fail(error, TS_ERROR_USAGE, "nodes: %zu cannot be shared out over the surface", nodes);
}

/* ---- Nodes ---- */

static bool is_border_row(const ts_swept_surface *surface, size_t row, size_t rows) {
    return (row == 0 || row + 1 == rows) && !is_pole(surface, row, rows);
}

/* Even rows start at the beginning, odd ones half an edge later: equilateral triangles as far as counts allow. */
static double even_u(const ts_swept_surface *surface, size_t row, size_t index, size_t count, bool border) {
    if (count == 1) return 0.0;
    const double shift = row % 2 && !border ? 0.5 : 0.0;
    if (surface->closed) return ((double)index + shift) / (double)count;
    if (index == 0 || index + 1 == count) return index == 0 ? 0.0 : 1.0;
    return ((double)index - shift) / ((double)(count - 1) - 2.0 * shift);
}

/* The nodes of a surface being made: where they are along their row, and whether they stay there. */
typedef struct placement {
    double (*x)[3], *u;
    bool *fixed;
} placement;

static void place_row(const ts_swept_surface *surface, const plan *rows, size_t row, ts_random *random,
                      const placement *nodes) {
    const size_t count = rows->count[row];
    const bool border = is_border_row(surface, row, rows->rows), pole = is_pole(surface, row, rows->rows);
    const double spacing = count > 1 ? 1.0 / (double)(surface->closed ? count : count - 1) : 0.0;
    const double height = 1.0 / (double)(rows->rows - 1);
    for (size_t i = 0; i < count; ++i) {
        const size_t node = rows->first[row] + i;
        const bool end = !surface->closed && (i == 0 || i + 1 == count);
        nodes->u[node] = even_u(surface, row, i, count, border);
        double v = (double)row * height;
        nodes->fixed[node] = border || pole || end;
        if (!nodes->fixed[node]) {
            nodes->u[node] += JITTER * spacing * ts_random_between(random, -1.0, 1.0);
            v += JITTER * height * ts_random_between(random, -1.0, 1.0);
        }
        surface->point(surface, nodes->u[node], v, nodes->x[node]);
    }
}

/* ---- Triangles ---- */

static void add_triangle(ts_mesh *mesh, size_t a, size_t b, size_t c) {
    int32_t *triangle = mesh->triangle[mesh->triangles++];
    triangle[0] = (int32_t)a;
    triangle[1] = (int32_t)b;
    triangle[2] = (int32_t)c;
}

/* One row as the zipper sees it: `edges` edges, the last of a ring back to its beginning. */
typedef struct side {
    const double *u;
    size_t first, count, edges, at;
} side;

static size_t side_node(const side *row, size_t index) {
    return row->first + index % row->count;
}

static double next_middle(const side *row) {
    const size_t next = row->at + 1;
    return row->u[side_node(row, row->at)] + row->u[side_node(row, next)] + (next == row->count ? 1.0 : 0.0);
}

static void zip_rows(ts_mesh *mesh, const double *u, const plan *rows, size_t row, bool closed) {
    side side_of[2];
    for (size_t k = 0; k < 2; ++k) {
        const size_t count = rows->count[row + k];
        const size_t edges = count == 1 ? 0 : closed ? count : count - 1;
        side_of[k] = (side){.u = u, .first = rows->first[row + k], .count = count, .edges = edges};
    }
    side *a = &side_of[0], *b = &side_of[1];
    while (a->at < a->edges || b->at < b->edges) {
        const bool from_a = b->at == b->edges || (a->at < a->edges && next_middle(a) <= next_middle(b));
        const size_t here = side_node(a, a->at), there = side_node(b, b->at);
        if (from_a) {
            add_triangle(mesh, here, there, side_node(a, ++a->at));
        } else {
            add_triangle(mesh, here, there, side_node(b, ++b->at));
        }
    }
}

static size_t count_triangles(const ts_swept_surface *surface, const plan *rows) {
    size_t total = 0;
    for (size_t row = 0; row < rows->rows; ++row) {
        const size_t count = rows->count[row], edges = count == 1 ? 0 : surface->closed ? count : count - 1;
        const bool outermost = row == 0 || row + 1 == rows->rows;
        total += outermost ? edges : 2 * edges;
    }
    return total;
}

static ts_status fill_mesh(const ts_swept_surface *surface, const plan *rows, uint64_t seed, ts_mesh *mesh,
                           ts_error *error) {
    double *u = malloc(mesh->nodes * sizeof *u);
    bool *fixed = malloc(mesh->nodes * sizeof *fixed);
    ts_status status = u && fixed ? TS_OK : ts_fail_memory(error, "a mesh");
    if (status == TS_OK) {
        ts_random random;
        ts_random_init(&random, seed, 0);
        const placement nodes = {mesh->x, u, fixed};
        for (size_t row = 0; row < rows->rows; ++row) place_row(surface, rows, row, &random, &nodes);
        mesh->triangles = 0;
        for (size_t row = 0; row + 1 < rows->rows; ++row) zip_rows(mesh, u, rows, row, surface->closed);
        status = ts_swept_surface_relax(surface, fixed, mesh->nodes < FEWEST_TO_RELAX ? 0 : ROUNDS, mesh, error);
    }
    free(u);
    free(fixed);
    return status;
}

ts_status ts_swept_surface_mesh(const ts_swept_surface *surface, size_t nodes, uint64_t seed, ts_mesh *mesh,
                                ts_error *error) {
    plan rows = {0};
    ts_status status = plan_rows(surface, nodes, &rows, error);
    if (status == TS_OK) {
        ts_mesh made = {.nodes = nodes, .triangles = count_triangles(surface, &rows)};
        status = ts_mesh_allocate(&made, error);
        if (status == TS_OK) status = fill_mesh(surface, &rows, seed, &made, error);
        if (status == TS_OK) {
            *mesh = made;
        } else {
            ts_mesh_clear(&made);
        }
    }
    free(rows.count);
    free(rows.first);
    return status;
}
