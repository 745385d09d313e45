/* SPDX-License-Identifier: MIT
 * A matrix whose factor has pieces of all kinds, for tests of what works on such factors. */
#ifndef TS_TESTS_CIPC_CUBOID_H
#define TS_TESTS_CIPC_CUBOID_H

#include <math.h>
#include <string.h>

#include "cipc/linear_solver.h"
#include "core/random.h"
#include "tests/support.h"

/* A long cuboid of nodes, each coupled with its neighbours: several separators are large enough to be shared out. */
enum { SIDE = 13, LENGTH = 36, NODES = SIDE * SIDE * LENGTH, MOST_PAIRS = 3 * NODES };

/* So much of it is a bundle of chains along it, each a tree of its own in the factor. */
static int32_t bundle;

static ts_stencil pair[MOST_PAIRS];
static size_t pairs;
static ts_block_matrix matrix;
static ts_linear_solver *solver;
static double right[3 * NODES], solution[3 * NODES];
static ts_error error;

static void find_pairs(void) {
    pairs = 0;
    for (int32_t i = 0; i < NODES; ++i) {
        const int32_t at[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE}, step[3] = {1, SIDE, SIDE * SIDE};
        for (int c = 0; c < 3; ++c) {
            if (at[c] + 1 == (c == 2 ? LENGTH : SIDE)) continue;
            if (c == 2 ? at[2] + 1 == bundle : at[2] < bundle) continue;
            const int32_t found[4] = {i, i + step[c], -1, -1};
            memcpy(pair[pairs++], found, sizeof found);
        }
    }
}

/* (v, -v) (v, -v)^T of every pair, v random, and half the identity. */
static void fill(uint64_t seed) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    memset(matrix.value, 0, 9 * ts_block_matrix_blocks(&matrix) * sizeof *matrix.value);
    for (size_t p = 0; p < pairs; ++p) {
        double v[3];
        for (int c = 0; c < 3; ++c) v[c] = ts_random_between(&random, -1.0, 1.0);
        for (int a = 0; a < 2; ++a) {
            for (int b = 0; b < 2; ++b) {
                const int32_t i = pair[p][a], j = pair[p][b];
                if (i < j) continue;
                size_t stride;
                double *block = ts_block_at(&matrix, ts_block_find(&matrix, i, j), j, &stride);
                for (int k = 0; k < 9; ++k) {
                    block[(size_t)(k / 3) * stride + (size_t)(k % 3)] += (a == b ? 1.0 : -1.0) * v[k % 3] * v[k / 3];
                }
            }
        }
    }
    for (int32_t i = 0; i < NODES; ++i) {
        size_t stride;
        double *block = ts_block_at(&matrix, matrix.column[i], i, &stride);
        for (size_t c = 0; c < 3; ++c) block[c * stride + c] += 0.5;
        block[stride] = block[2 * stride] = block[2 * stride + 1] = NAN; /* not read */
    }
}

static void cuboid_begin(void) {
    find_pairs();
    const ts_stencil *list = pair;
    const ts_couplings couplings = {.lists = 1, .list = &list, .count = &pairs};
    matrix = (ts_block_matrix){0};
    ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &couplings, &error), TS_OK);
    for (int i = 0; i < 3 * NODES; ++i) right[i] = 1.0 + i % 7;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
}

static void cuboid_end(void) {
    ts_block_matrix_clear(&matrix);
    ts_linear_solver_destroy(solver);
}

static bool solve(void) {
    bool solved = false;
    ck_assert_msg(ts_linear_solve_definite(solver, &matrix, right, solution, &solved, &error) == TS_OK, "%s",
                  error.message);
    return solved;
}

#endif
