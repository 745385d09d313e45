/* SPDX-License-Identifier: GPL-2.0-or-later
 * Partial CCD of many pairs: the lanes that this machine has, and the portable ones. */
#define PROBE_ASK ts_ndb_probe_portable
#include "ndb/contact/probe_lanes.inc"

#include "core/instructions.h"

void ts_ndb_probe_ask(const ts_ndb_probing *probing, size_t count, const ts_ndb_probe *probe, uint8_t *meets) {
#if defined(__x86_64__)
    if (ts_has_avx512()) return ts_ndb_probe_avx512(probing, count, probe, meets);
    if (__builtin_cpu_supports("avx2")) return ts_ndb_probe_avx2(probing, count, probe, meets);
#endif
    ts_ndb_probe_portable(probing, count, probe, meets);
}
