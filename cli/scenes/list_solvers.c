/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list solvers`. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/list_options.h"
#include "cli/scenes/list.h"
#include "core/error.h"
#include "scenes/solver.h"

static bool add_solver(cJSON *array, const ts_solver *solver) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    return cJSON_AddStringToObject(object, "name", solver->name) &&
           cJSON_AddStringToObject(object, "summary", solver->summary) &&
           cJSON_AddStringToObject(object, "source", solver->source) &&
           ts_add_options(object, solver->options, solver->option_count);
}

int ts_list_solvers(bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    bool added = array != NULL;
    const ts_solver *solver;
    for (size_t k = 0; (solver = ts_solver_at(k)) != NULL; ++k) {
        if (json) {
            added = added && add_solver(array, solver);
            continue;
        }
        printf("%s%s\n  %s\n  source: %s\n", solver->name, k == 0 ? " (standard)" : "", solver->summary,
               solver->source);
        ts_print_options(solver->name, solver->options, solver->option_count);
    }
    if (!json) return TS_EXIT_FINE;
    if (added) return ts_print_json(array);
    cJSON_Delete(array);
    ts_error error;
    ts_fail_memory(&error, "the list");
    return ts_complain(&error);
}
