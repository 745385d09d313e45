/* SPDX-License-Identifier: GPL-2.0-or-later
 * What this solver does not step, each with the member of the scene that asks for it. */
#include "ndb/refuse.h"

#include "core/error.h"
#include "ndb/options.h"

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
        if (body->material.strain_limit.upper > 0.0 || body->material.strain_limit.lower > 0.0)
            return refuse_object(bodies, node, ".material.strain_limit", "keeps no limit of the strain", error);
    }
    return TS_OK;
}

/* What the parts of contact would refuse without knowing what it is called in a scene. */
static ts_status refuse_contact(const ts_simulation *simulation, const ts_ndb_contact_settings *contact,
                                ts_error *error) {
    const struct {
        const char *member, *unit;
        double value, least, most;
        bool counts;
    } ranges[] = {
        {"time_step", "s", contact->h, TS_NDB_LEAST_H, TS_NDB_MOST_H, true},
        {"contact.dhat", "m", contact->dhat, TS_NDB_LEAST_DHAT, TS_NDB_MOST_DHAT, true},
        {"friction.eps_v", "m/s", contact->eps_v, TS_NDB_LEAST_EPS_V, TS_NDB_MOST_EPS_V,
         ts_ndb_contact_rubs(&simulation->bodies)},
    };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; ++k) {
        if (!ranges[k].counts || (ranges[k].value >= ranges[k].least && ranges[k].value <= ranges[k].most)) continue;
        return ts_fail(error, TS_ERROR_USAGE, "%s is %g %s; the solver ndb takes %g to %g with contact",
                       ranges[k].member, ranges[k].value, ranges[k].unit, ranges[k].least, ranges[k].most);
    }
    if (contact->bernstein || ts_ndb_contact_takes(contact->samples, contact->projection)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "solver.samples is %d; partial CCD takes 1, 3, 6, 10, ... of a triangle, or 0 with projection",
                   contact->samples);
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
    const ts_ndb_options options = ts_ndb_options_of(simulation);
    if (options.subspace == 0 && options.sweeps == 0) {
        return ts_fail(
            error, TS_ERROR_USAGE,
            "solver.subspace and solver.sweeps are both 0, so that nothing would be solved; give one of them");
    }
    ts_status status = settings->contact ? refuse_contact(simulation, &options.contact, error) : TS_OK;
    if (status == TS_OK) status = refuse_elements(&simulation->bodies, error);
    return status == TS_OK ? refuse_materials(&simulation->bodies, error) : status;
}
