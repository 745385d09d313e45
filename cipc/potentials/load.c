/* SPDX-License-Identifier: GPL-2.0-or-later
 * The pull of accelerations on masses, -sum m_i a_i . x_i, for steps without inertia to carry it. */
#include "cipc/potentials/load.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

typedef struct dead_load {
    const double *weight;            /* borrowed */
    const double (*acceleration)[3]; /* borrowed */
    ts_stencil *stencil;
} dead_load;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const dead_load *load = self;
    for (size_t k = 0; k < count; ++k) {
        const size_t node = first + k;
        if (out->value) out->value[k] = -load->weight[node] * ts_dot(load->acceleration[node], x[node]);
        if (out->gradient) ts_scale(-load->weight[node], load->acceleration[node], out->gradient[k]);
        for (int i = 0; out->hessian && i < 3; ++i) {
            for (int j = 0; j < 3; ++j) out->hessian[k][i * TS_STENCIL_DOFS + j] = 0.0;
        }
    }
}

static void clear(ts_potential *potential) {
    dead_load *load = potential->self;
    if (load) free(load->stencil);
    free(load);
    *potential = (ts_potential){0};
}

ts_status ts_load_init(size_t nodes, const double *weight, const double (*acceleration)[3], ts_potential *potential,
                       ts_error *error) {
    dead_load *made = malloc(sizeof *made);
    ts_stencil *stencil = malloc((nodes + 1) * sizeof *stencil);
    if (!made || !stencil) {
        free(made);
        free(stencil);
        return ts_fail_memory(error, "the load");
    }
    *made = (dead_load){.weight = weight, .acceleration = acceleration, .stencil = stencil};
    for (size_t i = 0; i < nodes; ++i) {
        const ts_stencil one = {(int32_t)i, -1, -1, -1};
        memcpy(stencil[i], one, sizeof one);
    }
    *potential = (ts_potential){
        .name = "load", .self = made, .count = nodes, .stencil = stencil, .evaluate = evaluate, .clear = clear};
    return TS_OK;
}
