/* SPDX-License-Identifier: GPL-2.0-or-later
 * Nodes are shared out in pieces of neighbours, each with one thread at a time, which adds in the order of the stencils
 * what the runs of stencils that have nodes in it give them. Most runs have all their nodes in one piece: they are
 * evaluated where they are added, and never leave the nearest cache. Those that several pieces want are evaluated
 * before, once. */
#include "cipc/assembly.h"

#include <omp.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

enum {
    RUN = 16,         /* stencils that one call evaluates: what it gives stays in the nearest cache */
    PIECES_EACH = 4,  /* for each thread, so that none waits long for the last */
    MOST_PIECES = 64, /* bits of a set of them */
    SLOTS = 512       /* runs that several pieces want, between two meetings of threads */
};

typedef uint64_t piece_set;

/* What a run gives. */
typedef struct run_locals {
    double gradient[RUN][TS_STENCIL_DOFS];
    double hessian[RUN][TS_STENCIL_DOFS * TS_STENCIL_DOFS];
} run_locals;

struct ts_assembler {
    size_t nodes;
    int pieces;
    const int32_t *column; /* of the matrix by whose blocks they are of one size, and its version */
    uint64_t version;
    uint8_t *piece;    /* of each node */
    piece_set *wanted; /* of each run: the pieces that have nodes in it */
    size_t capacity;
    size_t wanted_twice[SLOTS]; /* runs of the present batch that several pieces want, ascending */
    run_locals *slot;           /* what they give */
};

ts_status ts_assembler_create(size_t nodes, ts_assembler **assembler, ts_error *error) {
    ts_assembler *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the assembly");
    made->nodes = nodes;
    made->piece = malloc(nodes + 1);
    made->slot = malloc(SLOTS * sizeof *made->slot);
    if (!made->piece || !made->slot) {
        ts_assembler_destroy(made);
        return ts_fail_memory(error, "the assembly");
    }
    *assembler = made;
    return TS_OK;
}

void ts_assembler_destroy(ts_assembler *assembler) {
    if (!assembler) return;
    free(assembler->piece);
    free(assembler->wanted);
    free(assembler->slot);
    free(assembler);
}

/* ---- Places ---- */

static int pair_index(int a, int b) {
    return a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}

/* Of block (i, j), i >= j. */
static int32_t find_place(const ts_block_matrix *matrix, int32_t i, int32_t j) {
    const int32_t block = ts_block_find(matrix, i, j), first = matrix->column[j];
    return block < 0 ? -1 : 9 * first + 3 * (block - first);
}

void ts_find_places(const ts_block_matrix *matrix, const ts_stencil node, ts_block_places places) {
    const int size = ts_stencil_size(node);
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b <= a; ++b) {
            const int32_t i = node[a], j = node[b];
            places[pair_index(a, b)] = i >= j ? find_place(matrix, i, j) : find_place(matrix, j, i);
        }
    }
}

/* ---- Runs ---- */

static size_t count_runs(const ts_assembly *all) {
    return (all->potential->count + RUN - 1) / RUN;
}

static size_t end_of_run(const ts_assembly *all, size_t run) {
    const size_t end = (run + 1) * RUN;
    return end < all->potential->count ? end : all->potential->count;
}

static void evaluate(const ts_assembly *all, size_t run, run_locals *to) {
    const ts_locals out = {.gradient = to->gradient,
                           .hessian = all->hessian ? to->hessian : NULL,
                           .unprojected = all->form == TS_HESSIAN_EXACT,
                           .majorized = all->form == TS_HESSIAN_MAJORIZED};
    const size_t first = run * RUN;
    all->potential->evaluate(all->potential->self, all->at, first, end_of_run(all, run) - first, &out);
}

/* Is there nothing to add? A semi-definite matrix whose diagonal is zero is zero. Most strain limits are idle. */
static bool is_idle(const ts_assembly *all, const run_locals *from, size_t slot, int dofs) {
    for (int k = 0; k < dofs; ++k) {
        if (from->gradient[slot][k] != 0.0) return false;
        if (!all->hessian) continue;
        const double *row = from->hessian[slot] + (size_t)k * TS_STENCIL_DOFS;
        if (row[k] != 0.0) return false;
        for (int c = 0; all->form == TS_HESSIAN_EXACT && c < k; ++c) {
            if (row[c] != 0.0) return false;
        }
    }
    return true;
}

static void add_block(const ts_assembly *all, const double *local, int32_t place, int32_t j) {
    const ts_block_matrix *matrix = all->hessian;
    const size_t stride = 3 * (size_t)(matrix->column[j + 1] - matrix->column[j]);
    double *to = matrix->value + place;
    for (size_t c = 0; c < 3; ++c) {
        for (size_t r = 0; r < 3; ++r) to[c * stride + r] += all->hessian_weight * local[r * TS_STENCIL_DOFS + c];
    }
}

/* The nodes that get something: those of a piece, or all. */
typedef struct taker {
    const uint8_t *piece; /* of each node; NULL: all */
    int number;
} taker;

static bool takes(const ts_assembly *all, const taker *who, int32_t j) {
    return !(all->held && all->held[j]) && (!who->piece || who->piece[j] == who->number);
}

static bool takes_any(const ts_assembly *all, const taker *who, const int32_t *node, int size) {
    for (int b = 0; b < size; ++b) {
        if (takes(all, who, node[b])) return true;
    }
    return false;
}

/* Adds what stencil s, in this slot of its run, gives. */
static void add_stencil(const ts_assembly *all, const taker *who, const run_locals *from, size_t s, size_t slot) {
    const int32_t *node = all->potential->stencil[s];
    const int size = ts_stencil_size(node);
    if (!takes_any(all, who, node, size) || is_idle(all, from, slot, 3 * size)) return;
    for (int b = 0; b < size; ++b) {
        const int32_t j = node[b];
        if (!takes(all, who, j)) continue;
        ts_axpy(all->gradient[j], all->gradient_weight, from->gradient[slot] + 3 * b, all->gradient[j]);
        if (!all->hessian) continue;
        for (int a = 0; a < size; ++a) {
            const int32_t i = node[a];
            if (i < j || (all->held && all->held[i])) continue;
            const int32_t place = all->places ? all->places[s][pair_index(a, b)] : find_place(all->hessian, i, j);
            add_block(all, from->hessian[slot] + 3 * a * TS_STENCIL_DOFS + 3 * b, place, j);
        }
    }
}

static void add_run(const ts_assembly *all, const taker *who, size_t run, const run_locals *from) {
    const size_t first = run * RUN, end = end_of_run(all, run);
    for (size_t s = first; s < end; ++s) add_stencil(all, who, from, s, s - first);
}

static void assemble_alone(const ts_assembly *all) {
    const size_t runs = count_runs(all);
    run_locals here;
    for (size_t run = 0; run < runs; ++run) {
        evaluate(all, run, &here);
        add_run(all, &(taker){0}, run, &here);
    }
}

/* ---- Together ---- */

static bool is_shared_out(const ts_assembler *by, const ts_block_matrix *matrix, int pieces) {
    const bool is_same = matrix ? by->column == matrix->column && by->version == matrix->version : !by->column;
    return by->pieces == pieces && is_same;
}

/* By the blocks of the columns, which are what there is to do; without a matrix by nodes. */
static void share_out(ts_assembler *by, const ts_block_matrix *matrix, int pieces) {
    if (is_shared_out(by, matrix, pieces)) return;
    const size_t all = matrix ? ts_block_matrix_blocks(matrix) : by->nodes;
    for (size_t i = 0; i < by->nodes; ++i) {
        const size_t before = matrix ? (size_t)matrix->column[i] : i;
        by->piece[i] = (uint8_t)(before * (size_t)pieces / all);
    }
    by->pieces = pieces;
    by->column = matrix ? matrix->column : NULL;
    by->version = matrix ? matrix->version : 0;
}

static bool reserve(ts_assembler *by, size_t runs) {
    if (runs <= by->capacity) return true;
    free(by->wanted);
    by->wanted = malloc(2 * runs * sizeof *by->wanted);
    by->capacity = by->wanted ? 2 * runs : 0;
    return by->wanted;
}

static piece_set find_wanted(const ts_assembler *by, const ts_assembly *all, size_t run) {
    piece_set set = 0;
    const size_t end = end_of_run(all, run);
    for (size_t s = run * RUN; s < end; ++s) {
        const int32_t *node = all->potential->stencil[s];
        const int size = ts_stencil_size(node);
        for (int a = 0; a < size; ++a) {
            if (!(all->held && all->held[node[a]])) set |= (piece_set)1 << by->piece[node[a]];
        }
    }
    return set;
}

static bool is_wanted_twice(piece_set set) {
    return (set & (set - 1)) != 0;
}

/* Runs between two meetings of threads. */
typedef struct batch {
    size_t first, end;
    size_t shared; /* of them several pieces want */
} batch;

static batch take_batch(ts_assembler *by, size_t first, size_t runs) {
    batch here = {first, first, 0};
    for (; here.end < runs; ++here.end) {
        if (!is_wanted_twice(by->wanted[here.end])) continue;
        if (here.shared == SLOTS) break;
        by->wanted_twice[here.shared++] = here.end;
    }
    return here;
}

static void add_piece(const ts_assembler *by, const ts_assembly *all, const batch *of, int piece) {
    const piece_set self = (piece_set)1 << piece;
    run_locals own;
    size_t slot = 0;
    for (size_t run = of->first; run < of->end; ++run) {
        const piece_set wanted = by->wanted[run];
        const bool is_shared = is_wanted_twice(wanted);
        const run_locals *from = is_shared ? &by->slot[slot] : &own;
        slot += is_shared;
        if (!(wanted & self)) continue;
        if (!is_shared) evaluate(all, run, &own);
        add_run(all, &(taker){is_shared ? by->piece : NULL, piece}, run, from);
    }
}

static void assemble_together(ts_assembler *by, const ts_assembly *all) {
    const size_t runs = count_runs(all);
#pragma omp parallel for schedule(static) if (ts_pays_to_share(runs, 50))
    for (size_t run = 0; run < runs; ++run) by->wanted[run] = find_wanted(by, all, run);
    for (batch of = take_batch(by, 0, runs); of.first < runs; of = take_batch(by, of.end, runs)) {
#pragma omp parallel
        {
#pragma omp for schedule(dynamic, 1)
            for (size_t k = 0; k < of.shared; ++k) evaluate(all, by->wanted_twice[k], &by->slot[k]);
#pragma omp for schedule(dynamic, 1)
            for (int piece = 0; piece < by->pieces; ++piece) add_piece(by, all, &of, piece);
        }
    }
}

/* Without memory for what threads hand to each other one of them does all. */
void ts_assemble(ts_assembler *by, const ts_assembly *all) {
    if (all->potential->count == 0) return;
    if (!ts_pays_to_share(all->potential->count, 200) || !reserve(by, count_runs(all))) {
        assemble_alone(all);
        return;
    }
    const int threads = omp_get_max_threads();
    share_out(by, all->hessian, threads < MOST_PIECES / PIECES_EACH ? PIECES_EACH * threads : MOST_PIECES);
    assemble_together(by, all);
}
