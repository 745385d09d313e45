/* SPDX-License-Identifier: GPL-2.0-or-later
 * The options of the solver, as a scene or the command line gives them. */
#ifndef TS_NDB_OPTIONS_H
#define TS_NDB_OPTIONS_H

#include "ndb/contact/contact.h"
#include "ndb/smooth.h"
#include "scenes/simulation.h"

typedef struct ts_ndb_options {
    double tolerance;       /* of |dx| between outer iterations */
    bool is_l2;             /* |dx| is the plain L2 norm in metres, not the mean over L */
    double inner_tolerance; /* theta: of the first |dx| of a block */
    int most_outer, most_inner, lg_per_step, warm_lg;
    int modes, subspace; /* of the warm start; of every global solve */
    ts_ndb_smoother smoother;
    int sweeps;
    int acceleration;          /* Anderson's depth; 0: none */
    int quasi_newton_after;    /* accelerations of a step that were taken back: quasi-Newton directions from then on */
    bool advance;              /* x_minus goes on with every full CCD */
    bool passes_short_ways;    /* ways that directions prove free do without full CCD */
    bool moves_whole;          /* free bodies move as wholes to where their forces balance */
    double restart_below;      /* of the last way's fraction: the trial point goes back to the accepted one */
    double restart_warm_below; /* of the warm start's */
    double astray;             /* changes of so many tolerances, twice the least one of their block, are */
    bool forwards_residual;    /* part 3.7 */
    double forward_below;      /* eps_TOI: of the last way's fraction */
    bool limits_forward;       /* |2 dx| <= |h v| + h^2 |g| of each node */
    ts_ndb_contact_settings contact;
} ts_ndb_options;

enum { TS_NDB_OPTIONS = 35 };

extern const ts_ccd_option ts_ndb_declared[TS_NDB_OPTIONS];

/* The values of a choice, in the order declared. The contact's diagonal, method and listener are the caller's. */
ts_ndb_options ts_ndb_options_of(const ts_simulation *simulation);
/* Those that decide the bits of a run, in words. */
void ts_ndb_options_describe(const ts_simulation *simulation, char *text, size_t size);

#endif
