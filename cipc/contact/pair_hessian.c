/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hessians of pairs: the lanes that this machine has, and the portable ones. */
#define PAIR_HESSIANS ts_pair_hessians_portable
#include "cipc/contact/pair_lanes.inc"

#include <math.h>
#include <string.h>

#include "core/instructions.h"

void ts_pair_curve_init(ts_pair_curve *curve, ts_ccd_kind kind, const ts_feature_frame *frame, double along,
                        double pull) {
    curve->kind = kind;
    ts_feature_frame_basis(frame, curve->normal, curve->tangent);
    memcpy(curve->weight, frame->weight, sizeof curve->weight);
    memcpy(curve->slope, frame->slope, sizeof curve->slope);
    curve->along = along;
    curve->pull = pull;
    curve->d = sqrt(frame->d2[0]);
}

void ts_pair_hessians_all(const ts_pair_curve *curve, size_t count, bool unprojected, double *const *hessian) {
#if defined(__x86_64__)
    if (ts_has_avx512()) {
        ts_pair_hessians_avx512(curve, count, unprojected, hessian);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        ts_pair_hessians_avx2(curve, count, unprojected, hessian);
        return;
    }
#endif
    ts_pair_hessians_portable(curve, count, unprojected, hessian);
}
