/* SPDX-License-Identifier: MIT
 * The bodies of a scene, all on one list of nodes: what they are made of and how they are meshed. Constant over a
 * run; positions and velocities are the state's (scenes/simulation.h). */
#ifndef TS_SCENES_BODIES_H
#define TS_SCENES_BODIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "scenes/models.h"

/* docs/method.md, 4; a limit of 0 means none. */
typedef struct ts_strain_limit {
    double upper, upper_start; /* every singular value < upper; the barrier acts above upper_start */
    double lower, lower_start; /* every singular value > lower; the barrier acts below lower_start */
    double stiffness;          /* kappa_s, Pa */
} ts_strain_limit;

/* docs/method.md, 3.3: psi = a11/2 eta(E11^2) + a22/2 eta(E22^2) + a12 eta(E11 E22) + G12 eta(E12^2). */
typedef struct ts_orthotropy {
    double a11, a12, a22, g12; /* Pa */
    double l1, l2, l12;        /* limits of the Green strain */
    double warp[3];            /* direction of the warp in the rest pose; projected into each triangle */
} ts_orthotropy;

typedef struct ts_material {
    double density;   /* kg/m^3 */
    double thickness; /* of a shell; diameter of a rod or a particle; metres */
    double young;     /* Pa */
    double poisson;
    double membrane_scale, bending_scale; /* factors of `young` for shells; for rods: stretch and bending */
    ts_model_choice tet, membrane, rod_bending;
    bool bends; /* hinges between its triangles; bending at the inner nodes of its rods */
    ts_strain_limit strain_limit;
    ts_orthotropy orthotropy;
} ts_material;

/* Nodes [node_first, node_first + node_count) and the runs of elements are an object's own. */
typedef struct ts_body {
    char *name; /* owned */
    ts_material material;
    double offset; /* xi: thickness of its contact surface, metres; a pair's is the mean of the two */
    bool obstacle; /* no elasticity, moves as prescribed; two obstacles do not see each other */
    size_t node_first, node_count;
} ts_body;

/* k/2 |x_a - ((1-w) x_b + w x_c)|^2 */
typedef struct ts_stitch {
    int32_t a, b, c;
    double weight, stiffness; /* w in [0, 1]; k in N/m */
} ts_stitch;

/* An element belongs to the body of its first node; no element spans two bodies. */
typedef struct ts_bodies {
    size_t bodies;
    ts_body *body;
    size_t nodes;
    double (*rest)[3]; /* the pose without stress, metres */
    double *mass;      /* lumped, with what is hung on; kg; > 0 */
    double *hung;      /* of each node: what weighs it down beside its elements, kg; NULL: nothing */
    uint8_t *clamped;  /* of each node: is it in a clamp? NULL: none is */
    int32_t *body_of;  /* of each node */
    size_t tets;
    int32_t (*tet)[4];
    size_t triangles; /* shells and obstacles' surfaces */
    int32_t (*triangle)[3];
    size_t segments; /* rods and obstacles' segments */
    int32_t (*segment)[2];
    size_t particles;
    int32_t *particle; /* the nodes */
    size_t stitches;
    ts_stitch *stitch;
    size_t boundary_triangles; /* of the tets, outward */
    int32_t (*boundary)[3];
    double *friction; /* mu of bodies i, j: friction[i * bodies + j], symmetric */
} ts_bodies;

void ts_bodies_clear(ts_bodies *bodies);

/* A segment that a clamp holds by both ends gives what follows it its direction, and has no length that could bend. */
static inline bool ts_is_clamped(const ts_bodies *bodies, const int32_t segment[2]) {
    return bodies->clamped && bodies->clamped[segment[0]] && bodies->clamped[segment[1]];
}

static inline const ts_material *ts_material_of(const ts_bodies *bodies, int32_t node) {
    return &bodies->body[bodies->body_of[node]].material;
}

/* Looks up the models of materials that were chosen by name alone. TS_ERROR_DATA naming the body whose elements have a
 * model that the list lacks. */
ts_status ts_bodies_find_models(ts_bodies *bodies, ts_model_list *models, ts_error *error);

/* Masses from density and rest volume (docs/method.md, 2.2): tets; triangles area * thickness; rods pi/4 d^2 l;
 * particles 4/3 pi r^3; and what is hung on. Fills bodies->mass. TS_ERROR_DATA naming the node that would have none. */
ts_status ts_bodies_lump_mass(ts_bodies *bodies, ts_error *error);

#endif
