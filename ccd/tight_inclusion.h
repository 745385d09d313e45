/* SPDX-License-Identifier: MIT
 * Tight-inclusion CCD: the map whose zeros are contacts, and the search for the first, for two instruction sets. */
#ifndef TS_CCD_TIGHT_INCLUSION_H
#define TS_CCD_TIGHT_INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

/* F(t, u, v) = A(t) + u U(t) + v V(t), the difference of two points of the primitives; t = T t_max, and (T, u, v) is
 * in [0, 1]^3. */
typedef struct ts_difference_map {
    double a[2][3], u[2][3], v[2][3]; /* at the times 0 and 1 */
    double size;                      /* no coordinate of F, or of a term of it, exceeds it */
    double filter;                    /* more than the rounding of F */
    double reach;                     /* a contact has |F| <= reach in every coordinate, rounded as it is */
    double tolerance, t_max;
    bool triangle; /* the domain ends at u + v = 1 */
} ts_difference_map;

/* The first T at which the primitives may touch, INFINITY if none; NaN without memory. *examined: boxes looked at,
 * max_itr at most. */
typedef double ts_first_time(const ts_difference_map *map, uint32_t max_itr, uint32_t *examined);

/* The same source (ccd/tight_inclusion_search.inc): with the same bits for any machine, and for AVX2. */
ts_first_time ts_first_time_portable, ts_first_time_avx2;

#endif
