/* SPDX-License-Identifier: MIT
 * Bernstein sign classification with exact signs, by floating-point expansions. */
#include "ccd/signs.h"

#include "ccd/expansion.h"

#define NUMBER ts_expansion
#define N(name) exact_##name

#define exact_difference ts_expansion_difference
#define exact_add ts_expansion_add
#define exact_subtract ts_expansion_subtract
#define exact_multiply ts_expansion_multiply
#define exact_scale ts_expansion_scale

static int exact_sign(ts_expansion a) {
    return ts_expansion_sign(&a);
}

#include "ccd/signs.inc"

bsc_outcome ts_bsc_exact(const ts_ccd_query *scaled, bool split) {
    exact_scene scene;
    return exact_decide(scaled, split, &scene);
}
