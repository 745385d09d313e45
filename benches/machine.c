/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rounds of loops, and of a sum of rows; the portable loops. */
#define MACHINE_LOOPS ts_machine_portable
#include "benches/machine_lanes.inc"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "scenes/collision/ccd_filter.h"

enum { TRIALS = 15 };

static const ts_machine_loops *widest(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return &ts_machine_avx2;
#endif
    return &ts_machine_portable;
}

/* Operations a second. */
static double rate_of(ts_machine_loop *loop, size_t lanes_of_loop) {
    enum { ROUNDS = 20000 };
    static volatile double by = 0.9999, plus = 1.7; /* known at run time only */
    double best = INFINITY, sum = 0.0;
    for (int trial = 0; trial < TRIALS; ++trial) {
        const double start = ts_ccd_filter_clock();
#pragma omp parallel reduction(+ : sum)
        sum += loop(ROUNDS, by, plus);
        best = fmin(best, ts_ccd_filter_clock() - start);
    }
    plus += 0.0 * (isfinite(sum) ? sum : 0.0);
    return (double)omp_get_max_threads() * ROUNDS * TS_MACHINE_ROUND * (double)lanes_of_loop / best;
}

ts_machine_rates ts_machine_measure(void) {
    const ts_machine_loops *loops = widest();
    return (ts_machine_rates){.flops = rate_of(loops->flops, loops->lanes),
                              .divisions = rate_of(loops->divisions, loops->lanes),
                              .roots = rate_of(loops->roots, loops->lanes)};
}

double ts_machine_bandwidth(double bytes) {
    enum { PASSES = 4 * TRIALS };
    const size_t n = (size_t)(bytes / (3.0 * sizeof(double))) + PASSES;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), best = INFINITY;
    for (int round = 0; a && b && c && round < PASSES; ++round) {
        const double start = ts_ccd_filter_clock();
#pragma omp parallel for schedule(static)
        for (size_t k = 0; k < n; ++k) a[k] = round == 0 ? (b[k] = c[k] = 0.0) : b[k] + c[k];
        const double seconds = ts_ccd_filter_clock() - start;
        b[round] = a[n - 1 - (size_t)round]; /* so that it is done */
        if (round > 0) best = fmin(best, seconds);
    }
    free(a);
    free(b);
    free(c);
    return best < INFINITY ? 3.0 * (double)(n * sizeof *a) / best : NAN;
}
