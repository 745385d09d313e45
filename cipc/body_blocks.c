/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/body_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

void ts_body_blocks_clear(ts_body_blocks *blocks) {
    free(blocks->body);
    ts_block_matrix_clear(&blocks->matrix);
    *blocks = (ts_body_blocks){.matrix.version = blocks->matrix.version};
}

/* The first node of those that are held together with this one; the way there is halved. */
static int32_t first_of(int32_t *body, int32_t node) {
    while (body[node] != node) node = body[node] = body[body[node]];
    return node;
}

static void hold_together(int32_t *body, int32_t a, int32_t b) {
    a = first_of(body, a);
    b = first_of(body, b);
    body[a > b ? a : b] = a > b ? b : a;
}

ts_status ts_body_blocks_find(ts_body_blocks *blocks, const ts_objective *objective, ts_error *error) {
    if (blocks->body) return TS_OK;
    int32_t *body = malloc((objective->nodes + 1) * sizeof *body);
    if (!body) return ts_fail_memory(error, "the bodies' own matrices");
    for (size_t i = 0; i < objective->nodes; ++i) body[i] = (int32_t)i;
    for (size_t t = 0; t < objective->terms; ++t) {
        const ts_objective_term *term = &objective->term[t];
        if (term->role == TS_ROLE_CONTACT || term->role == TS_ROLE_FRICTION) continue;
        for (size_t k = 0; k < term->potential.count; ++k) {
            const int32_t *node = term->potential.stencil[k];
            for (int a = 1; a < ts_stencil_size(node); ++a) hold_together(body, node[0], node[a]);
        }
    }
    for (size_t i = 0; i < objective->nodes; ++i) body[i] = first_of(body, (int32_t)i);
    blocks->body = body;
    return TS_OK;
}

ts_status ts_body_blocks_take_pattern(ts_body_blocks *blocks, const ts_block_matrix *hessian, ts_error *error) {
    if (blocks->is_taken && blocks->version == hessian->version) return TS_OK;
    const ts_status status = ts_block_matrix_within(&blocks->matrix, hessian, blocks->body, error);
    if (status != TS_OK) return status;
    blocks->left_out = ts_block_matrix_blocks(hessian) - ts_block_matrix_blocks(&blocks->matrix);
    blocks->is_taken = true;
    blocks->version = hessian->version;
    return TS_OK;
}

void ts_body_blocks_take_values(ts_body_blocks *blocks, const ts_block_matrix *hessian) {
    const ts_block_matrix *own = &blocks->matrix;
    const int32_t *body = blocks->body;
#pragma omp parallel for schedule(static) if (ts_pays_to_share(own->nodes, 25))
    for (size_t j = 0; j < own->nodes; ++j) {
        int32_t at = own->column[j];
        for (int32_t k = hessian->column[j]; k < hessian->column[j + 1]; ++k) {
            if (body[hessian->row[k]] != body[j]) continue;
            size_t there, here;
            const double *from = ts_block_at(hessian, k, (int32_t)j, &there);
            double *to = ts_block_at(own, at++, (int32_t)j, &here);
            for (int c = 0; c < 3; ++c) memcpy(to + (size_t)c * here, from + (size_t)c * there, 3 * sizeof *to);
        }
    }
}
