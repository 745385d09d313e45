/* SPDX-License-Identifier: MIT
 * A stack of nodes that have jobs to give away, under a lock. A node that becomes ready goes on top: its children's
 * results are still near. */
#include "core/task_tree.h"

#include <pthread.h>
#include <stdlib.h>

#include <omp.h>

#include "core/error.h"

typedef struct progress {
    size_t phase, jobs, given, done; /* the phase it is in, and its jobs */
    size_t awaited;                  /* nodes that must end before */
    int32_t first_child, next_child; /* downwards: its own; of its parent */
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

/* Opens the first phase from `phase` on that has jobs; false if there is none. */
static bool open_phase(crew *all, size_t node, size_t phase) {
    const ts_task_tree *tree = all->tree;
    const size_t phases = tree->phases(tree->self, node);
    for (; phase < phases; ++phase) {
        const size_t jobs = tree->jobs(tree->self, node, phase);
        if (jobs == 0) continue;
        progress *at = &all->at[node];
        at->phase = phase;
        at->jobs = jobs;
        at->given = at->done = 0;
        all->open[all->opened++] = node;
        return true;
    }
    return false;
}

/* Goes on from `phase`, and to the nodes that waited for this one if nothing is left of it. */
static void enter(crew *all, size_t node, size_t phase) {
    while (!open_phase(all, node, phase)) {
        --all->pending;
        for (int32_t c = all->at[node].first_child; c != TS_NO_TASK; c = all->at[c].next_child)
            enter(all, (size_t)c, 0);
        const int32_t parent = all->tree->is_downward ? TS_NO_TASK : all->tree->parent[node];
        if (parent == TS_NO_TASK || --all->at[parent].awaited > 0) return;
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
    for (size_t k = 0; k < tree->nodes; ++k) all->at[k].first_child = all->at[k].next_child = TS_NO_TASK;
    for (size_t k = tree->nodes; k-- > 0;) {
        if (tree->parent[k] == TS_NO_TASK) continue;
        progress *parent = &all->at[tree->parent[k]];
        if (!tree->is_downward) {
            ++parent->awaited;
            continue;
        }
        ++all->at[k].awaited;
        all->at[k].next_child = parent->first_child;
        parent->first_child = (int32_t)k;
    }
    /* Upwards from the end: a leaf without jobs may end its parent, which has been passed then. */
    for (size_t i = tree->nodes; i-- > 0;) {
        const size_t k = tree->is_downward ? tree->nodes - 1 - i : i;
        if (all->at[k].awaited == 0) enter(all, k, 0);
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
