/* SPDX-License-Identifier: MIT
 * Squared distances as the published ACCD and IPC codes compute them: classify the closest features, then
 * that pair's closed formula. Kept for methods whose published behaviour is what is measured; everything
 * else uses <touchstone/distance.h>. */
#ifndef TS_CCD_PUBLISHED_DISTANCE_H
#define TS_CCD_PUBLISHED_DISTANCE_H

#include <touchstone/ccd.h>

/* Square metres, of any kind of pair; NaN where a formula divides zero by zero. */
double ts_published_distance2(ts_ccd_kind kind, const double x[4][3]);

/* Edge-edge: the least squared distance of an endpoint of one to an endpoint of the other, square metres. */
double ts_endpoint_distance2(const double x[4][3]);

#endif
