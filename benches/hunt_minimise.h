/* SPDX-License-Identifier: GPL-2.0-or-later
 * The simplest query on which a method still fails in the same way: what a failure really needs. */
#ifndef TS_BENCHES_HUNT_MINIMISE_H
#define TS_BENCHES_HUNT_MINIMISE_H

#include <stdint.h>

#include "benches/hunt_trial.h"

typedef struct ts_minimise_options {
    const ts_ccd_method *method;
    /* TS_HUNT_LATE, TS_HUNT_STALL: the failure stays what it is (missed, late, stall, limit, ...), and so does
     * whether the contact is early. TS_HUNT_SLOW, TS_HUNT_TIME: a limit stays one; else at least half of the
     * iterations or of the time are left, and an answer. */
    ts_hunt_goal goal;
    uint64_t tries;                  /* at most */
    bool (*interrupted)(void *self); /* may be NULL */
    void *self;
} ts_minimise_options;

typedef struct ts_minimised {
    ts_ccd_query query;
    ts_trial before, after; /* as by ts_hunt_try with the goal */
    int bits_before, bits_after;
    uint64_t tries;
    bool complete; /* nothing helps any more; else out of tries or interrupted */
} ts_minimised;

/* Greedy; deterministic but for the goal `time`. TS_ERROR_USAGE when the method does not fail on the query (the
 * goals late and stall). */
ts_status ts_minimise(const ts_minimise_options *options, const ts_ccd_query *query, ts_minimised *minimised,
                      ts_error *error);

/* Ones in the significands (leading one included) of all coordinates, min_distance and t_max. A coordinate that
 * is the same at both ends counts once. */
int ts_query_bits(const ts_ccd_query *query);

#endif
