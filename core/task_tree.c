/* SPDX-License-Identifier: MIT
 * A stack of nodes that have jobs to give away, under a lock. A node that becomes ready goes on top: its children's
 * results are still near. */
#include "core/task_tree.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <omp.h>

#include "core/error.h"

typedef struct progress {
    size_t phase, jobs, given, done; /* the phase it is in, and its jobs */
    size_t children;                 /* that have not ended */
} progress;

typedef struct crew {
    const ts_task_tree *tree;
    pthread_mutex_t lock; /* on what follows */
    pthread_cond_t changed;
    progress *at;   /* by node */
    size_t *open;   /* nodes with jobs to give away, the next one last */
    size_t opened;  /* how many */
    size_t pending; /* nodes that have not ended */
} crew;

/* Goes on to the first phase from `phase` on that has jobs; ends the node, and may be its parents, if there is none. */
static void enter(crew *all, size_t node, size_t phase) {
    const ts_task_tree *tree = all->tree;
    for (;;) {
        const size_t phases = tree->phases(tree->self, node);
        size_t jobs = 0;
        while (phase < phases && (jobs = tree->jobs(tree->self, node, phase)) == 0) ++phase;
        if (phase < phases) {
            all->at[node].phase = phase;
            all->at[node].jobs = jobs;
            all->at[node].given = all->at[node].done = 0;
            all->open[all->opened++] = node;
            return;
        }
        --all->pending;
        const int32_t parent = tree->parent[node];
        if (parent == TS_NO_TASK || --all->at[parent].children > 0) return;
        node = (size_t)parent;
        phase = 0;
    }
}

static ts_task give(crew *all) {
    const size_t node = all->open[all->opened - 1];
    progress *at = &all->at[node];
    const ts_task task = {.node = node, .phase = at->phase, .job = at->given++};
    if (at->given == at->jobs) --all->opened;
    return task;
}

static void take_back(crew *all, ts_task task) {
    progress *at = &all->at[task.node];
    if (++at->done < at->jobs) return;
    enter(all, task.node, task.phase + 1);
    pthread_cond_broadcast(&all->changed);
}

static void work(crew *all, int worker) {
    pthread_mutex_lock(&all->lock);
    while (all->pending > 0) {
        if (all->opened == 0) {
            pthread_cond_wait(&all->changed, &all->lock);
            continue;
        }
        const ts_task task = give(all);
        pthread_mutex_unlock(&all->lock);
        all->tree->run(all->tree->self, worker, task);
        pthread_mutex_lock(&all->lock);
        take_back(all, task);
    }
    pthread_mutex_unlock(&all->lock);
}

static void begin(crew *all) {
    const ts_task_tree *tree = all->tree;
    all->pending = tree->nodes;
    for (size_t k = 0; k < tree->nodes; ++k) {
        if (tree->parent[k] != TS_NO_TASK) ++all->at[tree->parent[k]].children;
    }
    /* From the end: a leaf without jobs may end its parent, which has been passed then. */
    for (size_t k = tree->nodes; k-- > 0;) {
        if (all->at[k].children == 0) enter(all, k, 0);
    }
}

ts_status ts_task_tree_run(const ts_task_tree *tree, int workers, ts_error *error) {
    if (tree->nodes == 0) return TS_OK;
    crew all = {
        .tree = tree,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .changed = PTHREAD_COND_INITIALIZER,
        .at = calloc(tree->nodes, sizeof *all.at),
        .open = malloc(tree->nodes * sizeof *all.open),
    };
    const bool has_room = all.at && all.open;
    if (has_room) {
        begin(&all);
#pragma omp parallel num_threads(workers) if (workers > 1)
        work(&all, omp_get_thread_num());
    }
    pthread_cond_destroy(&all.changed);
    pthread_mutex_destroy(&all.lock);
    free(all.at);
    free(all.open);
    return has_room ? TS_OK : ts_fail_memory(error, "a tree of tasks");
}
