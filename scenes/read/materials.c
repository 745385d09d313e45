/* SPDX-License-Identifier: MIT
 * Materials: the measured ones of the paper (isotropic after Penava 2014, orthotropic after Clyde 2017), the cloth of
 * Lan et al. 2024, and those a scene spells out. */
#include <math.h>
#include <string.h>

#include "core/suggest.h"
#include "scenes/read/materials.h"
#include "scenes/read/read.h"

typedef struct named_material {
    const char *name;
    ts_material material;
} named_material;

#define ISOTROPIC(rho, t, e, nu, limit)                                                                                \
    {                                                                                                                  \
        .density = (rho), .thickness = (t), .young = (e), .poisson = (nu), .membrane_scale = 1.0,                      \
        .bending_scale = 1.0, .membrane = {.name = "stvk"}, .rod_bending = {.name = "bergou"}, .bends = true,          \
        .strain_limit = {                                                                                              \
            .upper = (limit),                                                                                          \
            .upper_start = 1.0,                                                                                        \
            .stiffness = 1e3                                                                                           \
        }                                                                                                              \
    }

#define ORTHOTROPIC(rho, t, e, stiff1, stiff12, stiff2, shear, limit1, limit2, limit12)                                \
    {                                                                                                                  \
        .density = (rho), .thickness = (t), .young = (e), .membrane_scale = 1.0, .bending_scale = 1.0,                 \
        .membrane = {.name = "orthotropic"}, .rod_bending = {.name = "bergou"}, .bends = true, .orthotropy = {         \
            .a11 = (stiff1),                                                                                           \
            .a12 = (stiff12),                                                                                          \
            .a22 = (stiff2),                                                                                           \
            .g12 = (shear),                                                                                            \
            .l1 = (limit1),                                                                                            \
            .l2 = (limit2),                                                                                            \
            .l12 = (limit12),                                                                                          \
            .warp = {1.0, 0.0, 0.0}                                                                                    \
        }                                                                                                              \
    }

/* Table 1 of Lan et al. gives no thickness and no Poisson ratio. Read as 1 mm and 0: 0.3 kg/m^2, 160 MPa over it, and
 * 3e-4 N m of bending as plate theory has it, a third of which discrete hinges take (docs/method.md, 3.4). */
#define NDB_CLOTH                                                                                                      \
    {                                                                                                                  \
        .density = 300.0, .thickness = 1e-3, .young = 160e6, .poisson = 0.0, .membrane_scale = 1.0,                    \
        .bending_scale = 0.0075, .membrane = {.name = "corotated"}, .bends = true                                      \
    }

static const named_material MATERIALS[] = {
    {"cotton", ISOTROPIC(472.641509, 0.318e-3, 0.821e6, 0.243, 1.0608)},
    {"wool", ISOTROPIC(413.380282, 0.568e-3, 0.170e6, 0.277, 1.085)},
    {"wool-lycra", ISOTROPIC(543.292683, 0.328e-3, 0.076e6, 0.071, 1.134)},
    {"polyester", ISOTROPIC(653.174603, 0.252e-3, 0.478e6, 0.381, 1.0646)},
    {"paper", ISOTROPIC(800.0, 0.3e-3, 3e9, 0.3, 1.005)},
    {"cotton-orthotropic",
     ORTHOTROPIC(103.6, 0.18e-3, 1.076e6, 15.557e6, 7.779e6, 25.004e6, 1.076e6, 0.14, 0.14, 0.063)},
    {"wool-orthotropic", ORTHOTROPIC(480.6, 1.28e-3, 0.371e6, 2.29e6, 1.145e6, 2.219e6, 0.371e6, 0.5, 0.62, 0.12)},
    {"canvas", ORTHOTROPIC(294.0, 0.53e-3, 2.009e6, 5.366e6, 2.683e6, 19.804e6, 2.009e6, 0.11, 0.067, 0.059)},
    {"silk", ORTHOTROPIC(83.0, 0.18e-3, 0.57e6, 4.3e6, 4.971e6, 9.942e6, 0.57e6, 0.41, 0.34, 0.11)},
    {"denim", ORTHOTROPIC(400.0, 0.66e-3, 2.448e6, 4.793e6, 4.515e6, 9.029e6, 2.448e6, 0.28, 0.28, 0.05)},
    {"ndb-cloth", NDB_CLOTH},
};

enum { MATERIALS_KNOWN = sizeof MATERIALS / sizeof *MATERIALS };

static const ts_material PLAIN = {
    .density = 1000.0,
    .thickness = 1e-3,
    .young = 1e6,
    .poisson = 0.3,
    .membrane_scale = 1.0,
    .bending_scale = 1.0,
    .tet = {.name = "fixed-corotated"},
    .membrane = {.name = "stvk"},
    .rod_bending = {.name = "bergou"},
    .bends = true,
    .strain_limit = {.upper_start = 1.0, .stiffness = 1e3},
};

const ts_material *ts_material_standard(void) {
    return &PLAIN;
}

size_t ts_material_count(void) {
    return MATERIALS_KNOWN;
}

const char *ts_material_name(size_t index) {
    return MATERIALS[index].name;
}

const ts_material *ts_material_at(size_t index) {
    return &MATERIALS[index].material;
}

/* The measured material; its strain limit counts only where a scene asks for it. */
static void take_named(const ts_json_at *at, const char *name, ts_material *material, double *measured_limit) {
    const char *names[MATERIALS_KNOWN + 1] = {NULL};
    for (size_t k = 0; k < MATERIALS_KNOWN; ++k) {
        names[k] = MATERIALS[k].name;
        if (strcmp(name, names[k]) != 0) continue;
        *material = MATERIALS[k].material;
        material->tet = PLAIN.tet;
        *measured_limit = material->strain_limit.upper;
        material->strain_limit = PLAIN.strain_limit;
        return;
    }
    ts_json_complain(at, "there is no material '%s'; did you mean '%s'?", name,
                     ts_nearest_name(name, names, MATERIALS_KNOWN));
}

/* Starts and a stiffness of limits that are not there would do nothing. */
static void check_strain_limit(const ts_json_at *at, const ts_strain_limit *limit) {
    const ts_json_at upper = ts_json_member(at, "upper_start"), lower = ts_json_member(at, "lower_start");
    if (upper.json && !(limit->upper > 0.0))
        ts_json_complain(&upper, "there is no \"upper\" limit here that it would be the start of");
    if (lower.json && !(limit->lower > 0.0))
        ts_json_complain(&lower, "there is no \"lower\" limit here that it would be the start of");
    if (!(limit->upper > 0.0) && !(limit->lower > 0.0))
        ts_json_complain(at,
                         "nothing is limited: give an \"upper\" limit, or a \"lower\" one above 0, or a base with a "
                         "measured one");
}

/* true: the measured limit; a number: the upper limit; an object: all of it. */
static void read_strain_limit(const ts_json_at *at, double measured_limit, ts_strain_limit *limit) {
    static const char *const NAMES[] = {"upper", "upper_start", "lower", "lower_start", "stiffness", NULL};
    if (!at->json || cJSON_IsFalse(at->json)) return;
    if (cJSON_IsTrue(at->json)) {
        if (measured_limit == 0.0) ts_json_complain(at, "this material has no measured limit: give a number");
        limit->upper = measured_limit;
        return;
    }
    if (cJSON_IsNumber(at->json)) {
        limit->upper = ts_json_value(at, (ts_json_range){1.0, INFINITY, false, false});
        return;
    }
    ts_json_expect_object(at, NAMES);
    limit->upper = ts_json_number(at, "upper", measured_limit, (ts_json_range){1.0, INFINITY, false, false});
    limit->lower = ts_json_number(at, "lower", 0.0, (ts_json_range){0.0, 1.0, true, false});
    check_strain_limit(at, limit);
    limit->upper_start =
        ts_json_number(at, "upper_start", limit->upper_start, (ts_json_range){1.0, limit->upper, true, false});
    limit->lower_start = ts_json_number(at, "lower_start", 1.0, (ts_json_range){limit->lower, 1.0, false, true});
    limit->stiffness = ts_json_number(at, "stiffness", limit->stiffness, TS_JSON_POSITIVE);
}

/* What a measured base has may be left out; else only a12, which is 0 then, and the warp, which runs along x. */
static void read_orthotropy(const ts_json_at *at, ts_orthotropy *o) {
    static const char *const NAMES[] = {"a11", "a22", "G12", "L1", "L2", "L12", "a12", "warp", NULL};
    double *const needed[] = {&o->a11, &o->a22, &o->g12, &o->l1, &o->l2, &o->l12};
    const bool is_measured = o->a11 > 0.0;
    ts_json_expect_object(at, NAMES);
    for (size_t k = 0; k < sizeof needed / sizeof *needed; ++k) {
        const ts_json_at said = ts_json_member(at, NAMES[k]);
        if (!said.json && !is_measured)
            ts_json_complain(at, "an orthotropy without a measured base has a \"%s\"", NAMES[k]);
        *needed[k] = ts_json_number(at, NAMES[k], *needed[k], TS_JSON_POSITIVE);
    }
    o->a12 = ts_json_number(at, "a12", o->a12, TS_JSON_NOT_NEGATIVE);
    if (!is_measured) o->warp[0] = 1.0;
    ts_json_vector(at, "warp", o->warp);
    if (!ts_json_failed(at) && o->a12 * o->a12 >= o->a11 * o->a22) {
        ts_json_complain(at,
                         "the square of a12, %g, must be below a11 a22, %g times %g: else there are strains whose "
                         "energy is not above 0",
                         o->a12, o->a11, o->a22);
    }
}

/* Of a name that has not been looked up nothing is known. */
static bool may_be_orthotropic(const ts_model_choice *membrane) {
    return membrane->model ? membrane->model->orthotropic : !ts_model_is_none(membrane);
}

static void read_models(const ts_scene_reading *reading, const ts_json_at *at, ts_material *material) {
    ts_scene_read_model(reading, at, TS_MODEL_TET, &material->tet);
    ts_scene_read_model(reading, at, TS_MODEL_MEMBRANE, &material->membrane);
    ts_scene_read_model(reading, at, TS_MODEL_ROD_BENDING, &material->rod_bending);
    material->bends = ts_json_truth(at, "bends", material->bends);
    const ts_json_at orthotropy = ts_json_member(at, "orthotropy");
    if (orthotropy.json) read_orthotropy(&orthotropy, &material->orthotropy);
    if (orthotropy.json && !may_be_orthotropic(&material->membrane)) {
        const char *name = ts_model_is_none(&material->membrane) ? "none" : material->membrane.name;
        ts_json_complain(&orthotropy, "the membrane '%s' is not orthotropic: leave this out or choose one that is",
                         name);
    }
    const ts_model *membrane = material->membrane.model;
    if (membrane && membrane->orthotropic && material->orthotropy.a11 == 0.0) {
        ts_json_complain(at, "an orthotropic membrane needs \"orthotropy\" or a measured base such as \"denim\"");
    }
}

/* A name that other programs have for it. */
static void explain_thickness(const ts_json_at *at) {
    static const char *const OTHERS[] = {"radius", "diameter"};
    for (int k = 0; k < 2; ++k) {
        const ts_json_at other = ts_json_member(at, OTHERS[k]);
        if (other.json)
            ts_json_complain(at,
                             "there is no '%s' here: 'thickness' is the thickness of shells and the diameter of rods "
                             "and particles, in metres",
                             OTHERS[k]);
    }
}

/* "base", and numbers beside it. */
static void read_members(const ts_json_at *at, ts_material *material, double *measured_limit) {
    static const char *const NAMES[] = {"base",           "density",       "thickness",  "E",        "nu",
                                        "membrane_scale", "bending_scale", "tet",        "membrane", "rod_bending",
                                        "bends",          "strain_limit",  "orthotropy", NULL};
    explain_thickness(at);
    ts_json_expect_object(at, NAMES);
    const ts_json_at base = ts_json_member(at, "base");
    const char *name = ts_json_string(at, "base", NULL);
    if (name) take_named(&base, name, material, measured_limit);
    material->density = ts_json_number(at, "density", material->density, (ts_json_range){0.0, 1e6, false, true});
    material->thickness = ts_json_number(at, "thickness", material->thickness, TS_JSON_POSITIVE);
    material->young = ts_json_number(at, "E", material->young, TS_JSON_POSITIVE);
    material->poisson = ts_json_number(at, "nu", material->poisson, (ts_json_range){-1.0, 0.5, false, false});
    material->membrane_scale = ts_json_number(at, "membrane_scale", material->membrane_scale, TS_JSON_POSITIVE);
    material->bending_scale = ts_json_number(at, "bending_scale", material->bending_scale, TS_JSON_NOT_NEGATIVE);
}

void ts_scene_read_material(const ts_scene_reading *reading, const ts_json_at *at, ts_material *material) {
    double measured_limit = 0.0;
    *material = PLAIN;
    if (cJSON_IsString(at->json))
        take_named(at, at->json->valuestring, material, &measured_limit);
    else
        read_members(at, material, &measured_limit);
    read_models(reading, at, material);
    const ts_json_at limit = ts_json_member(at, "strain_limit");
    read_strain_limit(&limit, measured_limit, &material->strain_limit);
}
