/* SPDX-License-Identifier: MIT
 * Keeping a thread, and a process beside it, on one processor while both are timed: processors of one machine differ in
 * speed from one moment to the next, by what shares their core. Where the system refuses, nothing changes. */
#ifndef TS_CORE_PROCESSOR_H
#define TS_CORE_PROCESSOR_H

#include <stdbool.h>
#include <sys/types.h>

/* What ts_stay_on_processor changed. */
typedef struct ts_stay {
    bool holds;
    unsigned char allowed[128]; /* the processors that the thread might use before, as the system writes them */
} ts_stay;

/* The calling thread stays where it is, and a thread that it starts meanwhile with it. */
void ts_stay_on_processor(ts_stay *stay);
/* It may go again where it might before. */
void ts_leave_processor(const ts_stay *stay);
/* The main thread of that process may use the processors that the calling thread may. */
void ts_follow_to_processor(pid_t process);

#endif
