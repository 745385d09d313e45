/* SPDX-License-Identifier: MIT
 * A published distance, where speed is no matter. */
#include "ccd/published_distance.h"

#include "ccd/published_kinds.h"

double ts_endpoint_distance2(const double x[4][3]) {
    return ts_published_endpoint2(x);
}
