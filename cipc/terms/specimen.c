/* SPDX-License-Identifier: GPL-2.0-or-later
 * Bodies of one element, made for one evaluation. */
#include "cipc/terms/specimen.h"

#include <math.h>
#include <string.h>

#include "cipc/potentials/elements.h"

/* ---- A triangle or a tet ---- */

typedef struct one_element {
    ts_bodies bodies;
    ts_body body;
    int32_t body_of[4];
    double rest[4][3];
    int32_t tet[1][4], triangle[1][3];
} one_element;

static void one_element_init(one_element *s, bool solid, const ts_material *material) {
    *s = (one_element){
        .body = {.material = *material},
        .rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        .tet = {{0, 1, 2, 3}},
        .triangle = {{0, 1, 2}},
    };
    s->body.material.thickness = 2.0;
    s->bodies = (ts_bodies){
        .bodies = 1,
        .body = &s->body,
        .nodes = 4,
        .rest = s->rest,
        .body_of = s->body_of,
        .tets = solid,
        .tet = s->tet,
        .triangles = !solid,
        .triangle = s->triangle,
    };
}

static void nodes_of(const ts_specimen_gradient *at, double x[4][3]) {
    memset(x, 0, 12 * sizeof(double));
    for (int i = 0; i < at->rows; ++i)
        for (int j = 0; j < at->columns; ++j) x[j + 1][i] = at->f[at->columns * i + j];
}

/* The place of entry k of F among the coordinates of the nodes. */
static int place_of(const ts_specimen_gradient *at, int k) {
    return 3 * (k % at->columns + 1) + k / at->columns;
}

/* The only element of the potential, by F. */
static void evaluate(const ts_potential *potential, const ts_specimen_gradient *at, ts_term_value *out) {
    double x[4][3], gradient[1][TS_STENCIL_DOFS], hessian[1][TS_STENCIL_DOFS * TS_STENCIL_DOFS];
    nodes_of(at, x);
    potential->evaluate(
        potential->self, (const double(*)[3])x, 0, 1,
        &(ts_locals){.value = &out->value, .gradient = gradient, .hessian = hessian, .unprojected = !at->projected});
    const int size = at->rows * at->columns;
    for (int k = 0; k < size; ++k) {
        const int row = place_of(at, k);
        out->gradient[k] = gradient[0][row];
        for (int l = 0; l < size; ++l) out->hessian[k][l] = hessian[0][TS_STENCIL_DOFS * row + place_of(at, l)];
    }
}

void ts_specimen_evaluate(ts_potential_init *init, const ts_material *material, const ts_specimen_lame *lame,
                          const ts_specimen_gradient *at, ts_term_value *out) {
    one_element s;
    ts_potential potential;
    one_element_init(&s, at->columns == 3, material);
    if (init(&s.bodies, &potential, NULL) != TS_OK) {
        out->value = NAN;
        return;
    }
    if (lame) {
        ts_elements *elements = potential.self;
        elements->element[0].volume = lame->volume;
        elements->material[0].mu = lame->mu;
        elements->material[0].lambda = lame->lambda;
    }
    evaluate(&potential, at, out);
    potential.clear(&potential);
}

void ts_isotropic_term(const ts_solver_term *self, const double *x, const double *p, bool projected,
                       ts_term_value *out) {
    const ts_potential_entry *potential = self->of;
    const bool solid = potential->model->role == TS_MODEL_TET;
    ts_model_choice choice = ts_model_chosen(potential->model);
    for (size_t k = 0; k < potential->model->parameter_count; ++k) choice.parameter[k] = p[2 + k];
    ts_material material = {0};
    *(solid ? &material.tet : &material.membrane) = choice;
    ts_specimen_evaluate(potential->init, &material, &(ts_specimen_lame){1.0, p[0], p[1]},
                         &(ts_specimen_gradient){x, 3, solid ? 3 : 2, projected}, out);
}

/* ---- Rods ---- */

void ts_specimen_evaluate_rod(const ts_potential_entry *entry, ts_specimen_rod *rod, const double *x, bool projected,
                              ts_term_value *out) {
    ts_body body = {
        .material = {
            .thickness = 2.0, .young = rod->young, .membrane_scale = 1.0, .bending_scale = 1.0, .bends = true}};
    int32_t body_of[3] = {0}, segment[2][2] = {{0, 1}, {1, 2}};
    const ts_bodies bodies = {
        .bodies = 1,
        .body = &body,
        .nodes = 3,
        .rest = rod->rest,
        .body_of = body_of,
        .segments = rod->segments,
        .segment = segment,
    };
    ts_potential potential;
    if (entry->model) body.material.rod_bending = ts_model_chosen(entry->model);
    if (entry->init(&bodies, &potential, NULL) != TS_OK) {
        out->value = NAN;
        return;
    }
    potential.evaluate(potential.self, (const double(*)[3])x, 0, 1,
                       &(ts_locals){&out->value, &out->gradient,
                                    (double(*)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) & out->hessian, !projected, false});
    potential.clear(&potential);
}

/* Node 1 at the origin keeps both lengths as they are. */
void ts_elbow_term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    ts_specimen_rod rod = {.young = p[0] / (0.25 * M_PI), .segments = 2, .rest = {{-p[1], 0, 0}, {0}, {p[2], 0, 0}}};
    ts_specimen_evaluate_rod(self->of, &rod, x, projected, out);
}
