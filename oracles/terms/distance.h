/* SPDX-License-Identifier: MIT
 * Squared distances of the infinite features, for the terms of contact. */
#ifndef TS_ORACLES_TERMS_DISTANCE_H
#define TS_ORACLES_TERMS_DISTANCE_H

#include "oracles/dual.h"

/* Rows as in ts_ccd_query. */
const ts_dual *ts_define_point_point(const ts_dual *const *x);
const ts_dual *ts_define_point_line(const ts_dual *const *x);
const ts_dual *ts_define_point_plane(const ts_dual *const *x);
const ts_dual *ts_define_line_line(const ts_dual *const *x);

#endif
