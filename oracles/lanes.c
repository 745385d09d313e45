/* SPDX-License-Identifier: MIT
 * What comes in vectors of four, with the instructions that this machine has, and with those that every machine has. */
#define PAIR_TERMS ts_pair_terms_portable
#define GUESS_FOUR ts_guess_four_portable
#include "oracles/guess_four.inc"
#include "oracles/pair_terms.inc"

void ts_pair_terms_at(const ts_float_query *q, const ts_pair *pair, double t, bool volume_alone, ts_pair_terms *terms) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_pair_terms_avx2(q, pair, t, volume_alone, terms);
#endif
    ts_pair_terms_portable(q, pair, t, volume_alone, terms);
}

void ts_guess_four(const ts_float_query *query, ts_ccd_kind kind, const double times[4], double distances[4]) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_guess_four_avx2(query, kind, times, distances);
#endif
    ts_guess_four_portable(query, kind, times, distances);
}
