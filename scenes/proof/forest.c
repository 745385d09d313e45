/* SPDX-License-Identifier: MIT
 * Building the tree: median splits along the longest axis of the centres. */
#include "scenes/proof/forest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scenes/proof/forest_own.h"

enum { LEAF = 3 }; /* elements of a leaf at most: of 1 to 8 the fewest bytes (docs/proof.md) */

/* Something to be halved: an element, or an object with what it has. */
typedef struct item {
    double centre[3];
    int32_t object;
    int32_t element;    /* -1: an object */
    size_t first, last; /* of an object: its elements, in the sorted list */
} item;

typedef struct building {
    ts_prover_forest *forest;
    item *element; /* sorted by object */
    size_t words, nodes;
} building;

void ts_prover_forest_clear(ts_prover_forest *forest) {
    free(forest->node);
    free(forest->vertex);
    free(forest->child);
    free(forest->word);
    free(forest->edge);
    free(forest->element_edge);
    free(forest->point_owner);
    free(forest->edge_owner);
    free(forest->stranger_first);
    free(forest->stranger_of);
    *forest = (ts_prover_forest){0};
}

/* ---- Halves ---- */

static int by_object(const void *one, const void *other) {
    const item *a = one, *b = other;
    if (a->object != b->object) return a->object < b->object ? -1 : 1;
    return a->element < b->element ? -1 : a->element > b->element;
}

static int compare_along(const item *a, const item *b, int axis) {
    if (a->centre[axis] != b->centre[axis]) return a->centre[axis] < b->centre[axis] ? -1 : 1;
    if (a->object != b->object) return a->object < b->object ? -1 : 1;
    return a->element < b->element ? -1 : a->element > b->element;
}

static int along_x(const void *a, const void *b) {
    return compare_along(a, b, 0);
}

static int along_y(const void *a, const void *b) {
    return compare_along(a, b, 1);
}

static int along_z(const void *a, const void *b) {
    return compare_along(a, b, 2);
}

static void sort_along_longest(item *list, size_t count) {
    static int (*const ORDERS[3])(const void *, const void *) = {along_x, along_y, along_z};
    int longest = 0;
    double most = -1.0;
    for (int c = 0; c < 3; ++c) {
        double lo = list[0].centre[c], hi = lo;
        for (size_t k = 1; k < count; ++k) {
            lo = fmin(lo, list[k].centre[c]);
            hi = fmax(hi, list[k].centre[c]);
        }
        if (hi - lo > most) {
            most = hi - lo;
            longest = c;
        }
    }
    qsort(list, count, sizeof *list, ORDERS[longest]);
}

/* Words of the file for these items; the depth is that of halving, at most 64. */
static void put_items(building *b, item *list, size_t count) {
    uint32_t *word = b->forest->word;
    if (count == 1 && list->element < 0) {
        put_items(b, b->element + list->first, list->last - list->first);
        return;
    }
    ++b->nodes;
    if (count <= LEAF && list->element >= 0) {
        word[b->words++] = (uint32_t)count;
        for (size_t k = 0; k < count; ++k) word[b->words++] = (uint32_t)list[k].element;
        return;
    }
    sort_along_longest(list, count);
    word[b->words++] = 0;
    put_items(b, list, count / 2);
    put_items(b, list + count / 2, count - count / 2);
}

static void place_elements(const ts_prover_shape *shape, const double (*x)[3], item *list) {
    for (size_t e = 0; e < ts_prover_elements(shape); ++e) {
        int count;
        const int32_t *v = ts_prover_element(shape, e, &count);
        list[e] = (item){.object = shape->object[v[0]], .element = (int32_t)e};
        for (int k = 0; k < count; ++k) {
            for (int c = 0; c < 3; ++c) list[e].centre[c] += x[v[k]][c] / count;
        }
    }
    qsort(list, ts_prover_elements(shape), sizeof *list, by_object);
}

static size_t place_objects(const item *element, size_t elements, item *object) {
    size_t found = 0;
    for (size_t k = 0; k < elements; ++k) {
        if (k == 0 || element[k].object != element[k - 1].object) {
            object[found++] = (item){.object = element[k].object, .element = -1, .first = k};
        }
        item *of = &object[found - 1];
        const double share = 1.0 / (double)(k - of->first + 1); /* a running mean */
        for (int c = 0; c < 3; ++c) of->centre[c] += share * (element[k].centre[c] - of->centre[c]);
        of->last = k + 1;
    }
    return found;
}

/* ---- Nodes ---- */

static int by_number(const void *one, const void *other) {
    const int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    return a < b ? -1 : a > b;
}

/* The vertices of a node, sorted; each once. */
static void settle(const ts_prover_forest *forest, ts_prover_node *node) {
    const ts_prover_shape *shape = forest->shape;
    int32_t *vertex = forest->vertex + node->vertex_first;
    size_t kept = 0;
    if (node->element < 0) qsort(vertex, node->vertices, sizeof *vertex, by_number);
    node->obstacle = true;
    for (size_t k = 0; k < node->vertices; ++k) {
        if (kept > 0 && vertex[k] == vertex[kept - 1]) continue;
        vertex[kept++] = vertex[k];
        node->obstacle = node->obstacle && shape->obstacle[vertex[k]];
        node->radius = fmax(node->radius, shape->radius[vertex[k]]);
    }
    node->vertices = kept;
}

/* The shape of the tree from its words: a parent before its children. */
static void link_nodes(ts_prover_forest *forest, size_t *open) {
    size_t depth = 0, at = 0, children = 0;
    for (size_t k = 0; k < forest->first_element; ++k) {
        ts_prover_node *node = &forest->node[k];
        const uint32_t count = forest->word[at++];
        *node = (ts_prover_node){.child_first = children, .element = -1, .children = count};
        if (depth > 0) {
            ts_prover_node *parent = &forest->node[open[depth - 1]];
            forest->child[parent->child_first + parent->children++] = (int32_t)k;
            if (parent->children == 2) --depth;
        }
        for (uint32_t c = 0; c < count; ++c) {
            forest->child[children++] = (int32_t)(forest->first_element + forest->word[at++]);
        }
        if (count == 0) {
            children += 2;
            open[depth++] = k;
        }
    }
}

static size_t weigh(ts_prover_forest *forest) {
    size_t vertices = 0;
    for (size_t k = forest->first_point; k-- > 0;) {
        ts_prover_node *node = &forest->node[k];
        if (k >= forest->first_element) {
            int count;
            ts_prover_element(forest->shape, k - forest->first_element, &count);
            *node = (ts_prover_node){.element = (int32_t)(k - forest->first_element), .weight = 1};
            vertices += node->vertices = (size_t)count;
            continue;
        }
        for (size_t c = 0; c < node->children; ++c) {
            const ts_prover_node *child = &forest->node[forest->child[node->child_first + c]];
            node->weight += child->weight;
            node->vertices += child->vertices;
        }
        vertices += node->vertices;
    }
    return vertices;
}

static void set_row(ts_prover_forest *forest, size_t node, const int32_t *vertex, size_t count, size_t *used) {
    forest->node[node].vertex_first = *used;
    forest->node[node].vertices = count;
    memcpy(forest->vertex + *used, vertex, count * sizeof *vertex);
    *used += count;
    settle(forest, &forest->node[node]);
}

static void gather_vertices(ts_prover_forest *forest) {
    size_t used = 0;
    for (size_t e = 0; e < ts_prover_elements(forest->shape); ++e) {
        int count;
        const int32_t *v = ts_prover_element(forest->shape, e, &count);
        set_row(forest, forest->first_element + e, v, (size_t)count, &used);
    }
    for (size_t v = 0; v < forest->shape->vertices; ++v) {
        const int32_t vertex = (int32_t)v;
        forest->node[forest->first_point + v] = (ts_prover_node){.element = -1};
        set_row(forest, forest->first_point + v, &vertex, 1, &used);
    }
    for (size_t e = 0; e < forest->edges; ++e) {
        forest->node[forest->first_edge + e] = (ts_prover_node){.element = -1};
        set_row(forest, forest->first_edge + e, forest->edge[e], 2, &used);
    }
    for (size_t k = forest->first_element; k-- > 0;) {
        ts_prover_node *node = &forest->node[k];
        node->vertex_first = used;
        node->vertices = 0;
        for (size_t c = 0; c < node->children; ++c) {
            const ts_prover_node *child = &forest->node[forest->child[node->child_first + c]];
            memcpy(forest->vertex + used + node->vertices, forest->vertex + child->vertex_first,
                   child->vertices * sizeof *forest->vertex);
            node->vertices += child->vertices;
        }
        settle(forest, node);
        used += node->vertices;
    }
}

static ts_status build_nodes(ts_prover_forest *forest, ts_error *error) {
    const ts_prover_shape *shape = forest->shape;
    const size_t elements = ts_prover_elements(shape);
    forest->first_point = forest->first_element + elements;
    forest->first_edge = forest->first_point + shape->vertices;
    forest->nodes = forest->first_edge + forest->edges;
    forest->node = calloc(forest->nodes, sizeof *forest->node);
    forest->child = malloc((2 * forest->first_element + elements + 1) * sizeof *forest->child);
    size_t *open = malloc((forest->first_element + 1) * sizeof *open);
    if (!forest->node || !forest->child || !open) {
        free(open);
        return ts_fail_memory(error, "the tree of a proof");
    }
    link_nodes(forest, open);
    free(open);
    const size_t vertices = weigh(forest) + shape->vertices + 2 * forest->edges;
    forest->vertex = malloc((vertices + 1) * sizeof *forest->vertex);
    if (!forest->vertex) return ts_fail_memory(error, "the tree of a proof");
    gather_vertices(forest);
    return TS_OK;
}

static ts_status halve_all(ts_prover_forest *forest, const double (*x)[3], ts_error *error) {
    const size_t elements = ts_prover_elements(forest->shape);
    building b = {.forest = forest, .element = malloc((elements + 1) * sizeof *b.element)};
    item *object = malloc((elements + 1) * sizeof *object);
    forest->word = malloc((4 * elements + 4) * sizeof *forest->word);
    ts_status status = TS_OK;
    if (b.element && object && forest->word) {
        place_elements(forest->shape, x, b.element);
        put_items(&b, object, place_objects(b.element, elements, object));
        forest->words = b.words;
        forest->first_element = b.nodes;
    } else {
        status = ts_fail_memory(error, "the tree of a proof");
    }
    free(b.element);
    free(object);
    return status;
}

/* ---- Sharing ---- */

bool ts_prover_shares(const ts_prover_forest *forest, int32_t a, int32_t b) {
    const ts_prover_node *one = &forest->node[a], *other = &forest->node[b];
    const int32_t *v = forest->vertex + one->vertex_first, *w = forest->vertex + other->vertex_first;
    if (one->element >= 0 || other->element >= 0 || one->children == 0 || other->children == 0) {
        for (size_t i = 0; i < one->vertices; ++i) { /* elements have theirs in their own order */
            for (size_t j = 0; j < other->vertices; ++j) {
                if (v[i] == w[j]) return true;
            }
        }
        return false;
    }
    for (size_t i = 0, j = 0; i < one->vertices && j < other->vertices;) {
        if (v[i] == w[j]) return true;
        if (v[i] < w[j])
            ++i;
        else
            ++j;
    }
    return false;
}

bool ts_prover_excluded(const ts_prover_forest *forest, int32_t a, int32_t b) {
    if (ts_prover_shares(forest, a, b)) return true;
    const ts_prover_node *one = &forest->node[a], *other = &forest->node[b];
    for (size_t i = 0; i < one->vertices; ++i) {
        const int32_t v = forest->vertex[one->vertex_first + i];
        for (size_t s = forest->stranger_first[v]; s < forest->stranger_first[v + 1]; ++s) {
            for (size_t j = 0; j < other->vertices; ++j) {
                if (forest->vertex[other->vertex_first + j] == forest->stranger_of[s]) return true;
            }
        }
    }
    return false;
}

ts_status ts_prover_forest_create(const ts_prover_shape *shape, const double (*x)[3], ts_prover_forest *forest,
                                  ts_error *error) {
    *forest = (ts_prover_forest){.shape = shape};
    ts_status status = ts_prover_own(forest, error);
    if (status == TS_OK) status = halve_all(forest, x, error);
    if (status == TS_OK) status = build_nodes(forest, error);
    if (status != TS_OK) ts_prover_forest_clear(forest);
    return status;
}
