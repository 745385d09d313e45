/* SPDX-License-Identifier: MIT */
#include "core/share.h"

#include <omp.h>
#include <stdatomic.h>

#include "core/clock.h"

enum { MOST_THREADS = 256, FIRST = 3, TRIALS = 9 };

/* Waiting for the slowest, and memory that comes from another core's cache. */
static const double MARGIN = 1.5, LEAST = 3000.0; /* ns */

/* Between regions a solver works alone for a while, and processors that have nothing to do fall asleep. */
static void work_alone(void) {
    const double start = ts_seconds();
    while (ts_seconds() - start < 200e-6) {}
}

/* The median time of a region without work, in nanoseconds. The first ones start the threads. */
static double time_of_region(int threads) {
    double sorted[TRIALS];
    for (int trial = -FIRST; trial < TRIALS; ++trial) {
        work_alone();
        const double start = ts_seconds();
        int at_work = 0;
#pragma omp parallel num_threads(threads) reduction(+ : at_work)
        ++at_work;
        const double taken = 1e9 * (ts_seconds() - start);
        if (trial < 0) continue;
        int k = trial;
        for (; k > 0 && sorted[k - 1] > taken; --k) sorted[k] = sorted[k - 1];
        sorted[k] = taken;
    }
    return sorted[TRIALS / 2];
}

static _Atomic double known[MOST_THREADS + 1]; /* by number of threads; 0: not measured yet */
static atomic_bool is_everything_shared;

void ts_share_everything(bool everything) {
    atomic_store(&is_everything_shared, everything);
}

void ts_share_measure_again(void) {
    for (int threads = 0; threads <= MOST_THREADS; ++threads)
        atomic_store_explicit(&known[threads], 0.0, memory_order_relaxed);
}

int ts_threads_at_most(int room) {
    const int threads = omp_get_max_threads();
    return threads < room ? threads : room;
}

bool ts_pays_to_share(size_t count, double each) {
    const int most = omp_get_max_threads(), threads = most < MOST_THREADS ? most : MOST_THREADS;
    if (threads == 1 || omp_in_parallel()) return false;
    if (atomic_load_explicit(&is_everything_shared, memory_order_relaxed)) return true;
    double region = atomic_load_explicit(&known[threads], memory_order_relaxed);
    if (region == 0.0) {
        region = time_of_region(threads);
        atomic_store_explicit(&known[threads], region, memory_order_relaxed);
    }
    const double spared = (double)count * each * (1.0 - 1.0 / threads);
    return spared > MARGIN * region + LEAST;
}
