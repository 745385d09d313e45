/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list generators` and `list materials`: what scenes are made of. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/scenes/list.h"
#include "core/json.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/materials.h"
#include "scenes/read/scene.h"

/* Prints the array and frees it; `added` false: it is incomplete for want of memory. */
static int print_array(cJSON *array, bool added) {
    if (added) return ts_print_json(array);
    cJSON_Delete(array);
    return ts_print_json(NULL);
}

/* ---- Generators ---- */

static bool add_generator(cJSON *array, const ts_mesh_generator *generator) {
    cJSON *object = cJSON_CreateObject();
    return object && cJSON_AddItemToArray(array, object) && cJSON_AddStringToObject(object, "name", generator->name) &&
           cJSON_AddStringToObject(object, "parameters", generator->parameters);
}

int ts_list_generators(bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    bool added = array != NULL;
    for (size_t k = 0; k < ts_mesh_generator_count(); ++k) {
        const ts_mesh_generator *generator = ts_mesh_generator_at(k);
        if (json)
            added = added && add_generator(array, generator);
        else
            printf("%-12s %s\n", generator->name, generator->parameters);
    }
    return json ? print_array(array, added) : TS_EXIT_FINE;
}

/* ---- Materials ---- */

static void print_material(const char *name, const ts_material *m) {
    const ts_orthotropy *o = &m->orthotropy;
    printf("%s\n  density %g kg/m^3, thickness %g m, E %g Pa, nu %g\n", name, m->density, m->thickness, m->young,
           m->poisson);
    if (m->orthotropy.a11 > 0.0) {
        printf("  orthotropic: a11 %g, a12 %g, a22 %g, G12 %g Pa; Green strain below L1 %g, L2 %g, L12 %g\n", o->a11,
               o->a12, o->a22, o->g12, o->l1, o->l2, o->l12);
    } else {
        printf("  strain limit %g\n", m->strain_limit.upper);
    }
}

static bool add_orthotropy(cJSON *material, const ts_orthotropy *o) {
    cJSON *object = cJSON_AddObjectToObject(material, "orthotropy");
    return object && ts_json_add_real(object, "a11", o->a11) && ts_json_add_real(object, "a12", o->a12) &&
           ts_json_add_real(object, "a22", o->a22) && ts_json_add_real(object, "G12", o->g12) &&
           ts_json_add_real(object, "L1", o->l1) && ts_json_add_real(object, "L2", o->l2) &&
           ts_json_add_real(object, "L12", o->l12);
}

/* Members are called as in a scene. */
static bool add_material(cJSON *array, const char *name, const ts_material *m) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    const bool added = cJSON_AddStringToObject(object, "name", name) &&
                       ts_json_add_real(object, "density", m->density) &&
                       ts_json_add_real(object, "thickness", m->thickness) && ts_json_add_real(object, "E", m->young) &&
                       ts_json_add_real(object, "nu", m->poisson);
    if (!added) return false;
    return m->orthotropy.a11 > 0.0 ? add_orthotropy(object, &m->orthotropy)
                                                  : ts_json_add_real(object, "strain_limit", m->strain_limit.upper);
}

int ts_list_materials(bool json) {
    cJSON *array = json ? cJSON_CreateArray() : NULL;
    bool added = array != NULL;
    for (size_t k = 0; k < ts_material_count(); ++k) {
        if (json)
            added = added && add_material(array, ts_material_name(k), ts_material_at(k));
        else
            print_material(ts_material_name(k), ts_material_at(k));
    }
    return json ? print_array(array, added) : TS_EXIT_FINE;
}
