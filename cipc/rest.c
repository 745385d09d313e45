/* SPDX-License-Identifier: GPL-2.0-or-later
 * Figures of the last state. */
#include "cipc/rest.h"

#include <math.h>
#include <stdlib.h>

#include "core/vec3.h"

static int compare(const void *one, const void *other) {
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

typedef struct gaps {
    double least, tenth, median, top;
} gaps;

static gaps find_gaps(const ts_cipc *s) {
    gaps found = {NAN, NAN, NAN, NAN};
    const ts_contact_pair *pair;
    const size_t count = s->contact ? ts_contact_pairs(s->contact, &pair) : 0;
    double *gap = count > 0 ? malloc(count * sizeof *gap) : NULL;
    if (!gap) return found;
    for (size_t k = 0; k < count; ++k) gap[k] = (sqrt(pair[k].d2) - pair[k].xi) / ts_contact_dhat(s->contact);
    qsort(gap, count, sizeof *gap, compare);
    found = (gaps){gap[0], gap[count / 10], gap[count / 2], gap[count - 1 - count / 10]};
    free(gap);
    return found;
}

/* Does contact alone hold it? */
static bool is_free(const ts_cipc *s, const ts_body *body) {
    for (size_t i = body->node_first; i < body->node_first + body->node_count; ++i) {
        if (s->prescribed[i] || s->obstacle[i]) return false;
    }
    return !body->obstacle;
}

/* |sum F + m g| / sum m |g| of a body; force without h^2. */
static double imbalance(const ts_cipc *s, const ts_body *body, const double (*force)[3]) {
    double sum[3] = {0}, weight = 0.0;
    for (size_t i = body->node_first; i < body->node_first + body->node_count; ++i) {
        const double *g = s->simulation->acceleration[i];
        ts_add(sum, force[i], sum);
        ts_axpy(sum, s->bodies->mass[i], g, sum);
        weight += s->bodies->mass[i] * sqrt(ts_norm2(g));
    }
    return weight > 0.0 ? sqrt(ts_norm2(sum)) / weight : NAN;
}

/* *carried: contact_force. */
static void find_forces(const ts_cipc *s, double *carried, double *error) {
    const ts_bodies *bodies = s->bodies;
    double(*force)[3] = s->contact ? calloc(bodies->nodes + 1, sizeof *force) : NULL, sum[3] = {0};
    if (!force) return;
    const ts_predictor rule =
        ts_predict_rule_before(s->simulation->settings.integrator, s->state, s->newton_settings.h);
    const double scale = 1.0 / rule.load_weight;
    ts_contact_forces(s->contact, (const double(*)[3])s->state->x, force);
    for (size_t i = 0; i < bodies->nodes; ++i) {
        for (int k = 0; k < 3; ++k) force[i][k] *= scale;
        if (!s->obstacle[i]) ts_add(sum, force[i], sum);
    }
    *carried = sqrt(ts_norm2(sum));
    for (size_t b = 0; b < bodies->bodies; ++b) {
        if (is_free(s, &bodies->body[b])) {
            *error = fmax(*error, imbalance(s, &bodies->body[b], (const double(*)[3])force));
        }
    }
    free(force);
}

static double jitter(const ts_cipc *s) {
    double mass = 0.0, square = 0.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (s->obstacle[i]) continue;
        mass += s->bodies->mass[i];
        square += s->bodies->mass[i] * ts_norm2(s->state->v[i]);
    }
    return mass > 0.0 ? sqrt(square / mass) : NAN;
}

void ts_cipc_rest_figures(const ts_cipc *s, ts_figure list[TS_REST_FIGURES]) {
    const gaps gap = find_gaps(s);
    double carried = NAN, error = NAN;
    find_forces(s, &carried, &error);
    list[0] = (ts_figure){"gap_least", TS_FIGURE_REAL, gap.least};
    list[1] = (ts_figure){"gap_tenth", TS_FIGURE_REAL, gap.tenth};
    list[2] = (ts_figure){"gap_median", TS_FIGURE_REAL, gap.median};
    list[3] = (ts_figure){"gap_top", TS_FIGURE_REAL, gap.top};
    list[4] = (ts_figure){"contact_force", TS_FIGURE_REAL, carried};
    list[5] = (ts_figure){"force_error", TS_FIGURE_REAL, error};
    list[6] = (ts_figure){"jitter", TS_FIGURE_REAL, jitter(s)};
}
