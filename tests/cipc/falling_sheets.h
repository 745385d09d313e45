/* SPDX-License-Identifier: MIT
 * Newton's method where increments come by turns of conjugate gradients: sheets that fall onto each other. */
#ifndef TS_TESTS_FALLING_SHEETS_H
#define TS_TESTS_FALLING_SHEETS_H

#include <stdio.h>

#include <omp.h>

#include "cipc/solver_parts.h"
#include "core/share.h"
#include "tests/cipc/small_scenes.h"

enum { STEPS = 2, MOST_SQUARES = 32, MOST_NODES = (MOST_SQUARES + 1) * (MOST_SQUARES + 1) };

typedef struct fall {
    int iterations, turned, in_region, last_turned; /* turned: by turns of conjugate gradients; the last of a step */
    bool is_last_turned;
    double x[STEPS][MOST_NODES][3]; /* the topmost sheet after each step */
} fall;

typedef struct fall_options {
    bool older_factor, by_body, trust_region;
    int threads, sheets, squares; /* these on a side */
    double dhat;                  /* m */
    double bending_scale;
} fall_options;

static bool note(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    fall *made = self;
    const bool turned = ts_test_figure(iteration, "turns") > 0.0;
    ++made->iterations;
    made->turned += turned;
    made->in_region += turned && ts_test_figure(iteration, "curvatures") > 0.0;
    made->is_last_turned = turned;
    return true;
}

/* Not flat, which would be unstable, with minima on all sides. */
static ts_mesh wavy_sheet(int squares, int k) {
    ts_mesh mesh = ts_test_sheet(squares, 0.2 - 0.013 * k, 4e-3 * (k + 1));
    for (size_t i = 0; i < mesh.nodes; ++i) mesh.x[i][1] += 1.5e-3 * sin(40.0 * mesh.x[i][0] + 25.0 * mesh.x[i][2] + k);
    return mesh;
}

/* Sheets that fall onto each other and the corner of a board. */
static void drop_sheets(fall_options by, fall *made) {
    omp_set_num_threads(by.threads);
    ts_share_everything(true);
    ts_ccd_method method;
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.dhat = by.dhat;
    for (int k = by.sheets - 1; k >= 0; --k) {
        ts_new_body sheet = {.body = {.material = ts_test_material()}};
        sheet.body.material.bending_scale = by.bending_scale;
        sheet.velocity[1] = -1.0;
        char name[32];
        snprintf(name, sizeof name, "sheet %d", k);
        ts_test_add(&setup, name, wavy_sheet(by.squares, k), &sheet);
    }
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_mesh corner = ts_test_sheet(2, 0.2, 0.0);
    for (size_t i = 0; i < corner.nodes; ++i) corner.x[i][0] += 0.09, corner.x[i][2] += 0.07;
    ts_test_add(&setup, "board", corner, &board);
    ts_simulation *simulation = ts_test_start(&setup, 0.0, &method);
    ts_newton_settings *settings = ts_test_as_published(simulation);
    settings->tolerance = 1e-7;
    settings->older_factor = by.older_factor;
    settings->by_body = by.by_body;
    settings->trust_region = by.trust_region;
    *made = (fall){0};
    simulation->hooks.observer = (ts_iteration_observer){.observe = note, .self = made};
    for (int k = 0; k < STEPS; ++k) {
        ck_assert_int_eq(ts_test_step(simulation).outcome, TS_STEP_DONE);
        made->last_turned += made->is_last_turned;
        memcpy(made->x[k], simulation->state.x, (size_t)((by.squares + 1) * (by.squares + 1)) * sizeof *made->x[k]);
    }
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}

#endif
