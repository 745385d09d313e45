/* SPDX-License-Identifier: MIT
 * Gradient and Hessian of one potential, by one to seventeen threads, against a dense sum in the order of the stencils:
 * the same bits, wherever a stencil's nodes are, also where more runs than fit are wanted by several threads. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/assembly.h"
#include "core/random.h"
#include "core/share.h"
#include "tests/support.h"

enum { NODES = 300, DOFS = 3 * NODES, STENCILS = 12000, ENTRIES = TS_STENCIL_DOFS * TS_STENCIL_DOFS };

/* Where the nodes of a stencil are: near each other, as in a mesh, or anywhere, as in contact. */
typedef enum layout { NEAR, ANYWHERE, MIXED, LAYOUTS } layout;

static const double GRADIENT_WEIGHT = 0.7, HESSIAN_WEIGHT = 1.3;

/* What stencils give: nothing, the diagonal of a Hessian, what is beside it, or all there is. */
typedef enum gift { NOTHING, DIAGONAL, BESIDE, ALL } gift;

static ts_stencil stencils[STENCILS];
static gift gifts[STENCILS];
static uint8_t held[NODES];
static double dense[DOFS][DOFS], dense_gradient[NODES][3];

/* The numbers of a stencil, which are its own. */
static void make_locals(size_t s, double gradient[TS_STENCIL_DOFS], double hessian[ENTRIES]) {
    ts_random random;
    ts_random_init(&random, 7, s);
    for (int k = 0; k < TS_STENCIL_DOFS; ++k)
        gradient[k] = gifts[s] == ALL ? ts_random_between(&random, -1.0, 1.0) : 0.0;
    for (int r = 0; r < TS_STENCIL_DOFS; ++r) {
        for (int c = 0; c <= r; ++c) {
            const bool is_given = gifts[s] == ALL || gifts[s] == (r == c ? DIAGONAL : BESIDE);
            const double value = is_given ? ts_random_between(&random, -1.0, 1.0) : 0.0;
            hessian[r * TS_STENCIL_DOFS + c] = hessian[c * TS_STENCIL_DOFS + r] = value;
        }
    }
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    (void)self;
    (void)x;
    double hessian[ENTRIES];
    for (size_t k = 0; k < count; ++k)
        make_locals(first + k, out->gradient[k], out->hessian ? out->hessian[k] : hessian);
}

static int32_t any_node(ts_random *random, layout where, int32_t near) {
    const bool is_near = where == NEAR || (where == MIXED && ts_random_below(random, 8) > 0);
    return is_near ? (int32_t)((near + (int32_t)ts_random_below(random, 6)) % NODES)
                   : (int32_t)ts_random_below(random, NODES);
}

static bool has(const ts_stencil stencil, int size, int32_t node) {
    for (int a = 0; a < size; ++a) {
        if (stencil[a] == node) return true;
    }
    return false;
}

static void make_stencils(layout where) {
    ts_random random;
    ts_random_init(&random, 11, where);
    for (int i = 0; i < NODES; ++i) held[i] = i % 7 == 2 || (i >= 100 && i < 130); /* and some runs are all held */
    for (int s = 0; s < STENCILS; ++s) {
        const int size = 1 + (int)ts_random_below(&random, 4);
        const int32_t near = (int32_t)((long)s * NODES / STENCILS);
        for (int a = 0; a < TS_STENCIL_NODES; ++a) stencils[s][a] = -1;
        for (int a = 0; a < size; ++a) {
            int32_t node = any_node(&random, where, near);
            while (has(stencils[s], a, node)) node = any_node(&random, where, near);
            stencils[s][a] = node;
        }
        gifts[s] = (gift)(ts_random_below(&random, 2) ? ALL : ts_random_below(&random, ALL));
    }
}

/* All of it, as if there were neither pieces nor runs. */
static void sum_densely(void) {
    memset(dense, 0, sizeof dense);
    memset(dense_gradient, 0, sizeof dense_gradient);
    double gradient[TS_STENCIL_DOFS], hessian[ENTRIES];
    for (size_t s = 0; s < STENCILS; ++s) {
        make_locals(s, gradient, hessian);
        const int size = ts_stencil_size(stencils[s]);
        for (int a = 0; a < 3 * size; ++a) {
            const int32_t i = stencils[s][a / 3];
            if (held[i]) continue;
            dense_gradient[i][a % 3] += GRADIENT_WEIGHT * gradient[a];
            for (int b = 0; b < 3 * size; ++b) {
                const int32_t j = stencils[s][b / 3];
                if (!held[j]) dense[3 * i + a % 3][3 * j + b % 3] += HESSIAN_WEIGHT * hessian[a * TS_STENCIL_DOFS + b];
            }
        }
    }
}

static void check_matrix(const ts_block_matrix *matrix) {
    size_t blocks = 0;
    for (int32_t j = 0; j < NODES; ++j) {
        for (int32_t block = matrix->column[j]; block < matrix->column[j + 1]; ++block, ++blocks) {
            size_t stride;
            const double *value = ts_block_at(matrix, block, j, &stride);
            const int32_t i = matrix->row[block];
            for (size_t k = 0; k < 9; ++k)
                ck_assert(value[k / 3 * stride + k % 3] == dense[3 * i + (int)(k % 3)][3 * j + (int)(k / 3)]);
        }
    }
    ck_assert_uint_gt(blocks, NODES);
}

/* Of the first stencils, as it may have been before there were as many. */
static void assemble_some(ts_assembler *assembler) {
    static double gradient[NODES][3];
    const ts_potential few = {.name = "random", .count = STENCILS / 3, .stencil = stencils, .evaluate = evaluate};
    ts_assemble(assembler, &(ts_assembly){.potential = &few, .gradient_weight = 1.0, .gradient = gradient});
}

/* By this many threads, with places known or looked for, then the gradient by itself. */
static void check_assembly(ts_assembler *assembler, ts_block_matrix *matrix, const ts_block_places *places,
                           int threads) {
    static double gradient[NODES][3];
    const ts_potential potential = {.name = "random", .count = STENCILS, .stencil = stencils, .evaluate = evaluate};
    ts_assembly all = {.potential = &potential,
                       .held = held,
                       .gradient_weight = GRADIENT_WEIGHT,
                       .hessian_weight = HESSIAN_WEIGHT,
                       .gradient = gradient,
                       .hessian = matrix,
                       .places = places,
                       .form = TS_HESSIAN_EXACT};
    omp_set_num_threads(threads);
    memset(gradient, 0, sizeof gradient);
    memset(matrix->value, 0, 9 * ts_block_matrix_blocks(matrix) * sizeof *matrix->value);
    ts_assemble(assembler, &all);
    ck_assert_mem_eq(gradient, dense_gradient, sizeof gradient);
    check_matrix(matrix);
    all.hessian = NULL;
    memset(gradient, 0, sizeof gradient);
    ts_assemble(assembler, &all);
    ck_assert_mem_eq(gradient, dense_gradient, sizeof gradient);
}

START_TEST(each_entry_is_a_sum_in_the_order_of_the_stencils) {
    make_stencils((layout)_i);
    sum_densely();
    ts_error error;
    ts_block_matrix matrix = {0};
    const ts_stencil *list[] = {stencils};
    const size_t count[] = {STENCILS};
    const ts_couplings couplings = {.lists = 1, .list = list, .count = count, .held = held};
    ck_assert_int_eq(ts_block_matrix_build(&matrix, NODES, &couplings, &error), TS_OK);
    ts_block_places *places = malloc(STENCILS * sizeof *places);
    ck_assert_ptr_nonnull(places);
    for (size_t s = 0; s < STENCILS; ++s) ts_find_places(&matrix, stencils[s], places[s]);
    ts_assembler *assembler;
    ck_assert_int_eq(ts_assembler_create(NODES, &assembler, &error), TS_OK);
    const int before = omp_get_max_threads(), threads[] = {1, 2, 3, 5, 17, 2};
    assemble_some(assembler);
    for (size_t k = 0; k < sizeof threads / sizeof *threads; ++k)
        check_assembly(assembler, &matrix, k % 2 ? (const ts_block_places *)places : NULL, threads[k]);
    omp_set_num_threads(before);
    ts_assembler_destroy(assembler);
    free(places);
    ts_block_matrix_clear(&matrix);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("assembly");
    TCase *tests = tcase_create("assembly");
    tcase_add_loop_test(tests, each_entry_is_a_sum_in_the_order_of_the_stencils, 0, LAYOUTS);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
