/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list generators` and `list materials`: what scenes are made of. */
#include <stdio.h>

#include "cli/common.h"
#include "cli/scenes/list.h"
#include "scenes/read/generators/generators.h"
#include "scenes/read/materials.h"

/* ---- Generators ---- */

static void add_generator(ts_json_builder *builder, cJSON *array, const ts_mesh_generator *generator) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", generator->name);
    ts_build_text(builder, object, "parameters", generator->parameters);
}

int ts_list_generators(bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    for (size_t k = 0; k < ts_mesh_generator_count(); ++k) {
        const ts_mesh_generator *generator = ts_mesh_generator_at(k);
        if (json)
            add_generator(&builder, array, generator);
        else
            printf("%-12s %s\n", generator->name, generator->parameters);
    }
    return json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
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

static void add_orthotropy(ts_json_builder *builder, cJSON *material, const ts_orthotropy *o) {
    cJSON *object = ts_build_object(builder, material, "orthotropy");
    ts_build_real(builder, object, "a11", o->a11);
    ts_build_real(builder, object, "a12", o->a12);
    ts_build_real(builder, object, "a22", o->a22);
    ts_build_real(builder, object, "G12", o->g12);
    ts_build_real(builder, object, "L1", o->l1);
    ts_build_real(builder, object, "L2", o->l2);
    ts_build_real(builder, object, "L12", o->l12);
}

/* Members are called as in a scene. */
static void add_material(ts_json_builder *builder, cJSON *array, const char *name, const ts_material *m) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", name);
    ts_build_real(builder, object, "density", m->density);
    ts_build_real(builder, object, "thickness", m->thickness);
    ts_build_real(builder, object, "E", m->young);
    ts_build_real(builder, object, "nu", m->poisson);
    if (m->orthotropy.a11 > 0.0)
        add_orthotropy(builder, object, &m->orthotropy);
    else
        ts_build_real(builder, object, "strain_limit", m->strain_limit.upper);
}

int ts_list_materials(bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    for (size_t k = 0; k < ts_material_count(); ++k) {
        if (json)
            add_material(&builder, array, ts_material_name(k), ts_material_at(k));
        else
            print_material(ts_material_name(k), ts_material_at(k));
    }
    return json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
}
