/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes of projective dynamics: per triangle of a shell, F = [x1 - x0, x2 - x0] Dm^-1 (3 x 2) is pulled to the
 * nearest R without strain, and to the nearest P whose singular values sum to 2:
 *     t A (mu |F - R|^2 + lambda |F - P|^2) = t A (mu sum (s_i - 1)^2 + lambda/2 (s_0 + s_1 - 2)^2),
 * the corotated energy in plane stress, mu = E/(2 (1 + nu)), lambda = E nu/(1 - nu^2), E times membrane_scale. */
#ifndef TS_NDB_STRAIN_H
#define TS_NDB_STRAIN_H

#include "ndb/rows.h"
#include "scenes/bodies.h"

/* Triangles by number; arrays of `count` rounded up to whole lanes, with points without weight. */
typedef struct ts_ndb_strain {
    size_t count, padded;
    int32_t (*node)[3];
    double *shape[3]; /* (0, 0), (0, 1), (1, 1) of Dm^-1 of each triangle, 1/m; (1, 0) is 0 */
    double *shear;    /* 2 mu t A, J */
    double *area;     /* lambda t A, J */
} ts_ndb_strain;

/* From the triangles `which`, `count` of them. TS_ERROR_DATA naming a triangle without area in its rest pose. */
ts_status ts_ndb_strain_init(ts_ndb_strain *strain, const ts_bodies *bodies, const size_t *which, size_t count,
                             ts_error *error);
void ts_ndb_strain_clear(ts_ndb_strain *strain);

/* G of a triangle: gradient[k][a] = dF_column k / dx_a. */
void ts_ndb_strain_gradients(const ts_ndb_strain *strain, size_t k, double gradient[2][3]);

/* Of the triangles [first, end), first a multiple of 8, end as well or `count`: force[3 k + a] becomes the force on
 * corner a of triangle k, N; there is room for `padded` triangles. Returns their energy, J. */
typedef double ts_ndb_strain_local(const ts_ndb_strain *strain, size_t first, size_t end, const ts_ndb_row *x,
                                   ts_ndb_row *force);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_strain_local ts_ndb_strain_some, ts_ndb_strain_portable, ts_ndb_strain_avx2, ts_ndb_strain_avx512;

/* For the lanes: of one triangle by its normal, however thin it is, F with the columns f, shear and area as above.
 * pull: -dPsi/dF by columns, J. Returns Psi, J. */
double ts_ndb_strain_thin(const double f[2][3], double shear, double area, double pull[2][3]);

/* The nearest R without strain to the columns f, as the local step finds it: for tests. */
void ts_ndb_strain_nearest(const double f[2][3], double r[2][3]);

/* Largest and smallest singular value of F over all triangles; 1 without any. */
void ts_ndb_strain_extent(const ts_ndb_strain *strain, const double (*x)[3], double *most, double *least);

#endif
