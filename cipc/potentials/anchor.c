/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes drawn to targets, sum m_i/2 |x_i - target_i|^2: inertia (masses and xtilde), and the augmented Lagrangian's
 * pull of nodes to where they are prescribed to be. */
#include "cipc/potentials/anchor.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

typedef struct anchor {
    size_t nodes;
    const double *weight;      /* borrowed */
    const double (*target)[3]; /* borrowed */
    ts_stencil *stencil;       /* room for all nodes; those with weight as of the last update */
} anchor;

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const anchor *a = self;
    for (size_t k = 0; k < count; ++k) {
        const int32_t node = a->stencil[first + k][0];
        const double m = a->weight[node];
        double away[3];
        ts_sub(x[node], a->target[node], away);
        if (out->value) out->value[k] = 0.5 * m * ts_norm2(away);
        if (out->gradient) ts_scale(m, away, out->gradient[k]);
        if (!out->hessian) continue;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) out->hessian[k][i * TS_STENCIL_DOFS + j] = i == j ? m : 0;
    }
}

/* Weights come and go: which nodes have one is looked up anew. */
static ts_status update(ts_potential *potential, const double (*x)[3], ts_error *error) {
    (void)x, (void)error;
    anchor *a = potential->self;
    size_t count = 0;
    for (size_t node = 0; node < a->nodes; ++node) {
        if (!(a->weight[node] > 0)) continue;
        a->stencil[count][0] = (int32_t)node;
        for (int j = 1; j < TS_STENCIL_NODES; ++j) a->stencil[count][j] = -1;
        ++count;
    }
    potential->count = count;
    return TS_OK;
}

static void clear(ts_potential *potential) {
    anchor *a = potential->self;
    if (a) free(a->stencil);
    free(a);
    memset(potential, 0, sizeof *potential);
}

ts_status ts_anchor_init(const char *name, size_t nodes, const double *weight, const double (*target)[3],
                         ts_potential *potential, ts_error *error) {
    anchor *a = malloc(sizeof *a);
    ts_stencil *stencil = malloc((nodes ? nodes : 1) * sizeof *stencil);
    if (!a || !stencil) {
        free(a);
        free(stencil);
        return ts_fail_memory(error, "the anchors of nodes");
    }
    *a = (anchor){nodes, weight, target, stencil};
    *potential = (ts_potential){
        .name = name, .self = a, .stencil = stencil, .evaluate = evaluate, .update = update, .clear = clear};
    return update(potential, NULL, error);
}
