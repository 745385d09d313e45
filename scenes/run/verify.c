/* SPDX-License-Identifier: MIT
 * Bodies as a mesh to be verified. */
#include "scenes/run/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* The arrays that bodies do not hold in the form that the verifier takes. */
typedef struct arrays {
    int32_t (*triangle)[3], (*sheet)[3], (*tet)[4], (*stranger)[2];
    double *most_stretch, *least_stretch, *thickness;
    unsigned char *obstacle, *solid;
    size_t sheets, tets, strangers;
} arrays;

static void arrays_clear(arrays *a) {
    free(a->triangle);
    free(a->sheet);
    free(a->tet);
    free(a->stranger);
    free(a->most_stretch);
    free(a->least_stretch);
    free(a->thickness);
    free(a->obstacle);
    free(a->solid);
}

static ts_status make_room(const ts_bodies *bodies, arrays *a, ts_error *error) {
    const size_t triangles = bodies->triangles + bodies->boundary_triangles;
    a->triangle = malloc((triangles + 1) * sizeof *a->triangle);
    a->sheet = malloc((bodies->triangles + 1) * sizeof *a->sheet);
    a->most_stretch = malloc((bodies->triangles + 1) * sizeof *a->most_stretch);
    a->least_stretch = malloc((bodies->triangles + 1) * sizeof *a->least_stretch);
    a->tet = malloc((bodies->tets + 1) * sizeof *a->tet);
    a->stranger = malloc((2 * bodies->stitches + 1) * sizeof *a->stranger);
    a->thickness = malloc((bodies->nodes + 1) * sizeof *a->thickness);
    a->obstacle = malloc(bodies->nodes + 1);
    a->solid = malloc(triangles + 1);
    const bool complete = a->triangle && a->sheet && a->most_stretch && a->least_stretch && a->tet && a->stranger &&
                          a->thickness && a->obstacle && a->solid;
    return complete ? TS_OK : ts_fail_memory(error, "a mesh to verify");
}

static void add_sheets(const ts_bodies *bodies, arrays *a) {
    for (size_t i = 0; i < bodies->triangles; ++i) {
        const int32_t *t = bodies->triangle[i];
        const ts_strain_limit *limit = &ts_material_of(bodies, t[0])->strain_limit;
        if (bodies->body[bodies->body_of[t[0]]].obstacle || (limit->upper <= 0.0 && limit->lower <= 0.0)) continue;
        memcpy(a->sheet[a->sheets], t, sizeof *a->sheet);
        a->most_stretch[a->sheets] = limit->upper;
        a->least_stretch[a->sheets++] = limit->lower;
    }
}

/* The energy of some tets is finite when they are inverted; only those that are never may not be. */
static void add_tets(const ts_bodies *bodies, arrays *a) {
    for (size_t i = 0; i < bodies->tets; ++i) {
        const ts_model *model = ts_material_of(bodies, bodies->tet[i][0])->tet.model;
        if (!model || !model->keeps_orientation) continue;
        memcpy(a->tet[a->tets++], bodies->tet[i], sizeof *a->tet);
    }
}

static void add_stranger(arrays *a, int32_t one, int32_t other) {
    if (one == other) return;
    a->stranger[a->strangers][0] = one;
    a->stranger[a->strangers++][1] = other;
}

static void fill(const ts_bodies *bodies, arrays *a) {
    /* What is NULL has no rows. */
    if (bodies->triangles) memcpy(a->triangle, bodies->triangle, bodies->triangles * sizeof *a->triangle);
    if (bodies->boundary_triangles) {
        memcpy(a->triangle + bodies->triangles, bodies->boundary, bodies->boundary_triangles * sizeof *a->triangle);
    }
    memset(a->solid, 0, bodies->triangles);
    memset(a->solid + bodies->triangles, 1, bodies->boundary_triangles); /* of tets */
    for (size_t i = 0; i < bodies->nodes; ++i) {
        const ts_body *body = &bodies->body[bodies->body_of[i]];
        a->thickness[i] = body->offset;
        a->obstacle[i] = body->obstacle;
    }
    for (size_t i = 0; i < bodies->stitches; ++i) {
        const ts_stitch *stitch = &bodies->stitch[i];
        add_stranger(a, stitch->a, stitch->b);
        add_stranger(a, stitch->a, stitch->c);
    }
    add_sheets(bodies, a);
    add_tets(bodies, a);
}

static ts_verify_mesh mesh_of(const ts_bodies *bodies, const arrays *a) {
    return (ts_verify_mesh){
        .nodes = bodies->nodes,
        .triangles = bodies->triangles + bodies->boundary_triangles,
        .triangle = (const int32_t(*)[3])a->triangle,
        .segments = bodies->segments,
        .segment = (const int32_t(*)[2])bodies->segment,
        .points = bodies->particles,
        .point = bodies->particle,
        .tets = a->tets,
        .tet = (const int32_t(*)[4])a->tet,
        .sheets = a->sheets,
        .sheet = (const int32_t(*)[3])a->sheet,
        .rest = (const double(*)[3])bodies->rest,
        .most_stretch = a->most_stretch,
        .least_stretch = a->least_stretch,
        .thickness = a->thickness,
        .obstacle = a->obstacle,
        .strangers = a->strangers,
        .stranger = (const int32_t(*)[2])a->stranger,
        .solid = a->solid,
        .body = bodies->body_of,
    };
}

/* What is asked of the bodies. */
typedef struct question {
    const double (*x)[3], (*x_before)[3]; /* x_before NULL: no motion */
    unsigned checks;
} question;

static ts_status answer(const ts_bodies *bodies, const question *asked, ts_verify_report *report, ts_error *error) {
    arrays a = {0};
    ts_verifier *verifier = NULL;
    ts_verify_report found = *report;
    ts_status status = make_room(bodies, &a, error);
    if (status == TS_OK) {
        fill(bodies, &a);
        const ts_verify_mesh mesh = mesh_of(bodies, &a);
        status = ts_verifier_create(&mesh, &verifier, error);
    }
    if (status == TS_OK) status = ts_verify_state(verifier, asked->x, asked->checks, &found, error);
    if (status == TS_OK && asked->x_before) {
        status = ts_verify_motion(verifier, asked->x_before, asked->x, &found, error);
    }
    ts_verifier_destroy(verifier);
    arrays_clear(&a);
    if (status == TS_OK) *report = found;
    return status;
}

ts_status ts_verify_bodies(const ts_bodies *bodies, const double (*x)[3], unsigned checks, ts_verify_report *report,
                           ts_error *error) {
    return answer(bodies, &(question){.x = x, .checks = checks}, report, error);
}

ts_status ts_verify_way(const ts_bodies *bodies, const double (*from)[3], const double (*to)[3],
                        ts_verify_report *report, ts_error *error) {
    return answer(bodies, &(question){.x = to, .x_before = from}, report, error);
}

ts_status ts_verify_simulation(ts_simulation *simulation, const double (*x_before)[3], ts_verify_report *report,
                               ts_error *error) {
    const bool contact = simulation->settings.contact;
    const question asked = {
        .x = (const double(*)[3])simulation->state.x,
        .x_before = contact ? x_before : NULL,
        .checks = contact ? TS_VERIFY_ALL : TS_VERIFY_STRETCH | TS_VERIFY_ELEMENTS,
    };
    ts_verify_report made;
    ts_verify_report_init(&made);
    const ts_status status = answer(&simulation->bodies, &asked, &made, error);
    if (status == TS_OK) *report = made;
    return status;
}

void ts_verify_text(const ts_bodies *bodies, const ts_offence *offence, char *text, size_t size) {
    ts_offence_text(offence, text, size);
    for (int k = 0; k < offence->parts; ++k) {
        const size_t used = strlen(text);
        const char *name = bodies->body[bodies->body_of[offence->part[k].node[0]]].name;
        snprintf(text + used, size - used, "%s '%s'",
                 k                    ? ", the second of"
                 : offence->parts > 1 ? "; the first is of"
                                      : "; of",
                 name ? name : "");
    }
}
