/* SPDX-License-Identifier: GPL-2.0-or-later
 * --precision: what queries are rounded to before anybody sees them. */
#include "cli/precision.h"

#include <math.h>

#include "core/error.h"

const char *const TS_PRECISION_NAMES[TS_PRECISIONS] = {"double", "float"};

ts_status ts_round_to_precision(int precision, double *min_distance, double *t_max, ts_error *error) {
    if (precision != TS_PRECISION_FLOAT) return TS_OK;
    const double distance = (double)(float)*min_distance, end = (double)(float)*t_max;
    if (!isfinite(distance)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "--min-distance %g is more than single precision holds; give a lesser one", *min_distance);
    }
    if (!(end > 0.0)) {
        return ts_fail(error, TS_ERROR_USAGE, "--t-max %g is 0 in single precision; give a later one", *t_max);
    }
    *min_distance = distance;
    *t_max = end;
    return TS_OK;
}
