/* SPDX-License-Identifier: GPL-2.0-or-later
 * Programs run as child processes, several at once, each within limits of time and memory; one that crashes or is
 * stopped disturbs no other. */
#ifndef TS_BENCHES_TABLE_CHILDREN_H
#define TS_BENCHES_TABLE_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

typedef struct ts_child_job {
    char *const *arguments; /* NULL-terminated; the first is the program's path; borrowed */
    const char *output;     /* file for both of its outputs, replaced; borrowed */
    double seconds;         /* wall clock; 0: no limit */
    uint64_t bytes;         /* of memory; 0: no limit */
} ts_child_job;

typedef enum ts_child_end {
    TS_CHILD_EXITED = 0,    /* code: its exit code */
    TS_CHILD_SIGNALLED,     /* code: the signal */
    TS_CHILD_OUT_OF_TIME,   /* asked to stop (SIGINT), and killed if it went on */
    TS_CHILD_OUT_OF_MEMORY, /* killed */
    TS_CHILD_NOT_STARTED    /* code: errno */
} ts_child_end;

typedef struct ts_child_report {
    ts_child_end end;
    int code;
    double seconds;      /* wall clock */
    uint64_t most_bytes; /* resident, at its peak */
} ts_child_report;

typedef struct ts_children_options {
    const ts_child_job *jobs;
    size_t count;
    size_t at_once; /* >= 1 */
    /* Called once for each job, in the order in which they end. Another status than TS_OK ends the run. */
    ts_status (*ended)(void *self, size_t job, const ts_child_report *report, ts_error *error);
    void (*waiting)(void *self);     /* many times a second; may be NULL */
    bool (*interrupted)(void *self); /* may be NULL */
    void *self;
} ts_children_options;

/* Children have a process group each and die with this process. TS_ERROR_INTERRUPTED: those under way were killed,
 * `ended` was not called for them. */
ts_status ts_children_run(const ts_children_options *options, ts_error *error);

#endif
