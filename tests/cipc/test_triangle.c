/* SPDX-License-Identifier: MIT
 * Triangles and rows divided by them against the same in long doubles, up to several blocks of columns; with and
 * without special instructions the same bits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/triangle.h"
#include "core/random.h"
#include "tests/support.h"

enum { MOST_COLUMNS = 3 * TS_TRIANGLE_BLOCK + 1, MOST_ROWS = 41, STRIDE = MOST_COLUMNS + MOST_ROWS + 3 };

static ts_random randoms;
static double matrix[MOST_COLUMNS * STRIDE], value[MOST_COLUMNS * STRIDE];
static long double exact[MOST_COLUMNS * STRIDE];

/* A triangle with rows below it, as in a supernode, and numbers below these that are not to be touched. Diagonals are
 * greater than the rest, up to a thousand times; what is above them is anything. */
static ts_triangle draw(int columns) {
    for (int j = 0; j < columns; ++j) {
        const double scale = pow(10.0, ts_random_between(&randoms, 0.0, 3.0));
        for (int i = 0; i < STRIDE; ++i) {
            const double number = ts_random_between(&randoms, -1.0, 1.0);
            matrix[j * STRIDE + i] = i == j ? scale + columns : number;
        }
    }
    for (int k = 0; k < columns * STRIDE; ++k) exact[k] = matrix[k];
    memcpy(value, matrix, sizeof value);
    return (ts_triangle){columns, STRIDE, value};
}

/* By the definition, with the rows below. */
static void factor_exactly(int columns, int rows) {
    for (int j = 0; j < columns; ++j) {
        for (int k = 0; k < j; ++k) {
            for (int i = j; i < columns + rows; ++i)
                exact[j * STRIDE + i] -= exact[k * STRIDE + i] * exact[k * STRIDE + j];
        }
        const long double root = sqrtl(exact[j * STRIDE + j]);
        for (int i = j; i < columns + rows; ++i) exact[j * STRIDE + i] /= root;
    }
}

/* Numbers that are not as they should be. */
static int wrong_numbers(int columns, int rows) {
    int wrong = 0;
    for (int j = 0; j < columns; ++j) {
        for (int i = j; i < columns + rows; ++i) {
            const long double right = exact[j * STRIDE + i];
            wrong += !(fabsl(value[j * STRIDE + i] - right) <= 2e-14L * (1.0L + fabsl(right)));
        }
        for (int i = columns + rows; i < STRIDE; ++i) wrong += value[j * STRIDE + i] != matrix[j * STRIDE + i];
    }
    return wrong;
}

START_TEST(triangles_and_rows_are_what_the_definition_says) {
    int wrong = 0;
    for (int columns = 1; columns <= MOST_COLUMNS; ++columns) {
        for (int rows = columns % 3; rows <= MOST_ROWS; rows += columns < 2 * TS_TRIANGLE_BLOCK ? 1 : 7) {
            const ts_triangle triangle = draw(columns);
            ck_assert(ts_triangle_factor(&triangle));
            ts_triangle_divide(&triangle, value + columns, STRIDE, rows);
            factor_exactly(columns, rows);
            wrong += wrong_numbers(columns, rows);
        }
    }
    ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Rows that are divided one by one, in any number together, by either kernel. */
START_TEST(bits_are_the_same_alone_together_and_with_any_instructions) {
    static double rows_alone[TS_TRIANGLE_BLOCK * STRIDE];
    for (int columns = 1; columns <= TS_TRIANGLE_BLOCK; ++columns) {
        const ts_triangle triangle = draw(columns);
        static double other[TS_TRIANGLE_BLOCK * STRIDE];
        memcpy(other, matrix, sizeof other);
        const ts_triangle same = {columns, STRIDE, other};
        ck_assert(ts_triangle_kernels_portable.factor(&triangle));
        ck_assert(ts_triangle_kernels_here()->factor(&same));
        ck_assert(memcmp(value, other, (size_t)columns * STRIDE * sizeof *value) == 0);
        ts_triangle_block block = {.columns = columns};
        for (int j = 0; j < columns; ++j) {
            for (int i = j; i < columns; ++i) block.number[i][j] = value[j * STRIDE + i];
            block.inverse[j] = 1.0 / block.number[j][j];
        }
        memcpy(rows_alone, value, sizeof rows_alone);
        for (int i = 0; i < MOST_ROWS; ++i)
            ts_triangle_kernels_portable.divide(&block, rows_alone + columns + i, STRIDE, 1);
        ts_triangle_kernels_portable.divide(&block, value + columns, STRIDE, MOST_ROWS);
        ts_triangle_kernels_here()->divide(&block, other + columns, STRIDE, MOST_ROWS);
        ck_assert(memcmp(value, other, (size_t)columns * STRIDE * sizeof *value) == 0);
        ck_assert(memcmp(value, rows_alone, (size_t)columns * STRIDE * sizeof *value) == 0);
    }
}
END_TEST

/* A pivot that is zero, below zero or not a number, in any column. */
START_TEST(indefinite_triangles_are_refused) {
    static const double BAD[] = {0.0, -1.0, NAN};
    for (int columns = 1; columns <= MOST_COLUMNS; columns += 5) {
        for (int bad = 0; bad < columns; ++bad) {
            const ts_triangle triangle = draw(columns);
            value[bad * STRIDE + bad] = BAD[bad % 3];
            for (int j = 0; j < bad; ++j) value[j * STRIDE + bad] = 0.0; /* so that the pivot is what is there */
            ck_assert(!ts_triangle_factor(&triangle));
        }
    }
}
END_TEST

int main(void) {
    ts_random_init(&randoms, 11, 1);
    Suite *suite = suite_create("triangle");
    TCase *tests = tcase_create("triangle");
    tcase_add_test(tests, triangles_and_rows_are_what_the_definition_says);
    tcase_add_test(tests, bits_are_the_same_alone_together_and_with_any_instructions);
    tcase_add_test(tests, indefinite_triangles_are_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
