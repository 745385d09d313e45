/* SPDX-License-Identifier: GPL-2.0-or-later
 * What an iteration of the solver `cipc` is to cost beside one of the C-IPC authors' program, on the same meshes. */
#ifndef TS_BENCHES_MICRO_PUBLISHED_AIMS_H
#define TS_BENCHES_MICRO_PUBLISHED_AIMS_H

#include <touchstone/status.h>

/* scenes: folder of drape-8k, bench-noodles and bench-cards. published: folder of drape.iterations.txt and the like,
 * with a line "step 1 iterations 7 cpu 6.2689" for each step of that program on one thread. Runs the same steps on one
 * thread, by its models, kappa and tolerance, and prints each aim with what was reached. Takes minutes. */
ts_status ts_published_aims_print(const char *scenes, const char *published, ts_error *error);

#endif
