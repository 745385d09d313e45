/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list solvers`. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/list_options.h"
#include "cli/scenes/list.h"
#include "scenes/solver.h"

static void add_solver(ts_json_builder *builder, cJSON *array, const ts_solver *solver) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", solver->name);
    ts_build_text(builder, object, "summary", solver->summary);
    ts_build_text(builder, object, "source", solver->source);
    ts_build_options(builder, object, solver->options, solver->option_count);
}

int ts_list_solvers(bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    const ts_solver *solver;
    for (size_t k = 0; (solver = ts_solver_at(k)) != NULL; ++k) {
        if (json) {
            add_solver(&builder, array, solver);
            continue;
        }
        printf("%s%s\n  %s\n  source: %s\n", solver->name, k == 0 ? " (standard)" : "", solver->summary,
               solver->source);
        ts_print_options(solver->name, solver->options, solver->option_count);
    }
    return json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
}
