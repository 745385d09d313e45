/* SPDX-License-Identifier: GPL-2.0-or-later
 * The straight ways of the step under way, kept until the next one: a state that fails its exact check was reached by
 * one of them. */
#ifndef TS_CIPC_TRAIL_H
#define TS_CIPC_TRAIL_H

#include "cipc/simulation.h"

typedef struct ts_trail ts_trail;

ts_status ts_trail_create(size_t nodes, ts_trail **trail, ts_error *error);
void ts_trail_destroy(ts_trail *trail);
/* Forgets the ways of the step before; their memory is used again. */
void ts_trail_begin(ts_trail *trail);
/* A ts_way_listener's listen. Beyond 128 MB, or without memory, the oldest ways make room. */
void ts_trail_listen(void *trail, int iteration, const ts_way *way);

size_t ts_trail_count(const ts_trail *trail);
size_t ts_trail_lost(const ts_trail *trail); /* ways that made room */
/* Way k < count, in the order gone, and its iteration; borrowed. */
ts_way ts_trail_at(const ts_trail *trail, size_t k, int *iteration);

#endif
