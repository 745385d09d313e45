/* SPDX-License-Identifier: GPL-2.0-or-later
 * Residual forwarding (Lan et al. 2024, section 6): where a step would have gone on to, had full CCD not cut it short,
 * moves the inertia target of the next step. */
#include "ndb/forward.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"
#include "ndb/iterate.h"

enum { MOST_ITERATIONS = 5 };

/* |2 dx| <= |h v| + h^2 |g| */
static void limit(const ts_ndb *s, size_t node, double dx[3]) {
    const double h = s->simulation->settings.h;
    double moved[3];
    ts_sub(s->minus[node], s->state->x[node], moved); /* h v */
    const double most = sqrt(ts_norm2(moved)) + h * h * sqrt(ts_norm2(s->simulation->acceleration[node]));
    const double size = 2.0 * sqrt(ts_norm2(dx));
    if (size > most) ts_scale(most / size, dx, dx);
}

void ts_ndb_forward(ts_ndb *s, double exit_fraction) {
    const size_t n = s->bodies->nodes;
    memset(s->forwarded, 0, n * sizeof *s->forwarded);
    if (!s->options.forwards_residual || !s->contact || !(exit_fraction < s->options.forward_below)) return;
    const double start = ts_ccd_filter_clock();
    double seconds[TS_NDB_PHASES]; /* its local steps and solves are told as a phase of their own */
    memcpy(seconds, s->seconds, sizeof seconds);
    memcpy(s->plus, s->minus, n * sizeof *s->plus);
    ts_ndb_contact_reset_weights(s->contact);
    s->is_accelerated = false;
    double first = 0.0;
    for (int k = 0; k < MOST_ITERATIONS; ++k) {
        const double change = ts_ndb_iterate(s, TS_NDB_WITH_CONTACT);
        ++s->counts.forward_lg;
        first = k == 0 ? change : first;
        if (change < fmax(s->options.tolerance, s->options.inner_tolerance * first)) break;
    }
    for (size_t i = 0; i < n; ++i) {
        if (s->told[i]) continue;
        ts_sub(s->plus[i], s->minus[i], s->forwarded[i]);
        if (s->options.limits_forward) limit(s, i, s->forwarded[i]);
    }
    ++s->counts.forwardings;
    memcpy(s->seconds, seconds, sizeof seconds);
    s->seconds[TS_NDB_PHASE_FORWARD] += ts_ccd_filter_clock() - start;
}
