/* SPDX-License-Identifier: GPL-2.0-or-later
 * All elements of the bodies: which they are, what they add to the matrix, and the local step of all of them. */
#include "ndb/elastic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "ndb/gather.h"
#include "ndb/models.h"

/* ---- Which they are ---- */

void ts_ndb_elastic_clear(ts_ndb_elastic *elastic) {
    ts_ndb_strain_clear(&elastic->strain);
    ts_ndb_matrix_clear(&elastic->constant);
    free(elastic->spring);
    free(elastic->bending.hinge);
    free(elastic->stitch);
    free(elastic->slot);
    free(elastic->slot_first);
    free(elastic->slot_offset);
    free(elastic->piece_energy);
    *elastic = (ts_ndb_elastic){0};
}

/* Triangles of shells with membranes, of springs or of the others. */
static size_t choose_triangles(const ts_bodies *bodies, bool springs, size_t *which) {
    size_t count = 0;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const ts_body *body = &bodies->body[bodies->body_of[bodies->triangle[k][0]]];
        if (body->obstacle || ts_model_is_none(&body->material.membrane)) continue;
        if (ts_model_is(&body->material.membrane, &ts_ndb_spring_model) == springs) which[count++] = k;
    }
    return count;
}

static ts_status find_membranes(ts_ndb_elastic *elastic, const ts_bodies *bodies, ts_error *error) {
    size_t *which = malloc((bodies->triangles + 1) * sizeof *which);
    if (!which) return ts_fail_memory(error, "the triangles of shells");
    size_t count = choose_triangles(bodies, false, which);
    ts_status status = ts_ndb_strain_init(&elastic->strain, bodies, which, count, error);
    count = choose_triangles(bodies, true, which);
    if (status == TS_OK) status = ts_ndb_springs_find(bodies, which, count, &elastic->spring, &elastic->springs, error);
    free(which);
    return status;
}

static ts_status find_stitches(ts_ndb_elastic *elastic, const ts_bodies *bodies, ts_error *error) {
    elastic->stitch = malloc((bodies->stitches + 1) * sizeof *elastic->stitch);
    if (!elastic->stitch) return ts_fail_memory(error, "the stitches");
    for (size_t k = 0; k < bodies->stitches; ++k) {
        const ts_stitch *s = &bodies->stitch[k];
        if (s->c == s->b) { /* to a node: a square's nodes are distinct */
            elastic->stitch[k] =
                (ts_ndb_square){.node = {s->a, s->b, -1, -1}, .share = {1.0, -1.0, 0.0, 0.0}, .weight = s->stiffness};
            continue;
        }
        elastic->stitch[k] = (ts_ndb_square){
            .node = {s->a, s->b, s->c, -1}, .share = {1.0, s->weight - 1.0, -s->weight, 0.0}, .weight = s->stiffness};
    }
    elastic->stitches = bodies->stitches;
    return TS_OK;
}

/* ---- Matrices ---- */

static ts_status add_constant(const ts_ndb_elastic *elastic, ts_ndb_squares *squares, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < elastic->bending.count && status == TS_OK; ++k) {
        const ts_ndb_hinge *hinge = &elastic->bending.hinge[k];
        ts_ndb_square square = {.weight = hinge->weight};
        memcpy(square.node, hinge->node, sizeof square.node);
        memcpy(square.share, hinge->share, sizeof square.share);
        status = ts_ndb_squares_add(squares, &square, error);
    }
    for (size_t k = 0; k < elastic->stitches && status == TS_OK; ++k)
        status = ts_ndb_squares_add(squares, &elastic->stitch[k], error);
    return status;
}

/* mu |F - R|^2 and lambda |F - P|^2 both have the Hessian of |F|^2. With a negative lambda the two together are mu
 * |F|^2 less something convex: 2 mu t + |lambda|/2 (t - 2)^2 ascends in t = s_0 + s_1, as |lambda| < mu. So mu alone
 * bounds it. */
static ts_status add_strain(const ts_ndb_strain *strain, ts_ndb_squares *squares, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < strain->count; ++k) {
        double gradient[2][3];
        ts_ndb_strain_gradients(strain, k, gradient);
        for (int j = 0; j < 2 && status == TS_OK; ++j) {
            const int32_t *node = strain->node[k];
            const ts_ndb_square square = {.node = {node[0], node[1], node[2], -1},
                                          .share = {gradient[j][0], gradient[j][1], gradient[j][2], 0.0},
                                          .weight = strain->shear[k] + 2.0 * fmax(strain->area[k], 0.0)};
            status = ts_ndb_squares_add(squares, &square, error);
        }
    }
    return status;
}

ts_status ts_ndb_elastic_squares(const ts_ndb_elastic *elastic, ts_ndb_squares *squares, ts_error *error) {
    ts_status status = add_strain(&elastic->strain, squares, error);
    for (size_t k = 0; k < elastic->springs && status == TS_OK; ++k) {
        const ts_ndb_spring *spring = &elastic->spring[k];
        const ts_ndb_square square = {.node = {spring->node[0], spring->node[1], -1, -1},
                                      .share = {1.0, -1.0, 0.0, 0.0},
                                      .weight = spring->weight};
        status = ts_ndb_squares_add(squares, &square, error);
    }
    return status == TS_OK ? add_constant(elastic, squares, error) : status;
}

static ts_status make_constant(ts_ndb_elastic *elastic, ts_error *error) {
    ts_ndb_squares squares = {0};
    ts_status status = add_constant(elastic, &squares, error);
    if (status == TS_OK) status = ts_ndb_matrix_init(&elastic->constant, elastic->nodes, NULL, &squares, error);
    ts_ndb_squares_clear(&squares);
    return status;
}

/* ---- Slots ---- */

/* Where the slots of springs and of hinges begin. */
static size_t spring_slots(const ts_ndb_elastic *elastic) {
    return 3 * elastic->strain.padded;
}

static size_t hinge_slots(const ts_ndb_elastic *elastic) {
    return spring_slots(elastic) + 2 * elastic->springs;
}

static size_t all_slots(const ts_ndb_elastic *elastic) {
    return hinge_slots(elastic) + 4 * elastic->bending.curved;
}

/* -1: of none. */
static int32_t node_of_slot(const ts_ndb_elastic *elastic, size_t slot) {
    if (slot < spring_slots(elastic))
        return slot < 3 * elastic->strain.count ? elastic->strain.node[slot / 3][slot % 3] : -1;
    if (slot < hinge_slots(elastic)) {
        const size_t k = slot - spring_slots(elastic);
        return elastic->spring[k / 2].node[k % 2];
    }
    const size_t k = slot - hinge_slots(elastic);
    return elastic->bending.hinge[k / 4].node[k % 4];
}

/* Sorts the slots by the places of their nodes. place: scratch, of each node. */
static void sort_slots(ts_ndb_elastic *elastic, uint32_t *place) {
    const size_t slots = all_slots(elastic), n = elastic->nodes;
    uint32_t *first = elastic->slot_first;
    for (size_t p = 0; p < n; ++p) place[elastic->constant.packed.node[p]] = (uint32_t)p;
    for (size_t k = 0; k < slots; ++k) {
        const int32_t node = node_of_slot(elastic, k);
        if (node >= 0) ++first[place[node] + 2];
    }
    for (size_t p = 1; p <= n; ++p) first[p + 1] += first[p];
    for (size_t k = 0; k < slots; ++k) {
        const int32_t node = node_of_slot(elastic, k);
        if (node >= 0) elastic->slot_offset[first[place[node] + 1]++] = 4 * (uint32_t)k;
    }
}

static ts_status make_slots(ts_ndb_elastic *elastic, ts_error *error) {
    const size_t slots = all_slots(elastic), n = elastic->nodes;
    if (slots > UINT32_MAX / 4)
        return ts_fail(error, TS_ERROR_DATA,
                       "The elements have %zu corners; at most 2^30 are counted: give the cloths coarser meshes.",
                       slots);
    elastic->pieces =
        ts_ndb_pieces(elastic->strain.count) + ts_ndb_pieces(elastic->springs) + ts_ndb_pieces(elastic->bending.curved);
    elastic->slot = ts_ndb_rows_create(slots + 1);
    elastic->slot_first = calloc(n + 2, sizeof *elastic->slot_first);
    elastic->slot_offset = malloc((slots + 1) * sizeof *elastic->slot_offset);
    elastic->piece_energy = calloc(elastic->pieces + ts_ndb_pieces(n) + 1, sizeof *elastic->piece_energy);
    uint32_t *place = malloc((n + 1) * sizeof *place);
    const bool complete =
        elastic->slot && elastic->slot_first && elastic->slot_offset && elastic->piece_energy && place;
    if (complete) sort_slots(elastic, place);
    free(place);
    return complete ? TS_OK : ts_fail_memory(error, "the forces of elements");
}

ts_status ts_ndb_elastic_init(ts_ndb_elastic *elastic, const ts_bodies *bodies, ts_error *error) {
    ts_ndb_elastic made = {.nodes = bodies->nodes};
    ts_status status = find_membranes(&made, bodies, error);
    if (status == TS_OK) status = ts_ndb_hinges_find(bodies, &made.bending, error);
    if (status == TS_OK) status = find_stitches(&made, bodies, error);
    if (status == TS_OK) status = make_constant(&made, error);
    if (status == TS_OK) status = make_slots(&made, error);
    if (status != TS_OK) {
        ts_ndb_elastic_clear(&made);
        return status;
    }
    *elastic = made;
    return TS_OK;
}

/* ---- The local step ---- */

/* A piece of the elements of one kind. */
static double local_of_piece(ts_ndb_elastic *elastic, size_t piece, const ts_ndb_row *x) {
    const size_t triangles = ts_ndb_pieces(elastic->strain.count), springs = ts_ndb_pieces(elastic->springs);
    if (piece < triangles) {
        const size_t end = ts_ndb_piece_end(piece, elastic->strain.count);
        return ts_ndb_strain_some(&elastic->strain, piece * TS_NDB_PIECE, end, x, elastic->slot);
    }
    piece -= triangles;
    if (piece < springs) {
        const size_t first = piece * TS_NDB_PIECE, end = ts_ndb_piece_end(piece, elastic->springs);
        return ts_ndb_springs_local(elastic->spring + first, end - first, x,
                                    elastic->slot + spring_slots(elastic) + 2 * first);
    }
    const size_t first = (piece - springs) * TS_NDB_PIECE,
                 end = ts_ndb_piece_end(piece - springs, elastic->bending.curved);
    return ts_ndb_hinges_local(elastic->bending.hinge + first, end - first, x,
                               elastic->slot + hinge_slots(elastic) + 4 * first);
}

double ts_ndb_elastic_local(ts_ndb_elastic *elastic, const ts_ndb_row *x, ts_ndb_row *force) {
    const size_t pieces = elastic->pieces, node_pieces = ts_ndb_pieces(elastic->nodes);
    const ts_ndb_gather gather = {.constant = &elastic->constant,
                                  .x = x,
                                  .slot = (const ts_ndb_row *)elastic->slot,
                                  .first = elastic->slot_first,
                                  .offset = elastic->slot_offset,
                                  .force = force};
#pragma omp parallel if (ts_pays_to_share(elastic->nodes, 18))
    {
#pragma omp for schedule(static)
        for (size_t k = 0; k < pieces; ++k) elastic->piece_energy[k] = local_of_piece(elastic, k, x);
#pragma omp for schedule(static)
        for (size_t k = 0; k < node_pieces; ++k)
            elastic->piece_energy[pieces + k] =
                ts_ndb_gather_some(&gather, k * TS_NDB_PIECE, ts_ndb_piece_end(k, elastic->nodes));
    }
    double energy = 0.0;
    for (size_t k = 0; k < pieces + node_pieces; ++k) energy += elastic->piece_energy[k];
    return energy;
}

/* ---- What they are stretched ---- */

void ts_ndb_elastic_extent(const ts_ndb_elastic *elastic, const double (*x)[3], double *most, double *least) {
    ts_ndb_strain_extent(&elastic->strain, x, most, least);
    if (elastic->springs == 0) return;
    if (elastic->strain.count == 0) { /* nothing has that 1 */
        *most = 0.0;
        *least = INFINITY;
    }
    ts_ndb_springs_extent(elastic->spring, elastic->springs, x, most, least);
}
