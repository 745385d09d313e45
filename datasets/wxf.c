/* SPDX-License-Identifier: MIT
 * Reading WXF: "8:" and tokens, or "8C:" and the same compressed with zlib. A token is a letter, then a length or a
 * number. What a length announces is believed only as far as bytes are left. */
#include "datasets/wxf.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { MOST_DEPTH = 100, MOST_RATIO = 1032 };

#define MOST_UNPACKED ((size_t)1 << 20)

typedef struct cursor {
    const unsigned char *at, *end;
    ts_wxf *to;
    size_t budget; /* nodes that there may still be */
} cursor;

static size_t left(const cursor *c) {
    return (size_t)(c->end - c->at);
}

/* Seven bits a byte, the low ones first. */
static bool take_length(cursor *c, size_t *length) {
    uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        if (c->at == c->end) return false;
        const unsigned char byte = *c->at++;
        value |= (uint64_t)(byte & 127u) << shift;
        if (byte < 128) {
            *length = (size_t)value;
            return true;
        }
    }
    return false;
}

/* Little-endian, with its sign. */
static bool take_integer(cursor *c, size_t bytes, int64_t *value) {
    if (left(c) < bytes) return false;
    uint64_t bits = 0;
    for (size_t k = bytes; k-- > 0;) bits = bits << 8 | c->at[k];
    const uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
    *value = (int64_t)((bits ^ sign) - sign);
    c->at += bytes;
    return true;
}

static bool take_text(cursor *c, ts_wxf_node *node) {
    size_t length;
    if (!take_length(c, &length) || left(c) < length) return false;
    node->text = (const char *)c->at;
    node->length = length;
    c->at += length;
    return true;
}

/* Room for `count` nodes side by side, all empty; *first is the first. A node takes a byte, the heads of associations
 * and rules none: a file that nests what it does not hold comes to the end of the budget. */
static ts_wxf_result reserve(cursor *c, size_t count, size_t *first) {
    ts_wxf *to = c->to;
    if (count > c->budget) return TS_WXF_BROKEN;
    c->budget -= count;
    if (count > to->capacity - to->count) {
        const size_t wanted = to->count + count, doubled = 2 * to->capacity + 16;
        const size_t capacity = wanted > doubled ? wanted : doubled;
        ts_wxf_node *grown = realloc(to->node, capacity * sizeof *grown);
        if (!grown) return TS_WXF_NO_MEMORY;
        to->node = grown;
        to->capacity = capacity;
    }
    *first = to->count;
    to->count += count;
    memset(to->node + *first, 0, count * sizeof *to->node);
    return TS_WXF_READ;
}

static ts_wxf_result take_node(cursor *c, size_t into, int depth);

/* Nodes are moved when more are reserved: they are named by number. */
static ts_wxf_result take_parts(cursor *c, size_t into, size_t parts, int depth) {
    size_t first;
    ts_wxf_result result = reserve(c, parts, &first);
    if (result != TS_WXF_READ) return result;
    c->to->node[into].sort = TS_WXF_FUNCTION;
    c->to->node[into].first = first;
    c->to->node[into].parts = parts;
    for (size_t k = 0; result == TS_WXF_READ && k < parts; ++k) result = take_node(c, first + k, depth + 1);
    return result;
}

static void name_head(ts_wxf *to, size_t function, const char *name) {
    ts_wxf_node *head = &to->node[to->node[function].first];
    *head = (ts_wxf_node){.sort = TS_WXF_SYMBOL, .text = name, .length = strlen(name)};
}

/* A key and a value, after '-' or ':'. */
static ts_wxf_result take_rule(cursor *c, size_t into, int depth) {
    size_t first;
    if (c->at == c->end || (*c->at != '-' && *c->at != ':')) return TS_WXF_BROKEN;
    ++c->at;
    ts_wxf_result result = reserve(c, 3, &first);
    if (result != TS_WXF_READ) return result;
    c->to->node[into] = (ts_wxf_node){.sort = TS_WXF_FUNCTION, .first = first, .parts = 3};
    name_head(c->to, into, "Rule");
    result = take_node(c, first + 1, depth + 1);
    return result == TS_WXF_READ ? take_node(c, first + 2, depth + 1) : result;
}

static ts_wxf_result take_association(cursor *c, size_t into, int depth) {
    size_t rules, first;
    if (!take_length(c, &rules) || rules > left(c)) return TS_WXF_BROKEN;
    ts_wxf_result result = reserve(c, rules + 1, &first);
    if (result != TS_WXF_READ) return result;
    c->to->node[into] = (ts_wxf_node){.sort = TS_WXF_FUNCTION, .first = first, .parts = rules + 1};
    name_head(c->to, into, "List");
    for (size_t k = 0; result == TS_WXF_READ && k < rules; ++k) result = take_rule(c, first + 1 + k, depth + 1);
    return result;
}

static ts_wxf_result take_number(cursor *c, size_t into, size_t bytes) {
    ts_wxf_node *node = &c->to->node[into];
    node->sort = TS_WXF_INTEGER;
    return take_integer(c, bytes, &node->value) ? TS_WXF_READ : TS_WXF_BROKEN;
}

static ts_wxf_result take_named(cursor *c, size_t into, ts_wxf_sort sort) {
    c->to->node[into].sort = sort;
    return take_text(c, &c->to->node[into]) ? TS_WXF_READ : TS_WXF_BROKEN;
}

static ts_wxf_result take_node(cursor *c, size_t into, int depth) {
    size_t length;
    if (depth > MOST_DEPTH) return TS_WXF_UNKNOWN;
    if (c->at == c->end) return TS_WXF_BROKEN;
    switch (*c->at++) {
    case 'C': return take_number(c, into, 1);
    case 'j': return take_number(c, into, 2);
    case 'i': return take_number(c, into, 4);
    case 'L': return take_number(c, into, 8);
    case 'I': return take_named(c, into, TS_WXF_INTEGER);
    case 'S': return take_named(c, into, TS_WXF_STRING);
    case 's': return take_named(c, into, TS_WXF_SYMBOL);
    case 'R':
    case 'B': return take_named(c, into, TS_WXF_OTHER);
    case 'r':
        if (left(c) < 8) return TS_WXF_BROKEN;
        c->at += 8;
        return TS_WXF_READ;
    case 'f':
        if (!take_length(c, &length) || length > left(c)) return TS_WXF_BROKEN;
        return take_parts(c, into, length + 1, depth);
    case 'A': return take_association(c, into, depth);
    default: return TS_WXF_UNKNOWN;
    }
}

/* ---- The whole ---- */

static ts_wxf_result unpack(const unsigned char *data, size_t size, ts_wxf *to, size_t *unpacked) {
    const size_t most = size < MOST_UNPACKED / MOST_RATIO ? size * MOST_RATIO + 64 : MOST_UNPACKED;
    uLongf made = most;
    to->unpacked = malloc(most);
    if (!to->unpacked) return TS_WXF_NO_MEMORY;
    if (uncompress(to->unpacked, &made, data, size) != Z_OK) return TS_WXF_BROKEN;
    *unpacked = made;
    return TS_WXF_READ;
}

ts_wxf_result ts_wxf_parse(const unsigned char *data, size_t size, ts_wxf *expression) {
    size_t root;
    *expression = (ts_wxf){0};
    cursor c = {data, data + size, expression, 0};
    if (size >= 3 && memcmp(data, "8C:", 3) == 0) {
        const ts_wxf_result result = unpack(data + 3, size - 3, expression, &size);
        if (result != TS_WXF_READ) return result;
        c.at = expression->unpacked;
        c.end = c.at + size;
    } else if (size >= 2 && memcmp(data, "8:", 2) == 0) {
        c.at += 2;
    } else {
        return TS_WXF_BROKEN;
    }
    c.budget = 2 * size + 4;
    ts_wxf_result result = reserve(&c, 1, &root);
    if (result == TS_WXF_READ) result = take_node(&c, root, 0);
    return result == TS_WXF_READ && c.at != c.end ? TS_WXF_BROKEN : result;
}

void ts_wxf_clear(ts_wxf *expression) {
    free(expression->node);
    free(expression->unpacked);
    *expression = (ts_wxf){0};
}

/* ---- Asking ---- */

/* After the context: "System`Plus" is Plus. */
static bool ends_in_name(const ts_wxf_node *node, const char *name) {
    const size_t length = strlen(name);
    if (node->length < length || memcmp(node->text + node->length - length, name, length) != 0) return false;
    return node->length == length || node->text[node->length - length - 1] == '`';
}

bool ts_wxf_says(const ts_wxf *expression, size_t node, const char *text) {
    const ts_wxf_node *n = &expression->node[node];
    return (n->sort == TS_WXF_STRING || n->sort == TS_WXF_SYMBOL) && ends_in_name(n, text);
}

bool ts_wxf_is(const ts_wxf *expression, size_t node, const char *head) {
    const ts_wxf_node *n = &expression->node[node];
    return n->sort == TS_WXF_FUNCTION && expression->node[n->first].sort == TS_WXF_SYMBOL &&
           ts_wxf_says(expression, n->first, head);
}

size_t ts_wxf_argument(const ts_wxf *expression, size_t node, size_t k) {
    return expression->node[node].first + 1 + k;
}

size_t ts_wxf_arguments(const ts_wxf *expression, size_t node) {
    return expression->node[node].parts - 1;
}
