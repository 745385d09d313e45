/* SPDX-License-Identifier: MIT */
#include "benches/micro/trip.h"

#include <stdatomic.h>
#include <stdbool.h>

#include <omp.h>

#include "ccd/timing.h"
#include "core/clock.h"

enum { BATCHES = 15, TRIPS = 100 };  /* of a batch, whose time is taken: a clock takes about as long as a trip */
static const double LONGEST = 20e-3; /* s, where the other thread has no core */

enum { AT_FIRST, AT_SECOND, OVER };

/* False where time is up before the ball is back. */
static bool throw_ball(atomic_int *ball, double end) {
    atomic_store_explicit(ball, AT_SECOND, memory_order_release);
    for (int look = 1; atomic_load_explicit(ball, memory_order_acquire) != AT_FIRST; ++look) {
        if (look % 1024 == 0 && ts_seconds() > end) return false;
    }
    return true;
}

/* How many batches were thrown before time was up. */
static int throw_batches(atomic_int *ball, double each[BATCHES]) {
    const double end = ts_seconds() + LONGEST;
    bool is_back = true;
    int batches = 0;
    while (is_back && batches < BATCHES) {
        const double start = ts_seconds();
        for (int k = 0; is_back && k < TRIPS; ++k) is_back = throw_ball(ball, end);
        if (is_back) each[batches++] = (ts_seconds() - start) / TRIPS;
    }
    atomic_store_explicit(ball, OVER, memory_order_release);
    return batches;
}

static void throw_back(atomic_int *ball) {
    for (int seen = AT_FIRST; seen != OVER; seen = atomic_load_explicit(ball, memory_order_acquire)) {
        int here = AT_SECOND; /* it may be over meanwhile */
        if (seen == AT_SECOND)
            atomic_compare_exchange_strong_explicit(ball, &here, AT_FIRST, memory_order_acq_rel, memory_order_relaxed);
    }
}

double ts_trip_seconds(void) {
    static _Alignas(256) atomic_int ball;
    double each[BATCHES];
    int batches = 0;
    if (omp_get_max_threads() < 2) return 0.0;
    atomic_store(&ball, AT_FIRST);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_num_threads() == 2 && omp_get_thread_num() == 0) batches = throw_batches(&ball, each);
        if (omp_get_num_threads() == 2 && omp_get_thread_num() == 1) throw_back(&ball);
    }
    return batches < BATCHES ? 0.0 : ts_median(each, BATCHES);
}
