/* SPDX-License-Identifier: MIT
 * Orders of elimination against those of CHOLMOD by each method, counted by an elimination of the graph; and when the
 * solver keeps one. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "cipc/linear_solver.h"
#include "cipc/symbolic.h"
#include "core/lent_signals.h"
#include "tests/support.h"

/* A sheet of squares, whose nodes are coupled with their eight neighbours, and couplings across it. */
enum { MOST_SIDE = 60, MOST_NODES = MOST_SIDE * MOST_SIDE, MOST_STENCILS = 2 * MOST_NODES };

/* Factorizations that the solver thinks an order serves: its own constant, which this has to follow. */
static const double SERVES = 4.0;

static ts_stencil stencils[MOST_STENCILS];
static ts_block_matrix matrix;
static cholmod_common common;
static ts_error error;

static void begin(void) {
    cholmod_l_start(&common);
}

static void end(void) {
    ts_block_matrix_clear(&matrix);
    cholmod_l_finish(&common);
}

static void make_sheet(int side, int across) {
    size_t count = 0;
    const int nodes = side * side;
    for (int k = 0; k < nodes; ++k) {
        if (k % side == side - 1 || k / side == side - 1) continue;
        const ts_stencil square = {k, k + 1, k + side, k + side + 1};
        memcpy(stencils[count++], square, sizeof square);
    }
    for (int k = 0; k < across; ++k) {
        const ts_stencil far = {k * 7 % nodes, (k * 7 + nodes / 2 + k % 5) % nodes, -1, -1};
        memcpy(stencils[count++], far, sizeof far);
    }
    const ts_stencil *list[] = {stencils};
    const ts_couplings couplings = {.lists = 1, .list = list, .count = &count};
    ck_assert_int_eq(ts_block_matrix_build(&matrix, (size_t)nodes, &couplings, &error), TS_OK);
}

/* Operations of the elimination of the nodes in this order, each with three unknowns: a column's rows go to the first
 * of them below it. */
static double eliminate(const int64_t *order) {
    const size_t n = matrix.nodes, words = (n + 63) / 64;
    int64_t *place = malloc(n * sizeof *place);
    uint64_t *row = calloc(n * words, sizeof *row);
    ck_assert(place && row);
    for (size_t k = 0; k < n; ++k) place[order[k]] = (int64_t)k;
    for (size_t j = 0; j < n; ++j) {
        for (int32_t b = matrix.column[j]; b < matrix.column[j + 1]; ++b) {
            const size_t one = (size_t)place[j], other = (size_t)place[matrix.row[b]];
            const size_t low = one < other ? one : other, high = one < other ? other : one;
            row[low * words + high / 64] |= UINT64_C(1) << high % 64;
        }
    }
    double operations = 0.0;
    for (size_t k = 0; k < n; ++k) {
        double count = 0.0;
        size_t parent = n;
        for (size_t i = k; i < n; ++i) {
            if (!(row[k * words + i / 64] >> i % 64 & 1)) continue;
            count += 1.0;
            if (i > k && parent == n) parent = i;
        }
        for (size_t w = 0; parent < n && w < words; ++w) row[parent * words + w] |= row[k * words + w];
        for (size_t i = 0; parent < n && i < parent; ++i) row[parent * words + i / 64] &= ~(UINT64_C(1) << i % 64);
        for (int c = 0; c < 3; ++c) operations += (3.0 * count - c) * (3.0 * count - c);
    }
    free(place);
    free(row);
    return operations;
}

/* Of the order by one method alone. */
static double operations_by(int method) {
    int64_t *column = malloc((matrix.nodes + 1) * sizeof *column);
    int64_t *row = malloc(ts_block_matrix_blocks(&matrix) * sizeof *row);
    ck_assert(column && row);
    for (size_t j = 0; j <= matrix.nodes; ++j) column[j] = matrix.column[j];
    for (size_t k = 0; k < ts_block_matrix_blocks(&matrix); ++k) row[k] = matrix.row[k];
    cholmod_sparse graph = {.nrow = matrix.nodes,
                            .ncol = matrix.nodes,
                            .nzmax = ts_block_matrix_blocks(&matrix),
                            .p = column,
                            .i = row,
                            .stype = -1,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_PATTERN,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
    common.nmethods = 1;
    common.method[0].ordering = method;
    cholmod_factor *ordered = cholmod_l_analyze(&graph, &common);
    ck_assert(ordered != NULL);
    const double operations = eliminate(ordered->Perm);
    cholmod_l_free_factor(&ordered, &common);
    free(column);
    free(row);
    return operations;
}

static double operations_of_ours(double serves) {
    int64_t *order = malloc((matrix.nodes + 1) * sizeof *order);
    bool *is_there = calloc(matrix.nodes + 1, sizeof *is_there);
    ck_assert(order && is_there && ts_symbolic_order(&common, &matrix, serves, order));
    for (size_t k = 0; k < matrix.nodes; ++k) {
        ck_assert(order[k] >= 0 && order[k] < (int64_t)matrix.nodes && !is_there[order[k]]);
        is_there[order[k]] = true;
    }
    const double operations = eliminate(order);
    free(is_there);
    free(order);
    return operations;
}

START_TEST(a_small_sheet_is_ordered_by_amd) {
    make_sheet(12, 0);
    ck_assert(operations_of_ours(SERVES) == operations_by(CHOLMOD_AMD));
    ck_assert(operations_by(CHOLMOD_METIS) != operations_by(CHOLMOD_AMD)); /* else this says nothing */
}
END_TEST

START_TEST(a_large_sheet_has_the_better_of_two_orders) {
    make_sheet(MOST_SIDE, _i * 40);
    const double work = ts_symbolic_order_work(&matrix, SERVES, 1e12),
                 least = ts_symbolic_order_work(&matrix, SERVES, 0.0);
    ck_assert(0.0 < least && least < work); /* METIS is looked for as well */
    const double amd = operations_by(CHOLMOD_AMD), metis = operations_by(CHOLMOD_METIS),
                 ours = operations_of_ours(SERVES);
    printf("operations by AMD %.3g, by METIS %.3g, ours %.3g\n", amd, metis, ours);
    ck_assert(ours == (metis < amd ? metis : amd));
}
END_TEST

/* Better by METIS, but by less than it takes. */
START_TEST(an_order_that_would_not_pay_is_not_looked_for) {
    make_sheet(MOST_SIDE, 40);
    const double amd = operations_by(CHOLMOD_AMD);
    ck_assert(operations_by(CHOLMOD_METIS) < amd);
    ck_assert(operations_of_ours(SERVES) == amd);
    ck_assert(operations_of_ours(INFINITY) < amd);
}
END_TEST

static void fill_diagonal(void) {
    memset(matrix.value, 0, 9 * ts_block_matrix_blocks(&matrix) * sizeof *matrix.value);
    for (int32_t i = 0; i < (int32_t)matrix.nodes; ++i) {
        size_t stride;
        double *block = ts_block_at(&matrix, ts_block_find(&matrix, i, i), i, &stride);
        for (size_t c = 0; c < 3; ++c) block[c * stride + c] = 1.0;
    }
}

/* Kept where little changes, and whenever what it costs more is less than a new one; new where it costs much. */
START_TEST(an_order_is_kept_for_as_long_as_it_is_cheap) {
    enum { SIDE = 40, ROUNDS = 40 };
    static double right[3 * SIDE * SIDE], solution[3 * SIDE * SIDE];
    ts_linear_solver *solver;
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    const ts_linear_report *report = ts_linear_solver_report(solver);
    double first = 0.0;
    uint64_t before = 0;
    int kept = 0, anew = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        make_sheet(SIDE, round < 20 ? round / 4 : 40 * (round - 19)); /* few are added at first, then many */
        fill_diagonal();
        bool solved;
        ck_assert_int_eq(ts_linear_solve_definite(solver, &matrix, right, solution, &solved, &error), TS_OK);
        ck_assert(solved);
        const double more = report->factor_flops - first,
                     work = ts_symbolic_order_work(&matrix, SERVES, report->factor_flops);
        if (report->orderings > before) {
            first = report->factor_flops;
            anew += round > 0;
        } else {
            ck_assert(SERVES * more <= work);
            ++kept;
        }
        before = report->orderings;
    }
    printf("kept %d times, made anew %d times\n", kept, anew);
    ck_assert_int_ge(kept, 10);
    ck_assert_int_ge(anew, 3);
    ts_linear_solver_destroy(solver);
}
END_TEST

static volatile sig_atomic_t caught;

static void note(int signal_number) {
    caught += signal_number == SIGTERM;
}

/* METIS leaves handlers that are good for one signal, and one that comes meanwhile would end its work. */
START_TEST(signals_are_as_they_were) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART}, after = {0};
    ts_lent_signals lent;
    sigset_t mask;
    caught = 0;
    ck_assert_int_eq(sigaction(SIGTERM, &action, NULL), 0);
    make_sheet(MOST_SIDE, 80);
    operations_of_ours(SERVES);
    ck_assert_int_eq(sigaction(SIGTERM, NULL, &after), 0);
    ck_assert(after.sa_handler == note && !(after.sa_flags & (int)SA_RESETHAND));
    ts_signals_lend(&lent);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    ck_assert_int_eq(caught, 0);
    ts_signals_take_back(&lent);
    ck_assert_int_eq(caught, 1);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    ck_assert(!sigismember(&mask, SIGTERM));
    signal(SIGTERM, SIG_DFL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("order");
    TCase *tests = tcase_create("order");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, a_small_sheet_is_ordered_by_amd);
    tcase_add_test(tests, signals_are_as_they_were);
    tcase_add_test(tests, an_order_that_would_not_pay_is_not_looked_for);
    tcase_add_loop_test(tests, a_large_sheet_has_the_better_of_two_orders, 2, 5);
    tcase_add_test(tests, an_order_is_kept_for_as_long_as_it_is_cheap);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
