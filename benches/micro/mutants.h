/* SPDX-License-Identifier: GPL-2.0-or-later
 * A bank of mutants: terms of the solver made wrong in one number on a window of what they depend on. */
#ifndef TS_BENCHES_MICRO_MUTANTS_H
#define TS_BENCHES_MICRO_MUTANTS_H

#include <stdatomic.h>
#include <stdbool.h>

#include <touchstone/term.h>

#include "core/random.h"

/* A term that is mutated, and the number that windows are of: 0 where the term ends, 1 at its clamp or at rest. */
typedef struct ts_mutated {
    const char *name;
    double (*variable)(const double *inputs, const double *parameters);
} ts_mutated;

size_t ts_mutated_count(void);
const ts_mutated *ts_mutated_at(size_t index);

typedef enum ts_mutation {
    TS_MUTATION_SIGN = 0,
    TS_MUTATION_FACTOR, /* 1 + amount */
    TS_MUTATION_OFFSET, /* by the amount of the norm; where that is 0, by the amount */
    TS_MUTATION_ZERO,
    TS_MUTATION_NAN,
    TS_MUTATION_LATE,         /* the factor, after so many calls */
    TS_MUTATION_NOW_AND_THEN, /* the factor, at every so many-th call */
    TS_MUTATION_AFTER,        /* the factor, after a call in the window */
    TS_MUTATIONS
} ts_mutation;

typedef enum ts_mutant_place {
    TS_MUTANT_WITHIN = 0,
    TS_MUTANT_NEAR_0,
    TS_MUTANT_NEAR_1,
    TS_MUTANT_BEYOND
} ts_mutant_place;

typedef struct ts_mutant {
    ts_term term; /* first: found from it */
    const ts_term *base;
    const ts_mutated *of;
    ts_mutation mutation;
    ts_mutant_place place;
    int row, column;           /* -1, -1: the value; row, -1: an entry of the gradient; else of the Hessian */
    double width, least, most; /* of the window */
    double amount;
    uint64_t period;
    _Atomic uint64_t calls;
    _Atomic bool was_inside;
} ts_mutant;

/* Number `index` of the bank of one term: the same for every run. Widths, mutations and places go through all that
 * there are. False where nothing would change that a double can hold: the next number is to be taken. */
bool ts_mutant_init(const ts_mutated *of, uint64_t seed, uint64_t index, ts_mutant *mutant);

const char *ts_mutation_name(ts_mutation mutation);
const char *ts_mutant_place_name(ts_mutant_place place);
/* "value", "g3", "H3,5" */
void ts_mutant_entry_name(const ts_mutant *mutant, char name[32]);

#endif
