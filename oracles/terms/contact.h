/* SPDX-License-Identifier: MIT
 * The mollifier of edges, for the terms of barriers. */
#ifndef TS_ORACLES_TERMS_CONTACT_H
#define TS_ORACLES_TERMS_CONTACT_H

#include "oracles/dual.h"

/* e(c), and the c = |u x v|^2 of the edges x0 x1 and x2 x3. */
const ts_dual *ts_define_mollifier(const ts_dual *c, const ts_dual *eps);
const ts_dual *ts_define_crossing(const ts_dual *const *x);

#endif
