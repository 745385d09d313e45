/* SPDX-License-Identifier: MIT
 * A reference: a term and its definition in dual numbers. One file of oracles/terms/ holds a family of them. */
#ifndef TS_ORACLES_TERMS_DEFINITION_H
#define TS_ORACLES_TERMS_DEFINITION_H

#include <touchstone/term.h>

#include "oracles/dual.h"
#include "oracles/terms.h"

/* The term at inputs x and parameters p; NULL outside its domain. */
typedef const ts_dual *ts_term_define(const ts_dual *const *x, const ts_dual *const *p);

typedef struct ts_term_definition {
    ts_term term;
    ts_term_define *define;
} ts_term_definition;

typedef struct ts_term_family {
    const ts_term_definition *member;
    size_t count;
} ts_term_family;

#define TS_TERMS(family) extern const ts_term_family family;
#include "oracles/terms/list.inc"
#undef TS_TERMS

/* Lists of names end with NULL. */
#define TS_NAMES(names) (int)(sizeof(names) / sizeof(*(names)) - 1)
#define TS_DEFINITION(name, about, inputs, parameters, define)                                                         \
    {                                                                                                                  \
        {TS_TERM_ABI,                                                                                                  \
         name,                                                                                                         \
         about,                                                                                                        \
         name,                                                                                                         \
         TS_NAMES(inputs),                                                                                             \
         TS_NAMES(parameters),                                                                                         \
         inputs,                                                                                                       \
         parameters,                                                                                                   \
         ts_term_evaluate_reference},                                                                                  \
            define                                                                                                     \
    }
#define TS_FAMILY(members)                                                                                             \
    { members, sizeof(members) / sizeof(*(members)) }

static const char *const TS_POINTS_2[] = {"x0", "y0", "z0", "x1", "y1", "z1", NULL};
static const char *const TS_POINTS_3[] = {"x0", "y0", "z0", "x1", "y1", "z1", "x2", "y2", "z2", NULL};
static const char *const TS_POINTS_4[] = {"x0", "y0", "z0", "x1", "y1", "z1", "x2", "y2", "z2", "x3", "y3", "z3", NULL};
static const char *const TS_NO_NAMES[] = {NULL};

#endif
