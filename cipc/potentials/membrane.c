/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes: the lanes that this machine has, and the portable ones. */
#define MEMBRANE_EVALUATE ts_membrane_evaluate_portable
#include "cipc/potentials/membrane_lanes.inc"

#include "core/instructions.h"

void ts_membrane_evaluate_some(const ts_elements *elements, const double (*x)[3], const ts_membrane_choice *choice,
                               const ts_locals *out) {
#if defined(__x86_64__)
    if (ts_has_avx512()) {
        ts_membrane_evaluate_avx512(elements, x, choice, out);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        ts_membrane_evaluate_avx2(elements, x, choice, out);
        return;
    }
#endif
    ts_membrane_evaluate_portable(elements, x, choice, out);
}
