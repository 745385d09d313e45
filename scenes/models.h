/* SPDX-License-Identifier: MIT
 * The models that a solver offers for scenes to choose from by name: how tets and membranes respond, what barrier keeps
 * contact apart. Scenes are read against a list of them, and know no solver. */
#ifndef TS_SCENES_MODELS_H
#define TS_SCENES_MODELS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <touchstone/ccd.h>

/* What a model is for: in a scene the member "tet", "membrane" or "rod_bending" of a material, "barrier" or "stiffness"
 * of the contact. */
typedef enum ts_model_role {
    TS_MODEL_TET = 0,
    TS_MODEL_MEMBRANE,
    TS_MODEL_ROD_BENDING,
    TS_MODEL_BARRIER,
    TS_MODEL_STIFFNESS,
    TS_MODEL_ROLES
} ts_model_role;

enum { TS_MODEL_NAME = 32, TS_MODEL_MOST_PARAMETERS = 4 };

/* All pointers live as long as the program. */
typedef struct ts_model {
    ts_model_role role;
    const char *name;                /* lower case, digits and '-', shorter than TS_MODEL_NAME */
    const char *about;               /* one line: the formula */
    bool keeps_orientation;          /* of tets: infinite where one is inverted */
    bool orthotropic;                /* of membranes: uses the material's "orthotropy" */
    const ts_ccd_option *parameters; /* beside those of the material or the contact */
    size_t parameter_count;          /* at most TS_MODEL_MOST_PARAMETERS */
} ts_model;

/* A solver's models by number, NULL beyond the last. */
typedef const ts_model *ts_model_list(size_t index);

/* What a scene, or a program, has chosen for a role. */
typedef struct ts_model_choice {
    char name[TS_MODEL_NAME];                   /* "": none; for a barrier the solver's first, for a stiffness the
                                                   barrier's own */
    const ts_model *model;                      /* NULL: not looked up yet */
    double parameter[TS_MODEL_MOST_PARAMETERS]; /* in the order of the model's; once it has been looked up */
} ts_model_choice;

static inline bool ts_model_is_none(const ts_model_choice *choice) {
    return choice->name[0] == '\0';
}

static inline bool ts_model_is(const ts_model_choice *choice, const ts_model *model) {
    return strcmp(choice->name, model->name) == 0;
}

/* "tet", "membrane", "rod_bending", "barrier", "stiffness". */
const char *ts_model_role_name(ts_model_role role);

/* NULL when the list has none of that role and name. */
const ts_model *ts_model_find(ts_model_list *list, ts_model_role role, const char *name);
/* The names of the role's models, at most `room`; returns how many. */
size_t ts_model_names(ts_model_list *list, ts_model_role role, const char **names, size_t room);

/* The model with its parameters at their standards. */
ts_model_choice ts_model_chosen(const ts_model *model);
/* Looks up a choice that nobody has: ts_model_chosen of the name. False when the list lacks it. */
bool ts_model_look_up(ts_model_list *list, ts_model_role role, ts_model_choice *choice);

#endif
