/* SPDX-License-Identifier: MIT
 * A line with share, rate and time left, rewritten in place on a terminal; silent anywhere else. */
#ifndef TS_CORE_PROGRESS_H
#define TS_CORE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ts_progress {
    bool shown; /* stderr is a terminal */
    char what[48];
    double started, printed; /* seconds of a monotonic clock; printed 0: not yet */
    uint64_t first, done;    /* when the clock was started, and last */
    int width;               /* of the line on the terminal */
} ts_progress;

void ts_progress_init(ts_progress *progress);
/* `done` of `total` units of `what` (total 0: not known). Prints at most ten times a second. A new `what`, or
 * less of it than before, starts the clock anew: what was done by then, before a resume say, is of no rate. */
void ts_progress_update(ts_progress *progress, const char *what, uint64_t done, uint64_t total);
/* Wipes the line, so that what is printed next starts clean. The clock goes on where more of the same follows. */
void ts_progress_finish(ts_progress *progress);

/* The text of the line (at most size-1 characters) for `done` units, of which all but `first` took `seconds`. */
typedef struct ts_progress_state {
    const char *what;
    uint64_t done, total;
    double seconds;
    uint64_t first;
} ts_progress_state;

void ts_progress_format(const ts_progress_state *state, char *text, int size);
/* The end of the text, which has the figures, that fits in a line of a terminal: a longer one could not be rewritten in
 * place. columns 0: not known, all of it. */
const char *ts_progress_fitting(const char *text, int columns);

#endif
