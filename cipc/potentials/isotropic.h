/* SPDX-License-Identifier: GPL-2.0-or-later
 * Isotropic energies psi(sigma) of an element: gradient and projected Hessian by the analytic eigensystem of their
 * second derivative by F (Smith, De Goes, Kim 2019, Analytic eigensystems for isotropic distortion energies). */
#ifndef TS_CIPC_POTENTIALS_ISOTROPIC_H
#define TS_CIPC_POTENTIALS_ISOTROPIC_H

#include <stdbool.h>

#include "cipc/potential.h"
#include "cipc/potentials/svd.h"
#include "scenes/bodies.h"

/* psi and its derivatives by the singular values. Pair k of singular values is (i, j) = (k+1, k+2) mod 3:
 * turn[k] = (psi_i + psi_j) / (sigma_i + sigma_j) belongs to U (e_i e_j^T - e_j e_i^T) V^T, and
 * flip[k] = (psi_i - psi_j) / (sigma_i - sigma_j) to U (e_i e_j^T + e_j e_i^T) V^T, as limits where they are 0/0.
 * A membrane has sigma_2 = psi_2 = 0 for ever: both are then psi_j / sigma_j for motion out of its plane. */
typedef struct ts_stretch {
    double value;
    double first[3];
    double second[3][3];
    double turn[3], flip[3];
} ts_stretch;

/* What the laws need of a body's material. */
typedef struct ts_stretch_material {
    double mu, lambda;
    ts_strain_limit limit;
    const double *parameter; /* the model's own; borrowed from the body */
} ts_stretch_material;

/* Fills stretch->value and, if derivatives are wanted, the rest, which comes as zeros. */
typedef void ts_stretch_law(const ts_stretch_material *material, const ts_svd *svd, bool derivatives,
                            ts_stretch *stretch);

/* sigma - 1 of singular value i. */
double ts_stretch_beyond(const ts_svd *svd, int i);
/* Sums over the first `count` singular values: of (sigma^2 - 1)/2 - ln sigma, which is (sigma - 1)^2 to first order,
 * and of ln sigma, which is ln J. False: one is not above 0. */
bool ts_stretch_logs(const ts_svd *svd, int count, double *rest, double *log_J);

/* An element of 3 (membrane) or 4 nodes: F = sum over nodes a > 0 of (x_a - x_0) shape[a-1]^T. A membrane's third
 * components are 0. */
typedef struct ts_element {
    double shape[3][3];
    double volume;
    int32_t body;
    int32_t nodes;
} ts_element;

/* What entry k of `out` asks for, at F = U diag(sigma) V^T. */
void ts_element_respond(const ts_element *element, const ts_svd *svd, const ts_stretch *stretch, const ts_locals *out,
                        size_t k);

#endif
