/* SPDX-License-Identifier: MIT
 * Looking models up by role and name. */
#include "scenes/models.h"

#include <assert.h>
#include <string.h>

const char *ts_model_role_name(ts_model_role role) {
    static const char *const NAMES[TS_MODEL_ROLES] = {"tet", "membrane", "rod_bending", "barrier", "stiffness"};
    return NAMES[role];
}

const ts_model *ts_model_find(ts_model_list *list, ts_model_role role, const char *name) {
    const ts_model *model;
    for (size_t k = 0; (model = list(k)) != NULL; ++k) {
        if (model->role == role && strcmp(model->name, name) == 0) return model;
    }
    return NULL;
}

size_t ts_model_names(ts_model_list *list, ts_model_role role, const char **names, size_t room) {
    const ts_model *model;
    size_t count = 0;
    for (size_t k = 0; (model = list(k)) != NULL; ++k) {
        if (model->role == role && count < room) names[count++] = model->name;
    }
    return count;
}

ts_model_choice ts_model_chosen(const ts_model *model) {
    ts_model_choice choice = {.model = model};
    assert(strlen(model->name) < sizeof choice.name && model->parameter_count <= TS_MODEL_MOST_PARAMETERS);
    strncpy(choice.name, model->name, sizeof choice.name - 1);
    for (size_t k = 0; k < model->parameter_count; ++k) choice.parameter[k] = model->parameters[k].standard;
    return choice;
}

bool ts_model_look_up(ts_model_list *list, ts_model_role role, ts_model_choice *choice) {
    if (ts_model_is_none(choice) || choice->model) return true;
    const ts_model *model = ts_model_find(list, role, choice->name);
    if (model) *choice = ts_model_chosen(model);
    return model != NULL;
}
