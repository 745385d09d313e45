/* SPDX-License-Identifier: MIT
 * The straight displacements of the step under way, kept until the next one: a state that fails its exact check was
 * reached by one of them. */
#ifndef TS_SCENES_RUN_HISTORY_H
#define TS_SCENES_RUN_HISTORY_H

#include "scenes/simulation.h"

typedef struct ts_step_history ts_step_history;

ts_status ts_step_history_create(size_t nodes, ts_step_history **history, ts_error *error);
void ts_step_history_destroy(ts_step_history *history);
/* Forgets the displacements of the step before; their memory is used again. */
void ts_step_history_begin(ts_step_history *history);
/* A ts_displacement_listener's listen; self: a ts_step_history. Beyond 128 MB, or without memory, the oldest
 * displacements make room. */
void ts_step_history_listen(void *self, int iteration, const ts_displacement *displacement);

size_t ts_step_history_count(const ts_step_history *history);
size_t ts_step_history_lost(const ts_step_history *history); /* displacements that made room */
/* Way k < count, in the order gone, and its iteration; borrowed. */
ts_displacement ts_step_history_at(const ts_step_history *history, size_t k, int *iteration);

#endif
