/* SPDX-License-Identifier: MIT
 * The certified method in single precision, many queries at once. */
#ifndef TS_CCD_CERTIFIED_FLOAT_LANES_H
#define TS_CCD_CERTIFIED_FLOAT_LANES_H

#include "ccd/certified/certified.h"

/* A batch, with the widest instructions of the machine; bit for bit as one by one. */
ts_certified_lanes ts_certified_float_all;

/* The same source (float_lanes.inc) for three instruction sets. */
ts_certified_lanes ts_certified_float_lanes_portable, ts_certified_float_lanes_avx2, ts_certified_float_lanes_avx512;

#endif
