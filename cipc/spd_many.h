/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projection of many small symmetric matrices at once (cipc/spd.h). */
#ifndef TS_CIPC_SPD_MANY_H
#define TS_CIPC_SPD_MANY_H

#include <stddef.h>

/* Replaces each of `count` symmetric matrices by the nearest positive semi-definite one, to rounding of its largest
 * entry; one whose eigenvalues are none of them negative stays as it is. Upper triangles are not looked at. */
typedef void ts_project_spd4_many(double (*a)[4][4], size_t count);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_project_spd4_many ts_project_spd4_all, ts_project_spd4_portable, ts_project_spd4_avx2, ts_project_spd4_avx512;

#endif
