/* SPDX-License-Identifier: MIT
 * Keeping a thread, and a process beside it, on one processor while both are timed. */
#define _GNU_SOURCE
#include "core/processor.h"

#include <sched.h>
#include <string.h>

_Static_assert(sizeof(cpu_set_t) <= sizeof((ts_stay){0}.allowed), "a set of processors has its room");

void ts_stay_on_processor(ts_stay *stay) {
    cpu_set_t allowed, here;
    const int processor = sched_getcpu();
    *stay = (ts_stay){.holds = false};
    if (processor < 0 || processor >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    memcpy(stay->allowed, &allowed, sizeof allowed);
    CPU_ZERO(&here);
    CPU_SET((size_t)processor, &here);
    stay->holds = sched_setaffinity(0, sizeof here, &here) == 0;
}

void ts_leave_processor(const ts_stay *stay) {
    cpu_set_t allowed;
    if (!stay->holds) return;
    memcpy(&allowed, stay->allowed, sizeof allowed);
    sched_setaffinity(0, sizeof allowed, &allowed);
}

void ts_follow_to_processor(pid_t process) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) sched_setaffinity(process, sizeof allowed, &allowed);
}
