/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a potential says of a body of one element, as a term: a triangle, a tet, two segments of a rod. */
#ifndef TS_CIPC_TERMS_SPECIMEN_H
#define TS_CIPC_TERMS_SPECIMEN_H

#include "cipc/potentials/table.h"

/* F of `rows` rows and `columns` columns, row by row; what it lacks of three rows is 0. Of the unit simplex, whose node
 * 0 stays at the origin: node j + 1 is column j. */
typedef struct ts_specimen_gradient {
    const double *f;
    int rows, columns; /* 3 columns: a tet, else a triangle of the volume 1 */
    bool projected;
} ts_specimen_gradient;

/* Constants that go into the element as they are, not by way of Young's modulus. */
typedef struct ts_specimen_lame {
    double volume, mu, lambda;
} ts_specimen_lame;

/* lame: of a potential whose self is a ts_elements; NULL: what init makes of the material. */
void ts_specimen_evaluate(ts_potential_init *init, const ts_material *material, const ts_specimen_lame *lame,
                          const ts_specimen_gradient *at, ts_term_value *out);

/* The kernel of an isotropic potential, the term's `of`: inputs F; parameters mu, lambda and the model's own. */
ts_solver_kernel ts_isotropic_term;

/* A rod of the diameter 2, so that E pi/4 d^2 = E pi and E pi/4 r^4 = E pi/4. */
typedef struct ts_specimen_rod {
    double young;
    size_t segments;   /* between successive nodes: 1 or 2 */
    double rest[3][3]; /* of the nodes */
} ts_specimen_rod;

void ts_specimen_evaluate_rod(const ts_potential_entry *entry, ts_specimen_rod *rod, const double *x, bool projected,
                              ts_term_value *out);

/* The kernel of a bending of rods, the term's `of`: inputs three nodes; parameters E r^4 pi/4 and both lengths at rest.
 */
ts_solver_kernel ts_elbow_term;

#endif
