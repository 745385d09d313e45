/* SPDX-License-Identifier: MIT
 * The tests by which the published `minsep` calls a sextic free of roots in [0, 1] without looking for any. */
#ifndef TS_CCD_PUBLISHED_REJECTS_H
#define TS_CCD_PUBLISHED_REJECTS_H

#include <stdbool.h>

/* c: in rising powers. Not every sextic that is rejected is free of roots: the published tests are what counts. */
bool ts_sextic_is_rejected(const double c[7]);

#endif
