/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list models`: what scenes may choose of each solver by name. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/list_options.h"
#include "cli/scenes/list.h"
#include "core/error.h"
#include "scenes/solver.h"

static bool add_model(cJSON *array, const ts_solver *solver, const ts_model *model) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    return cJSON_AddStringToObject(object, "solver", solver->name) &&
           cJSON_AddStringToObject(object, "role", ts_model_role_name(model->role)) &&
           cJSON_AddStringToObject(object, "name", model->name) &&
           cJSON_AddStringToObject(object, "about", model->about) &&
           ts_add_options(object, model->parameters, model->parameter_count);
}

static void print_model(const ts_solver *solver, const ts_model *model) {
    printf("%s: %s %s\n  %s\n", solver->name, ts_model_role_name(model->role), model->name, model->about);
    ts_print_options(model->name, model->parameters, model->parameter_count);
}

int ts_list_models(bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    bool added = array != NULL;
    const ts_solver *solver;
    const ts_model *model;
    for (size_t k = 0; (solver = ts_solver_at(k)) != NULL; ++k) {
        for (size_t m = 0; solver->models && (model = solver->models(m)) != NULL; ++m) {
            if (json)
                added = added && add_model(array, solver, model);
            else
                print_model(solver, model);
        }
    }
    if (!json) return TS_EXIT_FINE;
    if (added) return ts_print_json(array);
    cJSON_Delete(array);
    ts_error error;
    ts_fail_memory(&error, "the list");
    return ts_complain(&error);
}
