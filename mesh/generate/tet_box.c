/* SPDX-License-Identifier: MIT
 * A box of cubes of five tets each: in every cube a regular tet on the corners of even parity, and a tet at each corner
 * of odd parity. */
#include <assert.h>
#include <string.h>

#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/solid/tets.h"

static int32_t box_node(const ts_tet_box_parameters *box, const size_t at[3]) {
    return (int32_t)((at[2] * (box->cubes[1] + 1) + at[1]) * (box->cubes[0] + 1) + at[0]);
}

static void add_tet(ts_mesh *mesh, const int32_t nodes[4]) {
    int32_t *tet = mesh->tet[mesh->tets++];
    memcpy(tet, nodes, 4 * sizeof *tet);
    ts_tet_turn_positive((const double(*)[3])mesh->x, tet);
}

/* Parity over the whole box, so that the diagonals of neighbours agree. */
static void add_cube(const ts_tet_box_parameters *box, const size_t at[3], ts_mesh *mesh) {
    int32_t node[8], middle[4];
    size_t parity = at[0] + at[1] + at[2];
    for (size_t corner = 0; corner < 8; ++corner) {
        const size_t there[3] = {at[0] + corner % 2, at[1] + corner / 2 % 2, at[2] + corner / 4};
        node[corner] = box_node(box, there);
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

static void fill_box(const ts_tet_box_parameters *box, ts_mesh *mesh) {
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

ts_status ts_generate_tet_box(const ts_tet_box_parameters *box, ts_mesh *mesh, ts_error *error) {
    const size_t *cubes = box->cubes;
    assert(cubes[0] > 0 && cubes[1] > 0 && cubes[2] > 0);
    double nodes = 1.0;
    for (int c = 0; c < 3; ++c) nodes *= (double)(cubes[c] + 1);
    ts_status status = ts_generate_limit("tet-box: nx", nodes, error);
    if (status != TS_OK) return status;
    ts_mesh made = {.nodes = (cubes[0] + 1) * (cubes[1] + 1) * (cubes[2] + 1),
                    .tets = 5 * cubes[0] * cubes[1] * cubes[2]};
    status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    fill_box(box, &made);
    *mesh = made;
    return TS_OK;
}
