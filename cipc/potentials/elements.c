/* SPDX-License-Identifier: GPL-2.0-or-later
 * Laying out elements, their deformation gradients, and evaluating isotropic laws on them. */
#include "cipc/potentials/elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/potentials/membrane.h"
#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

enum { MOST_HALVINGS = 60, BISECTIONS = 2 };

/* ---- One element ---- */

/* Makes `vector` a unit vector; false when, beside `length`, it is too short to have a direction. */
static bool unit(double vector[3], double length) {
    const double norm = sqrt(ts_norm2(vector));
    if (!(norm > 1e-12 * length)) return false;
    ts_scale(1 / norm, vector, vector);
    return true;
}

/* Orthonormal axes of the plane of two edges; false when there are none. */
static bool plane_axes(const double edge[2][3], const double *direction, double axis[2][3]) {
    double normal[3];
    ts_cross(edge[0], edge[1], normal);
    if (!unit(normal, ts_norm2(edge[0]) + ts_norm2(edge[1]))) return false;
    const double *along = direction ? direction : edge[0];
    ts_axpy(along, -ts_dot(along, normal), normal, axis[0]);
    if (!unit(axis[0], sqrt(ts_norm2(along)))) return false;
    ts_cross(normal, axis[0], axis[1]);
    return true;
}

static const char *body_name(const ts_bodies *bodies, int32_t node) {
    const char *name = bodies->body[bodies->body_of[node]].name;
    return name ? name : "";
}

ts_status ts_shell_element(const ts_bodies *bodies, size_t k, const double *direction, ts_element *element,
                           ts_error *error) {
    const int32_t *node = bodies->triangle[k];
    double edge[2][3], axis[2][3], d[2][2];
    for (int a = 0; a < 2; ++a) ts_sub(bodies->rest[node[a + 1]], bodies->rest[node[0]], edge[a]);
    if (!plane_axes((const double(*)[3])edge, direction, axis))
        return ts_fail(
            error, TS_ERROR_DATA, "body '%s': triangle %zu (nodes %d, %d, %d) has no area at rest%s; mend the mesh%s",
            body_name(bodies, node[0]), k, (int)node[0], (int)node[1], (int)node[2],
            direction ? ", or the warp direction is normal to it" : "", direction ? " or give another direction" : "");
    for (int a = 0; a < 2; ++a)
        for (int j = 0; j < 2; ++j) d[j][a] = ts_dot(axis[j], edge[a]);
    const double determinant = d[0][0] * d[1][1] - d[0][1] * d[1][0];
    *element = (ts_element){
        .shape = {{d[1][1] / determinant, -d[0][1] / determinant}, {-d[1][0] / determinant, d[0][0] / determinant}},
        .volume = 0.5 * determinant * ts_material_of(bodies, node[0])->thickness,
        .body = bodies->body_of[node[0]],
        .nodes = 3};
    return TS_OK;
}

/* Rows of Dm^-1: the cross products of edges over the determinant. */
ts_status ts_tet_element(const ts_bodies *bodies, size_t k, ts_element *element, ts_error *error) {
    const int32_t *node = bodies->tet[k];
    double edge[3][3], determinant = 0;
    *element = (ts_element){.body = bodies->body_of[node[0]], .nodes = 4};
    for (int a = 0; a < 3; ++a) ts_sub(bodies->rest[node[a + 1]], bodies->rest[node[0]], edge[a]);
    for (int a = 0; a < 3; ++a) ts_cross(edge[(a + 1) % 3], edge[(a + 2) % 3], element->shape[a]);
    determinant = ts_dot(edge[0], element->shape[0]);
    if (!(determinant > 0))
        return ts_fail(error, TS_ERROR_DATA,
                       "body '%s': tet %zu (nodes %d, %d, %d, %d) has the volume %g m^3 at rest, expected a positive "
                       "one; mend or reorient the mesh",
                       body_name(bodies, node[0]), k, (int)node[0], (int)node[1], (int)node[2], (int)node[3],
                       determinant / 6);
    for (int a = 0; a < 3; ++a) ts_scale(1 / determinant, element->shape[a], element->shape[a]);
    element->volume = determinant / 6;
    return TS_OK;
}

/* x_a - x_0 */
static void edges_at(const ts_trial_positions *at, const int32_t *node, int nodes, double edge[3][3]) {
    double place[TS_STENCIL_NODES][3];
    for (int a = 0; a < nodes; ++a)
        for (int i = 0; i < 3; ++i)
            place[a][i] = at->p ? at->x[node[a]][i] + at->alpha * at->p[node[a]][i] : at->x[node[a]][i];
    for (int a = 1; a < nodes; ++a) ts_sub(place[a], place[0], edge[a - 1]);
}

void ts_membrane_deformation(const ts_element *element, const int32_t *node, const ts_trial_positions *at,
                             double f[2][3]) {
    double edge[3][3];
    edges_at(at, node, 3, edge);
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 3; ++i) f[j][i] = edge[0][i] * element->shape[0][j] + edge[1][i] * element->shape[1][j];
}

void ts_tet_deformation(const ts_element *element, const int32_t *node, const ts_trial_positions *at, double f[3][3]) {
    double edge[3][3];
    edges_at(at, node, 4, edge);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            f[i][j] = edge[0][i] * element->shape[0][j] + edge[1][i] * element->shape[1][j] +
                      edge[2][i] * element->shape[2][j];
}

/* ---- All of them ---- */

void ts_elements_clear(ts_elements *elements) {
    free(elements->stencil);
    free(elements->element);
    free(elements->material);
    memset(elements, 0, sizeof *elements);
}

static ts_status reserve(const ts_bodies *bodies, size_t count, ts_elements *elements, ts_error *error) {
    elements->stencil = malloc((count ? count : 1) * sizeof *elements->stencil);
    elements->element = malloc((count ? count : 1) * sizeof *elements->element);
    elements->material = calloc(bodies->bodies ? bodies->bodies : 1, sizeof *elements->material);
    if (elements->stencil && elements->element && elements->material) return TS_OK;
    return ts_fail_memory(error, "the elements of bodies");
}

/* Is there something for the potential to do at this element? */
static bool is_chosen(const ts_bodies *bodies, ts_material_choice *choose, int32_t node) {
    const ts_body *body = &bodies->body[bodies->body_of[node]];
    return !body->obstacle && choose(&body->material);
}

static ts_status lay_out_shells(const ts_bodies *bodies, ts_material_choice *choose, bool warp, ts_elements *elements,
                                ts_error *error) {
    for (size_t i = 0; i < bodies->bodies; ++i) {
        const ts_material *m = &bodies->body[i].material;
        const double young = m->young * m->membrane_scale, nu = m->poisson;
        elements->material[i] = (ts_stretch_material){young / (2 * (1 + nu)), young * nu / (1 - nu * nu),
                                                      m->strain_limit, m->membrane.parameter};
    }
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const int32_t *node = bodies->triangle[k];
        if (!is_chosen(bodies, choose, node[0])) continue;
        const double *direction = warp ? ts_material_of(bodies, node[0])->orthotropy.warp : NULL;
        const ts_status status = ts_shell_element(bodies, k, direction, &elements->element[elements->count], error);
        if (status != TS_OK) return status;
        memcpy(elements->stencil[elements->count++], (const ts_stencil){node[0], node[1], node[2], -1},
               sizeof(ts_stencil));
    }
    return TS_OK;
}

static ts_status lay_out_tets(const ts_bodies *bodies, ts_material_choice *choose, ts_elements *elements,
                              ts_error *error) {
    for (size_t i = 0; i < bodies->bodies; ++i) {
        const ts_material *m = &bodies->body[i].material;
        const double nu = m->poisson, mu = m->young / (2 * (1 + nu));
        elements->material[i] =
            (ts_stretch_material){mu, 2 * mu * nu / (1 - 2 * nu), m->strain_limit, m->tet.parameter};
    }
    for (size_t k = 0; k < bodies->tets; ++k) {
        if (!is_chosen(bodies, choose, bodies->tet[k][0])) continue;
        const ts_status status = ts_tet_element(bodies, k, &elements->element[elements->count], error);
        if (status != TS_OK) return status;
        memcpy(elements->stencil[elements->count++], bodies->tet[k], sizeof(ts_stencil));
    }
    return TS_OK;
}

ts_status ts_elements_of_shells(const ts_bodies *bodies, ts_material_choice *choose, bool warp, ts_elements *elements,
                                ts_error *error) {
    ts_elements made = {0};
    ts_status status = reserve(bodies, bodies->triangles, &made, error);
    if (status == TS_OK) status = lay_out_shells(bodies, choose, warp, &made, error);
    if (status == TS_OK)
        *elements = made;
    else
        ts_elements_clear(&made);
    return status;
}

ts_status ts_elements_of_tets(const ts_bodies *bodies, ts_material_choice *choose, ts_elements *elements,
                              ts_error *error) {
    ts_elements made = {0};
    ts_status status = reserve(bodies, bodies->tets, &made, error);
    if (status == TS_OK) status = lay_out_tets(bodies, choose, &made, error);
    if (status == TS_OK)
        *elements = made;
    else
        ts_elements_clear(&made);
    return status;
}

/* ---- Isotropic potentials ---- */

static void evaluate_shells(const ts_elements *elements, const double (*x)[3], size_t first, size_t count,
                            const ts_locals *out) {
    enum { TOGETHER = 64 };
    uint32_t entry[TOGETHER];
    for (size_t k = 0; k < count;) {
        ts_membrane_choice choice = {.first = first, .at = entry};
        while (choice.count < TOGETHER && k < count) entry[choice.count++] = (uint32_t)k++;
        ts_membrane_evaluate_some(elements, x, &choice, out);
    }
}

static void evaluate_tets(const ts_elements *elements, const double (*x)[3], size_t first, size_t count,
                          const ts_locals *out) {
    const ts_trial_positions at = {x, NULL, 0};
    const bool derivatives = out->gradient || out->hessian;
    for (size_t k = 0; k < count; ++k) {
        const ts_element *element = &elements->element[first + k];
        ts_svd svd;
        double f[3][3];
        ts_tet_deformation(element, elements->stencil[first + k], &at, f);
        ts_svd3((const double(*)[3])f, &svd);
        ts_stretch stretch = {0};
        elements->law(&elements->material[element->body], &svd, derivatives, &stretch);
        ts_element_respond(element, &svd, &stretch, out, k);
    }
}

/* All are of one kind. */
static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const ts_elements *elements = self;
    const bool is_shell = elements->element[first].nodes == 3;
    (is_shell ? evaluate_shells : evaluate_tets)(elements, x, first, count, out);
}

static void clear_potential(ts_potential *potential) {
    if (potential->self) ts_elements_clear(potential->self);
    free(potential->self);
    memset(potential, 0, sizeof *potential);
}

ts_status ts_elements_potential(const char *name, ts_elements *elements, ts_stretch_law *law, ts_potential *potential,
                                ts_error *error) {
    ts_elements *self = malloc(sizeof *self);
    if (!self) {
        ts_elements_clear(elements);
        return ts_fail_memory(error, "a potential");
    }
    *self = *elements;
    self->law = law;
    *potential = (ts_potential){.name = name,
                                .self = self,
                                .count = self->count,
                                .stencil = (const ts_stencil *)self->stencil,
                                .evaluate = evaluate,
                                .clear = clear_potential};
    return TS_OK;
}

/* ---- Steps ---- */

static bool all_admit(const ts_potential *potential, ts_element_admits *admits, const ts_trial_positions *at) {
    int refused = 0;
#pragma omp parallel for schedule(static) reduction(| : refused) if (ts_pays_to_share(potential->count, 15))
    for (size_t k = 0; k < potential->count; ++k) refused |= !admits(potential->self, k, at);
    return !refused;
}

/* The bisections leave a quarter of what lies between what was admitted last and twice of it. */
static double go_back(const ts_potential *potential, ts_element_admits *admits, ts_trial_positions motion) {
    double admitted = motion.alpha, refused = 2 * motion.alpha;
    for (int k = 0; k < BISECTIONS; ++k) {
        motion.alpha = 0.5 * (admitted + refused);
        *(all_admit(potential, admits, &motion) ? &admitted : &refused) = motion.alpha;
    }
    return admitted;
}

void ts_find_admissible(const ts_potential *potential, ts_element_admits *admits, ts_trial_positions motion,
                        double *alpha) {
    motion.alpha = *alpha;
    int halvings = 0;
    for (; !all_admit(potential, admits, &motion); ++halvings) {
        if (halvings == MOST_HALVINGS) {
            *alpha = 0;
            return;
        }
        motion.alpha *= 0.5;
    }
    const bool goes_back = halvings > 0 && potential->bisects && potential->resist;
    *alpha = goes_back ? go_back(potential, admits, motion) : motion.alpha;
}
