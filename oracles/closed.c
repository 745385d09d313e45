/* SPDX-License-Identifier: MIT
 * Closed surfaces: what is open is taken away. */
#include "oracles/closed.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/error.h"

/* A side of a solid triangle; the lower node first. */
typedef struct side {
    int32_t node[2], triangle, corner;
} side;

/* The sides in a row, equal ones beside each other: a seam. */
typedef struct net {
    side *side;
    int32_t *first;     /* side of each seam, and one more */
    int32_t *left;      /* triangles of each seam */
    int32_t (*seam)[3]; /* of each triangle */
    int32_t *dropped;   /* triangles whose seams are still to hear of it */
    int32_t sides, seams, drops;
    unsigned char *closed;
} net;

static int compare_numbers(int32_t a, int32_t b) {
    return (a > b) - (a < b);
}

static int compare_sides(const void *a, const void *b) {
    const side *one = a, *other = b;
    const int by_first = compare_numbers(one->node[0], other->node[0]);
    return by_first ? by_first : compare_numbers(one->node[1], other->node[1]);
}

static void gather_sides(net *n, const ts_verify_mesh *mesh) {
    for (size_t i = 0; i < mesh->triangles; ++i) {
        n->closed[i] = mesh->solid[i] != 0;
        if (!n->closed[i]) continue;
        for (int k = 0; k < 3; ++k) {
            const int32_t a = mesh->triangle[i][k], b = mesh->triangle[i][(k + 1) % 3];
            n->side[n->sides++] = (side){{a < b ? a : b, a < b ? b : a}, (int32_t)i, k};
        }
    }
    qsort(n->side, (size_t)n->sides, sizeof *n->side, compare_sides);
}

static void gather_seams(net *n) {
    for (int32_t k = 0; k < n->sides; ++k) {
        if (k == 0 || compare_sides(&n->side[k - 1], &n->side[k]) != 0) n->first[n->seams++] = k;
        n->seam[n->side[k].triangle][n->side[k].corner] = n->seams - 1;
    }
    n->first[n->seams] = n->sides;
    for (int32_t s = 0; s < n->seams; ++s) n->left[s] = n->first[s + 1] - n->first[s];
}

/* Drops all triangles of a seam that are still there. */
static void drop(net *n, int32_t seam) {
    for (int32_t k = n->first[seam]; k < n->first[seam + 1]; ++k) {
        const int32_t triangle = n->side[k].triangle;
        if (n->closed[triangle]) n->dropped[n->drops++] = triangle;
        n->closed[triangle] = 0;
    }
}

/* What is left does not depend on the order: all the triangles that can be together without a side of one alone. */
static void drop_rims(net *n) {
    for (int32_t s = 0; s < n->seams; ++s) {
        if (n->left[s] == 1) drop(n, s);
    }
    while (n->drops > 0) {
        const int32_t *seam = n->seam[n->dropped[--n->drops]];
        for (int k = 0; k < 3; ++k) {
            if (--n->left[seam[k]] == 1) drop(n, seam[k]);
        }
    }
}

/* Drops what hangs together by seams with one of an odd number of triangles. */
static void drop_odd(net *n) {
    for (int32_t s = 0; s < n->seams; ++s) {
        if (n->left[s] % 2) drop(n, s);
    }
    while (n->drops > 0) {
        const int32_t *seam = n->seam[n->dropped[--n->drops]];
        for (int k = 0; k < 3; ++k) {
            if (n->left[seam[k]] > 0) drop(n, seam[k]);
            n->left[seam[k]] = 0; /* once: it may have many */
        }
    }
}

ts_status ts_closed_triangles(const ts_verify_mesh *mesh, unsigned char *closed, ts_error *error) {
    const size_t room = mesh->triangles + 1;
    net n = {
        .side = malloc(3 * room * sizeof *n.side),
        .first = malloc(3 * room * sizeof *n.first),
        .left = malloc(3 * room * sizeof *n.left),
        .seam = malloc(room * sizeof *n.seam),
        .dropped = malloc(room * sizeof *n.dropped),
        .closed = closed,
    };
    const bool complete = n.side && n.first && n.left && n.seam && n.dropped;
    if (complete) {
        gather_sides(&n, mesh);
        gather_seams(&n);
        drop_rims(&n);
        drop_odd(&n);
    }
    free(n.side);
    free(n.first);
    free(n.left);
    free(n.seam);
    free(n.dropped);
    return complete ? TS_OK : ts_fail_memory(error, "the closed surfaces");
}
