/* SPDX-License-Identifier: MIT
 * Tets of a mesh that have volume in common. */
#ifndef TS_ORACLES_VERIFY_TETS_H
#define TS_ORACLES_VERIFY_TETS_H

#include "oracles/verify_pairs.h"

/* Adds an intersection for every pair of tets that overlap and see each other. */
ts_status ts_verify_overlaps(const ts_verify_surface *surface, const double (*x)[3], ts_verify_scratch *scratch,
                             ts_verify_report *report, ts_error *error);

#endif
