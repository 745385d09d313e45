/* SPDX-License-Identifier: MIT
 * How many threads to take on a machine that others use too. Threads that spin while they wait for each other are quick
 * where each has a core to itself, and many times slower than one alone where it has not: then one fewer is taken, and
 * one more is tried again after a pause. No result depends on how many they are. */
#ifndef TS_CORE_CROWD_H
#define TS_CORE_CROWD_H

#include <stdbool.h>

/* Times in seconds. */
typedef struct ts_crowd {
    int most, threads;   /* at most; now */
    double from, waited; /* the window that is looked at: its beginning, and what `waited` was then */
    double grown, until; /* when one thread more was last taken; when the next may be */
    double pause;
} ts_crowd;

/* waited: how long the threads of the process have been ready to run without a core, all together, ever. */
void ts_crowd_begin(ts_crowd *crowd, int most, double now, double waited);
/* How many threads to take from now on. */
int ts_crowd_look(ts_crowd *crowd, double now, double waited);

/* What ts_crowd_look asks for, of this process; false where the system does not tell. */
bool ts_crowd_waited(double *waited);

/* The process itself, which from now on takes up to as many threads as OpenMP would give it now, or no longer. One
 * thread needs no watching. */
void ts_crowd_watch(bool watch);
bool ts_crowd_is_watched(void);
/* Between parallel regions, on the thread that begins them: looks from time to time, while the process is watched. */
void ts_crowd_mind(void);

#endif
