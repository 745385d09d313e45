/* SPDX-License-Identifier: GPL-2.0-or-later
 * The elbows of rods: pairs of segments that share a node, and bending energies of the vectors e0 = x1 - x0 and
 * e1 = x2 - x1 along them. */
#ifndef TS_CIPC_POTENTIALS_ELBOWS_H
#define TS_CIPC_POTENTIALS_ELBOWS_H

#include "cipc/double_double.h"
#include "cipc/potential.h"
#include "scenes/bodies.h"

typedef struct ts_elbow {
    double length[2]; /* at rest, metres */
    double stiffness; /* E r^4 pi / (length[0] + length[1]), J: of |e0 x e1|^2 over a squared denominator; a length that
                         a clamp holds does not count */
} ts_elbow;

/* Where an elbow is; n and s are formed from exact differences in pairs of doubles. */
typedef struct ts_elbow_shape {
    double e[2][3], n[3]; /* n = e0 x e1 */
    double a, b, cross2;  /* |e0|^2, |e1|^2, |n|^2 */
    ts_double_double s;   /* e0.e1 */
} ts_elbow_shape;

/* In the plane of the elbow, whose first axis is along e0 and whose second is on the side of e1. */
typedef struct ts_elbow_plane {
    double e[2][2];
} ts_elbow_plane;

/* Second derivatives by the components i of edge p and j of edge q: in the plane, and normal to it. No term couples the
 * two. */
typedef struct ts_elbow_second {
    double plane[2][2][2][2]; /* [p][i][q][j] */
    double normal[2][2];      /* [p][q] */
} ts_elbow_second;

/* An energy of e0 and e1 that turns with them. */
typedef struct ts_elbow_law {
    /* Returns the energy, INFINITY where it is folded back, when derivatives need not be given; first[p]: by edge p. */
    double (*energy)(const ts_elbow *elbow, const ts_elbow_shape *at, double first[2][3]);
    void (*second)(const ts_elbow *elbow, const ts_elbow_shape *at, const ts_elbow_plane *in, ts_elbow_second *out);
} ts_elbow_law;

typedef struct ts_elbows {
    const ts_elbow_law *law; /* static */
    size_t count;
    ts_elbow *elbow;
    ts_stencil *stencil; /* before, at, after */
} ts_elbows;

/* A potential over the elbows of all rods that bend and choose the model; its self is a ts_elbows. TS_ERROR_DATA where
 * a rod is folded back at rest. */
ts_status ts_elbows_potential(const ts_bodies *bodies, const ts_model *model, const ts_elbow_law *law,
                              ts_potential *potential, ts_error *error);

#endif
