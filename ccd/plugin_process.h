/* SPDX-License-Identifier: MIT
 * A program run by `sh -c` that is asked in text and answers in lines, within a time limit. */
#ifndef TS_CCD_PLUGIN_PROCESS_H
#define TS_CCD_PLUGIN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/host/descendants.h"

/* Why the answer to the last question is not complete. */
typedef enum ts_process_silence {
    TS_PROCESS_ENDED = 0, /* the program, or its output */
    TS_PROCESS_TIMED_OUT,
    TS_PROCESS_TALKED /* too much, or unasked */
} ts_process_silence;

typedef struct ts_process {
    pid_t id;     /* of the shell, which leads a process group of its own; 0: not running */
    bool fresh;   /* it has not been asked yet */
    int socket;   /* our end of the program's standard input and output */
    char *answer; /* what it has said since it was last asked; owned, ends with a zero */
    size_t length, capacity;
    ts_process_silence silence;
    ts_mark mark;
} ts_process;

/* process: zero, or stopped. False when the system refuses. */
bool ts_process_start(ts_process *process, const char *command);
/* Sends the text and waits until `lines` lines have come back, in process->answer. False when they have not:
 * the program ended, closed its output, took longer than `seconds`, or said far too much. */
bool ts_process_ask(ts_process *process, const char *text, size_t lines, double seconds);

enum { TS_PROCESS_SIGNALLED = -1, TS_PROCESS_KILLED = -2 /* by us */ };
/* Closes the program's input, waits `seconds` for it to end, and kills what is left of its group, and of what left it.
 * Returns its exit code, or one of the two above. */
int ts_process_stop(ts_process *process, double seconds);

#endif
