/* SPDX-License-Identifier: MIT
 * The registry of solvers, filled before threads start. */
#include "scenes/solver.h"

#include <string.h>

#include "ccd/options.h"
#include "core/error.h"
#include "core/suggest.h"

static struct {
    const ts_solver *solver[TS_SOLVERS_MOST];
    size_t count;
} registry;

ts_status ts_solver_register(const ts_solver *solver, ts_error *error) {
    const ts_solver *known = ts_solver_find(solver->name);
    if (known == solver) return TS_OK;
    if (known) return ts_fail(error, TS_ERROR_USAGE, "a solver named '%s' is registered already", solver->name);
    if (registry.count == TS_SOLVERS_MOST) {
        return ts_fail(error, TS_ERROR_USAGE, "solver '%s' does not fit: %d are registered already", solver->name,
                       TS_SOLVERS_MOST);
    }
    const ts_option_set options = {"solver", solver->name, solver->options, solver->option_count};
    const ts_status status = ts_options_check(&options, error);
    if (status == TS_OK) registry.solver[registry.count++] = solver;
    return status;
}

size_t ts_solver_count(void) {
    return registry.count;
}

const ts_solver *ts_solver_at(size_t index) {
    return index < registry.count ? registry.solver[index] : NULL;
}

const ts_solver *ts_solver_find(const char *name) {
    for (size_t k = 0; k < registry.count; ++k) {
        if (strcmp(registry.solver[k]->name, name) == 0) return registry.solver[k];
    }
    return NULL;
}

ts_status ts_solver_choose(const char *name, const char *options_json, ts_solver_choice *choice, ts_error *error) {
    ts_solver_choice made = {.solver = ts_solver_find(name)};
    if (!made.solver) {
        const char *names[TS_SOLVERS_MOST];
        for (size_t k = 0; k < registry.count; ++k) names[k] = registry.solver[k]->name;
        const char *nearest = ts_nearest_name(name, names, registry.count);
        return ts_fail(error, TS_ERROR_USAGE, "there is no solver '%s'%s%s%s", name, nearest ? "; did you mean '" : "",
                       nearest ? nearest : "", nearest ? "'?" : "");
    }
    const ts_option_set options = {"solver", name, made.solver->options, made.solver->option_count};
    const ts_status status = ts_options_read(&options, options_json, made.option, error);
    if (status == TS_OK) *choice = made;
    return status;
}
