/* SPDX-License-Identifier: MIT
 * What a plug-in may take in the process that it runs in. */
#ifndef TOUCHSTONE_LIMITS_H
#define TOUCHSTONE_LIMITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ts_plugin_limits {
    double query_seconds;  /* that one query, or one point of an energy, may take */
    uint64_t memory_bytes; /* of address space */
    unsigned restarts;     /* after more failures than that, each of which costs a process, it is given up */
} ts_plugin_limits;

#define TS_PLUGIN_STANDARD_LIMITS                                                                                      \
    { 1.0, UINT64_C(4) << 30, 100 }

#ifdef __cplusplus
}
#endif
#endif
