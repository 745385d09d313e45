/* SPDX-License-Identifier: GPL-2.0-or-later
 * Stretch of rods: V/2 E (l/lbar - 1)^2 per segment, V = pi/4 d^2 lbar (docs/method.md, 3.5). With c = E V / lbar^2 and
 * the unit direction u the Hessian is c (u u^T + (1 - lbar/l)(I - u u^T)) for the difference of the ends: clamping its
 * eigenvalues clamps 1 - lbar/l. */
#include <math.h>
#include <stdlib.h>

#include "cipc/double_double.h"
#include "cipc/terms/specimen.h"
#include "core/error.h"
#include "core/vec3.h"

typedef struct spring {
    double rest_length;
    double stiffness; /* E V / lbar^2 = E pi/4 d^2 / lbar, N/m */
} spring;

typedef struct rod_stretch {
    spring *spring;
    ts_stencil *stencil;
} rod_stretch;

static void write_hessian(const double block[3][3], double hessian[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) {
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 6; ++column) {
            const double sign = row / 3 == column / 3 ? 1.0 : -1.0;
            hessian[row * TS_STENCIL_DOFS + column] = sign * block[row % 3][column % 3];
        }
    }
}

static void evaluate_one(const spring *s, const double a[3], const double b[3], const ts_locals *out, size_t k) {
    ts_double_double edge[3];
    double u[3];
    for (int i = 0; i < 3; ++i) edge[i] = ts_dd_difference(b[i], a[i]);
    ts_dd_rounded(edge, u);
    const double length = sqrt(ts_norm2(u));
    if (length > 0.0) ts_scale(1.0 / length, u, u); /* a point pushes nowhere */
    /* l - lbar = (l^2 - lbar^2)/(l + lbar) */
    const ts_double_double minus_rest2 = ts_dd_exact_product(-s->rest_length, s->rest_length);
    const double elongation = ts_dd_sum(ts_dd_dot(edge, edge), minus_rest2).high / (length + s->rest_length);
    if (out->value) out->value[k] = 0.5 * s->stiffness * elongation * elongation;
    if (out->gradient) {
        ts_scale(-s->stiffness * elongation, u, out->gradient[k]);
        ts_scale(s->stiffness * elongation, u, out->gradient[k] + 3);
    }
    if (out->hessian) {
        const bool keeps = elongation > 0.0 || (out->unprojected && length > 0.0);
        const double across = keeps ? elongation / length : 0.0;
        double block[3][3];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                block[i][j] = s->stiffness * ((i == j ? across : 0.0) + (1.0 - across) * u[i] * u[j]);
            }
        }
        write_hessian(block, out->hessian[k]);
    }
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const rod_stretch *rods = self;
    for (size_t k = 0; k < count; ++k) {
        const int32_t *nodes = rods->stencil[first + k];
        evaluate_one(&rods->spring[first + k], x[nodes[0]], x[nodes[1]], out, k);
    }
}

static void clear(ts_potential *potential) {
    rod_stretch *rods = potential->self;
    if (rods) {
        free(rods->spring);
        free(rods->stencil);
    }
    free(rods);
    *potential = (ts_potential){0};
}

static ts_status make_spring(const ts_bodies *bodies, const int32_t segment[2], spring *made, ts_error *error) {
    const ts_material *material = ts_material_of(bodies, segment[0]);
    double edge[3];
    ts_sub(bodies->rest[segment[1]], bodies->rest[segment[0]], edge);
    const double length = sqrt(ts_norm2(edge));
    if (!(length > 0.0)) {
        return ts_fail(error, TS_ERROR_DATA, "The segment of nodes %d and %d has no length in its rest pose.",
                       segment[0], segment[1]);
    }
    const double area = 0.25 * M_PI * material->thickness * material->thickness;
    *made = (spring){.rest_length = length, .stiffness = material->young * material->membrane_scale * area / length};
    return TS_OK;
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    rod_stretch *rods = calloc(1, sizeof *rods);
    if (!rods) return ts_fail_memory(error, "stretch of rods");
    ts_potential made = {.name = "rod stretch", .self = rods, .evaluate = evaluate, .clear = clear};
    rods->spring = malloc((bodies->segments + 1) * sizeof *rods->spring);
    rods->stencil = malloc((bodies->segments + 1) * sizeof *rods->stencil);
    ts_status status = TS_OK;
    if (!rods->spring || !rods->stencil) status = ts_fail_memory(error, "stretch of rods");
    for (size_t k = 0; status == TS_OK && k < bodies->segments; ++k) {
        const int32_t *segment = bodies->segment[k];
        if (bodies->body[bodies->body_of[segment[0]]].obstacle) continue;
        int32_t *nodes = rods->stencil[made.count];
        nodes[0] = segment[0], nodes[1] = segment[1], nodes[2] = nodes[3] = -1;
        status = make_spring(bodies, segment, &rods->spring[made.count++], error);
    }
    if (status != TS_OK) {
        clear(&made);
        return status;
    }
    made.stencil = (const ts_stencil *)rods->stencil;
    *potential = made;
    return TS_OK;
}

/* p = k = V E, lbar */
static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    ts_specimen_rod rod = {.young = p[0] / (M_PI * p[1]), .segments = 1, .rest = {{0}, {p[1], 0, 0}}};
    ts_specimen_evaluate_rod(&ts_rod_stretch_potential, &rod, x, projected, out);
}

static const ts_solver_term TERMS[] = {{.reference = "rod-stretch", .kernel = term, .is_projected = true}};

const ts_potential_entry ts_rod_stretch_potential = {
    .name = "rod stretch",
    .about = "V/2 E (l/lbar - 1)^2",
    .role = TS_ROLE_ELASTIC,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
