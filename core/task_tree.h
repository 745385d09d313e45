/* SPDX-License-Identifier: MIT
 * Work on a tree, from its leaves to its roots or the other way, shared out among threads. A node's work begins when
 * that of all its children has ended, or that of its parent; it is a sequence of phases, each of jobs that may run at
 * the same time. Which thread does a job, and when, is left open: results must not depend on it. */
#ifndef TS_CORE_TASK_TREE_H
#define TS_CORE_TASK_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

enum { TS_NO_TASK = -1 };

typedef struct ts_task {
    size_t node, phase, job;
} ts_task;

typedef struct ts_task_tree {
    size_t nodes;
    const int32_t *parent; /* of each node: of a greater number, or TS_NO_TASK */
    bool is_downward;      /* from the roots to the leaves */
    void *self;
    size_t (*phases)(const void *self, size_t node);
    size_t (*jobs)(const void *self, size_t node, size_t phase); /* may be 0 */
    void (*run)(void *self, int worker, ts_task task);           /* worker: less than workers */
} ts_task_tree;

/* Every job of every node. Of nodes that may begin those of lower numbers do, downwards those of greater ones.
 * workers: threads at most. */
ts_status ts_task_tree_run(const ts_task_tree *tree, int workers, ts_error *error);

#endif
