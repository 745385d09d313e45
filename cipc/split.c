/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the two solves of the split model minimise.
 *
 * Contact is of the second alone. The paper says both that the first has all forces but the limit's, and of its scene
 * with contact that elasticity is solved in the first step, limits and contact in the second. Its figure is of the
 * latter; and that solve has to have contact in any case, as it moves nodes, which is to leave no intersection behind.
 * Then contact in the first would act twice in a step. Friction goes by the forces of contact, so it is where they are.
 * Nodes that are pulled to where they are prescribed to be are pulled in both. */
#include "cipc/split.h"

#include "core/error.h"

enum {
    OF_BOTH = 1u << TS_ROLE_INERTIA | 1u << TS_ROLE_PULL,
    OF_FIRST = 1u << TS_ROLE_ELASTIC,
    OF_SECOND = 1u << TS_ROLE_LIMIT | 1u << TS_ROLE_CONTACT | 1u << TS_ROLE_FRICTION,
};

const ts_objective_part TS_SPLIT_UNLIMITED = {.minimised = OF_BOTH | OF_FIRST};
const ts_objective_part TS_SPLIT_LIMITED = {.minimised = OF_BOTH | OF_SECOND, .kept = OF_FIRST};

/* Contact alone would turn them inside out, or leave them next to that, where the first solve cannot begin. */
static ts_status refuse_elements(const ts_bodies *bodies, int32_t node, const char *elements, ts_error *error) {
    const ts_body *body = &bodies->body[bodies->body_of[node]];
    if (body->obstacle) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "objects '%s'.mesh: split_limits of the solver is for shells, particles and obstacles, not for %s, "
                   "whose elasticity its second solve would lack; leave solver.split_limits out",
                   body->name, elements);
}

static ts_status check_elements(const ts_bodies *bodies, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < bodies->tets && status == TS_OK; ++k)
        status = refuse_elements(bodies, bodies->tet[k][0], "tets", error);
    for (size_t k = 0; k < bodies->segments && status == TS_OK; ++k)
        status = refuse_elements(bodies, bodies->segment[k][0], "rods", error);
    return status;
}

/* Of the shells that deform: whether there is a limit. */
static ts_status check_limits(const ts_bodies *bodies, ts_error *error) {
    bool is_limited = false;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const ts_body *body = &bodies->body[bodies->body_of[bodies->triangle[k][0]]];
        const ts_material *material = &body->material;
        is_limited = is_limited || material->strain_limit.upper > 0.0 || material->strain_limit.lower > 0.0;
        if (!body->obstacle && material->membrane.model && material->membrane.model->orthotropic) {
            return ts_fail(error, TS_ERROR_USAGE,
                           "objects '%s'.material.membrane: an orthotropic membrane has its limits in its elasticity, "
                           "from which split_limits of the solver cannot take them; choose another one, or leave "
                           "solver.split_limits out",
                           body->name);
        }
    }
    if (is_limited) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "solver.split_limits: no object has a strain limit that could be split off; give one a "
                   "material.strain_limit, or leave the option out");
}

ts_status ts_split_check(const ts_simulation *simulation, ts_error *error) {
    const ts_integrator integrator = simulation->settings.integrator;
    if (integrator != TS_IMPLICIT_EULER) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "integrator: split_limits of the solver splits steps of implicit-euler, not of %s; leave one of "
                       "the two out",
                       TS_INTEGRATOR_NAMES[integrator]);
    }
    const ts_status status = check_elements(&simulation->bodies, error);
    return status == TS_OK ? check_limits(&simulation->bodies, error) : status;
}
