/* SPDX-License-Identifier: GPL-2.0-or-later
 * An adversarial search: random restarts from the families of queries and local search for those on which a
 * method is late, stalled or slow. */
#ifndef TS_BENCHES_HUNT_H
#define TS_BENCHES_HUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benches/hunt_trial.h"
#include <touchstone/dataset.h>

typedef struct ts_hunt_options {
    const ts_ccd_method *method;
    ts_hunt_goal goal;
    const ts_family *const *families; /* where restarts come from */
    size_t family_count;
    unsigned kinds; /* set of kinds, bit k for ts_ccd_kind k; those the method lacks are left out */
    uint64_t seed;
    uint64_t tries; /* queries tried at most */
    double seconds; /* at most; 0: as long as it takes */
    size_t count;   /* finds kept: the worst */
    /* Either may be NULL. */
    void (*report)(void *self, uint64_t tries, const ts_trial *worst);
    bool (*interrupted)(void *self);
    void *self;
} ts_hunt_options;

typedef struct ts_hunt_find {
    ts_ccd_query query;
    ts_trial trial; /* with the truth, whatever the goal */
    const ts_family *family;
} ts_hunt_find;

typedef struct ts_hunt_results {
    uint64_t tries, restarts;
    uint64_t failures;                /* restarts that ended in a find */
    uint64_t errors[TS_CCD_FAILURES]; /* tries without an answer, by their reason: no finds */
    bool interrupted;
    size_t count;
    ts_hunt_find *finds; /* the worst first; owned */
} ts_hunt_results;

/* The same finds for the same options and number of tries, but for the goal `time`. TS_ERROR_USAGE when the method
 * answers none of the kinds. */
ts_status ts_hunt(const ts_hunt_options *options, ts_hunt_results *results, ts_error *error);
void ts_hunt_results_clear(ts_hunt_results *results);

#endif
