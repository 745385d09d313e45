/* SPDX-License-Identifier: GPL-2.0-or-later
 * Contact of the projective dynamics solver: the step filter (full CCD), the set P of pairs with their growing weights,
 * partial CCD, the targets of the local step, friction (Lan et al. 2024, sections 4 and 5; docs/ndb.md).
 *
 * A time step: begin; then blocks of
 *     pull (local step) - gather (adds to the diagonal of H and to b) - global solve - partial (weights), as often as
 * the block likes; full: takes the way x_minus -> x_plus as far as the CCD method allows, and rebuilds P. Only `full`,
 * `pass` and `pass_on` may move x_minus. All results have the same bits for any number of threads. */
#ifndef TS_NDB_CONTACT_H
#define TS_NDB_CONTACT_H

#include <touchstone/ccd.h>

#include "ndb/rigid.h"
#include "ndb/rows.h"
#include "scenes/bodies.h"
#include "scenes/collision/ccd_filter.h"

typedef struct ts_ndb_contact ts_ndb_contact;

/* Where the local step pulls the vertices of a pair. */
typedef enum ts_ndb_target {
    TS_NDB_HALFSPACE = 0, /* onto gap >= dhat along the normal of the last full CCD, tangentially free */
    TS_NDB_REBOUND /* to where they would bounce at the last full CCD, constant until the next; momentum is not kept */
} ts_ndb_target;

/* What becomes of the weight of a pair that partial CCD finds free. */
typedef enum ts_ndb_release {
    TS_NDB_KEEP = 0, /* it stays, and grows on from there */
    TS_NDB_DECAY,    /* a_i - 1 */
    TS_NDB_DROP      /* the pair does not act, and starts from a_i = 0 */
} ts_ndb_release;

typedef enum ts_ndb_barrier {
    TS_NDB_NONDISTANCE = 0, /* w = k K^a */
    TS_NDB_DISTANCE         /* w = k max(-ln(d/dhat), 0.01), d at the last accepted point: the rival, DBB */
} ts_ndb_barrier;

/* Whether the way to an accepted point, which is rounded, is asked about once more. */
typedef enum ts_ndb_recheck {
    TS_NDB_RECHECK_NEEDED = 0, /* unless every pair's min_distance proves that rounding cannot matter */
    TS_NDB_RECHECK_ALWAYS,
    TS_NDB_RECHECK_NEVER
} ts_ndb_recheck;

/* "halfspace", "rebound"; "keep", "decay", "drop"; "ndb", "dbb"; "needed", "always", "never"; each ended by NULL. */
extern const char *const TS_NDB_TARGET_NAMES[], *const TS_NDB_RELEASE_NAMES[], *const TS_NDB_BARRIER_NAMES[],
                                                                                   *const TS_NDB_RECHECK_NAMES[];

typedef struct ts_ndb_contact_settings {
    double h;        /* s */
    double dhat;     /* m: pairs nearer than xi + dhat are in P, and targets keep them so far apart */
    double stay;     /* those of the P before are in it while they are nearer than xi + stay dhat */
    double eps_v;    /* m/s: slower than this, friction sticks */
    double weight;   /* c: k = c times the least diagonal of H over a pair's free vertices */
    double growth;   /* K > 1 */
    int most_growth; /* of a_i */
    double floor;    /* d_min / dhat: what the filter keeps beyond the thickness; 0: nothing */
    double alpha;    /* what is taken of the toi of a method that keeps no gap itself */
    int samples; /* of partial CCD: 0 (with `projection` alone), 1, 3, 6, ... on a triangle; ignored with `bernstein` */
    bool projection; /* and the closest points at x_minus */
    bool bernstein;  /* no samples: a direction that separates, or the coefficients of Q over whole primitives; never
                        falsely free, and what slides without closing in is free */
    ts_ndb_target target;
    ts_ndb_release release;
    ts_ndb_barrier barrier;
    ts_ndb_recheck recheck;
    const double *diagonal; /* of H, N/m, one of each node; borrowed */
    const int32_t *body_of; /* which free body each node is of, -1: of none, as P is rebuilt; borrowed; NULL: none */
    const ts_ccd_method *method; /* of full CCD; borrowed */
    ts_ccd_listener listener;    /* of its queries; listen NULL: none */
} ts_ndb_contact_settings;

/* What is taken of h, dhat and, where there is friction, eps_v. */
#define TS_NDB_LEAST_H 1e-12
#define TS_NDB_MOST_H 1e12
#define TS_NDB_LEAST_DHAT 1e-8
#define TS_NDB_MOST_DHAT 1e8
#define TS_NDB_LEAST_EPS_V 1e-12
#define TS_NDB_MOST_EPS_V 1e12

/* Whether partial CCD takes so many samples. */
bool ts_ndb_contact_takes(int samples, bool projection);
/* Whether any of the bodies has friction with any. */
bool ts_ndb_contact_rubs(const ts_bodies *bodies);

/* stay 1, K 2, c 0.1, a_i <= 20, floor 1e-2, alpha 0.8, 3 samples and projection, halfspace, keep, ndb, needed; the
 * rest 0. */
ts_ndb_contact_settings ts_ndb_contact_standard(void);

/* bodies (with masses): borrowed. TS_ERROR_USAGE: a setting out of range, or a method that lacks min_distance where a
 * pair has thickness. */
ts_status ts_ndb_contact_create(const ts_bodies *bodies, const ts_ndb_contact_settings *settings,
                                ts_ndb_contact **contact, ts_error *error);
void ts_ndb_contact_destroy(ts_ndb_contact *contact);

/* P becomes empty. x_star: of the start of the step, for friction; borrowed until the next begin. told: nonzero for
 * nodes whose place is prescribed (obstacles are, anyhow): targets do not move them; read here only. */
void ts_ndb_contact_begin(ts_ndb_contact *contact, const double (*x_star)[3], const uint8_t *told);

/* Drops the caches that depend on the way here, so that a resumed run has the same bits. P becomes empty. */
void ts_ndb_contact_forget(ts_ndb_contact *contact);

/* What full CCD says of a way. */
typedef struct ts_ndb_way {
    double toi;           /* least of all pairs; 1 without a hit */
    double fraction;      /* f: what was taken of the way; 1: x_accepted is x_plus, bit for bit */
    int halvings;         /* of f, because the rounded way was not free; 20 are too many, then f is 0 */
    bool was_rechecked;   /* the rounded way has been asked about */
    ts_ccd_status answer; /* TS_CCD_FREE, or UNSUPPORTED, FAILED when a query had no answer: f is 0 */
    double least_gap;     /* d - xi of the pairs of P at the accepted point, m; INFINITY without pairs */
    size_t pairs, hits;   /* in P; of them, hit on the way */
} ts_ndb_way;

/* Full CCD of x_minus -> x_plus. x_accepted becomes x_minus + f (x_plus - x_minus), rounded; it may be x_minus itself.
 * P is rebuilt: pairs hit on the way, and those nearer than xi + dhat at x_accepted, of which those that were in P keep
 * a_i; and those of the last P nearer than xi + stay dhat, with a_i = 0. TS_ERROR_DATA: x_plus is not finite. */
ts_status ts_ndb_contact_full(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                              double (*x_accepted)[3], ts_ndb_way *way, ts_error *error);
/* The whole way from the accepted point of the last full CCD, whose way was free, where that needs no method: every
 * pair of P keeps what full CCD keeps along the direction of its closest points, which is a proof, and nodes move too
 * little for any other pair. False, and nothing is changed, where it does need one. P stays as it is: for the last way
 * of a step. */
bool ts_ndb_contact_pass(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                         ts_ndb_way *found);
/* The same for any way. The pairs of nodes that move more are looked at one by one; where it does not begin at the
 * accepted point of the last full CCD or of this, or at the start of a step, all candidates are. Where it passes P is
 * found anew, as by full CCD. *passes: does it? TS_ERROR_MEMORY: candidates or P could not be found. */
ts_status ts_ndb_contact_pass_on(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3],
                                 ts_ndb_way *found, bool *passes, ts_error *error);
/* The queries of `full` once more, for the listener: nothing else changes. */
ts_status ts_ndb_contact_ask_again(ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3],
                                   ts_error *error);

/* Partial CCD of P on x_minus -> x_plus: a_i and weights. Returns how many pairs are active. With the distance-based
 * barrier weights stay. */
size_t ts_ndb_contact_partial(ts_ndb_contact *contact, const double (*x_minus)[3], const double (*x_plus)[3]);
/* a_i = 0, so w = k, of all pairs: residual forwarding. */
void ts_ndb_contact_reset_weights(ts_ndb_contact *contact);

/* Energies at x with the present weights, J: of the barrier, and of friction (f0, whose forces lag). */
typedef struct ts_ndb_contact_energies {
    double barrier, friction;
} ts_ndb_contact_energies;

/* The local step of contact and friction across the pairs at x; their energies there. Friction's normal forces are
 * those at x. */
ts_ndb_contact_energies ts_ndb_contact_pull(ts_ndb_contact *contact, const double (*x)[3]);
/* What it pulls nodes with: dH[v] (N/m, 0 without a pair) and b_add[v] (N), such that (H + dH) x = b + b_add is the
 * global step. x: that of the last `pull`. Overwrites both. */
void ts_ndb_contact_gather(ts_ndb_contact *contact, const double (*x)[3], double *dH, double (*b_add)[3]);
/* Nodes of P, ascending; borrowed until the next `full` or `pass_on`. Other nodes have dH = 0. Returns how many. */
size_t ts_ndb_contact_nodes(const ts_ndb_contact *contact, const int32_t **node);

/* Where an iteration is, and by what it would move nodes. All borrowed. */
typedef struct ts_ndb_rigid_place {
    const double *origin; /* of rigid motions */
    const ts_ndb_row *x, *dx;
} ts_ndb_rigid_place;

/* What acts between free bodies with the pairs as the last `pull` found them, at its x; borrowed until the next call or
 * rebuild of P. Returns how many links there are, ascending by their bodies. */
size_t ts_ndb_contact_links(ts_ndb_contact *contact, const ts_ndb_rigid_place *place, const ts_ndb_link **link);

/* The same energies, and nothing else. */
ts_ndb_contact_energies ts_ndb_contact_energy(const ts_ndb_contact *contact, const double (*x)[3]);
/* Adds to `force` the barrier's on each node at x, N. */
void ts_ndb_contact_forces(const ts_ndb_contact *contact, const double (*x)[3], double (*force)[3]);

/* Since the start; the last of them as they are now. */
typedef struct ts_ndb_contact_report {
    size_t fulls, partials, rechecks, passes;
    size_t candidates;        /* over all full CCDs */
    ts_ccd_filter_report ccd; /* queries, answers by status, seconds in the method */
    double broad_seconds;     /* candidates, separations and writing queries */
    double set_seconds;       /* rebuilding P */
    double partial_seconds, gather_seconds;
    size_t pairs, active;  /* of P, and of the last partial */
    bool has_changed;      /* P, a weight or friction in the last full or partial: energies do not compare */
    bool has_new_weights;  /* P or a weight: what pushed before says little about what pushes now */
    int most_growth;       /* largest a_i */
    double least_gap;      /* of the last full */
    size_t without_normal; /* pairs that do not act, because their points coincided */
} ts_ndb_contact_report;

const ts_ndb_contact_report *ts_ndb_contact_last(const ts_ndb_contact *contact);

#endif
