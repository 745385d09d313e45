/* SPDX-License-Identifier: MIT
 * The tree of a proof, read and checked; nothing of its shape is trusted. */
#include "oracles/proof/tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* A file being read. */
typedef struct reading {
    const ts_proof_topology *topology;
    ts_proof_bytes bytes;
    uint32_t *word;
    size_t words;
    ts_proof_tree *tree;
    size_t children_used, vertices_used, vertices_room;
    unsigned char *taken; /* of each element: is it in a leaf? */
    size_t *seen;         /* of each vertex: 1 + the node that has it already */
} reading;

void ts_proof_tree_clear(ts_proof_tree *tree) {
    free(tree->node);
    free(tree->vertex);
    free(tree->child);
    *tree = (ts_proof_tree){0};
}

static ts_status take_words(reading *r, ts_error *error) {
    const size_t left = r->bytes.size - r->bytes.at;
    if (left % sizeof *r->word != 0) return ts_proof_malformed(&r->bytes, "it does not consist of words", error);
    r->words = left / sizeof *r->word;
    r->word = malloc(left + 1);
    if (!r->word) return ts_fail_memory(error, "a tree");
    return ts_proof_take(&r->bytes, r->words, sizeof *r->word, r->word, error);
}

/* ---- Shape ---- */

static ts_status add_leaf(reading *r, size_t at, ts_proof_node *node, ts_error *error) {
    const size_t count = r->word[at];
    if (count > r->words - at - 1) return ts_proof_malformed(&r->bytes, "a leaf is too short", error);
    node->children = count;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t element = r->word[at + 1 + k];
        if (element >= ts_proof_elements(r->topology)) {
            return ts_proof_malformed(&r->bytes, "a leaf has an element that does not exist", error);
        }
        if (r->taken[element]) return ts_proof_malformed(&r->bytes, "an element is in a leaf twice", error);
        r->taken[element] = 1;
        r->tree->child[r->children_used++] = (int32_t)(r->tree->first_element + element);
    }
    return TS_OK;
}

/* How many nodes there are, by the words alone; 0: the words are not those of one tree. */
static size_t count_nodes(const reading *r) {
    size_t nodes = 0, at = 0, missing = 1;
    while (missing > 0 && at < r->words) {
        ++nodes;
        missing += r->word[at] == 0 ? 1 : (size_t)-1;
        if (r->word[at] >= r->words - at) return 0;
        at += 1 + (size_t)r->word[at];
    }
    return missing == 0 && at == r->words ? nodes : 0;
}

/* Nodes in the order of the file: the first child of an inner node is the one after it. */
static ts_status add_shape(reading *r, size_t nodes, ts_error *error) {
    size_t *open = malloc((nodes + 1) * sizeof *open), depth = 0, at = 0; /* inner nodes without their last child */
    if (!open) return ts_fail_memory(error, "a tree");
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < nodes; ++k) {
        ts_proof_node *node = &r->tree->node[k];
        *node = (ts_proof_node){.child_first = r->children_used, .element = -1};
        if (depth > 0) {
            ts_proof_node *parent = &r->tree->node[open[depth - 1]];
            r->tree->child[parent->child_first + parent->children++] = (int32_t)k;
            if (parent->children == 2) --depth;
        }
        if (r->word[at] == 0) {
            r->children_used += 2;
            open[depth++] = k;
        } else {
            status = add_leaf(r, at, node, error);
        }
        at += 1 + (size_t)r->word[at];
    }
    free(open);
    for (size_t e = 0; status == TS_OK && e < ts_proof_elements(r->topology); ++e) {
        if (!r->taken[e]) status = ts_proof_malformed(&r->bytes, "an element is in no leaf", error);
    }
    return status;
}

/* ---- Vertices ---- */

static ts_status add_vertex(reading *r, size_t node, int32_t vertex, ts_error *error) {
    ts_proof_tree *tree = r->tree;
    if (r->seen[vertex] == node + 1) return TS_OK;
    r->seen[vertex] = node + 1;
    if (r->vertices_used == r->vertices_room) {
        const size_t room = 2 * r->vertices_room + 1024;
        int32_t *more = realloc(tree->vertex, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "the vertices of a tree");
        tree->vertex = more;
        r->vertices_room = room;
    }
    tree->vertex[r->vertices_used++] = vertex;
    ++tree->node[node].vertices;
    tree->node[node].obstacle = tree->node[node].obstacle && r->topology->obstacle[vertex];
    if (r->topology->radius[vertex] > tree->node[node].radius) tree->node[node].radius = r->topology->radius[vertex];
    return TS_OK;
}

static void begin_vertices(reading *r, size_t node) {
    r->tree->node[node].vertex_first = r->vertices_used;
    r->tree->node[node].obstacle = true;
}

static ts_status add_row(reading *r, size_t node, const int32_t *vertex, int count, int32_t element, ts_error *error) {
    r->tree->node[node] = (ts_proof_node){.element = element};
    begin_vertices(r, node);
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < count; ++k) status = add_vertex(r, node, vertex[k], error);
    return status;
}

static ts_status add_vertices(reading *r, ts_error *error) {
    const ts_proof_topology *topology = r->topology;
    ts_proof_tree *tree = r->tree;
    ts_status status = TS_OK;
    for (size_t e = 0; status == TS_OK && e < ts_proof_elements(topology); ++e) {
        int count;
        const int32_t *vertex = ts_proof_element(topology, e, &count);
        status = add_row(r, tree->first_element + e, vertex, count, (int32_t)e, error);
    }
    for (size_t v = 0; status == TS_OK && v < topology->vertices; ++v) {
        const int32_t vertex = (int32_t)v;
        status = add_row(r, tree->first_point + v, &vertex, 1, -1, error);
    }
    for (size_t e = 0; status == TS_OK && e < topology->edges; ++e) {
        status = add_row(r, tree->first_edge + e, topology->edge[e], 2, -1, error);
    }
    /* Children come after their parent. */
    for (size_t k = tree->first_element; status == TS_OK && k-- > 0;) {
        begin_vertices(r, k);
        for (size_t c = 0; status == TS_OK && c < tree->node[k].children; ++c) {
            const ts_proof_node *child = &tree->node[tree->child[tree->node[k].child_first + c]];
            for (size_t i = 0; status == TS_OK && i < child->vertices; ++i) {
                status = add_vertex(r, k, tree->vertex[child->vertex_first + i], error);
            }
        }
    }
    return status;
}

static ts_status build(reading *r, ts_error *error) {
    const ts_proof_topology *topology = r->topology;
    const size_t nodes = count_nodes(r), elements = ts_proof_elements(topology);
    if (nodes == 0) return ts_proof_malformed(&r->bytes, "it is not one tree", error);
    if (nodes > INT32_MAX / 4) return ts_proof_malformed(&r->bytes, "it has too many nodes", error);
    ts_proof_tree *tree = r->tree;
    tree->first_element = nodes;
    tree->first_point = nodes + elements;
    tree->first_edge = tree->first_point + topology->vertices;
    tree->nodes = tree->first_edge + topology->edges;
    tree->node = calloc(tree->nodes, sizeof *tree->node);
    tree->child = malloc((2 * nodes + elements + 1) * sizeof *tree->child);
    r->taken = calloc(elements + 1, 1);
    r->seen = calloc(topology->vertices + 1, sizeof *r->seen);
    if (!tree->node || !tree->child || !r->taken || !r->seen) return ts_fail_memory(error, "a tree");
    const ts_status status = add_shape(r, nodes, error);
    return status == TS_OK ? add_vertices(r, error) : status;
}

ts_status ts_proof_tree_read(const char *folder, const ts_proof_topology *topology, ts_proof_tree *tree,
                             ts_error *error) {
    reading r = {.topology = topology, .tree = tree};
    *tree = (ts_proof_tree){0};
    ts_status status = ts_proof_bytes_read(folder, "tree.tsp", "TSPTREE1", &r.bytes, error);
    if (status != TS_OK) return status;
    status = take_words(&r, error);
    if (status == TS_OK) status = build(&r, error);
    memcpy(tree->digest, r.bytes.digest, sizeof tree->digest);
    ts_proof_bytes_clear(&r.bytes);
    free(r.word);
    free(r.taken);
    free(r.seen);
    if (status != TS_OK) ts_proof_tree_clear(tree);
    return status;
}
