/* SPDX-License-Identifier: MIT
 * A polynomial on a dyadic interval, as its Bernstein coefficients there: what the search for its roots moves about.
 * The sign changes of the coefficients, its variations, exceed the number of roots inside by an even number. */
#ifndef TS_ORACLES_CELL_H
#define TS_ORACLES_CELL_H

#include "oracles/zpoly.h"

typedef struct ts_cell {
    ts_dyadic at;
    int degree;
    mpz_t b[TS_ZPOLY_DEGREE + 1]; /* times a positive integer */
} ts_cell;

void ts_cell_init(ts_cell *cell);
void ts_cell_clear(ts_cell *cell);
void ts_cell_copy(ts_cell *to, const ts_cell *from);
void ts_cell_swap(ts_cell *a, ts_cell *b);
/* The coefficients of f on the interval `at`. */
void ts_cell_set(ts_cell *cell, const ts_zpoly *f);

int ts_cell_variations(const ts_cell *cell);
/* Both halves by de Casteljau's additions: no multiplication, however deep the cell. */
void ts_cell_halve(const ts_cell *cell, ts_cell *left, ts_cell *right);

/* A part of a cell of f, 2^-stride of its size, with all of its variations: it holds the roots that the cell holds, and
 * there is none on its ends. False when none was found. */
bool ts_cell_shrink(const ts_cell *cell, const ts_zpoly *f, unsigned stride, ts_cell *part);

/* How many halvings ts_cell_shrink should try at once, and next after it did or did not find a part. Below the least,
 * plain halving is cheaper. */
enum { TS_LEAST_STRIDE = 4 };

static inline unsigned ts_next_stride(unsigned stride, bool found) {
    return found ? 2 * stride : stride > 1 ? stride / 2 : 1;
}

#endif
