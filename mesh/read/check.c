/* SPDX-License-Identifier: MIT
 * What a mesh must be before anything is computed with it; all tests are exact. */
#include "mesh/read/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "oracles/predicates.h"

static const char *const ELEMENT[5] = {"", "particle", "segment", "triangle", "tet"};

/* "triangle 7 (nodes 1, 2, 3)", in the file's names. */
typedef struct title {
    char text[128];
} title;

static void name_nodes(const ts_mesh_draft *draft, int n, const int32_t *node, title *out) {
    size_t length = 0;
    out->text[0] = '\0';
    for (int c = 0; c < n; ++c) {
        length += (size_t)snprintf(out->text + length, sizeof out->text - length, "%s%lld", c ? ", " : "",
                                   (long long)ts_draft_name(draft, node[c]));
    }
}

/* Complains about element k of n nodes; `what` is the rest of the sentence. */
static void refuse(ts_mesh_draft *draft, int n, size_t k, const char *what) {
    const ts_element_list *list = &draft->list[n];
    title nodes;
    name_nodes(draft, n, list->node + (size_t)n * k, &nodes);
    ts_mesh_complain_at(draft->file, list->place[k], "%s %zu (node%s %s) %s", ELEMENT[n], k, n > 1 ? "s" : "",
                        nodes.text, what);
}

static void check_not_empty(ts_mesh_draft *draft) {
    size_t elements = 0;
    for (int n = 1; n <= 4; ++n) elements += draft->list[n].count;
    if (draft->nodes == 0) ts_mesh_complain(draft->file, "the file ends without a node");
    if (elements == 0) ts_mesh_complain(draft->file, "the file ends without an element on its %zu nodes", draft->nodes);
}

/* ---- One element ---- */

static bool in_range(ts_mesh_draft *draft, int n, size_t k) {
    const ts_element_list *list = &draft->list[n];
    for (int c = 0; c < n; ++c) {
        const int32_t node = list->node[(size_t)n * k + (size_t)c];
        if ((size_t)node < draft->nodes) continue;
        ts_mesh_complain_at(draft->file, list->place[k], "there is no node %lld; the last of %zu is %lld",
                            (long long)node + draft->first, draft->nodes, (long long)draft->nodes - 1 + draft->first);
        return false;
    }
    return true;
}

static bool repeats_node(int n, const int32_t *node) {
    for (int c = 1; c < n; ++c) {
        for (int b = 0; b < c; ++b) {
            if (node[b] == node[c]) return true;
        }
    }
    return false;
}

/* What is wrong with the size of an element, NULL when nothing is. */
static const char *size_fault(const ts_mesh_draft *draft, int n, const int32_t *node) {
    const double *x[4];
    for (int c = 0; c < n; ++c) x[c] = draft->x[node[c]];
    if (n == 2 && x[0][0] == x[1][0] && x[0][1] == x[1][1] && x[0][2] == x[1][2]) return "has no length";
    if (n == 3 && ts_projection_axis(x[0], x[1], x[2]) < 0) return "has no area";
    if (n < 4) return NULL;
    const int side = ts_orient3d(x[0], x[1], x[2], x[3]);
    if (side == 0) return "has no volume";
    return side < 0 ? "is inverted: its volume is negative; exchange two of its nodes" : NULL;
}

static void check_elements(ts_mesh_draft *draft, int n, ts_draft_use use) {
    const ts_element_list *list = &draft->list[n];
    for (size_t k = 0; k < list->count && in_range(draft, n, k); ++k) {
        const int32_t *node = list->node + (size_t)n * k;
        const char *fault = repeats_node(n, node) ? "has a node twice" : NULL;
        if (!fault && use == TS_DRAFT_MESH) fault = size_fault(draft, n, node);
        if (!fault) continue;
        refuse(draft, n, k, fault);
        return;
    }
}

/* ---- Elements side by side ---- */

/* An element, or one of its facets, by its nodes. */
typedef struct simplex {
    int32_t sorted[4]; /* rising; unused ones 0 */
    size_t element;
} simplex;

static void sort_nodes(int n, int32_t *node) {
    for (int c = 1; c < n; ++c) {
        const int32_t held = node[c];
        int b = c;
        for (; b > 0 && node[b - 1] > held; --b) node[b] = node[b - 1];
        node[b] = held;
    }
}

static int nodes_order(const simplex *a, const simplex *b) {
    for (int c = 0; c < 4; ++c) {
        if (a->sorted[c] != b->sorted[c]) return a->sorted[c] < b->sorted[c] ? -1 : 1;
    }
    return 0;
}

static int simplex_order(const void *left, const void *right) {
    const simplex *a = left, *b = right;
    const int order = nodes_order(a, b);
    return order ? order : (a->element > b->element) - (a->element < b->element);
}

/* All elements of n nodes as simplices; with `facets` each without one of its nodes in turn. Sorted. */
static simplex *list_simplices(ts_mesh_draft *draft, int n, bool facets, size_t *count) {
    const ts_element_list *list = &draft->list[n];
    const size_t each = facets ? (size_t)n : 1;
    simplex *made =
        list->count <= SIZE_MAX / (each * sizeof *made) - 1 ? calloc(each * list->count + 1, sizeof *made) : NULL;
    if (!made) {
        ts_mesh_no_memory(draft->file);
        return NULL;
    }
    *count = each * list->count;
    for (size_t k = 0; k < *count; ++k) {
        const size_t element = k / each, without = facets ? k % each : SIZE_MAX;
        int nodes = 0;
        for (size_t c = 0; c < (size_t)n; ++c) {
            if (c != without) made[k].sorted[nodes++] = list->node[(size_t)n * element + c];
        }
        sort_nodes(nodes, made[k].sorted);
        made[k].element = element;
    }
    qsort(made, *count, sizeof *made, simplex_order);
    return made;
}

/* Where simplices of the same nodes come more than `most` times: the one too many, the first such in the file. NULL
 * when there is none. Those before it are its predecessors in `all`. */
static const simplex *first_beyond(const simplex *all, size_t count, size_t most) {
    const simplex *first = NULL;
    for (size_t k = most; k < count; ++k) {
        if (nodes_order(&all[k], &all[k - most]) == 0 && (!first || all[k].element < first->element)) first = &all[k];
    }
    return first;
}

static void check_duplicates(ts_mesh_draft *draft, int n) {
    size_t count;
    simplex *all = list_simplices(draft, n, false, &count);
    const simplex *second = all ? first_beyond(all, count, 1) : NULL;
    if (second) {
        char what[80];
        const size_t first = second[-1].element;
        snprintf(what, sizeof what, "has the nodes of %s %zu, %s %zu", ELEMENT[n], first,
                 draft->file->binary ? "at byte" : "of line", draft->list[n].place[first]);
        refuse(draft, n, second->element, what);
    }
    free(all);
}

static void check_manifold(ts_mesh_draft *draft, int n) {
    size_t count;
    simplex *all = list_simplices(draft, n, true, &count);
    const simplex *third = all ? first_beyond(all, count, 2) : NULL;
    if (third) {
        title nodes;
        name_nodes(draft, n - 1, third->sorted, &nodes);
        char what[280];
        snprintf(what, sizeof what, "is the third at the %s of nodes %s, after %zu and %zu; two are possible",
                 n == 3 ? "edge" : "face", nodes.text, third[-2].element, third[-1].element);
        refuse(draft, n, third->element, what);
    }
    free(all);
}

void ts_draft_check(ts_mesh_draft *draft, ts_draft_use use) {
    ts_mesh_file *file = draft->file;
    check_not_empty(draft);
    for (int n = 1; n <= 4 && file->status == TS_OK; ++n) check_elements(draft, n, use);
    if (use == TS_DRAFT_FRAME) return;
    for (int n = 1; n <= 4 && file->status == TS_OK; ++n) check_duplicates(draft, n);
    for (int n = 3; n <= 4 && file->status == TS_OK; ++n) check_manifold(draft, n);
}
