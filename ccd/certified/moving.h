/* SPDX-License-Identifier: MIT
 * Moving directions: how long that of a pair of features keeps the primitives apart. */
#ifndef TS_CCD_CERTIFIED_MOVING_H
#define TS_CCD_CERTIFIED_MOVING_H

#include "ccd/certified/motion.h"

/* The end of an interval that starts at t on which the moving direction of a pair of features (see
 * ts_ccd_proof_piece), whose sign is set, keeps more than `reach`; t when nothing is certain. budget: the number of
 * stretches that may still be asked about. */
double ts_certified_moving_end(const ts_certified_motion *motion, double reach, unsigned feature, double t,
                               int8_t *sign, int *budget);

#endif
