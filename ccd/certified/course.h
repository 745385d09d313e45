/* SPDX-License-Identifier: MIT
 * Along which stretches a moving direction is asked about: what moving.c and lanes do alike. */
#ifndef TS_CCD_CERTIFIED_COURSE_H
#define TS_CCD_CERTIFIED_COURSE_H

#include <stdbool.h>
#include <stdint.h>

#include "ccd/binomials.h"
#include "ccd/certified/motion.h"

/* A bound computed in floating point, rounded up. */
#define CERTIFIED_BOUND(b) ((b) * (1.0 + 0x1p-40) + CERTIFIED_TINY)
/* Stretches asked about in one advance. */
#define CERTIFIED_COURSE_STRETCHES 24
/* A step shorter than this part of what the rule has proven ends it. */
#define CERTIFIED_WORTH 0.1
/* A hull that proves less than this part of a stretch is too wide. */
#define CERTIFIED_LITTLE (1.0 / 8.0)

enum { CERTIFIED_MOST_DEGREE = TS_BINOMIALS_MOST };

/* How far a polynomial is positive, as fractions of the stretch. */
typedef struct ts_certified_extent {
    double until; /* certainly: 1 when all of it, 0 when nothing */
    double guess; /* about; above 0 where it starts positive, though maybe by less than the stretch's rounding */
} ts_certified_extent;

typedef struct ts_certified_course {
    double t, end, t_max; /* began; proven so far; the end of the step */
    double span;          /* of the next stretch */
    int asked;            /* stretches */
    int8_t sign;          /* of the direction, when `any` is proven */
    bool any;
} ts_certified_course;

CERTIFIED_INLINE double ts_certified_min(double a, double b) {
    return a < b ? a : b;
}

CERTIFIED_INLINE ts_certified_course ts_certified_course_from(double t, double t_max) {
    return (ts_certified_course){.t = t, .end = t, .t_max = t_max, .span = t_max - t};
}

/* The end of the next stretch, which begins at course->end. */
CERTIFIED_INLINE double ts_certified_course_to(const ts_certified_course *course) {
    return ts_certified_min(course->end + course->span, course->t_max);
}

CERTIFIED_INLINE bool ts_certified_course_goes_on(const ts_certified_course *course, int budget) {
    return course->asked < CERTIFIED_COURSE_STRETCHES && budget > 0 && course->end < course->t_max;
}

/* Takes what the rule, of that sign, proves of the next stretch; whether there is one more to ask about. The hull of a
 * long stretch is wide, and its rounding is that of its far end: where it proves little or nothing, a shorter one is
 * asked next, as long as the parabola at its start suggests; where it proves all, twice as much. Near the end of what
 * can be proven the hull closes in quadratically. */
CERTIFIED_INLINE bool ts_certified_course_take(ts_certified_course *course, ts_certified_extent e, int8_t sign,
                                               int *budget) {
    const double to = ts_certified_course_to(course), end = course->end;
    if (!(e.guess > 0.0) || (course->any && sign != course->sign)) return false;
    if (e.until < CERTIFIED_LITTLE) {
        course->span *= ts_certified_min(0.25, ts_certified_max(2.0 * e.guess, 2.0 * e.until));
        if (course->span < CERTIFIED_WORTH * (end - course->t)) return false;
    } else {
        course->sign = sign;
        course->any = true;
        const double about = end + e.until * (to - end) * (1.0 - 16.0 * CERTIFIED_U);
        const double next = e.until >= 1.0 ? to : about - 2.0 * CERTIFIED_U * about; /* the sum is rounded */
        if (next > end) course->end = next;
        if (!(next > end) || (e.until < 1.0 && next - end < CERTIFIED_WORTH * (next - course->t))) return false;
        course->span = e.until >= 1.0 ? 2.0 * course->span : e.until * course->span;
    }
    ++course->asked;
    --*budget;
    return ts_certified_course_goes_on(course, *budget);
}

#endif
