/* SPDX-License-Identifier: MIT
 * Whether this machine has the instructions that the widest kernels are compiled for (cmake/Simd.cmake). */
#ifndef TS_CORE_INSTRUCTIONS_H
#define TS_CORE_INSTRUCTIONS_H

#include <stdbool.h>

static inline bool ts_has_avx512(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

#endif
