/* SPDX-License-Identifier: MIT
 * The nodes that a pair of primitives, or a term of a potential, is about: at most four. */
#ifndef TS_SCENES_STENCIL_H
#define TS_SCENES_STENCIL_H

#include <stdint.h>

enum { TS_STENCIL_NODES = 4, TS_STENCIL_DOFS = 12 };

/* Nodes of a stencil; unused ones are -1 and come last. */
typedef int32_t ts_stencil[TS_STENCIL_NODES];

/* Nodes in use of a stencil: 1 to 4. */
static inline int ts_stencil_size(const ts_stencil stencil) {
    int size = TS_STENCIL_NODES;
    while (stencil[size - 1] < 0) --size;
    return size;
}

#endif
