/* SPDX-License-Identifier: MIT
 * The polynomials of oracles/pairs.h for one feature pair, with integer coefficients. */
#ifndef TS_ORACLES_EXACT_PAIR_H
#define TS_ORACLES_EXACT_PAIR_H

#include "oracles/exact_query.h"
#include "oracles/pairs.h"
#include "oracles/zpoly.h"

typedef struct ts_exact_polynomials {
    ts_pair_type type;
    ts_zpoly w[3], u[3], v[3], n[3];
    ts_zpoly distance;  /* F; in contact where <= 0, or where = 0 when it is signed */
    bool is_signed;     /* for xi = 0: a polynomial that vanishes in contact, of any sign elsewhere */
    ts_zpoly direction; /* must be > 0; the constant 1 for two points */
    ts_zpoly inside[4]; /* must be >= 0; built on demand */
    int inside_count;
    bool has_inside;
    ts_zpoly scratch[3];
} ts_exact_polynomials;

void ts_exact_polynomials_init(ts_exact_polynomials *p);
void ts_exact_polynomials_clear(ts_exact_polynomials *p);
/* F and direction are made at once, the inside conditions by ts_exact_need_inside. */
void ts_exact_polynomials_set(ts_exact_polynomials *p, const ts_exact_query *query, const ts_pair *pair);
void ts_exact_need_inside(ts_exact_polynomials *p);

#endif
