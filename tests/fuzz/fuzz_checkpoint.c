/* SPDX-License-Identifier: MIT
 * Fuzz target of checkpoints: the input is the file, of the scene below, its checksum put right. A state that is
 * accepted is stepped on from. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benches/solvers.h"
#include "scenes/read/scene.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/checkpoint_head.h"
#include "tests/fuzz/fuzz.h"

/* A tet above a particle that is led sideways. BDF2 carries most from step to step. */
static const char SCENE[] =
    "{\"integrator\": \"bdf2\", \"newton\": {\"most_iterations\": 2}, \"objects\": ["
    "{\"mesh\": {\"generator\": \"tetrahedron\"}},"
    "{\"mesh\": {\"generator\": \"particles\", \"count\": [1, 1, 1]}, \"translate\": [0, -1, 0],"
    " \"conditions\": [{\"until\": 1, \"velocity\": [1, 0, 0]}]}]}";

static ts_ccd_method method;

static ts_simulation *make_simulation(void) {
    char path[128];
    ts_scene scene = {0};
    ts_error error = {0};
    ts_simulation *simulation = NULL;
    snprintf(path, sizeof path, "%s/scene.json", fuzz_folder());
    fuzz_write(path, (const uint8_t *)SCENE, strlen(SCENE));
    if (!method.backend) {
        fuzz_require(ts_solvers_register_builtin(&error) == TS_OK, error.message);
        fuzz_require(ts_ccd_register_builtin(&error) == TS_OK, error.message);
        fuzz_require(ts_ccd_method_init(&method, "certified", NULL, &error) == TS_OK, error.message);
    }
    fuzz_require(ts_scene_read(path, NULL, &scene, &error) == TS_OK, error.message);
    unlink(path);
    const ts_simulation_hooks hooks = {.method = &method};
    fuzz_require(ts_simulation_create(&scene.setup, &hooks, &simulation, &error) == TS_OK, error.message);
    ts_scene_clear(&scene);
    return simulation;
}

static ts_checkpoint_note make_note(void) {
    ts_checkpoint_note note = {.scene_hash = 4711};
    strcpy(note.method, "certified {}");
    strcpy(note.rules, "none");
    return note;
}

static void step_on(ts_simulation *simulation) {
    ts_step_report report;
    ts_error error = {0};
    const size_t n = simulation->bodies.nodes;
    for (size_t i = 0; i < 3 * n; ++i) fuzz_require(isfinite(simulation->state.x[i / 3][i % 3]), "not finite");
    const ts_status status = ts_simulation_step(simulation, &report, &error);
    fuzz_require(status == TS_OK || (status != TS_ERROR_INTERNAL && *error.message), "an error without a reason");
}

/* A file that is refused changes nothing: the simulation serves again. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ts_simulation *simulation;
    char path[128];
    ts_error error = {0};
    ts_checkpoint_note note = make_note();
    if (!simulation) simulation = make_simulation();
    snprintf(path, sizeof path, "%s/checkpoint.bin", fuzz_folder());
    fuzz_write(path, data, size);
    ts_checkpoint_head_write(path, NULL);
    if (ts_checkpoint_read(path, simulation, &note, &error) == TS_OK) {
        step_on(simulation);
        ts_simulation_destroy(simulation);
        simulation = NULL;
    } else {
        fuzz_require(error.status == TS_ERROR_DATA && *error.message, "an error without a reason");
    }
    unlink(path);
    return 0;
}
