/* SPDX-License-Identifier: MIT
 * Do two tets overlap, that is: have they volume in common? Exact for any finite doubles; touching is no overlap. */
#ifndef TS_ORACLES_OVERLAP_H
#define TS_ORACLES_OVERLAP_H

#include "oracles/intersect.h"

/* Both are positively oriented: ts_orient3d of their corners is 1. Common corners are the same pointers, which saves
 * time; equal positions behind different ones give the same answer. */
bool ts_tets_overlap(const ts_corner s[4], const ts_corner t[4]);

#endif
