/* SPDX-License-Identifier: MIT
 * How far apart two threads' cores are: a virtual machine may have neighbours at one time and cores of two clusters at
 * another, and then all that threads hand to each other takes longer. */
#ifndef TS_BENCHES_MICRO_TRIP_H
#define TS_BENCHES_MICRO_TRIP_H

/* Seconds that a number takes from the first thread to the second and back, the median of many trips; 0 where there is
 * one thread, or the second had no core of its own. Outside of parallel regions. */
double ts_trip_seconds(void);

#endif
