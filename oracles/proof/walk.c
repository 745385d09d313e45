/* SPDX-License-Identifier: MIT
 * The walk over pairs of nodes that a record tells. */
#include "oracles/proof/walk.h"

#include <stdlib.h>

#include "core/error.h"

enum {
    SPLIT_FIRST = 0,
    SPLIT_SECOND,
    SPLIT_BOTH,
    HALVE,
    BY_INTEGERS, /* of 1, 2, 4, 8 bytes */
    BY_TABLE = BY_INTEGERS + 4,
    TABLE_SIZE = 218,
    TABLE_NORM = 14, /* n.n of its directions is at most this, */
    TABLE_REACH = 3  /* hence each number */
};

typedef struct pair {
    int32_t a, b;
    int64_t start, stop;
} pair;

typedef struct walk {
    ts_proof_bytes *bytes;
    ts_proof_apart *apart;
    const ts_proof_topology *topology;
    const ts_proof_tree *tree;
    bool at_start;
    pair *stack;
    size_t depth, room;
    size_t base; /* where the pairs begin that replace the one taken last */
    int16_t table[TABLE_SIZE][3];
    ts_proof_walked *walked;
} walk;

/* ---- Directions ---- */

static int gcd(int a, int b) {
    while (b != 0) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return abs(a);
}

static void fill_table(int16_t (*table)[3]) {
    size_t found = 0;
    for (int x = -TABLE_REACH; x <= TABLE_REACH; ++x) {
        for (int y = -TABLE_REACH; y <= TABLE_REACH; ++y) {
            for (int z = -TABLE_REACH; z <= TABLE_REACH; ++z) {
                if (x * x + y * y + z * z > TABLE_NORM || gcd(gcd(x, y), z) != 1) continue;
                table[found][0] = (int16_t)x;
                table[found][1] = (int16_t)y;
                table[found++][2] = (int16_t)z;
            }
        }
    }
}

/* Sign and all of an integer of 2^log bytes. */
static ts_status take_integer(walk *w, int log, int64_t *value, ts_error *error) {
    unsigned char byte[8];
    const int size = 1 << log;
    const ts_status status = ts_proof_take(w->bytes, 1, (size_t)size, byte, error);
    if (status != TS_OK) return status;
    uint64_t bits = byte[size - 1] & 0x80u ? UINT64_MAX : 0;
    for (int k = size; k-- > 0;) bits = bits << 8 | byte[k];
    *value = (int64_t)bits;
    return TS_OK;
}

static ts_status take_direction(walk *w, int code, int64_t n[3], ts_error *error) {
    static const int64_t MOST = INT64_C(1) << 53;
    if (code >= BY_TABLE + TABLE_SIZE) return ts_proof_malformed(w->bytes, "a record has no such byte", error);
    for (int c = 0; c < 3; ++c) {
        if (code >= BY_TABLE) {
            n[c] = w->table[code - BY_TABLE][c];
            continue;
        }
        const ts_status status = take_integer(w, code - BY_INTEGERS, &n[c], error);
        if (status != TS_OK) return status;
    }
    for (int c = 0; c < 3; ++c) {
        if (n[c] >= MOST || n[c] <= -MOST) return ts_proof_malformed(w->bytes, "a direction is too long", error);
    }
    if (n[0] == 0 && n[1] == 0 && n[2] == 0) return ts_proof_malformed(w->bytes, "a direction is 0", error);
    return TS_OK;
}

/* ---- Pairs ---- */

static ts_status push(walk *w, const pair *from, int32_t a, int32_t b, ts_error *error) {
    if (w->depth == w->room) {
        const size_t room = 2 * w->room + 256;
        pair *more = realloc(w->stack, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "a walk");
        w->stack = more;
        w->room = room;
    }
    w->stack[w->depth++] = (pair){a, b, from->start, from->stop};
    return TS_OK;
}

/* The first that was pushed is to be taken first. */
static void turn_round(walk *w) {
    for (size_t i = w->base, j = w->depth; i + 1 < j; ++i) {
        const pair last = w->stack[--j];
        w->stack[j] = w->stack[i];
        w->stack[i] = last;
    }
}

static const ts_proof_node *node_of(const walk *w, int32_t node) {
    return &w->tree->node[node];
}

static ts_proof_vertices vertices_of(const walk *w, int32_t node) {
    const ts_proof_node *of = node_of(w, node);
    return (ts_proof_vertices){w->tree->vertex + of->vertex_first, (int)of->vertices};
}

static bool is_excluded(const walk *w, int32_t a, int32_t b) {
    const ts_proof_vertices one = vertices_of(w, a), other = vertices_of(w, b);
    return ts_proof_shares(one, other) || ts_proof_strangers(w->topology, one, other);
}

static ts_status split_self(walk *w, const pair *p, ts_error *error) {
    const ts_proof_node *node = node_of(w, p->a);
    const int32_t *child = w->tree->child + node->child_first;
    ts_status status = TS_OK;
    for (size_t i = 0; i < node->children; ++i) {
        for (size_t j = i; status == TS_OK && j < node->children; ++j) {
            if (i == j && node_of(w, child[i])->children == 0) continue;
            status = push(w, p, child[i], child[j], error);
        }
    }
    return status;
}

static ts_status split(walk *w, const pair *p, int code, ts_error *error) {
    const int32_t side[2] = {p->a, p->b};
    const int32_t *child[2];
    size_t count[2];
    for (int k = 0; k < 2; ++k) {
        const ts_proof_node *node = node_of(w, side[k]);
        const bool whole = code == (k == 0 ? SPLIT_SECOND : SPLIT_FIRST);
        child[k] = whole ? &side[k] : w->tree->child + node->child_first;
        count[k] = whole ? 1 : node->children;
        if (count[k] == 0) return ts_proof_malformed(w->bytes, "there are no children to split", error);
    }
    ts_status status = TS_OK;
    for (size_t i = 0; i < count[0]; ++i) {
        for (size_t j = 0; status == TS_OK && j < count[1]; ++j) status = push(w, p, child[0][i], child[1][j], error);
    }
    return status;
}

static ts_status halve(walk *w, const pair *p, ts_error *error) {
    int64_t middle = p->start + (p->stop - p->start) / 2;
    if (p->stop - p->start > TS_PROOF_PIECE) middle -= middle % TS_PROOF_PIECE;
    if (middle <= p->start || middle >= p->stop) {
        return ts_proof_malformed(w->bytes, "a time cannot be halved", error);
    }
    const pair first = {.start = p->start, .stop = middle}, second = {.start = middle, .stop = p->stop};
    const ts_status status = push(w, &first, p->a, p->b, error);
    return status == TS_OK ? push(w, &second, p->a, p->b, error) : status;
}

/* ---- Elements that share a vertex ---- */

/* What an element owns, as nodes. */
typedef struct owned {
    int points, edges;
    int32_t point[3], edge[3];
} owned;

static owned owned_by(const walk *w, int32_t element) {
    owned own = {0};
    int count;
    const int32_t *v = ts_proof_element(w->topology, (size_t)element, &count);
    for (int k = 0; k < count; ++k) {
        if (w->topology->point_owner[v[k]] == element) own.point[own.points++] = (int32_t)w->tree->first_point + v[k];
    }
    for (int k = 0; count > 1 && k < (count == 3 ? 3 : 1); ++k) {
        const int32_t edge = w->topology->element_edge[element][k];
        if (w->topology->edge_owner[edge] == element) own.edge[own.edges++] = (int32_t)w->tree->first_edge + edge;
    }
    return own;
}

static ts_status push_primitives(walk *w, const pair *p, int32_t a, int32_t b, ts_error *error) {
    return is_excluded(w, a, b) ? TS_OK : push(w, p, a, b, error);
}

static ts_status split_elements(walk *w, const pair *p, ts_error *error) {
    const owned a = owned_by(w, node_of(w, p->a)->element), b = owned_by(w, node_of(w, p->b)->element);
    const size_t size_a = node_of(w, p->a)->vertices, size_b = node_of(w, p->b)->vertices;
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && size_b > 1 && k < a.points; ++k) {
        status = push_primitives(w, p, a.point[k], p->b, error);
    }
    for (int k = 0; status == TS_OK && size_a > 1 && k < b.points; ++k) {
        status = push_primitives(w, p, p->a, b.point[k], error);
    }
    for (int i = 0; i < a.edges; ++i) {
        for (int j = 0; status == TS_OK && j < b.edges; ++j) {
            status = push_primitives(w, p, a.edge[i], b.edge[j], error);
        }
    }
    for (int k = 0; status == TS_OK && w->at_start && size_b == 3 && k < a.edges; ++k) {
        status = push_primitives(w, p, a.edge[k], p->b, error);
    }
    for (int k = 0; status == TS_OK && w->at_start && size_a == 3 && k < b.edges; ++k) {
        status = push_primitives(w, p, p->a, b.edge[k], error);
    }
    return status;
}

/* ---- The walk ---- */

static ts_status take_record(walk *w, const pair *p, ts_error *error) {
    unsigned char code;
    const ts_status status = ts_proof_take(w->bytes, 1, 1, &code, error);
    if (status != TS_OK) return status;
    ++w->walked->records;
    if (code < HALVE) return split(w, p, code, error);
    if (code == HALVE) return halve(w, p, error);
    ts_proof_claim claim = {.a = p->a, .b = p->b, .start = p->start, .stop = p->stop};
    const ts_status taken = take_direction(w, code, claim.n, error);
    if (taken != TS_OK || ts_proof_is_apart(w->apart, &claim, &w->walked->time)) return taken;
    w->walked->proven = false;
    w->walked->failed = claim;
    return TS_OK;
}

/* An element as a side of a pair of primitives is the same node; two elements that are excluded never get here as one.
 */
static ts_status visit(walk *w, const pair *p, ts_error *error) {
    const ts_proof_node *a = node_of(w, p->a), *b = node_of(w, p->b);
    if (a->obstacle && b->obstacle) return TS_OK;
    if (p->a == p->b) return split_self(w, p, error);
    if (a->element >= 0 && b->element >= 0 && is_excluded(w, p->a, p->b)) return split_elements(w, p, error);
    return take_record(w, p, error);
}

ts_status ts_proof_walk(ts_proof_bytes *bytes, ts_proof_apart *apart, bool at_start, ts_proof_walked *walked,
                        ts_error *error) {
    walk w = {.bytes = bytes,
              .apart = apart,
              .topology = apart->topology,
              .tree = apart->tree,
              .at_start = at_start,
              .walked = walked};
    *walked = (ts_proof_walked){.proven = true};
    fill_table(w.table);
    const pair whole = {.start = 0, .stop = (int64_t)apart->way->pieces * TS_PROOF_PIECE};
    ts_status status = push(&w, &whole, 0, 0, error);
    while (status == TS_OK && walked->proven && w.depth > 0) {
        const pair p = w.stack[--w.depth];
        w.base = w.depth;
        status = visit(&w, &p, error);
        turn_round(&w);
    }
    free(w.stack);
    return status == TS_OK && walked->proven ? ts_proof_take_end(bytes, error) : status;
}
