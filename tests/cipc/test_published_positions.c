/* SPDX-License-Identifier: MIT
 * Is what a step minimises what the C-IPC authors' program minimises? At the positions where that program ended a step
 * our gradient has to vanish: with its models, and with no other. Where its positions are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benches/solvers.h"
#include "cipc/solver_parts.h"
#include "core/vec3.h"
#include "scenes/read/scene.h"
#include "tests/support.h"

#define FOLDER TS_SOURCE_DIR "/../shared/data/peer-trajectories/"

typedef double (*rows)[3];

/* Steps of one scene, on the published program's way; `models` are ours where NULL. */
typedef struct published {
    const char *name;
    const char *membrane, *rod_bending; /* "": the standard */
    double kappa;                       /* that their program was given, J */
    int step;                           /* the last that is looked at, from 1 */
} published;

static const double DRAPE_KAPPA = 136.10842776377064, NOODLES_KAPPA = 66.74596845566361;

static void read_positions(const char *name, int steps, size_t nodes, rows *at) {
    char command[600];
    snprintf(command, sizeof command, "gzip -dc '%s%s.positions.gz'", FOLDER, name);
    FILE *file = popen(command, "r");
    ck_assert_ptr_nonnull(file);
    for (int k = 0; k < steps; ++k) {
        at[k] = malloc(nodes * sizeof **at);
        ck_assert_uint_eq(fread(at[k], sizeof **at, nodes, file), nodes);
    }
    while (fgetc(file) != EOF) {}
    ck_assert_int_eq(pclose(file), 0);
}

static void choose_models(ts_setup *setup, const published *from) {
    for (size_t i = 0; i < setup->bodies.bodies; ++i) {
        ts_material *material = &setup->bodies.body[i].material;
        if (*from->membrane) material->membrane = (ts_model_choice){0}, strcpy(material->membrane.name, from->membrane);
        if (*from->rod_bending)
            material->rod_bending = (ts_model_choice){0}, strcpy(material->rod_bending.name, from->rod_bending);
    }
}

static ts_simulation *make(const published *from) {
    static ts_ccd_method method;
    char path[400];
    ts_scene scene = {0};
    ts_error error = {0};
    ts_simulation *simulation = NULL;
    snprintf(path, sizeof path, "%s%s.json", FOLDER, from->name);
    if (!method.backend) ck_assert_int_eq(ts_ccd_method_init(&method, "certified", NULL, &error), TS_OK);
    ck_assert_msg(ts_scene_read(path, NULL, &scene, &error) == TS_OK, "%s", error.message);
    choose_models(&scene.setup, from);
    scene.setup.settings.kappa = from->kappa;
    scene.setup.settings.most_iterations = 1; /* its outcome does not matter */
    const ts_simulation_hooks hooks = {.method = &method};
    ck_assert_msg(ts_simulation_create(&scene.setup, &hooks, &simulation, &error) == TS_OK, "%s", error.message);
    ts_scene_clear(&scene);
    return simulation;
}

/* From their state before the step, so that the objective is that of the step; then back to x^n, which friction uses.
 */
static void begin_step(ts_simulation *s, const published *from, const rows *at) {
    const size_t n = s->bodies.nodes;
    ts_step_report report;
    ts_error error = {0};
    rows before = malloc(n * sizeof *before);
    for (int k = 0; k + 1 < from->step; ++k) {
        for (size_t i = 0; i < n; ++i) {
            ts_sub(at[k][i], s->state.x[i], s->state.v[i]);
            ts_scale(1.0 / s->settings.h, s->state.v[i], s->state.v[i]);
        }
        memcpy(s->state.x, at[k], n * sizeof *before);
    }
    memcpy(before, s->state.x, n * sizeof *before);
    ck_assert_msg(ts_simulation_step(s, &report, &error) == TS_OK, "%s", error.message);
    memcpy(s->state.x, before, n * sizeof *before);
    free(before);
}

static double norm_of(rows g, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) sum += ts_norm2(g[i]);
    return sqrt(sum);
}

/* |gradient| over that of the inertia alone. */
static double residual(const published *from) {
    ts_simulation *s = make(from);
    const size_t n = s->bodies.nodes;
    const ts_cipc *cipc = s->self;
    rows at[8], gradient = calloc(n, sizeof *gradient), inertia = calloc(n, sizeof *inertia);
    ts_error error = {0};
    read_positions(from->name, from->step, n, at);
    begin_step(s, from, at);
    ts_objective *objective = &((ts_cipc *)s->self)->objective;
    const double(*x)[3] = (const double(*)[3])at[from->step - 1];
    ck_assert_int_eq(ts_objective_update(objective, x, &error), TS_OK);
    ck_assert_int_eq(ts_objective_assemble(objective, x, &(ts_derivatives){.gradient = gradient}, &error), TS_OK);
    for (size_t i = 0; i < n; ++i) {
        double away[3];
        ts_sub(x[i], cipc->xtilde[i], away);
        if (!cipc->held[i]) ts_scale(s->bodies.mass[i], away, inertia[i]);
    }
    const double ratio = norm_of(gradient, n) / norm_of(inertia, n);
    for (int k = 0; k < from->step; ++k) free(at[k]);
    free(gradient);
    free(inertia);
    ts_simulation_destroy(s);
    return ratio;
}

static bool is_there(void) {
    const bool there = access(FOLDER "drape-tight.json", R_OK) == 0;
    if (!there) printf("skipped: no positions of the published program\n");
    return there;
}

START_TEST(cloth_is_neo_hookean) {
    if (!is_there()) return;
    ck_assert_double_lt(residual(&(published){"drape-tight-frictionless", "neo-hookean", "", DRAPE_KAPPA, 1}), 1e-5);
    ck_assert_double_lt(residual(&(published){"drape-tight", "neo-hookean", "", DRAPE_KAPPA, 2}), 5e-5);
    ck_assert_double_gt(residual(&(published){"drape-tight-frictionless", "", "", DRAPE_KAPPA, 1}), 5e-3);
    ck_assert_double_gt(residual(&(published){"drape-tight", "", "", DRAPE_KAPPA, 2}), 5e-3);
}
END_TEST

START_TEST(rods_bend_by_the_angle) {
    if (!is_there()) return;
    ck_assert_double_lt(residual(&(published){"noodles-tight", "", "angle", NOODLES_KAPPA, 4}), 5e-3);
    ck_assert_double_gt(residual(&(published){"noodles-tight", "", "", NOODLES_KAPPA, 4}), 0.3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("published positions");
    TCase *tests = tcase_create("published positions");
    ts_error error;
    tcase_add_test(tests, cloth_is_neo_hookean);
    tcase_add_test(tests, rods_bend_by_the_angle);
    suite_add_tcase(suite, tests);
    if (ts_solvers_register_builtin(&error) != TS_OK || ts_ccd_register_builtin(&error) != TS_OK) return EXIT_FAILURE;
    return ts_run_suite(suite);
}
