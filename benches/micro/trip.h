/* SPDX-License-Identifier: MIT
 * How long it takes two threads to hand something over. On a virtual machine that may change while a program runs
 * (docs/benchmarks.md, bench-solver). */
#ifndef TS_BENCHES_MICRO_TRIP_H
#define TS_BENCHES_MICRO_TRIP_H

/* Seconds that a number takes from the first thread to the second and back, the median of many trips; 0 where there is
 * one thread, or the second had no core of its own. Outside of parallel regions. */
double ts_trip_seconds(void);

#endif
