/* SPDX-License-Identifier: GPL-2.0-or-later
 * Stitches: k/2 |s|^2 of s = x_a - ((1-w) x_b + w x_c), a spring of no length from a node to a point of an edge
 * (docs/method.md, 3.6). Its Hessian is constant and positive semi-definite. */
#include "cipc/potentials/table.h"

#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"

typedef struct stitches {
    const ts_stitch *stitch; /* borrowed */
    ts_stencil *stencil;
} stitches;

/* Of s by x_a, x_b and x_c. */
static void shares_of(const ts_stitch *stitch, double share[3]) {
    share[0] = 1.0;
    share[1] = -(1.0 - stitch->weight);
    share[2] = -stitch->weight;
}

/* s by differences of positions: far from the origin a sum of shares would have the rounding of the place. */
static void gap_of(const ts_stitch *stitch, const ts_stencil node, const double (*x)[3], double gap[3]) {
    double along[3];
    ts_sub(x[node[2]], x[node[1]], along);
    ts_sub(x[node[0]], x[node[1]], gap);
    ts_axpy(gap, -stitch->weight, along, gap);
}

static void write_hessian(double stiffness, const double share[3], double hessian[TS_STENCIL_DOFS * TS_STENCIL_DOFS]) {
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const double same_component = row % 3 == column % 3 ? 1.0 : 0.0;
            hessian[row * TS_STENCIL_DOFS + column] = same_component * stiffness * share[row / 3] * share[column / 3];
        }
    }
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const stitches *s = self;
    for (size_t k = 0; k < count; ++k) {
        const ts_stitch *stitch = &s->stitch[first + k];
        double share[3], gap[3];
        shares_of(stitch, share);
        gap_of(stitch, s->stencil[first + k], x, gap);
        if (out->value) out->value[k] = 0.5 * stitch->stiffness * ts_norm2(gap);
        if (out->gradient) {
            for (int a = 0; a < 3; ++a) ts_scale(stitch->stiffness * share[a], gap, out->gradient[k] + 3 * a);
        }
        if (out->hessian) write_hessian(stitch->stiffness, share, out->hessian[k]);
    }
}

static void clear(ts_potential *potential) {
    stitches *s = potential->self;
    if (s) free(s->stencil);
    free(s);
    *potential = (ts_potential){0};
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    stitches *s = calloc(1, sizeof *s);
    ts_stencil *stencil = malloc((bodies->stitches + 1) * sizeof *stencil);
    if (!s || !stencil) {
        free(s);
        free(stencil);
        return ts_fail_memory(error, "stitches");
    }
    for (size_t k = 0; k < bodies->stitches; ++k) {
        const ts_stitch *stitch = &bodies->stitch[k];
        const ts_stencil nodes = {stitch->a, stitch->b, stitch->c, -1};
        for (int a = 0; a < TS_STENCIL_NODES; ++a) stencil[k][a] = nodes[a];
    }
    *s = (stitches){.stitch = bodies->stitch, .stencil = stencil};
    *potential = (ts_potential){.name = "stitch",
                                .self = s,
                                .count = bodies->stitches,
                                .stencil = stencil,
                                .evaluate = evaluate,
                                .clear = clear};
    return TS_OK;
}

const ts_potential_entry ts_stitch_potential = {
    .name = "stitch",
    .about = "k/2 |x_a - ((1-w) x_b + w x_c)|^2",
    .role = TS_ROLE_ELASTIC,
    .init = init,
};
