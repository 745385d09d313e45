/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of options, and what is made of their values. */
#include "ndb/options.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/hash.h"

enum {
    TOLERANCE = 0,
    NORM_L2,
    INNER_TOLERANCE,
    MOST_OUTER,
    MOST_INNER,
    LG_PER_STEP,
    WARM_LG,
    MODES,
    SUBSPACE,
    SMOOTHER,
    SWEEPS,
    STAY,
    GROWTH,
    WEIGHT,
    MOST_GROWTH,
    BARRIER,
    TARGET,
    RELEASE,
    FLOOR,
    ALPHA,
    SAMPLES,
    PROJECTION,
    BERNSTEIN,
    RECHECK,
    ADVANCE,
    SHORT_WAYS,
    WHOLE_BODIES,
    RESTART_BELOW,
    RESTART_WARM,
    ASTRAY,
    FORWARDING,
    FORWARD_BELOW,
    FORWARD_LIMIT,
    ACCELERATION,
    QUASI_NEWTON_AFTER,
    OPTIONS
};

_Static_assert((int)OPTIONS == (int)TS_NDB_OPTIONS, "the header says how many there are");

const ts_ccd_option ts_ndb_declared[TS_NDB_OPTIONS] = {
    [TOLERANCE] = {"tolerance", TS_OPTION_REAL, 1e-3, 1e-14, 1e3,
                   "of the change between outer iterations: r.m.s. over 5e-3 of the size; metres with norm_l2"},
    [NORM_L2] = {"norm_l2", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0, "changes are measured by the plain L2 norm, metres"},
    [INNER_TOLERANCE] = {"inner_tolerance", TS_OPTION_REAL, 0.05, 0.0, 1.0,
                         "a block ends when the change falls below this part of its first one"},
    [MOST_OUTER] = {"most_outer", TS_OPTION_INTEGER, 20.0, 1.0, 1e4, "outer iterations of a step"},
    [MOST_INNER] = {"most_inner", TS_OPTION_INTEGER, 20.0, 1.0, 1e4, "local-global iterations of a block"},
    [LG_PER_STEP] = {"lg_per_step", TS_OPTION_INTEGER, 400.0, 1.0, 1e6, "local-global iterations of a step"},
    [WARM_LG] = {"warm_lg", TS_OPTION_INTEGER, 2.0, 0.0, 100.0,
                 "iterations of the warm start, without contact; the paper has 5"},
    [MODES] = {"modes", TS_OPTION_INTEGER, 120.0, 0.0, 1000.0, "modes of the warm start"},
    [SUBSPACE] = {"subspace", TS_OPTION_INTEGER, 30.0, 0.0, 200.0, "modes of every global solve"},
    [SMOOTHER] = {"smoother", TS_OPTION_INTEGER, 2.0, 0.0, 3.0, "0 jacobi, 1 damped, 2 chebyshev, 3 pcg"},
    [SWEEPS] = {"sweeps", TS_OPTION_INTEGER, 6.0, 0.0, 1e5, "of a global solve; two are one A-Jacobi of order 2"},
    [STAY] =
        {"stay", TS_OPTION_REAL, 2.0, 1.0, 10.0,
         "over dhat: pairs that acted remain in contact while they are nearer; 1: as the paper, and so end blocks"},
    [GROWTH] = {"K", TS_OPTION_REAL, 2.0, 1.0, 100.0, "growth of a pair's weight with every iteration that it acts"},
    [WEIGHT] = {"k", TS_OPTION_REAL, 0.1, 1e-6, 1e6, "first weight over the least diagonal of H of the pair"},
    [MOST_GROWTH] = {"most_growth", TS_OPTION_INTEGER, 20.0, 0.0, 60.0,
                     "how often a weight grows; never beyond 2^20 of the first"},
    [BARRIER] = {"barrier", TS_OPTION_INTEGER, 0.0, 0.0, 1.0, "0 ndb, 1 dbb: weights by distance"},
    [TARGET] = {"target", TS_OPTION_INTEGER, 0.0, 0.0, 1.0, "0 halfspace, 1 rebound, which does not keep momentum"},
    [RELEASE] = {"release", TS_OPTION_INTEGER, 0.0, 0.0, 2.0, "of a pair found free: 0 keep, 1 decay, 2 drop"},
    [FLOOR] = {"floor", TS_OPTION_REAL, 0.01, 0.0, 0.5, "distance over dhat that full CCD keeps"},
    [ALPHA] = {"alpha", TS_OPTION_REAL, 0.8, 0.01, 1.0, "part of the toi of a method that keeps no gap"},
    [SAMPLES] = {"samples", TS_OPTION_INTEGER, 3.0, 0.0, 1000.0, "of partial CCD on a primitive: 1, 3, 6, 10"},
    [PROJECTION] = {"projection", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0, "partial CCD samples the closest points as well"},
    [BERNSTEIN] = {"bernstein", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0, "partial CCD by coefficients, never falsely free"},
    [RECHECK] = {"recheck", TS_OPTION_INTEGER, 0.0, 0.0, 2.0, "of rounded states: 0 where needed, 1 always, 2 never"},
    [ADVANCE] = {"advance", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0, "the accepted point goes on with every full CCD"},
    [SHORT_WAYS] = {"short_ways", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
                    "a way needs no full CCD where one direction for each pair proves it free; off: as the paper"},
    [WHOLE_BODIES] = {"whole_bodies", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
                      "free bodies move as wholes to where their forces balance; not with rebound; off: as the paper"},
    [RESTART_BELOW] = {"restart_below", TS_OPTION_REAL, 0.1, 0.0, 1.0,
                       "a block begins at the accepted point when less of the last way was free; every other at most"},
    [RESTART_WARM] = {"restart_warm_below", TS_OPTION_REAL, 0.01, 0.0, 1.0,
                      "so does a step's first block when less of the warm start's way was free; 0: as the paper"},
    [ASTRAY] =
        {"astray", TS_OPTION_REAL, 20.0, 0.0, 1e300,
         "a block goes back there for a change of so many tolerances, twice its least one; 1e300: never, as the paper"},
    [FORWARDING] = {"residual_forwarding", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
                    "what a cut step left undone moves the next"},
    [FORWARD_BELOW] = {"forward_below", TS_OPTION_REAL, 0.1, 0.0, 1.0, "it does when the last way was cut below this"},
    [FORWARD_LIMIT] = {"rf_limit", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0,
                       "at most as far as the velocity and gravity move a node"},
    [ACCELERATION] = {"acceleration", TS_OPTION_INTEGER, 5.0, 0.0, 20.0,
                      "iterations that Anderson's acceleration looks back on; 0: none, as the paper"},
    [QUASI_NEWTON_AFTER] =
        {"quasi_newton_after", TS_OPTION_INTEGER, 1e9, 0.0, 1e9,
         "quasi-Newton directions for the rest of a step in which it was taken back so often; 1e9: never"},
};

static ts_ndb_contact_settings contact_of(const ts_simulation_settings *scene, const double *value) {
    ts_ndb_contact_settings made = ts_ndb_contact_standard();
    made.h = scene->h;
    made.dhat = scene->dhat;
    made.eps_v = scene->eps_v;
    made.stay = value[STAY];
    made.weight = value[WEIGHT];
    made.growth = value[GROWTH];
    made.most_growth = (int)value[MOST_GROWTH];
    made.floor = value[FLOOR];
    made.alpha = value[ALPHA];
    made.samples = (int)value[SAMPLES];
    made.projection = value[PROJECTION] != 0.0;
    made.bernstein = value[BERNSTEIN] != 0.0;
    made.target = (ts_ndb_target)value[TARGET];
    made.release = (ts_ndb_release)value[RELEASE];
    made.barrier = (ts_ndb_barrier)value[BARRIER];
    made.recheck = (ts_ndb_recheck)value[RECHECK];
    return made;
}

ts_ndb_options ts_ndb_options_of(const ts_simulation *simulation) {
    const double *value = simulation->choice.option;
    return (ts_ndb_options){
        .tolerance = value[TOLERANCE],
        .is_l2 = value[NORM_L2] != 0.0,
        .inner_tolerance = value[INNER_TOLERANCE],
        .most_outer = (int)value[MOST_OUTER],
        .most_inner = (int)value[MOST_INNER],
        .lg_per_step = (int)value[LG_PER_STEP],
        .warm_lg = (int)value[WARM_LG],
        .modes = (int)value[MODES],
        .subspace = (int)value[SUBSPACE],
        .smoother = (ts_ndb_smoother)value[SMOOTHER],
        .sweeps = (int)value[SWEEPS],
        .acceleration = (int)value[ACCELERATION],
        .quasi_newton_after = (int)value[QUASI_NEWTON_AFTER],
        .advance = value[ADVANCE] != 0.0,
        .passes_short_ways = value[SHORT_WAYS] != 0.0,
        .moves_whole = value[WHOLE_BODIES] != 0.0 && (ts_ndb_target)value[TARGET] != TS_NDB_REBOUND,
        .restart_below = value[RESTART_BELOW],
        .restart_warm_below = value[RESTART_WARM],
        .astray = value[ASTRAY],
        .forwards_residual = value[FORWARDING] != 0.0,
        .forward_below = value[FORWARD_BELOW],
        .limits_forward = value[FORWARD_LIMIT] != 0.0,
        .contact = contact_of(&simulation->settings, value),
    };
}

void ts_ndb_options_describe(const ts_simulation *simulation, char *text, size_t size) {
    uint64_t hash = ts_hash_double(TS_HASH_START, simulation->settings.h);
    for (size_t k = 0; k < OPTIONS; ++k) hash = ts_hash_double(hash, simulation->choice.option[k]);
    int used = snprintf(text, size, "h %.17g s, options %016" PRIx64, simulation->settings.h, hash);
    for (size_t k = 0; k < OPTIONS && used >= 0 && (size_t)used < size; ++k) {
        const double value = simulation->choice.option[k];
        if (value == ts_ndb_declared[k].standard) continue;
        used += snprintf(text + used, size - (size_t)used, ", %s %.17g", ts_ndb_declared[k].name, value);
    }
}
