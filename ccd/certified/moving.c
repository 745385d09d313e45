/* SPDX-License-Identifier: MIT
 * Moving directions in doubles. */
#include "ccd/certified/moving.h"

#include <math.h>

#include "ccd/binomials.h"

#define U CERTIFIED_U
#define BOUND CERTIFIED_BOUND
#define MAGNITUDE fabs
#define ROOT sqrt
#define SHARE(c, n, i) ((c)*TS_INVERSE_BINOMIAL[n][i])
#define TIME_BELOW(t) (t)
#include "ccd/certified/moving.inc"

static void set_ends(stretch *s, const ts_certified_motion *motion, double from, double to) {
    s->kind = motion->kind;
    ts_certified_rows(motion, motion->kind, from, s->start);
    ts_certified_rows(motion, motion->kind, to, s->end);
    s->row_error = 5.0 * U * ts_certified_max(motion->most0, motion->most1);
}

double ts_certified_moving_end(const ts_certified_motion *motion, double reach, unsigned feature, double t,
                               int8_t *sign, int *budget) {
    ts_certified_course course = ts_certified_course_from(t, motion->t_max);
    bool more = ts_certified_course_goes_on(&course, *budget);
    while (more) {
        stretch s;
        int8_t side;
        s.reach2 = reach * reach * (1.0 + 4.0 * U) + CERTIFIED_TINY;
        set_ends(&s, motion, course.end, ts_certified_course_to(&course));
        const extent e = rule_until(&s, feature, &side);
        more = ts_certified_course_take(&course, e, side, budget);
    }
    if (course.any) *sign = course.sign;
    return course.end;
}
