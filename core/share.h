/* SPDX-License-Identifier: MIT
 * Is work worth sharing among threads? Those that wait asleep take some 50 microseconds to wake on a virtual machine,
 * those that spin half of one: too different for a constant, so it is measured. No result may depend on the answer. */
#ifndef TS_CORE_SHARE_H
#define TS_CORE_SHARE_H

#include <stdbool.h>
#include <stddef.h>

/* count things of some `each` nanoseconds, on one thread; false within a parallel region. The first call for a number
 * of threads measures what it takes to have them all at work. */
bool ts_pays_to_share(size_t count, double each);
/* What it takes is another now: the next call measures it anew. */
void ts_share_measure_again(void);
/* How many threads a region may have that there is room for so many of. */
int ts_threads_at_most(int room);
/* For tests of what threads do to results: from now on everything is shared, however little it is, or no longer. */
void ts_share_everything(bool everything);

#endif
