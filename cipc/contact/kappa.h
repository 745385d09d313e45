/* SPDX-License-Identifier: GPL-2.0-or-later
 * kappa over a run: what a rule of cipc/stiffness/ makes of the active pairs (docs/method.md, 5.4). */
#ifndef TS_CIPC_CONTACT_KAPPA_H
#define TS_CIPC_CONTACT_KAPPA_H

#include "cipc/block_matrix.h"
#include "cipc/contact.h"
#include "cipc/contact/active.h"
#include "cipc/stiffness/stiffness.h"

typedef struct ts_kappa {
    const ts_stiffness_rule *rule;
    double now;      /* common to all pairs; 1 where each has its own */
    double start;    /* 0: not balanced yet */
    double least;    /* where a rule balances: the bound; where each pair has its own: the least */
    double diagonal; /* of the box of the scene at its start, m */
    double h;
    const ts_bodies *bodies;   /* borrowed */
    const ts_barrier *barrier; /* borrowed, with its parameters and range */
    const double *parameter;
    double dhat;
    ts_contact_around around;
    size_t closing_count;
    ts_keyed *closing; /* D of the pairs that were nearly closed at the last adapt, by key */

    /* Where each pair has its own: of the positions at the last iterate, or at the start. */
    const ts_surface *surface; /* borrowed */
    bool known;
    double (*last)[3];
    ts_block_matrix elastic; /* h^2 times the elastic Hessian there */
    bool has_elastic;
    double largest; /* of the active pairs */
} ts_kappa;

/* settings->kappa 0: by the rule. surface: borrowed. */
ts_status ts_kappa_init(ts_kappa *kappa, const ts_stiffness_rule *rule, const ts_stiffness_scene *scene,
                        const ts_surface *surface, const ts_contact_settings *settings, ts_error *error);
void ts_kappa_clear(ts_kappa *kappa);
/* Drops what depends on the way here. */
void ts_kappa_forget(ts_kappa *kappa);

/* Where each pair has its own stiffness. x is about to get an active set: it is where stiffnesses are from, unless
 * there was an iterate already. */
ts_status ts_kappa_prepare(ts_kappa *kappa, const double (*x)[3], ts_error *error);
/* What a candidate counts (ts_candidate_weight): its own stiffness, the same wherever the nodes are now, so that pairs
 * may change their closest features without a jump. self: a ts_kappa. */
double ts_kappa_weigh(const void *self, ts_ccd_kind kind, const int32_t pair[2], const ts_stencil node);
/* The active set is new: the sums of weights become multiples of the barrier. */
void ts_kappa_spread(ts_kappa *kappa, ts_active_set *active);

/* After an accepted iterate x, of which the active set is; *changed: becomes true where a stiffness is another now.
 * Where each pair has its own, the active set has to be found anew then. */
ts_status ts_kappa_adapt(ts_kappa *kappa, const ts_contact *contact, const ts_active_set *active, const double (*x)[3],
                         bool *changed, ts_error *error);

/* For output: the common one, or the largest of the pairs' own. */
double ts_kappa_largest(const ts_kappa *kappa);

#endif
