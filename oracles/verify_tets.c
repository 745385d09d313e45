/* SPDX-License-Identifier: MIT
 * Overlapping tets: pairs found by boxes and decided where they are found, since a mesh has some twenty for each tet.
 */
#include "oracles/verify_tets.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "oracles/overlap.h"
#include "oracles/predicates.h"
#include "oracles/verify_report.h"

typedef struct tet_pass {
    const ts_verify_surface *surface;
    const double (*x)[3];
    const ts_box *box;
    const signed char *hand;   /* of each tet: 1, -1, or 0 for one without volume */
    _Atomic uint64_t *decided; /* pairs */
} tet_pass;

/* Boxes that only touch hold no volume in common. */
static bool boxes_overlap(const ts_box *a, const ts_box *b) {
    for (int k = 0; k < 3; ++k) {
        if (!(a->lo[k] < b->hi[k] && b->lo[k] < a->hi[k])) return false;
    }
    return true;
}

/* In positive order. */
static void get_corners(const tet_pass *p, int32_t tet, ts_corner corner[4]) {
    const int32_t *node = p->surface->mesh.tet[tet];
    const int swap = p->hand[tet] < 0;
    for (int k = 0; k < 4; ++k) corner[k < 2 ? k ^ swap : k] = p->x[node[k]];
}

static bool see_each_other(const tet_pass *p, int32_t i, int32_t j) {
    const ts_verify_mesh *mesh = &p->surface->mesh;
    if (!mesh->obstacle && mesh->strangers == 0) return true;
    ts_verify_pair pair = {.count = {4, 4}};
    memcpy(pair.node[0], mesh->tet[i], sizeof pair.node[0]);
    memcpy(pair.node[1], mesh->tet[j], sizeof pair.node[1]);
    return ts_verify_pair_sees(p->surface, &pair);
}

static bool overlap(const void *self, int32_t i, int32_t j) {
    const tet_pass *p = self;
    ts_corner one[4], other[4];
    if (p->hand[i] == 0 || p->hand[j] == 0 || !boxes_overlap(&p->box[i], &p->box[j])) return false;
    if (!see_each_other(p, i, j)) return false;
    atomic_fetch_add_explicit(p->decided, 1, memory_order_relaxed);
    get_corners(p, i, one);
    get_corners(p, j, other);
    return ts_tets_overlap(one, other);
}

static void measure(const ts_verify_mesh *mesh, const double (*x)[3], ts_box *box, signed char *hand) {
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < mesh->tets; ++i) {
        const int32_t *node = mesh->tet[i];
        hand[i] = (signed char)ts_orient3d(x[node[0]], x[node[1]], x[node[2]], x[node[3]]);
        for (int k = 0; k < 3; ++k) {
            const double a = x[node[0]][k], b = x[node[1]][k], c = x[node[2]][k], d = x[node[3]][k];
            box[i].lo[k] = fmin(fmin(a, b), fmin(c, d));
            box[i].hi[k] = fmax(fmax(a, b), fmax(c, d));
        }
    }
}

static ts_verify_part name_of(const ts_verify_mesh *mesh, int32_t tet) {
    ts_verify_part part = {.kind = TS_PART_TET, .index = tet, .nodes = 4};
    memcpy(part.node, mesh->tet[tet], sizeof part.node);
    return part;
}

static ts_status find(const tet_pass *p, ts_pair_list *list, ts_error *error) {
    ts_bvh *tree = NULL;
    ts_status status = ts_bvh_create(p->surface->mesh.tets, p->box, &tree, error);
    const ts_pair_test test = {.keep = overlap, .self = p};
    if (status == TS_OK) status = ts_bvh_pairs(tree, tree, &test, list, error);
    ts_bvh_destroy(tree);
    return status;
}

ts_status ts_verify_overlaps(const ts_verify_surface *surface, const double (*x)[3], ts_verify_scratch *scratch,
                             ts_verify_report *report, ts_error *error) {
    const ts_verify_mesh *mesh = &surface->mesh;
    ts_pair_list *list = &scratch->list;
    if (mesh->tets < 2) return TS_OK;
    _Atomic uint64_t decided = 0;
    ts_box *box = malloc(mesh->tets * sizeof *box);
    signed char *hand = malloc(mesh->tets);
    ts_status status = box && hand ? TS_OK : ts_fail_memory(error, "the boxes of tets");
    if (status == TS_OK) {
        measure(mesh, x, box, hand);
        const tet_pass p = {surface, x, box, hand, &decided};
        status = find(&p, list, error);
    }
    for (size_t k = 0; status == TS_OK && k < list->count; ++k) {
        const int32_t *pair = list->pair[k];
        ts_verify_report_add(report, &(ts_offence){.kind = TS_OFFENCE_INTERSECTION,
                                                   .parts = 2,
                                                   .part = {name_of(mesh, pair[0]), name_of(mesh, pair[1])}});
    }
    if (status == TS_OK) report->pairs += decided;
    free(box);
    free(hand);
    return status;
}
