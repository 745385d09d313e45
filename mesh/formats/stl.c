/* SPDX-License-Identifier: MIT
 * STL, binary and ASCII: triangles with corners of their own. Corners at the same place become one node. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/formats/formats.h"

enum { HEADER_BYTES = 84, TRIANGLE_BYTES = 50, NORMAL_BYTES = 12 };

/* ---- Nodes by their place ---- */

/* A hash table of nodes, open addressing; 0 is an empty slot, else the node + 1. */
typedef struct welder {
    ts_mesh_draft *draft;
    uint32_t *slot; /* owned */
    size_t slots;   /* a power of two, more than twice the nodes */
} welder;

static size_t hash_of(const double x[3]) {
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15), bits;
    for (int c = 0; c < 3; ++c) {
        memcpy(&bits, &x[c], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

/* The slot of the node at this place, or the empty one where it belongs. */
static uint32_t *find_slot(const welder *w, const double x[3]) {
    size_t k = hash_of(x) & (w->slots - 1);
    while (w->slot[k] && memcmp(w->draft->x[w->slot[k] - 1], x, sizeof w->draft->x[0]) != 0)
        k = (k + 1) & (w->slots - 1);
    return &w->slot[k];
}

static void grow_slots(welder *w) {
    uint32_t *old = w->slot;
    w->slots = w->slots ? 2 * w->slots : 256;
    w->slot = calloc(w->slots, sizeof *w->slot);
    free(old);
    if (!w->slot) {
        ts_mesh_no_memory(w->draft->file);
        return;
    }
    for (size_t n = 0; n < w->draft->nodes; ++n) *find_slot(w, w->draft->x[n]) = (uint32_t)n + 1;
}

/* The corner of a triangle; -0 is 0. */
static void add_corner(welder *w, const double corner[3]) {
    const double x[3] = {corner[0] + 0.0, corner[1] + 0.0, corner[2] + 0.0};
    ts_mesh_draft *draft = w->draft;
    if (draft->file->status == TS_OK && 2 * (draft->nodes + 1) >= w->slots) grow_slots(w);
    if (draft->file->status != TS_OK) return;
    uint32_t *slot = find_slot(w, x);
    if (!*slot) {
        ts_draft_node(draft, x);
        *slot = (uint32_t)draft->nodes;
    }
    ts_draft_corner(draft, (int64_t)*slot - 1);
}

/* ---- Binary ---- */

static uint32_t word_at(const ts_mesh_file *file, size_t at) {
    uint32_t word = 0;
    for (size_t k = 4; k-- > 0;) word = word << 8 | (unsigned char)file->text[at + k];
    return word;
}

/* Its length says so: a binary file may begin with "solid" too. */
static bool is_binary(const ts_mesh_file *file) {
    return file->size >= HEADER_BYTES &&
           file->size == HEADER_BYTES + (uint64_t)TRIANGLE_BYTES * word_at(file, HEADER_BYTES - 4);
}

static void read_binary(ts_mesh_file *file, welder *w) {
    const size_t count = word_at(file, HEADER_BYTES - 4);
    file->binary = true;
    w->draft->is_single = true;
    for (size_t t = 0; t < count && file->status == TS_OK; ++t) {
        file->at = HEADER_BYTES + t * TRIANGLE_BYTES + NORMAL_BYTES;
        for (int k = 0; k < 3; ++k) {
            double x[3];
            for (int c = 0; c < 3; ++c, file->at += 4) {
                const uint32_t bits = word_at(file, file->at);
                float value;
                memcpy(&value, &bits, sizeof value);
                x[c] = (double)value;
                if (!isfinite(x[c])) ts_mesh_complain(file, "expected a finite coordinate, found %g", x[c]);
            }
            add_corner(w, x);
        }
        ts_draft_simplex(w->draft);
    }
    file->at = file->size;
}

/* ---- ASCII ---- */

static void expect(ts_mesh_file *file, const char *what) {
    ts_word word;
    ts_mesh_word(file, &word);
    if (!ts_word_is(word, what)) ts_mesh_expected(file, what, word);
}

/* After "facet". The normal is passed over: the corners say it. */
static void read_facet(ts_mesh_file *file, welder *w) {
    ts_word word;
    expect(file, "normal");
    for (int c = 0; c < 3; ++c) ts_mesh_word(file, &word);
    expect(file, "outer");
    expect(file, "loop");
    for (int k = 0; k < 3; ++k) {
        double x[3];
        expect(file, "vertex");
        for (int c = 0; c < 3; ++c) x[c] = ts_mesh_number(file, "a finite coordinate");
        add_corner(w, x);
    }
    if (file->status == TS_OK) ts_draft_simplex(w->draft);
    expect(file, "endloop");
    expect(file, "endfacet");
}

/* Names of any words stand behind "solid" and "endsolid". */
static void read_ascii(ts_mesh_file *file, welder *w) {
    ts_word word;
    bool inside = false;
    ts_mesh_word(file, &word);
    if (!ts_word_is(word, "solid")) {
        ts_mesh_complain(file,
                         "expected \"solid\", or binary STL: a header of 80 bytes, a count, and 50 bytes for each "
                         "triangle, no more and no fewer");
    }
    for (bool more = true; more && file->status == TS_OK; more = ts_mesh_word(file, &word)) {
        if (ts_word_is(word, inside ? "endsolid" : "solid")) {
            inside = !inside;
            ts_mesh_next_line(file);
        } else if (inside && ts_word_is(word, "facet")) {
            read_facet(file, w);
        } else {
            ts_mesh_expected(file, inside ? "facet or endsolid" : "solid", word);
        }
    }
    if (inside) ts_mesh_complain(file, "the file ends inside a solid; expected endsolid");
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    welder w = {.draft = draft};
    if (is_binary(file)) {
        read_binary(file, &w);
    } else {
        read_ascii(file, &w);
    }
    free(w.slot);
}

const ts_mesh_format ts_mesh_format_stl = {.name = "STL", .extension = ".stl", .draft = read_mesh};
