/* SPDX-License-Identifier: GPL-2.0-or-later
 * The forms of a barrier: parameters xi, dhat, for mollified pairs eps, then the barrier's own. */
#include "cipc/terms/barrier_terms.h"

#include <stdio.h>

#include "cipc/contact/pair.h"

typedef const double (*rows)[3];

static void by_distance(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)projected;
    const ts_barrier *barrier = self->of;
    const ts_barrier_value b = ts_barrier_evaluate(barrier, (const double[2]){x[0], 0.0}, p[0], p[1], p + 2);
    out->value = b.b;
    out->gradient[0] = b.db;
    out->hessian[0][0] = b.d2b;
}

/* The variant is a ts_ccd_kind. */
static void by_nodes(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    const ts_ccd_kind kind = (ts_ccd_kind)self->variant;
    const ts_contact_pair pair = {
        .kind = kind,
        .feature = (ts_feature)((1u << ts_ccd_vertices(kind)) - 1u),
        .xi = p[0],
        .multiplicity = 1.0,
    };
    const ts_barrier_scale scale = {self->of, p + 2, .kappa = 1.0, .dhat = p[1], .unprojected = !projected};
    ts_contact_pair_evaluate(&pair, &scale, (rows)x, &out->value, out->gradient, (double *)out->hessian);
}

static void by_nodes_mollified(const ts_solver_term *self, const double *x, const double *p, bool projected,
                               ts_term_value *out) {
    const ts_contact_pair pair = {
        .kind = TS_EDGE_EDGE,
        .feature = (ts_feature)0xf,
        .mollified = true,
        .xi = p[0],
        .multiplicity = 1.0,
        .mollifier = p[2],
    };
    const ts_barrier_scale scale = {self->of, p + 3, .kappa = 1.0, .dhat = p[1], .unprojected = !projected};
    ts_contact_pair_evaluate(&pair, &scale, (rows)x, &out->value, out->gradient, (double *)out->hessian);
}

static const struct {
    const char *suffix;
    ts_solver_kernel *kernel;
    bool is_projected;
    int variant;
} FORMS[TS_BARRIER_FORMS] = {
    {"", by_distance, false, 0},
    {"-point-point", by_nodes, true, TS_POINT_POINT},
    {"-point-line", by_nodes, true, TS_POINT_EDGE},
    {"-point-plane", by_nodes, true, TS_POINT_TRIANGLE},
    {"-line-line", by_nodes, true, TS_EDGE_EDGE},
    {"-mollified", by_nodes_mollified, true, 0},
};

void ts_barrier_term_init(const ts_barrier *barrier, int form, ts_barrier_term *made) {
    const ts_model *model = &barrier->model;
    const ts_barrier *standard = ts_barrier_at(0);
    *made = (ts_barrier_term){
        .term = {.reference = made->reference,
                 .kernel = FORMS[form].kernel,
                 .is_projected = FORMS[form].is_projected,
                 .variant = FORMS[form].variant,
                 .of = barrier},
    };
    snprintf(made->reference, sizeof made->reference, "%s%s", barrier->reference, FORMS[form].suffix);
    snprintf(made->like, sizeof made->like, "%s%s", standard->reference, FORMS[form].suffix);
    for (size_t k = 0; k < model->parameter_count; ++k) {
        const ts_ccd_option *p = &model->parameters[k];
        made->range[k] = (ts_term_range){p->least, p->most, p->standard};
    }
    if (barrier == standard) return;
    made->term.domain = (ts_term_domain){made->like, barrier->smooth, made->range, (int)model->parameter_count};
}
