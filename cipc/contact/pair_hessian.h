/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hessians of the barrier of unmollified pairs, several at once. */
#ifndef TS_CIPC_CONTACT_PAIR_HESSIAN_H
#define TS_CIPC_CONTACT_PAIR_HESSIAN_H

#include <stdbool.h>
#include <stddef.h>

#include "cipc/contact/feature_distance.h"

enum { TS_PAIR_CURVE_NUMBERS = 24 };

/* What the Hessian of one pair is made of: its frame (feature_distance.h) and derivatives of f(D) = kappa b(D). */
typedef struct ts_pair_curve {
    ts_ccd_kind kind;
    union {
        struct {
            double normal[3], tangent[2][3]; /* an orthonormal basis, the frame's own tangents first */
            double weight[4], slope[2][4];
            double along; /* 4 f'' d^2 + 2 f', N/m */
            double pull;  /* 2 f', N/m */
            double d;     /* m */
        };
        double number[TS_PAIR_CURVE_NUMBERS];
    };
} ts_pair_curve;

/* `along` and `pull` as in ts_pair_curve. */
void ts_pair_curve_init(ts_pair_curve *curve, ts_ccd_kind kind, const ts_feature_frame *frame, double along,
                        double pull);

/* Hessian k, 12 x 12 (rows beyond the pair's nodes are 0), for curve[k]: the nearest positive semi-definite matrix (of
 * a barrier that falls, pull <= 0), or as it is. */
typedef void ts_pair_hessians(const ts_pair_curve *curve, size_t count, bool unprojected, double *const *hessian);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_pair_hessians ts_pair_hessians_all, ts_pair_hessians_portable, ts_pair_hessians_avx2, ts_pair_hessians_avx512;

#endif
