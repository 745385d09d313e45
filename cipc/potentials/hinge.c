/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hinges: the lanes that this machine has, and the portable ones. */
#define HINGE_EVALUATE ts_hinge_evaluate_portable
#include "cipc/potentials/hinge_lanes.inc"

#include "core/instructions.h"

double ts_hinge_angle(const double (*x)[3], const ts_stencil nodes) {
    hinge_lanes h;
    load((const ts_stencil *)nodes, x, 1, &h);
    return atan2(h.sine[0], h.cosine[0]);
}

void ts_hinge_evaluate_all(const ts_hinge *hinge, const ts_stencil *stencil, const double (*x)[3], size_t count,
                           const ts_locals *out) {
#if defined(__x86_64__)
    if (ts_has_avx512()) {
        ts_hinge_evaluate_avx512(hinge, stencil, x, count, out);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        ts_hinge_evaluate_avx2(hinge, stencil, x, count, out);
        return;
    }
#endif
    ts_hinge_evaluate_portable(hinge, stencil, x, count, out);
}
