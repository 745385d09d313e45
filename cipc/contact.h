/* SPDX-License-Identifier: GPL-2.0-or-later
 * Contact of all codimensions: the pairs that are close, their barrier (docs/method.md, 5), how far a step may go (any
 * CCD backend) and lagged friction (docs/method.md, 6). */
#ifndef TS_CIPC_CONTACT_H
#define TS_CIPC_CONTACT_H

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

#include "cipc/barriers/barrier.h"
#include "cipc/potential.h"
#include "scenes/bodies.h"
#include "scenes/collision/ccd_filter.h"
#include "scenes/collision/collision_weight.h"
#include "scenes/collision/friction_smooth.h"

typedef struct ts_contact ts_contact;

struct ts_block_matrix;

/* What else a step minimises, for stiffnesses that go by it. */
typedef struct ts_contact_around {
    void *self;
    const uint8_t *held; /* of each node: nonzero when it is no unknown */
    /* The gradient (3n) at x of all that is neither contact nor friction. NULL: none is known. */
    ts_status (*gradient)(void *self, const double (*x)[3], double (*out)[3], ts_error *error);
    /* h^2 times the elastic Hessian at x, projected; the matrix is zeros at first, then what the last call made of it.
     * NULL: none is known. */
    ts_status (*hessian)(void *self, const double (*x)[3], struct ts_block_matrix *out, ts_error *error);
} ts_contact_around;

typedef struct ts_contact_settings {
    double dhat;               /* range of the barrier beyond the thickness, metres */
    double kappa;              /* stiffness, so that kappa b is in J s^2: the step's h^2 is in it; 0: by the rule */
    double h;                  /* time step, s */
    double diagonal;           /* of the scene's box at its start, metres */
    ts_model_choice barrier;   /* "": the standard one */
    ts_model_choice stiffness; /* "": the barrier's own rule */
    ts_contact_around around;
    const ts_ccd_method *method; /* borrowed */
    ts_ccd_listener listener;    /* listen NULL: none */
    ts_ccd_asking asking;
} ts_contact_settings;

/* Squared-distance state of one pair of features that is within range. */
typedef struct ts_contact_pair {
    ts_stencil node;     /* of the closest feature: point-point 2, point-edge 3, point-triangle and edge-edge 4 nodes;
                            a mollified edge-edge pair keeps all 4 */
    ts_ccd_kind kind;    /* of the distance: what formula holds */
    ts_feature feature;  /* the rows of `node` that span the distance: all of them, but for a mollified pair those that
                            ts_closest_points names for its edges */
    bool mollified;      /* kind is TS_EDGE_EDGE, nodes 0, 1 and 2, 3 are two edges; e(c) applies with `mollifier` */
    double xi;           /* thickness of the pair, metres */
    double multiplicity; /* how many pairs of primitives it stands for, or the area of their contact, m^2; where pairs
                            have stiffnesses of their own, times that */
    double mollifier;    /* eps = 1e-3 |ubar|^2 |vbar|^2, m^4 */
    double d2;           /* squared distance at the last update */
    double friction;     /* mu */
} ts_contact_pair;

/* bodies is borrowed and outlives the contact. */
ts_status ts_contact_create(const ts_bodies *bodies, const ts_contact_settings *settings, ts_contact **contact,
                            ts_error *error);
void ts_contact_destroy(ts_contact *contact);
/* B(x) = kappa sum b. update finds the active set; max_step finds the candidates of the swept boxes
 * with one broad phase and asks the backend; adapt goes by the rule for kappa (docs/method.md, 5.4). The contact stays
 * the owner. */
void ts_contact_potential(ts_contact *contact, ts_potential *potential);

/* What b is and what it is multiplied by. */
typedef struct ts_barrier_scale {
    const ts_barrier *barrier;
    const double *parameter; /* the barrier's own */
    double kappa, dhat;
    bool unprojected; /* Hessians as they are */
} ts_barrier_scale;

/* As of the last adapt; the contact stays the owner of the parameters. */
ts_barrier_scale ts_contact_scale(const ts_contact *contact);
double ts_contact_kappa(const ts_contact *contact); /* the largest, where pairs have their own */
double ts_contact_dhat(const ts_contact *contact);
size_t ts_contact_pairs(const ts_contact *contact, const ts_contact_pair **pairs); /* as of the last update */

/* Adds to `force` that of the barrier on each node at x, for output: minus its gradient (J/m, the step's h^2 included).
 */
void ts_contact_forces(const ts_contact *contact, const double (*x)[3], double (*force)[3]);

/* Figures of an iteration, which may ask for several limits: times, queries and their answers are summed since
 * ts_contact_begin_report; the others are of the last update or max_step. */
typedef struct ts_contact_report {
    size_t candidates;     /* pairs of primitives whose swept boxes meet */
    double ccd_alpha;      /* the step that the backend allowed; 1 when it did not cut */
    double least_gap;      /* smallest d - xi over the active pairs; INFINITY without any */
    double broad_seconds;  /* broad phase, boxes, writing queries, by ts_ccd_filter_clock: of limits and of updates */
    double set_up_seconds; /* those of limits alone */
    double set_seconds;
    ts_ccd_filter_report ccd;
} ts_contact_report;

void ts_contact_begin_report(ts_contact *contact);
const ts_contact_report *ts_contact_last(const ts_contact *contact);

/* ---- Friction: D(x) = sum mu lambda f0(|u|), u = T^T (x - x^n); lambda and T lag ---- */

typedef struct ts_friction ts_friction;

typedef struct ts_friction_settings {
    double eps_v; /* speed below which sticking is smoothed, m/s */
    double h;     /* time step, s */
} ts_friction_settings;

ts_status ts_friction_create(const ts_bodies *bodies, const ts_friction_settings *settings, ts_friction **friction,
                             ts_error *error);
void ts_friction_destroy(ts_friction *friction);
/* Takes lambda, T and the closest points of the pairs with mu > 0 from the contact at x; x_n (borrowed): the start
 * of the step. Returns in *change the largest change since the last call of what acts on a node, the sum of mu lambda
 * |w| T T^T over its pairs, relative to the largest of before and now. */
ts_status ts_friction_lag(ts_friction *friction, const ts_contact *contact, const double (*x)[3],
                          const double (*x_n)[3], double *change, ts_error *error);
/* What share of all mu lambda is that of pairs which are about to slip, or to stick, at x: |u| from 0.8 to 1.25 eps_v
 * h, where the potential of friction bends down. 0 without pairs. */
double ts_friction_loosening(const ts_friction *friction, const double (*x)[3]);
void ts_friction_potential(ts_friction *friction, ts_potential *potential);

/* ---- Formulas, for the tests and the barrier checks ---- */

/* e(c) of docs/method.md, 5.3, and its derivatives by c. */
ts_barrier_value ts_mollifier(double c, double eps);

/* Squared distance of the infinite features (point-point, point-line, point-plane, line-line) with derivatives;
 * rows as in ts_ccd_query; gradient 3n, hessian row major with leading dimension 12. Either may be NULL. */
double ts_feature_distance2(ts_ccd_kind kind, const double x[4][3], double gradient[12], double hessian[144]);

#endif
