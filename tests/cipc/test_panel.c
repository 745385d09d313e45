/* SPDX-License-Identifier: MIT
 * Panels of a factor against the same in long doubles, of every width that the kernels take apart differently;
 * with and without special instructions the same. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cipc/panel.h"
#include "core/random.h"
#include "tests/support.h"

enum { MOST_COLUMNS = 14, MOST_ROWS = 40, STRIDE = 43 };

static ts_random randoms;
static double value[STRIDE * MOST_COLUMNS], x[MOST_ROWS], y[MOST_ROWS];

static double number(void) {
    return ts_random_between(&randoms, -1.0, 1.0);
}

/* What lies above the diagonal, and below the last row, means nothing. */
static ts_panel draw(int columns, int rows, bool is_triangle) {
    for (int k = 0; k < STRIDE * MOST_COLUMNS; ++k) value[k] = NAN;
    for (int j = 0; j < columns; ++j) {
        for (int i = is_triangle ? j : 0; i < rows; ++i) value[j * STRIDE + i] = number();
        if (is_triangle) value[j * STRIDE + j] = 3.0 + number();
    }
    for (int i = 0; i < MOST_ROWS; ++i) {
        x[i] = number();
        y[i] = number();
    }
    return (ts_panel){columns, rows, STRIDE, value};
}

/* By the definition. */
static void lower_exact(const ts_panel *of, long double *z) {
    for (int64_t j = 0; j < of->columns; ++j) {
        z[j] /= of->value[j * STRIDE + j];
        for (int64_t i = j + 1; i < of->rows; ++i) z[i] -= of->value[j * STRIDE + i] * z[j];
    }
}

static void upper_exact(const ts_panel *of, long double *z) {
    for (int64_t j = of->columns; j-- > 0;) {
        for (int64_t i = j + 1; i < of->rows; ++i) z[j] -= of->value[j * STRIDE + i] * z[i];
        z[j] /= of->value[j * STRIDE + j];
    }
}

static void tell_exact(const ts_panel *of, long double *z) {
    for (int64_t j = 0; j < of->columns; ++j) {
        for (int64_t i = 0; i < of->rows; ++i) z[i] -= (long double)of->value[j * STRIDE + i] * x[j];
    }
}

static void hear_exact(const ts_panel *of, long double *z) {
    for (int64_t j = 0; j < of->columns; ++j) {
        for (int64_t i = 0; i < of->rows; ++i) z[j] -= (long double)of->value[j * STRIDE + i] * x[i];
    }
}

typedef enum operation { LOWER, UPPER, TELL, HEAR, OPERATIONS } operation;

static void make(const ts_panel_kernels *by, operation which, const ts_panel *of, double *z) {
    switch (which) {
    case LOWER: by->lower(of, z); break;
    case UPPER: by->upper(of, z); break;
    case TELL: by->tell(of, x, z); break;
    default: by->hear(of, x, z);
    }
}

/* Numbers of z that are not as they should be, and those past its end that were written to. */
static int wrong_numbers(operation which, int columns, int rows) {
    static void (*const EXACT[])(const ts_panel *, long double *) = {lower_exact, upper_exact, tell_exact, hear_exact};
    const ts_panel of = draw(columns, rows, which == LOWER || which == UPPER);
    double portable[MOST_ROWS], here[MOST_ROWS];
    long double exact[MOST_ROWS];
    for (int i = 0; i < MOST_ROWS; ++i) exact[i] = portable[i] = here[i] = y[i];
    make(&ts_panel_kernels_portable, which, &of, portable);
    make(ts_panel_kernels_here(), which, &of, here);
    EXACT[which](&of, exact);
    int wrong = 0;
    for (int i = 0; i < MOST_ROWS; ++i) wrong += !(fabsl(portable[i] - exact[i]) <= 1e-14L * (1.0L + fabsl(exact[i])));
    return wrong + (memcmp(portable, here, sizeof here) != 0);
}

START_TEST(a_panel_does_what_its_numbers_say) {
    ts_random_init(&randoms, 7, (uint64_t)_i);
    int wrong = 0;
    for (int columns = 1; columns <= MOST_COLUMNS; ++columns) {
        for (int rows = _i < 2 ? columns : 0; rows <= MOST_ROWS - 2; ++rows)
            wrong += wrong_numbers((operation)_i, columns, rows);
    }
    ck_assert_int_eq(wrong, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("panel");
    TCase *tests = tcase_create("panel");
    tcase_add_loop_test(tests, a_panel_does_what_its_numbers_say, 0, OPERATIONS);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
