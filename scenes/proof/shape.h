/* SPDX-License-Identifier: MIT
 * What an animation is made of, as its proof states it (docs/proof-format.md): topology, thickness, exclusions. */
#ifndef TS_SCENES_PROOF_SHAPE_H
#define TS_SCENES_PROOF_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "core/sha256.h"
#include "mesh/mesh.h"
#include "scenes/bodies.h"

/* All arrays are owned. Elements are numbered: triangles, segments, particles. */
typedef struct ts_prover_shape {
    size_t vertices, triangles, segments, particles, strangers;
    int32_t (*triangle)[3], (*segment)[2], *particle;
    int32_t (*stranger)[2];  /* pairs of vertices whose primitives do not see each other: stitches */
    unsigned char *obstacle; /* of each vertex: primitives of such alone do not see each other */
    double *radius;          /* of each vertex, metres */
    int32_t *object;         /* of each vertex: objects get trees of their own */
} ts_prover_shape;

/* The surface of a mesh: its shells, the boundary of its tets, segments, particles; every pair is to be farther apart
 * than `thickness`. Objects are what hangs together. */
ts_status ts_prover_shape_of_mesh(const ts_mesh *mesh, double thickness, ts_prover_shape *shape, ts_error *error);
/* What of bodies can touch; a radius is half the body's offset, strangers are what is stitched together. */
ts_status ts_prover_shape_of_bodies(const ts_bodies *bodies, ts_prover_shape *shape, ts_error *error);
void ts_prover_shape_clear(ts_prover_shape *shape);

static inline size_t ts_prover_elements(const ts_prover_shape *shape) {
    return shape->triangles + shape->segments + shape->particles;
}
/* Vertices of an element, and how many. */
const int32_t *ts_prover_element(const ts_prover_shape *shape, size_t element, int *count);

#endif
