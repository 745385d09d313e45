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

static void find_gaps(const ts_cipc *s, double *least, double *tenth, double *median) {
    const ts_contact_pair *pair;
    const size_t count = s->contact ? ts_contact_pairs(s->contact, &pair) : 0;
    double *gap = count > 0 ? malloc(count * sizeof *gap) : NULL;
    if (!gap) return;
    for (size_t k = 0; k < count; ++k) gap[k] = (sqrt(pair[k].d2) - pair[k].xi) / ts_contact_dhat(s->contact);
    qsort(gap, count, sizeof *gap, compare);
    *least = gap[0];
    *tenth = gap[count / 10];
    *median = gap[count / 2];
    free(gap);
}

static double force_error(const ts_cipc *s) {
    const ts_bodies *bodies = s->bodies;
    double(*force)[3] = s->contact ? calloc(bodies->nodes + 1, sizeof *force) : NULL, sum[3] = {0}, weight = 0.0;
    if (!force) return NAN;
    const double scale =
        1.0 / ts_predict_rule(s->simulation->settings.integrator, s->state, s->newton_settings.h).load_weight;
    ts_contact_forces(s->contact, (const double(*)[3])s->state->x, force);
    for (size_t i = 0; i < bodies->nodes; ++i) {
        if (s->obstacle[i]) continue;
        const double *g = s->simulation->acceleration[i];
        ts_axpy(sum, scale, force[i], sum);
        ts_axpy(sum, bodies->mass[i], g, sum);
        weight += bodies->mass[i] * sqrt(ts_norm2(g));
    }
    free(force);
    return weight > 0.0 ? sqrt(ts_norm2(sum)) / weight : NAN;
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
    double least = NAN, tenth = NAN, median = NAN;
    find_gaps(s, &least, &tenth, &median);
    list[0] = (ts_figure){"gap_least", TS_FIGURE_REAL, least};
    list[1] = (ts_figure){"gap_tenth", TS_FIGURE_REAL, tenth};
    list[2] = (ts_figure){"gap_median", TS_FIGURE_REAL, median};
    list[3] = (ts_figure){"force_error", TS_FIGURE_REAL, force_error(s)};
    list[4] = (ts_figure){"jitter", TS_FIGURE_REAL, jitter(s)};
}
