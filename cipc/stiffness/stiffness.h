/* SPDX-License-Identifier: GPL-2.0-or-later
 * How stiff a barrier is: rules for kappa, apart from barriers (docs/method.md, 5.4). A rule says what kappa starts
 * with where no scene gives it, and how it goes on from there. kappa has the step's h^2 in it: kappa b is an energy
 * times s^2, kappa the same over the unit of b. */
#ifndef TS_CIPC_STIFFNESS_STIFFNESS_H
#define TS_CIPC_STIFFNESS_STIFFNESS_H

#include "cipc/barriers/barrier.h"
#include "scenes/bodies.h"

/* What a rule starts from. */
typedef struct ts_stiffness_scene {
    const ts_bodies *bodies;
    const ts_barrier *barrier;
    const double *parameter; /* the barrier's own */
    double dhat;             /* m */
    double h;                /* s */
    double weight;           /* that the mean pair of primitives has: 1, or its contact area, m^2 */
} ts_stiffness_scene;

/* How it goes on. */
typedef enum ts_stiffness_way {
    TS_STIFFNESS_STAYS = 0,
    TS_STIFFNESS_GROWS,    /* is doubled while a pair that is nearly closed comes closer, up to 100 times its start */
    TS_STIFFNESS_BALANCES, /* at the first contact becomes what balances the other forces there, within the same bounds;
                              then grows */
    TS_STIFFNESS_EACH      /* is every pair's own, new in every iteration */
} ts_stiffness_way;

typedef struct ts_stiffness_rule {
    ts_model model; /* of TS_MODEL_STIFFNESS */
    double (*start)(const ts_stiffness_scene *scene);
    ts_stiffness_way way;
    /* A pair is nearly closed when its gap is below this part of the diagonal of the scene's box; 0: when its D is
     * below 1e-18 m^2. */
    double closing;
} ts_stiffness_rule;

/* NULL beyond the last. */
const ts_stiffness_rule *ts_stiffness_at(size_t index);
/* NULL when there is none of that name. */
const ts_stiffness_rule *ts_stiffness_find(const char *name);

#define TS_STIFFNESS(rule) extern const ts_stiffness_rule rule;
#include "cipc/stiffness/list.inc"
#undef TS_STIFFNESS

/* The D below which a pair of thickness xi is nearly closed, in a scene of that diagonal. */
double ts_stiffness_closing(const ts_stiffness_rule *rule, double diagonal, double xi);

#endif
