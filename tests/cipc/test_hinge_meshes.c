/* SPDX-License-Identifier: MIT
 * What the hinges of a mesh store when it is rolled up, over what a plate does: by mesh and direction
 * (docs/method.md, 3.4). Closed forms: a hinge of edge length L and heights h turns by the jump of slope of the linear
 * interpolation of the height field (d.x)^2 / 2. */
#include <math.h>

#include "cipc/potentials/table.h"
#include "mesh/generate.h"
#include "tests/cipc/small_scenes.h"

enum { CELLS = 64, NODES = 4000, DIRECTIONS = 8 };

/* Degrees from x to z. */
static const double DIRECTION[DIRECTIONS] = {0.0, 15.0, 30.0, 45.0, 75.0, 90.0, 120.0, 135.0};

/* Energies over the plate's, of the sheet rolled up along each direction to a cylinder of radius 1. */
static void roll(ts_mesh mesh, double out[DIRECTIONS]) {
    ts_material material = ts_test_material();
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add(&setup, "sheet", mesh, &(ts_new_body){.body.material = material});
    const ts_bodies *b = &setup.bodies;
    double area = 0.0;
    for (size_t k = 0; k < b->triangles; ++k) {
        double e[2][3], n[3];
        for (int j = 0; j < 2; ++j) ts_sub(b->rest[b->triangle[k][j + 1]], b->rest[b->triangle[k][0]], e[j]);
        ts_cross(e[0], e[1], n);
        area += 0.5 * sqrt(ts_norm2(n));
    }
    ts_potential potential;
    ts_error error;
    ck_assert_int_eq(ts_bending_potential.init(b, &potential, &error), TS_OK);
    double *value = malloc(potential.count * sizeof *value);
    const double plate = area * material.young * pow(material.thickness, 3.0) / (24.0 * (1.0 - 0.09));
    for (int k = 0; k < DIRECTIONS; ++k) {
        const double c = cos(DIRECTION[k] * M_PI / 180.0), s = sin(DIRECTION[k] * M_PI / 180.0);
        for (size_t i = 0; i < b->nodes; ++i) {
            const double along = c * b->rest[i][0] + s * b->rest[i][2], across = c * b->rest[i][2] - s * b->rest[i][0];
            const double x[3] = {c * sin(along) - s * across, 1.0 - cos(along), s * sin(along) + c * across};
            memcpy(setup.x[i], x, sizeof x);
        }
        potential.evaluate(potential.self, (const double(*)[3])setup.x, 0, potential.count,
                           &(ts_locals){.value = value});
        double sum = 0.0;
        for (size_t h = 0; h < potential.count; ++h) sum += value[h];
        out[k] = sum / plate;
    }
    free(value);
    potential.clear(&potential);
    ts_setup_clear(&setup);
}

/* ---- Meshes ---- */

typedef enum kind { EQUILATERAL, ALIKE, ALTERNATING, DELAUNAY, KINDS } kind;

static const char *const NAME[KINDS] = {"equilateral", "grid, diagonals alike", "grid, alternating", "Delaunay"};

/* Rows of equilateral triangles, in a parallelogram. */
static ts_mesh equilateral(void) {
    ts_mesh mesh = ts_test_sheet(CELLS, 1.0, 0.0);
    for (size_t i = 0; i < mesh.nodes; ++i) {
        mesh.x[i][0] += 0.5 * mesh.x[i][2];
        mesh.x[i][2] *= sqrt(0.75);
    }
    return mesh;
}

static ts_mesh made(kind of) {
    ts_mesh mesh = {0};
    ts_error error;
    ts_square_parameters square = TS_SQUARE_STANDARD;
    ts_grid_parameters grid = TS_GRID_STANDARD;
    square.nodes = NODES;
    grid.columns = grid.rows = CELLS + 1;
    grid.uniform = of == ALIKE;
    if (of == EQUILATERAL) return equilateral();
    if (of == DELAUNAY)
        ck_assert_int_eq(ts_generate_square(&square, &mesh, &error), TS_OK);
    else
        ck_assert_int_eq(ts_generate_grid(&grid, &mesh, &error), TS_OK);
    return mesh;
}

/* ---- Tests ---- */

/* Summed over the hinges of a cell, with sin 2 phi of the direction; diagonals that are alike run along 45 degrees. */
static double closed_form(kind of, double sine) {
    switch (of) {
    case ALIKE: return 3.0 + 3.0 * sine + 3.0 * sine * sine;
    case ALTERNATING: return 3.0 + 1.5 * sine * sine;
    default: return 3.0; /* turned by 60 degrees the mesh is the same: no direction is special */
    }
}

/* Hinges on the border are missing: a few hundredths. The Delaunay mesh has no closed form; it is no other than the
 * equilateral one by more than a twentieth. */
START_TEST(rolled_meshes_store_what_closed_forms_say) {
    double energy[DIRECTIONS];
    roll(made((kind)_i), energy);
    printf("%-22s", NAME[_i]);
    for (int d = 0; d < DIRECTIONS; ++d) printf(" %.2f", energy[d]);
    printf("\n");
    for (int d = 0; d < DIRECTIONS; ++d) {
        const double wanted = closed_form((kind)_i, sin(2.0 * DIRECTION[d] * M_PI / 180.0));
        ck_assert_double_eq_tol(energy[d] / wanted, 1.0, _i == DELAUNAY ? 0.05 : 0.02);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hinge meshes");
    TCase *tests = tcase_create("hinge meshes");
    tcase_add_loop_test(tests, rolled_meshes_store_what_closed_forms_say, 0, KINDS);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
