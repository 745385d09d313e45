/* SPDX-License-Identifier: MIT
 * A body of capsules: who hangs on whom, for skeletons that move it. The mesh holds part after part. */
#ifndef TS_MESH_GENERATE_CAPSULE_BODY_H
#define TS_MESH_GENERATE_CAPSULE_BODY_H

#include <stddef.h>

enum { TS_BODY_PARTS = 15 };

/* For a height of 1.7 m, standing on y = 0, facing +z. */
typedef struct ts_body_part {
    const char *name;
    double end[2][3]; /* centres of the round ends */
    double radius;
    int parent;      /* -1: none */
    double joint[3]; /* that it turns about */
} ts_body_part;

const ts_body_part *ts_body_part_at(size_t index);
/* Part p has the nodes first[p] to first[p + 1] of a body of so many. */
void ts_body_share(size_t nodes, size_t first[TS_BODY_PARTS + 1]);

#endif
