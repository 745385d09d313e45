/* SPDX-License-Identifier: MIT
 * Calls of code that is not ours in this process, as a process that attends to it sees them: one that does not return
 * holds up whatever the thread would have looked at next, Ctrl-C too. */
#ifndef TS_CORE_CALLS_H
#define TS_CORE_CALLS_H

#include <stdbool.h>

/* From here on, and in processes that are forked from this one, calls are seen. False: no memory for it. */
bool ts_calls_show(void);

/* In a process that makes calls, before the first: one that a call forks, and that returns from it as well, ends there.
 * It would do all again that this one does, into the same files. False: the system refuses. */
bool ts_calls_return_here_only(void);

/* Around a call, in the thread that makes it. Cheap, and nothing at all where calls are not seen. */
void ts_call_begins(void);
void ts_call_ends(void);

/* Has a call that was under way when this was asked before still not returned? Asked by one thread, anywhere. */
bool ts_calls_same_as_before(void);

#endif
