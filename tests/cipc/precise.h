/* SPDX-License-Identifier: MIT
 * Arithmetic with 512 bits in the form of expressions: add(mul(a, b), c). Results live in an arena until reset. */
#ifndef TS_TESTS_CIPC_PRECISE_H
#define TS_TESTS_CIPC_PRECISE_H

#include <mpfr.h>
#include <stdlib.h>

typedef mpfr_ptr precise;

enum { PRECISE_BITS = 512, PRECISE_VALUES = 1 << 14 };

static mpfr_t precise_arena[PRECISE_VALUES];
static int precise_used, precise_made;

static inline precise precise_new(void) {
    if (precise_used == PRECISE_VALUES) abort();
    if (precise_used == precise_made) mpfr_init2(precise_arena[precise_made++], PRECISE_BITS);
    return precise_arena[precise_used++];
}

/* Forgets what came after mark = precise_used. */
static inline void precise_reset(int mark) {
    precise_used = mark;
}

static inline void precise_free(void) {
    while (precise_made > 0) mpfr_clear(precise_arena[--precise_made]);
    precise_used = 0;
    mpfr_free_cache();
}

static inline precise number(double a) {
    precise out = precise_new();
    mpfr_set_d(out, a, MPFR_RNDN);
    return out;
}

#define PRECISE_BINARY(name, function)                                                                                 \
    static inline precise name(precise a, precise b) {                                                                 \
        precise out = precise_new();                                                                                   \
        function(out, a, b, MPFR_RNDN);                                                                                \
        return out;                                                                                                    \
    }
#define PRECISE_UNARY(name, function)                                                                                  \
    static inline precise name(precise a) {                                                                            \
        precise out = precise_new();                                                                                   \
        function(out, a, MPFR_RNDN);                                                                                   \
        return out;                                                                                                    \
    }
PRECISE_BINARY(add, mpfr_add)
PRECISE_BINARY(sub, mpfr_sub)
PRECISE_BINARY(mul, mpfr_mul)
PRECISE_BINARY(over, mpfr_div)
PRECISE_BINARY(greater, mpfr_max)
PRECISE_BINARY(lesser, mpfr_min)
PRECISE_UNARY(root, mpfr_sqrt)
PRECISE_UNARY(logarithm, mpfr_log)
PRECISE_UNARY(cosine, mpfr_cos)
PRECISE_UNARY(arc_cosine, mpfr_acos)

static inline precise times(double a, precise b) {
    precise out = precise_new();
    mpfr_mul_d(out, b, a, MPFR_RNDN);
    return out;
}

static inline double rounded(precise a) {
    return mpfr_get_d(a, MPFR_RNDN);
}

#endif
