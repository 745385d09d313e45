/* SPDX-License-Identifier: GPL-2.0-or-later
 * Tets and shell triangles as elements with a deformation gradient, laid out once, and what the potentials on them
 * share. */
#ifndef TS_CIPC_POTENTIALS_ELEMENTS_H
#define TS_CIPC_POTENTIALS_ELEMENTS_H

#include "cipc/potentials/isotropic.h"

/* Where nodes are: x, or x + alpha p unless p is NULL. */
typedef struct ts_trial_positions {
    const double (*x)[3];
    const double (*p)[3];
    double alpha;
} ts_trial_positions;

/* The element of shell triangle k, whose first axis is `direction` projected to the triangle, or NULL: its first
 * edge. TS_ERROR_DATA when the triangle has no area or the direction is normal to it. */
ts_status ts_shell_element(const ts_bodies *bodies, size_t k, const double *direction, ts_element *element,
                           ts_error *error);
/* The element of tet k. TS_ERROR_DATA when it has no positive volume at rest. */
ts_status ts_tet_element(const ts_bodies *bodies, size_t k, ts_element *element, ts_error *error);
/* Column j of F is f[j]. */
void ts_membrane_deformation(const ts_element *element, const int32_t *node, const ts_trial_positions *at,
                             double f[2][3]);
/* F, row by row. */
void ts_tet_deformation(const ts_element *element, const int32_t *node, const ts_trial_positions *at, double f[3][3]);

typedef struct ts_elements {
    size_t count;
    ts_stencil *stencil;
    ts_element *element;
    ts_stretch_material *material; /* of each body */
    ts_stretch_law *law;           /* NULL: not isotropic */
} ts_elements;

typedef bool ts_material_choice(const ts_material *material);

/* Elements of the bodies that are not obstacles and whose material is chosen; the materials' mu and lambda are those
 * of plane stress for shells. warp: the first axis is the material's warp direction. */
ts_status ts_elements_of_shells(const ts_bodies *bodies, ts_material_choice *choose, bool warp, ts_elements *elements,
                                ts_error *error);
ts_status ts_elements_of_tets(const ts_bodies *bodies, ts_material_choice *choose, ts_elements *elements,
                              ts_error *error);
void ts_elements_clear(ts_elements *elements);

/* A potential of those elements, which it takes over. */
ts_status ts_elements_potential(const char *name, ts_elements *elements, ts_stretch_law *law, ts_potential *potential,
                                ts_error *error);

/* Is element k admissible there? */
typedef bool ts_element_admits(const void *self, size_t k, const ts_trial_positions *at);
/* Halves *alpha until all elements of the potential admit x + alpha p, then goes back as its `bisects` says; 0 when 60
 * halvings do not suffice. */
void ts_find_admissible(const ts_potential *potential, ts_element_admits *admits, ts_trial_positions motion,
                        double *alpha);

#endif
