/* SPDX-License-Identifier: GPL-2.0-or-later
 * Energies of membranes and tets as terms, as functions of F: with the unit simplex at rest and node 0 at the origin,
 * node j + 1 is column j of F. */
#include <math.h>
#include <string.h>

#include "cipc/potentials.h"
#include "cipc/potentials/elements.h"
#include "cipc/potentials/limits.h"
#include "cipc/terms/solver_term.h"

typedef ts_status potential_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);

/* ---- One element ---- */

typedef struct specimen {
    ts_bodies bodies;
    ts_body body;
    int32_t body_of[4];
    double rest[4][3];
    int32_t tet[1][4], triangle[1][3];
} specimen;

/* A triangle of the volume 1 unless `solid`, else a tet. */
static void specimen_init(specimen *s, bool solid, const ts_material *material) {
    *s = (specimen){
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

/* F of `rows` rows and `columns` columns, row by row; what F lacks of three rows is 0. */
typedef struct deformation {
    const double *f;
    int rows, columns;
    bool projected;
} deformation;

static void nodes_of(const deformation *at, double x[4][3]) {
    memset(x, 0, 12 * sizeof(double));
    for (int i = 0; i < at->rows; ++i)
        for (int j = 0; j < at->columns; ++j) x[j + 1][i] = at->f[at->columns * i + j];
}

/* The place of entry k of F among the coordinates of the nodes. */
static int place_of(const deformation *at, int k) {
    return 3 * (k % at->columns + 1) + k / at->columns;
}

/* The only element of the potential, which is cleared. */
static void evaluate(ts_potential *potential, const deformation *at, ts_term_value *out) {
    double x[4][3], gradient[1][TS_STENCIL_DOFS], hessian[1][TS_STENCIL_DOFS * TS_STENCIL_DOFS];
    nodes_of(at, x);
    potential->evaluate(
        potential->self, (const double(*)[3])x, 0, 1,
        &(ts_locals){.value = &out->value, .gradient = gradient, .hessian = hessian, .unprojected = !at->projected});
    potential->clear(potential);
    const int size = at->rows * at->columns;
    for (int k = 0; k < size; ++k) {
        const int row = place_of(at, k);
        out->gradient[k] = gradient[0][row];
        for (int l = 0; l < size; ++l) out->hessian[k][l] = hessian[0][TS_STENCIL_DOFS * row + place_of(at, l)];
    }
}

/* ---- Laws of mu and lambda ---- */

typedef struct lame {
    double volume, mu, lambda;
} lame;

/* The constants go into the elements as they are, not by way of Young's modulus. */
static void evaluate_lame(potential_init *init, const specimen *s, const lame *m, const deformation *at,
                          ts_term_value *out) {
    ts_potential potential;
    if (init(&s->bodies, &potential, NULL) != TS_OK) {
        out->value = NAN;
        return;
    }
    ts_elements *elements = potential.self;
    elements->element[0].volume = m->volume;
    elements->material[0].mu = m->mu;
    elements->material[0].lambda = m->lambda;
    evaluate(&potential, at, out);
}

static void stvk(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    specimen s;
    specimen_init(&s, false, &(ts_material){.membrane = TS_MEMBRANE_STVK});
    evaluate_lame(ts_membrane_stvk_init, &s, &(lame){p[0], p[1], p[2]}, &(deformation){x, 3, 2, projected}, out);
}

static void membrane_neo_hookean(const ts_solver_term *self, const double *x, const double *p, bool projected,
                                 ts_term_value *out) {
    (void)self;
    specimen s;
    specimen_init(&s, false, &(ts_material){.membrane = TS_MEMBRANE_NEO_HOOKEAN});
    evaluate_lame(ts_membrane_neo_hookean_init, &s, &(lame){1.0, p[0], p[1]}, &(deformation){x, 3, 2, projected}, out);
}

/* The variant is a ts_tet_model. */
static void tet(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    const ts_tet_model model = (ts_tet_model)self->variant;
    specimen s;
    specimen_init(&s, true, &(ts_material){.tet = model});
    evaluate_lame(model == TS_TET_NEO_HOOKEAN ? ts_neo_hookean_init : ts_fixed_corotated_init, &s,
                  &(lame){1.0, p[0], p[1]}, &(deformation){x, 3, 3, projected}, out);
}

/* ---- Laws with limits ---- */

static void evaluate_limited(potential_init *init, const ts_material *material, const deformation *at,
                             ts_term_value *out) {
    specimen s;
    ts_potential potential;
    specimen_init(&s, false, material);
    if (init(&s.bodies, &potential, NULL) == TS_OK)
        evaluate(&potential, at, out);
    else
        out->value = NAN;
}

/* p = s, shat; a lower limit where s < shat */
static ts_material limited(const double *p) {
    ts_material material = {.strain_limit = {.stiffness = 1.0}};
    ts_strain_limit *limit = &material.strain_limit;
    if (p[0] > p[1])
        limit->upper = p[0], limit->upper_start = p[1];
    else
        limit->lower = p[0], limit->lower_start = p[1];
    return material;
}

/* The variant is the number of rows of F. */
static void strain_limit(const ts_solver_term *self, const double *x, const double *p, bool projected,
                         ts_term_value *out) {
    const ts_material material = limited(p);
    evaluate_limited(ts_strain_limit_init, &material, &(deformation){x, self->variant, 2, projected}, out);
}

static void by_one_number(ts_limit_value b, ts_term_value *out) {
    out->value = b.value;
    out->gradient[0] = b.first;
    out->hessian[0][0] = b.second;
}

static void strain_limit_of_one(const ts_solver_term *self, const double *x, const double *p, bool projected,
                                ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_material material = limited(p);
    by_one_number(ts_strain_barrier(&material.strain_limit, (const double[2]){x[0], 0.0}), out);
}

static void eta(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    (void)projected;
    if (x[0] < p[0])
        by_one_number(ts_orthotropic_eta(x[0], p[0], p[0] - x[0]), out);
    else
        out->value = INFINITY;
}

static void orthotropic(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    const ts_material material = {
        .membrane = TS_MEMBRANE_ORTHOTROPIC,
        .orthotropy = {.a11 = p[0],
                       .a22 = p[1],
                       .a12 = p[2],
                       .g12 = p[3],
                       .l1 = p[4],
                       .l2 = p[5],
                       .l12 = p[6],
                       .warp = {1.0, 0.0, 0.0}},
    };
    evaluate_limited(ts_membrane_orthotropic_init, &material, &(deformation){x, 3, 2, projected}, out);
}

static const ts_solver_term TERMS[] = {
    {"strain-limit", strain_limit_of_one, false, 0},
    {"strain-limit-2x2", strain_limit, true, 2},
    {"strain-limit-3x2", strain_limit, true, 3},
    {"orthotropic-eta", eta, false, 0},
    {"membrane-stvk", stvk, true, 0},
    {"membrane-neo-hookean", membrane_neo_hookean, true, 0},
    {"membrane-orthotropic", orthotropic, true, 0},
    {"fixed-corotated", tet, true, TS_TET_FIXED_COROTATED},
    {"neo-hookean", tet, true, TS_TET_NEO_HOOKEAN},
};

const ts_solver_family ts_solver_element_terms = TS_SOLVER_FAMILY(TERMS);
