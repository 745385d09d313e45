/* SPDX-License-Identifier: GPL-2.0-or-later
 * c = |u x v|^2 of two edges, which the mollifier e(c) fades out as they turn parallel (docs/method.md, 5.3). */
#ifndef TS_CIPC_CONTACT_MOLLIFIER_H
#define TS_CIPC_CONTACT_MOLLIFIER_H

/* u = x1 - x0, v = x3 - x2. gradient: by u, then v; hessian: 6 x 6 of (u, v). Either may be NULL. */
double ts_edge_cross2(const double x[4][3], double gradient[6], double hessian[6][6]);

#endif
