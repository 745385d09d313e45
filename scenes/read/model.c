/* SPDX-License-Identifier: MIT
 * A model of the solver's that a scene chooses: its name, or {"model": NAME} with parameters of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/suggest.h"
#include "scenes/read/read.h"
#include "scenes/solver.h"

/* "none", where it may be, and the solver's own. */
enum { MOST_NAMES = 65 };

/* Of contact there is always one. */
static bool may_be_none(ts_model_role role) {
    return role != TS_MODEL_BARRIER && role != TS_MODEL_STIFFNESS;
}

static size_t names_of(ts_model_list *models, ts_model_role role, const char *names[MOST_NAMES]) {
    size_t count = 0;
    if (may_be_none(role)) names[count++] = "none";
    return count + ts_model_names(models, role, names + count, MOST_NAMES - count);
}

/* The option of `simulate` that says this model; NULL: the scene does. */
static const char *option_of(const ts_scene_options *options, ts_model_role role) {
    if (role == TS_MODEL_BARRIER && options && options->barrier) return "--barrier";
    return role == TS_MODEL_STIFFNESS && options && options->stiffness ? "--stiffness" : NULL;
}

/* The other solver that has the model; NULL: none. */
static const char *owner_of(const ts_solver *solver, ts_model_role role, const char *name) {
    for (size_t k = 0; k < ts_solver_count(); ++k) {
        const ts_solver *other = ts_solver_at(k);
        if (other != solver && other->models && ts_model_find(other->models, role, name)) return other->name;
    }
    return NULL;
}

/* What is wrong with a name that the solver does not know. */
static void explain_name(const ts_solver *solver, ts_model_role role, const char *name, char *why, size_t size) {
    const char *names[MOST_NAMES] = {NULL}, *owner = owner_of(solver, role, name);
    const size_t count = names_of(solver->models, role, names);
    if (owner)
        snprintf(why, size, "'%s' is of the solver %s, and the solver %s has no such model; leave it out or use %s",
                 name, owner, solver->name, owner);
    else if (count == 0)
        snprintf(why, size, "there is no '%s', as the solver %s has no such models; leave it out", name, solver->name);
    else
        snprintf(why, size, "there is no '%s'; did you mean '%s'?", name, ts_nearest_name(name, names, count));
}

static void complain_of_name(const ts_json_at *at, const char *option, const char *why) {
    if (option)
        ts_json_refuse(at, "%s: %s", option, why);
    else
        ts_json_complain(at, "%s", why);
}

/* Without a list the name is taken as it is, for a solver to look up. */
static void choose(const ts_scene_reading *reading, const ts_json_at *at, ts_model_role role, ts_model_choice *choice) {
    const ts_solver *solver = reading->scene->setup.solver.solver;
    ts_model_list *models = solver ? solver->models : NULL;
    if (!cJSON_IsString(at->json)) {
        ts_json_complain(at, "the name of a model is expected here");
        return;
    }
    const char *name = at->json->valuestring;
    *choice = (ts_model_choice){0};
    if (may_be_none(role) && strcmp(name, "none") == 0) return;
    const ts_model *model = models ? ts_model_find(models, role, name) : NULL;
    if (model) {
        *choice = ts_model_chosen(model);
    } else if (models) {
        char why[256];
        explain_name(solver, role, name, why, sizeof why);
        complain_of_name(at, option_of(reading->options, role), why);
    } else if (strlen(name) < sizeof choice->name) {
        memcpy(choice->name, name, strlen(name) + 1);
    } else {
        ts_json_complain(at, "'%s' is too long for the name of a model", name);
    }
}

static double read_parameter(const ts_json_at *at, const ts_ccd_option *p) {
    if (p->type == TS_OPTION_BOOLEAN) return ts_json_truth(at, p->name, p->standard != 0.0);
    const double value = ts_json_number(at, p->name, p->standard, (ts_json_range){p->least, p->most, true, true});
    if (p->type == TS_OPTION_INTEGER && value != floor(value)) {
        ts_json_complain(at, "%s is %g, and must be a whole number", p->name, value);
    }
    return value;
}

static void read_parameters(const ts_json_at *at, ts_model_choice *choice) {
    const ts_model *model = choice->model;
    const size_t count = model ? model->parameter_count : 0;
    const char *names[TS_MODEL_MOST_PARAMETERS + 2] = {"model"};
    for (size_t k = 0; k < count; ++k) names[k + 1] = model->parameters[k].name;
    ts_json_expect_object(at, names);
    for (size_t k = 0; k < count; ++k) choice->parameter[k] = read_parameter(at, &model->parameters[k]);
}

void ts_scene_read_model(const ts_scene_reading *reading, const ts_json_at *at, ts_model_role role,
                         ts_model_choice *choice) {
    const ts_solver *solver = reading->scene->setup.solver.solver;
    const ts_json_at member = ts_json_member(at, ts_model_role_name(role));
    if (cJSON_IsObject(member.json)) {
        const ts_json_at name = ts_json_member(&member, "model");
        choose(reading, &name, role, choice);
        if (!ts_json_failed(at)) read_parameters(&member, choice);
    } else if (member.json) {
        choose(reading, &member, role, choice);
    }
    if (solver && solver->models)
        ts_model_look_up(solver->models, role, choice); /* a standard that this solver lacks is for it to complain of */
}
