/* SPDX-License-Identifier: GPL-2.0-or-later
 * Looking for what is no number. */
#include "ndb/diverged.h"

#include <math.h>

#include "core/error.h"

ts_status ts_ndb_check_trial(size_t nodes, const double (*x_plus)[3], ts_error *error) {
    for (size_t i = 0; i < nodes; ++i) {
        if (isfinite(x_plus[i][0]) && isfinite(x_plus[i][1]) && isfinite(x_plus[i][2])) continue;
        return ts_fail(
            error, TS_ERROR_DATA,
            "the trial position of node %zu is (%g, %g, %g): the iterations have diverged; a smaller growth K "
            "or the smoother pcg may help",
            i, x_plus[i][0], x_plus[i][1], x_plus[i][2]);
    }
    return TS_OK;
}
