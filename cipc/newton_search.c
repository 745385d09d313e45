/* SPDX-License-Identifier: GPL-2.0-or-later
 * The trials of a step: where they lead, what the filters allow, whether the energy falls. */
#include "cipc/newton_search.h"

#include "core/clock.h"
#include "core/vec3.h"

double ts_search_descent(const ts_search *all) {
    double descent = 0.0;
    for (size_t i = 0; i < all->newton->nodes; ++i) descent -= ts_dot(all->newton->gradient[i], all->newton->p[i]);
    return descent;
}

ts_status ts_search_go_to(ts_search *all, double alpha, ts_error *error) {
    for (size_t i = 0; i < all->newton->nodes; ++i) ts_axpy(all->newton->start[i], alpha, all->newton->p[i], all->x[i]);
    return ts_objective_update(all->objective, (const double(*)[3])all->x, error);
}

ts_status ts_search_try(ts_search *all, double alpha, bool *found, ts_error *error) {
    const ts_status status = ts_search_go_to(all, alpha, error);
    if (status != TS_OK) return status;
    const ts_objective_value here = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    all->rise = here.value - all->energy.value;
    *found = here.value <= all->energy.value + all->energy.noise;
    if (!*found) return TS_OK;
    all->energy = here;
    all->now.alpha = alpha;
    return TS_OK;
}

ts_status ts_search_limit(ts_search *all, ts_error *error) {
    const double start = ts_seconds();
    const ts_status status = ts_objective_max_step(all->objective, (const double(*)[3])all->newton->start,
                                                   (const double(*)[3])all->newton->p, &all->now.max_step, error);
    all->now.filter_seconds += ts_seconds() - start;
    return status;
}
