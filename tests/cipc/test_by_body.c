/* SPDX-License-Identifier: MIT
 * Bodies by themselves: their part of the Hessian and when its factor is used, by hand; and Newton's method with it,
 * which ends in the same minimum. */
#include "cipc/by_body.h"

#include "cipc/body_blocks.h"
#include "tests/cipc/falling_sheets.h"

/* ---- Their part of the Hessian ---- */

enum { NODES_OF_THREE = 7 };

/* Springs 2-0 and 2-5, which are one body; a triangle, another; 3, a third. */
static const ts_stencil HELD_TOGETHER[] = {{2, 0, -1, -1}, {2, 5, -1, -1}, {1, 4, 6, -1}};
static const ts_stencil TOUCHING[] = {{0, 1, -1, -1}, {3, 4, 5, -1}}, TOUCHING_ELSEWHERE[] = {{1, 2, 3, -1}};

static void add_term(ts_objective *objective, const ts_stencil *stencil, size_t count, ts_potential_role role) {
    ts_potential potential = {.name = "test", .count = count, .stencil = stencil};
    ts_error error;
    ck_assert_int_eq(ts_objective_add(objective, &potential, role, &error), TS_OK);
}

static void build(ts_block_matrix *matrix, const ts_stencil *touching, size_t count) {
    const ts_stencil *list[] = {HELD_TOGETHER, touching};
    const size_t counts[] = {3, count};
    const ts_couplings couplings = {.lists = 2, .list = list, .count = counts};
    ts_error error;
    ck_assert_int_eq(ts_block_matrix_build(matrix, NODES_OF_THREE, &couplings, &error), TS_OK);
    for (size_t k = 0; k < 9 * ts_block_matrix_blocks(matrix); ++k) matrix->value[k] = 1.0 + (double)k;
}

static double number_at(const ts_block_matrix *matrix, int32_t i, int32_t j, int r, int c) {
    const int32_t block = ts_block_find(matrix, i, j);
    if (block < 0) return 0.0;
    size_t stride;
    const double *value = ts_block_at(matrix, block, j, &stride);
    return value[(size_t)c * stride + (size_t)r];
}

static void check_blocks(const ts_body_blocks *blocks, const ts_block_matrix *hessian) {
    static const int32_t body[NODES_OF_THREE] = {0, 1, 0, 3, 1, 0, 1};
    ck_assert_mem_eq(blocks->body, body, sizeof body);
    for (int32_t j = 0; j < NODES_OF_THREE; ++j) {
        for (int32_t i = j; i < NODES_OF_THREE; ++i) {
            for (int k = 0; k < 9; ++k) {
                const double whole = number_at(hessian, i, j, k / 3, k % 3);
                ck_assert_double_eq(number_at(&blocks->matrix, i, j, k / 3, k % 3), body[i] == body[j] ? whole : 0.0);
            }
        }
    }
}

START_TEST(what_contact_couples_is_left_out) {
    ts_objective objective;
    ts_error error;
    ck_assert_int_eq(ts_objective_init(&objective, NODES_OF_THREE, NULL, &error), TS_OK);
    add_term(&objective, HELD_TOGETHER, 3, TS_ROLE_ELASTIC);
    add_term(&objective, TOUCHING, 2, TS_ROLE_CONTACT);
    add_term(&objective, TOUCHING, 2, TS_ROLE_FRICTION);
    ts_body_blocks blocks = {0};
    ts_block_matrix hessian = {0};
    ck_assert_int_eq(ts_body_blocks_find(&blocks, &objective, &error), TS_OK);
    build(&hessian, TOUCHING, 2);
    ck_assert_int_eq(ts_body_blocks_take_pattern(&blocks, &hessian, &error), TS_OK);
    ts_body_blocks_take_values(&blocks, &hessian);
    check_blocks(&blocks, &hessian);
    ck_assert_uint_eq(blocks.left_out, 4);
    const uint64_t version = blocks.matrix.version;
    build(&hessian, TOUCHING_ELSEWHERE, 1); /* the bodies' own pattern stays */
    ck_assert_int_eq(ts_body_blocks_take_pattern(&blocks, &hessian, &error), TS_OK);
    ts_body_blocks_take_values(&blocks, &hessian);
    check_blocks(&blocks, &hessian);
    ck_assert_uint_eq(blocks.left_out, 3);
    ck_assert_uint_eq(blocks.matrix.version, version);
    build(&hessian, (const ts_stencil[]){{0, 5, -1, -1}}, 1); /* a body touches itself */
    ck_assert_int_eq(ts_body_blocks_take_pattern(&blocks, &hessian, &error), TS_OK);
    ts_body_blocks_take_values(&blocks, &hessian);
    check_blocks(&blocks, &hessian);
    ck_assert_uint_eq(blocks.left_out, 0);
    ck_assert_uint_ne(blocks.matrix.version, version);
    ts_block_matrix_clear(&hessian);
    ts_body_blocks_clear(&blocks);
    ts_objective_clear(&objective);
}
END_TEST

/* ---- When ---- */

START_TEST(turns_are_counted_against_a_factorization) {
    ts_by_body by_body = {0};
    ts_by_body_work work = {.whole = 1000.0, .bodies = 100.0, .turn = 10.0};
    ck_assert_int_eq(ts_by_body_most_turns(&by_body, &work), 39); /* 500 are left for bodies, a start, and turns */
    ts_by_body_used(&by_body, 35, true);
    ck_assert_int_eq(ts_by_body_most_turns(&by_body, &work), 39);
    work.whole = 800.0; /* 29 would be less than the 35 that are thought to be needed */
    ck_assert_int_eq(ts_by_body_most_turns(&by_body, &work), 0);
    work.whole = 100.0;
    work.bodies = 100.0;
    ck_assert_int_eq(ts_by_body_most_turns(&by_body, &work), 0);
    work.whole = 0.0; /* not known */
    ck_assert_int_eq(ts_by_body_most_turns(&by_body, &work), 0);
}
END_TEST

START_TEST(bodies_are_looked_at_where_products_alone_leave_room) {
    ts_block_matrix hessian = {0};
    build(&hessian, TOUCHING, 2); /* 16 blocks: 16 turns of 36 operations for each, three times as slow */
    ck_assert_uint_eq(ts_block_matrix_blocks(&hessian), 16);
    const double products = 16.0 * 3.0 * 36.0 * 16.0;
    ck_assert(!ts_by_body_may_pay(&(ts_linear_report){.factor_flops = 1.99 * products}, &hessian));
    ck_assert(ts_by_body_may_pay(&(ts_linear_report){.factor_flops = 2.01 * products}, &hessian));
    const ts_linear_report whole = {.factor_flops = 1e6}, bodies = {.factor_flops = 1e3, .factor_nonzeros = 100.0};
    const ts_by_body_work work = ts_by_body_count(&whole, &bodies, &hessian);
    ck_assert_double_eq(work.whole, 1e6);
    ck_assert_double_eq(work.bodies, 1e3);
    ck_assert_double_eq(work.turn, 8.0 * 400.0 + products / 16.0);
    ts_block_matrix_clear(&hessian);
}
END_TEST

START_TEST(what_fails_is_not_tried_again_soon) {
    ts_by_body by_body = {0};
    const ts_by_body_work work = {.whole = 1000.0, .bodies = 100.0, .turn = 10.0};
    static const int waits[] = {4, 16, 64, 64};
    for (size_t k = 0; k < sizeof waits / sizeof *waits; ++k) {
        ts_by_body_used(&by_body, 39, false);
        int left_out = 0;
        for (; ts_by_body_most_turns(&by_body, &work) == 0; ++left_out) ts_by_body_left_out(&by_body);
        ck_assert_int_eq(left_out, waits[k]);
    }
    ts_by_body_used(&by_body, 30, true);
    ts_by_body_used(&by_body, 39, false);
    ck_assert_int_eq(by_body.wait, 4);
}
END_TEST

/* ---- In Newton's method ---- */

static fall own, apart, again;

/* Within the range of contact of each other, so that their common factor is that of a thick block. */
static void drop_pile(bool by_body, int threads, fall *made) {
    drop_sheets(
        (fall_options){
            .by_body = by_body,
            .trust_region = true,
            .threads = threads,
            .sheets = 5,
            .squares = 12,
            .dhat = 8e-3,
            .bending_scale = 1000.0, /* for one minimum alone */
        },
        made);
}

START_TEST(the_minimum_is_the_same) {
    drop_pile(false, 1, &own);
    drop_pile(true, 1, &apart);
    double away = 0.0;
    for (int k = 0; k < STEPS; ++k) away = fmax(away, ts_test_apart(MOST_NODES, own.x[k], apart.x[k]));
    printf("%d iterations, %d of %d by bodies, %d of them in a region, %d last ones; apart %.1e m\n", own.iterations,
           apart.turned, apart.iterations, apart.in_region, apart.last_turned, away);
    ck_assert_int_eq(own.turned, 0);
    ck_assert_int_gt(2 * apart.turned, apart.iterations);
    ck_assert_int_gt(apart.in_region, 0);
    ck_assert_int_gt(apart.turned, apart.in_region);
    ck_assert_int_gt(apart.last_turned, 0);
    ck_assert_double_le(away, 1e-9); /* m; sheets are 0.2 m wide */
}
END_TEST

START_TEST(the_bits_are_those_of_any_number_of_threads) {
    drop_pile(true, 1, &apart);
    drop_pile(true, 2, &again);
    ck_assert_int_eq(apart.iterations, again.iterations);
    ck_assert_mem_eq(apart.x, again.x, sizeof apart.x);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bodies by themselves");
    TCase *parts = tcase_create("by hand");
    tcase_add_test(parts, what_contact_couples_is_left_out);
    tcase_add_test(parts, turns_are_counted_against_a_factorization);
    tcase_add_test(parts, bodies_are_looked_at_where_products_alone_leave_room);
    tcase_add_test(parts, what_fails_is_not_tried_again_soon);
    suite_add_tcase(suite, parts);
    TCase *newton = tcase_create("Newton");
    tcase_add_test(newton, the_minimum_is_the_same);
    if (!ts_test_is_sanitized()) tcase_add_test(newton, the_bits_are_those_of_any_number_of_threads);
    suite_add_tcase(suite, newton);
    return ts_run_suite(suite);
}
