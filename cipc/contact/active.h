/* SPDX-License-Identifier: GPL-2.0-or-later
 * The active set: candidates nearer than xi + dhat, each reduced to its closest features, equal ones merged. */
#ifndef TS_CIPC_CONTACT_ACTIVE_H
#define TS_CIPC_CONTACT_ACTIVE_H

#include "cipc/contact.h"
#include "core/keyed.h"
#include "scenes/collision/candidates.h"

/* What a candidate counts for in the pair that it is reduced to. */
typedef struct ts_candidate_weight {
    /* pair: indices into the surface's primitives of that kind; node: its nodes. NULL: each counts 1. */
    double (*of)(const void *self, ts_ccd_kind kind, const int32_t pair[2], const ts_stencil node);
    const void *self;
} ts_candidate_weight;

typedef struct ts_active_set {
    const ts_surface *surface; /* borrowed */
    double dhat;
    ts_candidate_weight weigh;
    size_t count, near_count;
    ts_contact_pair *pair; /* by ascending key */
    ts_stencil *stencil;   /* of the pairs */
    ts_stencil *near;      /* whole candidates nearer than xi + 1.5 dhat, at most 4 count + 4096 */
    ts_keyed *found;       /* the first `count`: pairs before they are written out, a key that says what each is, and
                              its squared distance */
    ts_keyed *weight;      /* of those, where they are weighed */
    double least_gap;      /* smallest d - xi; INFINITY without pairs */
    ts_keyed *sorting;
    size_t capacity, found_room, near_room, weight_room; /* for how many there is room: pairs, and in those arrays */
} ts_active_set;

void ts_active_set_init(ts_active_set *set, const ts_surface *surface, double dhat, ts_candidate_weight weigh);
void ts_active_set_clear(ts_active_set *set);
/* The same list for the same x, whatever candidates there are beyond the active ones. */
ts_status ts_active_set_find(ts_active_set *set, ts_candidates *candidates, const double (*x)[3], ts_error *error);

#endif
