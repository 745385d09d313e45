/* SPDX-License-Identifier: MIT
 * Trees of tasks: every job once, after all that it waits for. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/random.h"
#include "core/task_tree.h"
#include "tests/support.h"

enum { NODES = 200, MOST_PHASES = 4, MOST_JOBS = 5 };

typedef struct forest {
    bool is_downward;
    int32_t parent[NODES];
    size_t phases[NODES], jobs[NODES][MOST_PHASES];
    atomic_int runs[NODES][MOST_PHASES][MOST_JOBS];
    atomic_int done[NODES][MOST_PHASES]; /* jobs */
    atomic_int early, workers[8];
} forest;

static size_t phases_of(const void *self, size_t node) {
    return ((const forest *)self)->phases[node];
}

static size_t jobs_of(const void *self, size_t node, size_t phase) {
    return ((const forest *)self)->jobs[node][phase];
}

static bool has_ended(forest *of, size_t node);

/* All that must come before this node. */
static bool is_ready(forest *of, size_t node) {
    if (of->is_downward) return of->parent[node] == TS_NO_TASK || has_ended(of, (size_t)of->parent[node]);
    for (size_t k = 0; k < NODES; ++k) {
        if (of->parent[k] == (int32_t)node && !has_ended(of, k)) return false;
    }
    return true;
}

static bool has_ended(forest *of, size_t node) {
    for (size_t p = 0; p < of->phases[node]; ++p) {
        if ((size_t)atomic_load(&of->done[node][p]) < of->jobs[node][p]) return false;
    }
    return is_ready(of, node);
}

static void note(void *self, int worker, ts_task task) {
    forest *of = self;
    if (!is_ready(of, task.node)) atomic_fetch_add(&of->early, 1);
    for (size_t p = 0; p < task.phase; ++p) {
        if ((size_t)atomic_load(&of->done[task.node][p]) < of->jobs[task.node][p]) atomic_fetch_add(&of->early, 1);
    }
    atomic_fetch_add(&of->runs[task.node][task.phase][task.job], 1);
    atomic_fetch_add(&of->workers[worker], 1);
    atomic_fetch_add(&of->done[task.node][task.phase], 1);
}

/* Parents have greater numbers; a node in eight has none; a job count in four is 0. */
static void grow(forest *of, uint64_t seed, bool is_downward) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    *of = (forest){.is_downward = is_downward};
    for (size_t k = 0; k < NODES; ++k) {
        const bool is_root = k + 1 == NODES || ts_random_below(&random, 8) == 0;
        const uint64_t far = NODES - 1 - k < 20 ? NODES - 1 - k : 20;
        of->parent[k] = is_root ? TS_NO_TASK : (int32_t)(k + 1 + ts_random_below(&random, far));
        of->phases[k] = ts_random_below(&random, MOST_PHASES + 1);
        for (size_t p = 0; p < of->phases[k]; ++p) {
            of->jobs[k][p] = ts_random_below(&random, 4) == 0 ? 0 : 1 + ts_random_below(&random, MOST_JOBS);
        }
    }
}

START_TEST(every_job_runs_once_and_in_its_turn) {
    static forest of;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        for (int workers = 1; workers <= 4; ++workers) {
            grow(&of, seed, seed % 2 == 0);
            const ts_task_tree tree = {NODES, of.parent, of.is_downward, &of, phases_of, jobs_of, note};
            ts_error error;
            ck_assert_int_eq(ts_task_tree_run(&tree, workers, &error), TS_OK);
            ck_assert_int_eq(atomic_load(&of.early), 0);
            for (size_t k = 0; k < NODES; ++k) {
                for (size_t p = 0; p < of.phases[k]; ++p) {
                    for (size_t j = 0; j < MOST_JOBS; ++j) {
                        ck_assert_int_eq(atomic_load(&of.runs[k][p][j]), j < of.jobs[k][p]);
                    }
                }
            }
            for (int w = workers; w < 8; ++w) ck_assert_int_eq(atomic_load(&of.workers[w]), 0);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("task tree");
    TCase *tests = tcase_create("task tree");
    tcase_add_test(tests, every_job_runs_once_and_in_its_turn);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
