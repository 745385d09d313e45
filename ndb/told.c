/* SPDX-License-Identifier: GPL-2.0-or-later
 * The clock of told nodes. */
#include "ndb/told.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"

/* Time steps that told nodes may go in one, at most, and at least where nearly nothing of their way is free; and what
 * counts as nearly nothing, and as enough to go faster again. */
static const double FASTEST = 4.0, SLOWEST = 0.25, STUCK = 0.1, LOOSE = 0.5;

void ts_ndb_told_init(ts_ndb *s) {
    s->clock = (ts_ndb_clock){.time = s->state->time, .stride = FASTEST};
}

ts_status ts_ndb_told_begin(ts_ndb *s, ts_error *error) {
    ts_ndb_clock *clock = &s->clock;
    const double h = s->simulation->settings.h, now = (double)(s->state->step + 1) * h;
    clock->end = fmin(now, clock->time + clock->stride * h);
    const ts_prescribed prescribed = {s->bodies->nodes, s->prescribed, s->target};
    const ts_status status = ts_conditions_at(&s->simulation->conditions, clock->time, clock->end,
                                              (const double(*)[3])s->state->x, &prescribed, error);
    for (size_t i = 0; i < s->bodies->nodes && status == TS_OK; ++i) {
        s->told[i] = s->prescribed[i] || s->obstacle[i];
        if (!s->prescribed[i]) memcpy(s->target[i], s->state->x[i], sizeof s->target[i]);
    }
    return status;
}

double ts_ndb_told_fraction(const ts_ndb *s, int32_t *worst) {
    double way2 = 0.0, left2 = 0.0, most = -1.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (!s->prescribed[i]) continue;
        double whole[3], left[3];
        ts_sub(s->target[i], s->state->x[i], whole);
        ts_sub(s->target[i], s->minus[i], left);
        way2 += ts_norm2(whole);
        left2 += ts_norm2(left);
        if (ts_norm2(left) > most) {
            most = ts_norm2(left);
            *worst = (int32_t)i;
        }
    }
    return way2 > 0.0 ? 1.0 - sqrt(left2 / way2) : 1.0;
}

void ts_ndb_told_end(ts_ndb *s, double fraction) {
    ts_ndb_clock *clock = &s->clock;
    clock->time = fraction >= 1.0 ? clock->end : clock->time + fraction * (clock->end - clock->time);
    if (fraction < STUCK) clock->stride = fmax(0.5 * clock->stride, SLOWEST);
    if (fraction > LOOSE) clock->stride = fmin(2.0 * clock->stride, FASTEST);
}

double ts_ndb_told_late(const ts_ndb *s) {
    return fmax(s->state->time - s->clock.time, 0.0);
}
