/* SPDX-License-Identifier: MIT
 * Bodies of tets: a single regular tetrahedron, a block of cubes of five tets each, a ball. */
#include <math.h>
#include <string.h>

#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"
#include "mesh/generate/tets.h"

/* ---- Regular tetrahedron, centred ---- */

static void set_tetrahedron(ts_mesh *mesh, double edge) {
    static const int CORNERS[4][3] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
    static const int32_t TET[4] = {0, 1, 2, 3};
    static const int32_t SURFACE[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const double half = edge / sqrt(8.0); /* the cube's half edge; the tetrahedron's edges are diagonals of its faces */
    for (int n = 0; n < 4; ++n) {
        for (int c = 0; c < 3; ++c) mesh->x[n][c] = half * CORNERS[n][c];
    }
    if (mesh->tets) memcpy(mesh->tet, TET, sizeof TET);
    if (mesh->triangles) memcpy(mesh->triangle, SURFACE, sizeof SURFACE);
}

ts_status ts_generate_tetrahedron(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"edge", "surface", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tetrahedron", json, NAMES, error);
    const double edge = ts_parameter_length(&parameters, "edge", 0.1);
    const bool surface = ts_json_truth(&parameters.at, "surface", false);
    ts_status status = ts_parameters_status(&parameters);
    if (status != TS_OK) return status;
    ts_mesh made = {.nodes = 4, .tets = surface ? 0 : 1, .triangles = surface ? 4 : 0};
    status = ts_mesh_make_room(&made, error);
    if (status != TS_OK) return status;
    set_tetrahedron(&made, edge);
    *mesh = made;
    return TS_OK;
}

/* ---- Block: in every cube a regular tet on the corners of even parity, and a tet at each corner of odd parity ---- */

typedef struct block {
    size_t cubes[3];
    double size[3];
} block;

static ts_status read_block(const cJSON *json, block *made, ts_error *error) {
    static const char *const NAMES[] = {"nx", "ny", "nz", "size", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-box", json, NAMES, error);
    *made = (block){.size = {1.0, 1.0, 1.0}};
    double nodes = 1.0;
    for (int c = 0; c < 3; ++c) {
        made->cubes[c] = ts_parameter_count(&parameters, NAMES[c], 4, 1);
        nodes *= (double)(made->cubes[c] + 1);
    }
    ts_json_vector(&parameters.at, "size", made->size);
    for (int c = 0; c < 3; ++c) {
        const ts_json_at member = ts_json_member(&parameters.at, "size");
        if (made->size[c] <= 0.0) ts_json_complain(&member, "%.15g is not positive", made->size[c]);
    }
    ts_parameters_limit(&parameters, "nx", nodes);
    return ts_parameters_status(&parameters);
}

static int32_t block_node(const block *box, const size_t at[3]) {
    return (int32_t)((at[2] * (box->cubes[1] + 1) + at[1]) * (box->cubes[0] + 1) + at[0]);
}

static void add_tet(ts_mesh *mesh, const int32_t nodes[4]) {
    int32_t *tet = mesh->tet[mesh->tets++];
    memcpy(tet, nodes, 4 * sizeof *tet);
    ts_tet_turn_positive((const double(*)[3])mesh->x, tet);
}

/* Parity over the whole block, so that the diagonals of neighbours agree. */
static void add_cube(const block *box, const size_t at[3], ts_mesh *mesh) {
    int32_t node[8], middle[4];
    size_t parity = at[0] + at[1] + at[2];
    for (size_t corner = 0; corner < 8; ++corner) {
        const size_t there[3] = {at[0] + corner % 2, at[1] + corner / 2 % 2, at[2] + corner / 4};
        node[corner] = block_node(box, there);
    }
    size_t even = 0;
    for (size_t corner = 0; corner < 8; ++corner) {
        if ((parity + corner % 2 + corner / 2 % 2 + corner / 4) % 2 == 0) {
            middle[even++] = node[corner];
            continue;
        }
        add_tet(mesh, (const int32_t[4]){node[corner], node[corner ^ 1], node[corner ^ 2], node[corner ^ 4]});
    }
    add_tet(mesh, middle);
}

static void fill_block(const block *box, ts_mesh *mesh) {
    const size_t *cubes = box->cubes;
    for (size_t n = 0; n < mesh->nodes; ++n) {
        const size_t at[3] = {n % (cubes[0] + 1), n / (cubes[0] + 1) % (cubes[1] + 1),
                              n / ((cubes[0] + 1) * (cubes[1] + 1))};
        for (int c = 0; c < 3; ++c) mesh->x[n][c] = ((double)at[c] / (double)cubes[c] - 0.5) * box->size[c];
    }
    mesh->tets = 0;
    for (size_t k = 0; k < cubes[0] * cubes[1] * cubes[2]; ++k) {
        add_cube(box, (size_t[3]){k % cubes[0], k / cubes[0] % cubes[1], k / (cubes[0] * cubes[1])}, mesh);
    }
}

ts_status ts_generate_tet_box(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    block box;
    ts_status status = read_block(json, &box, error);
    if (status != TS_OK) return status;
    const size_t *cubes = box.cubes;
    ts_mesh made = {.nodes = (cubes[0] + 1) * (cubes[1] + 1) * (cubes[2] + 1),
                    .tets = 5 * cubes[0] * cubes[1] * cubes[2]};
    status = ts_mesh_make_room(&made, error);
    if (status != TS_OK) return status;
    fill_block(&box, &made);
    *mesh = made;
    return TS_OK;
}

/* ---- Ball ---- */

static double ball_depth(const ts_solid *ball, const double x[3]) {
    return ball->size - sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* |a + t (b - a)| = radius. */
static double ball_cut(const ts_solid *ball, const double a[3], const double b[3]) {
    double dd = 0.0, ad = 0.0, aa = 0.0;
    for (int c = 0; c < 3; ++c) {
        const double d = b[c] - a[c];
        dd += d * d;
        ad += a[c] * d;
        aa += a[c] * a[c];
    }
    const double under = ball->size * ball->size - aa;
    return under / (ad + sqrt(fmax(ad * ad + dd * under, 0.0)));
}

static bool ball_project(const ts_solid *ball, double x[3]) {
    const double scale = ball->size / sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int c = 0; c < 3; ++c) x[c] *= scale;
    return true;
}

ts_status ts_generate_tet_ball(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-ball", json, NAMES, error);
    const size_t nodes = ts_parameter_solid_nodes(&parameters, 1760);
    const double radius = ts_parameter_length(&parameters, "radius", 0.5);
    const ts_status status = ts_parameters_status(&parameters);
    if (status != TS_OK) return status;
    const ts_solid ball = {.lo = {-radius, -radius, -radius},
                           .hi = {radius, radius, radius},
                           .size = radius,
                           .volume = 4.0 / 3.0 * TS_PI * radius * radius * radius,
                           .depth = ball_depth,
                           .cut = ball_cut,
                           .project = ball_project};
    return ts_fill_solid(&ball, nodes, mesh, error);
}
