/* SPDX-License-Identifier: GPL-2.0-or-later
 * Derivatives of a term against differences of its own doubles, and those that are no numbers. */
#include "benches/barrier/own_derivative.h"

#include <math.h>

#include "benches/barrier/contradiction.h"

void ts_own_differences_judge(const ts_term *term, const ts_term_point *at, ts_own_differences *out) {
    ts_term_value got = {0};
    *out = (ts_own_differences){TS_NOT_ASKED, TS_NOT_ASKED};
    term->evaluate(term, at->inputs, at->parameters, &got);
    if (!isfinite(got.value)) return;
    *out = ts_contradictions(term, at, &got);
    /* A value that is finite has no infinite derivative. */
    for (int i = 0; i < term->inputs; ++i) {
        if (isinf(got.gradient[i])) out->gradient = TS_INCONSISTENT;
        for (int j = 0; j < term->inputs; ++j) {
            if (isinf(got.hessian[i][j])) out->hessian = TS_INCONSISTENT;
        }
    }
}
