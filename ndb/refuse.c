/* SPDX-License-Identifier: GPL-2.0-or-later
 * What this solver does not step, each with the member of the scene that asks for it. */
#include "ndb/refuse.h"

#include "core/error.h"

/* `member` of the object that a node belongs to. */
static ts_status refuse_object(const ts_bodies *bodies, int32_t node, const char *member, const char *why,
                               ts_error *error) {
    return ts_fail(error, TS_ERROR_USAGE, "objects '%s'%s: the solver ndb %s; use the solver cipc",
                   bodies->body[bodies->body_of[node]].name, member, why);
}

static ts_status refuse_elements(const ts_bodies *bodies, ts_error *error) {
    if (bodies->tets > 0)
        return refuse_object(bodies, bodies->tet[0][0], ".mesh", "steps shells and obstacles, no tets", error);
    for (size_t k = 0; k < bodies->segments; ++k) {
        const int32_t node = bodies->segment[k][0];
        if (!bodies->body[bodies->body_of[node]].obstacle)
            return refuse_object(bodies, node, ".mesh", "steps shells and obstacles, no rods", error);
    }
    for (size_t k = 0; k < bodies->particles; ++k) {
        const int32_t node = bodies->particle[k];
        if (!bodies->body[bodies->body_of[node]].obstacle)
            return refuse_object(bodies, node, ".mesh", "steps shells and obstacles, no particles", error);
    }
    return TS_OK;
}

static ts_status refuse_materials(const ts_bodies *bodies, ts_error *error) {
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const int32_t node = bodies->triangle[k][0];
        const ts_body *body = &bodies->body[bodies->body_of[node]];
        if (body->obstacle || ts_model_is_none(&body->material.membrane)) continue;
        if (body->material.membrane.model && body->material.membrane.model->orthotropic)
            return refuse_object(bodies, node, ".material.membrane", "has no orthotropic shells", error);
        if (body->material.strain_limit.upper > 0.0 || body->material.strain_limit.lower > 0.0)
            return refuse_object(bodies, node, ".material.strain_limit", "keeps no limit of the strain", error);
    }
    return TS_OK;
}

ts_status ts_ndb_refuse(const ts_simulation *simulation, ts_error *error) {
    const ts_simulation_settings *settings = &simulation->settings;
    if (settings->integrator != TS_IMPLICIT_EULER) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "integrator: the solver ndb steps by implicit-euler, not by %s; leave it out or use the solver "
                       "cipc",
                       TS_INTEGRATOR_NAMES[settings->integrator]);
    }
    if (settings->contact && settings->asking != TS_ASK_ALL) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "contact.ask: the solver ndb asks all pairs, not those of the published program; leave it out "
                       "or use the solver cipc");
    }
    const ts_status status = refuse_elements(&simulation->bodies, error);
    return status == TS_OK ? refuse_materials(&simulation->bodies, error) : status;
}
