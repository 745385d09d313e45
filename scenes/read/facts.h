/* SPDX-License-Identifier: MIT
 * What a table of statistics says of a scene before it has run. */
#ifndef TS_SCENES_READ_FACTS_H
#define TS_SCENES_READ_FACTS_H

#include "scenes/read/scene.h"

/* Of a number that objects have each their own of. */
typedef struct ts_extent {
    double least, most; /* NaN: none has it */
} ts_extent;

typedef struct ts_scene_facts {
    size_t nodes;
    double h, dhat;         /* s, m */
    ts_extent offset;       /* m */
    ts_extent strain_limit; /* upper ones, of shells that have one */
    ts_extent mu;           /* of pairs that can meet */
    double eps_v;           /* m/s */
    size_t straight, disturbed;
} ts_scene_facts;

ts_scene_facts ts_scene_facts_of(const ts_scene *scene);

/* Bodies with a triangle at rest that is not as high, or a segment not as long, as the range of contact with themselves
 * is, dhat beyond the offset: contact is felt across it before anything touches, and pushes the body apart. */
typedef struct ts_tight_bodies {
    size_t count, worst; /* worst: index of the one whose range is the most times its element */
    double size, range;  /* of that one, m */
} ts_tight_bodies;

ts_tight_bodies ts_scene_tight_bodies(const ts_scene *scene);

#endif
