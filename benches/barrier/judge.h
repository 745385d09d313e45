/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far the doubles of a term are from its reference, in three measures; and what is wrong however it is measured. */
#ifndef TS_BENCHES_BARRIER_JUDGE_H
#define TS_BENCHES_BARRIER_JUDGE_H

#include <stdbool.h>

#include <touchstone/term.h>

typedef enum ts_quantity {
    TS_QUANTITY_VALUE = 0,
    TS_QUANTITY_GRADIENT,
    TS_QUANTITY_HESSIAN,
    TS_QUANTITIES
} ts_quantity;

typedef enum ts_error_measure {
    /* The worst entry, in units of its last place; an entry below 2^-52 of the largest has that one's unit, scaled. */
    TS_MEASURE_ULPS = 0,
    /* |got - exact| / |exact|, the norms of Euclid and Frobenius. */
    TS_MEASURE_NORM,
    /* |got - exact| over what the reference moves when every number given moves by one unit in its last place: below 1
     * nobody who rounds his inputs can do better. Not over less than 2^-52 |exact|. */
    TS_MEASURE_INPUT,
    TS_MEASURES
} ts_error_measure;

typedef enum ts_flaw {
    TS_FLAW_NAN = 0,  /* NaN for a number */
    TS_FLAW_INFINITE, /* overflow: infinite where the reference is not */
    TS_FLAW_SIGN,     /* of an entry beyond 2^-26 of the largest */
    TS_FLAW_DOMAIN,   /* a finite value outside the domain */
    TS_FLAWS
} ts_flaw;

typedef struct ts_term_judgement {
    double error[TS_QUANTITIES][TS_MEASURES]; /* INFINITY where there is a flaw; NaN: not measured */
    bool flaw[TS_FLAWS];
} ts_term_judgement;

/* The largest number of references moved that are given at once. */
enum { TS_MOVED = 3 };

/* moved: TS_MOVED references with moved inputs, or NULL. What the reference does not have is not judged. */
void ts_term_judge(int inputs, const ts_term_value *got, const ts_term_value *exact, const ts_term_value *moved,
                   ts_term_judgement *out);

/* "value"; "ulps", "of the norm", "of the inputs"; "NaN". */
const char *ts_quantity_name(ts_quantity quantity);
const char *ts_error_measure_name(ts_error_measure measure);
const char *ts_flaw_name(ts_flaw flaw);

#endif
