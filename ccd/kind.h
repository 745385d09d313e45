/* SPDX-License-Identifier: MIT
 * ts_ccd_vertices and ts_ccd_first_vertices (how many rows the first primitive has) where a kind is constant once
 * inlined: loops unroll then, and what the kind does not have falls away. */
#ifndef TS_CCD_KIND_H
#define TS_CCD_KIND_H

#include <touchstone/ccd.h>

#define TS_KIND_INLINE static inline __attribute__((always_inline))

TS_KIND_INLINE int ts_kind_vertices(ts_ccd_kind kind) {
    return kind == TS_POINT_POINT ? 2 : kind == TS_POINT_EDGE ? 3 : 4;
}

TS_KIND_INLINE int ts_kind_first(ts_ccd_kind kind) {
    return kind == TS_EDGE_EDGE ? 2 : 1;
}

#endif
