/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list models`: what scenes may choose of each solver by name. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/list_options.h"
#include "cli/scenes/list.h"
#include "scenes/solver.h"

static void add_model(ts_json_builder *builder, cJSON *array, const ts_solver *solver, const ts_model *model) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "solver", solver->name);
    ts_build_text(builder, object, "role", ts_model_role_name(model->role));
    ts_build_text(builder, object, "name", model->name);
    ts_build_text(builder, object, "about", model->about);
    ts_build_options(builder, object, model->parameters, model->parameter_count);
}

static void print_model(const ts_solver *solver, const ts_model *model) {
    printf("%s: %s %s\n  %s\n", solver->name, ts_model_role_name(model->role), model->name, model->about);
    ts_print_options(model->name, model->parameters, model->parameter_count);
}

int ts_list_models(bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    const ts_solver *solver;
    const ts_model *model;
    for (size_t k = 0; (solver = ts_solver_at(k)) != NULL; ++k) {
        for (size_t m = 0; solver->models && (model = solver->models(m)) != NULL; ++m) {
            if (json)
                add_model(&builder, array, solver, model);
            else
                print_model(solver, model);
        }
    }
    return json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
}
