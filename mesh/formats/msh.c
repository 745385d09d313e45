/* SPDX-License-Identifier: MIT
 * Gmsh MSH files in ASCII, versions 2.2 and 4.1: nodes by any tags, points, lines, triangles, quads and tets. */
#include <stdlib.h>
#include <string.h>

#include "mesh/formats/formats.h"
#include "mesh/read/draft.h"

/* ---- Tags ---- */

typedef struct tag {
    int64_t tag;
    size_t node, line;
} tag;

typedef struct msh_file {
    ts_mesh_file *file;
    ts_mesh_draft *draft;
    bool is_4;    /* 4.1, else 2.2 */
    tag *tags;    /* of the nodes; by node while they are read, then rising */
    size_t count; /* of tags */
} msh_file;

static int tag_order(const void *left, const void *right) {
    const tag *a = left, *b = right;
    if (a->tag != b->tag) return a->tag < b->tag ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

static void read_tag(msh_file *msh) {
    tag *made = &msh->tags[msh->count];
    made->tag = ts_mesh_integer_on_line(msh->file, "the tag of a node");
    made->line = ts_mesh_place(msh->file);
    made->node = msh->count++;
}

/* Room for the tags of the nodes announced. */
static void expect_nodes(msh_file *msh, size_t nodes) {
    if (msh->tags) ts_mesh_complain(msh->file, "a second list of nodes; expected one");
    if (msh->file->status != TS_OK) return;
    msh->tags = calloc(nodes + 1, sizeof *msh->tags);
    msh->draft->name = calloc(nodes + 1, sizeof *msh->draft->name);
    if (!msh->tags || !msh->draft->name) ts_mesh_no_memory(msh->file);
}

static void sort_tags(msh_file *msh) {
    if (msh->file->status != TS_OK || !msh->tags) return;
    for (size_t k = 0; k < msh->count; ++k) msh->draft->name[k] = msh->tags[k].tag;
    qsort(msh->tags, msh->count, sizeof *msh->tags, tag_order);
    for (size_t k = 1; k < msh->count; ++k) {
        const tag *a = &msh->tags[k - 1], *b = &msh->tags[k];
        if (a->tag != b->tag) continue;
        ts_mesh_complain_at(msh->file, b->line, "node %lld is in line %zu already", (long long)b->tag, a->line);
    }
}

static void read_corner(msh_file *msh) {
    const int64_t name = ts_mesh_integer_on_line(msh->file, "the tag of a node");
    size_t low = 0, high = msh->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (msh->tags[middle].tag < name) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < msh->count && msh->tags[low].tag == name) {
        ts_draft_corner(msh->draft, (int64_t)msh->tags[low].node);
    } else {
        ts_mesh_complain(msh->file, "there is no node %lld in $Nodes before", (long long)name);
    }
}

/* ---- Nodes ---- */

/* Coordinates, in version 4.1 with parameters on a curve or surface behind them. */
static void read_point(msh_file *msh, bool parametric) {
    double x[3];
    for (int c = 0; c < 3; ++c) x[c] = ts_mesh_number_on_line(msh->file, "a finite coordinate");
    if (!parametric) ts_mesh_end_line(msh->file);
    ts_draft_node(msh->draft, x);
    if (parametric) ts_mesh_next_line(msh->file);
}

static void read_nodes_2(msh_file *msh) {
    ts_mesh_begin_line(msh->file);
    const size_t nodes = ts_mesh_count(msh->file, "the number of nodes", 8);
    expect_nodes(msh, nodes);
    for (size_t k = 0; k < nodes && msh->file->status == TS_OK; ++k) {
        ts_mesh_begin_line(msh->file);
        read_tag(msh);
        read_point(msh, false);
    }
}

/* A block of nodes: all their tags, one a line, then all their coordinates. */
static void read_node_block(msh_file *msh, size_t nodes) {
    ts_mesh_file *file = msh->file;
    ts_mesh_begin_line(file);
    ts_mesh_integer_on_line(file, "the dimension of an entity");
    ts_mesh_integer_on_line(file, "the tag of an entity");
    const bool parametric = ts_mesh_integer_on_line(file, "0 or 1 (parametric)") != 0;
    const size_t count = ts_mesh_count(file, "the number of nodes of a block", 8);
    ts_mesh_end_line(file);
    if (count > nodes - msh->count) {
        ts_mesh_complain(file, "a block of %zu nodes; %zu of those announced are left", count, nodes - msh->count);
    }
    for (size_t k = 0; k < count && file->status == TS_OK; ++k) {
        ts_mesh_begin_line(file);
        read_tag(msh);
        ts_mesh_end_line(file);
    }
    for (size_t k = 0; k < count && file->status == TS_OK; ++k) {
        ts_mesh_begin_line(file);
        read_point(msh, parametric);
    }
}

/* The head of a section of version 4.1: blocks, nodes or elements in them, the least and the greatest tag. */
static void read_head(ts_mesh_file *file, const char *what, size_t *blocks, size_t *count) {
    ts_mesh_begin_line(file);
    *blocks = ts_mesh_count(file, "the number of blocks", 8);
    *count = ts_mesh_count(file, what, 4);
    ts_mesh_integer_on_line(file, "the least tag");
    ts_mesh_integer_on_line(file, "the greatest tag");
    ts_mesh_end_line(file);
}

static void read_nodes_4(msh_file *msh) {
    size_t blocks, nodes;
    read_head(msh->file, "the number of nodes", &blocks, &nodes);
    expect_nodes(msh, nodes);
    for (size_t k = 0; k < blocks && msh->file->status == TS_OK; ++k) read_node_block(msh, nodes);
    if (msh->count != nodes) {
        ts_mesh_complain(msh->file, "%zu nodes in the blocks; announced were %zu", msh->count, nodes);
    }
}

/* ---- Elements ---- */

typedef struct element_kind {
    int64_t type;
    int nodes;
    void (*add)(ts_mesh_draft *draft);
} element_kind;

static const element_kind KINDS[] = {
    {15, 1, ts_draft_points}, {1, 2, ts_draft_polyline}, {2, 3, ts_draft_polygon},
    {3, 4, ts_draft_polygon}, {4, 4, ts_draft_simplex},
};

static const element_kind *read_kind(ts_mesh_file *file) {
    const int64_t type = ts_mesh_integer_on_line(file, "the type of an element");
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; ++k) {
        if (KINDS[k].type == type) return &KINDS[k];
    }
    ts_mesh_complain(file,
                     "element type %lld is not read; expected 15 (point), 1 (line), 2 (triangle), 3 (quad) or 4 "
                     "(tetrahedron)",
                     (long long)type);
    return &KINDS[0];
}

static void read_element(msh_file *msh, const element_kind *kind) {
    for (int c = 0; c < kind->nodes && msh->file->status == TS_OK; ++c) read_corner(msh);
    ts_mesh_end_line(msh->file);
    if (msh->file->status == TS_OK) kind->add(msh->draft);
}

static void read_elements_2(msh_file *msh) {
    ts_mesh_file *file = msh->file;
    ts_mesh_begin_line(file);
    const size_t elements = ts_mesh_count(file, "the number of elements", 8);
    for (size_t k = 0; k < elements && file->status == TS_OK; ++k) {
        ts_mesh_begin_line(file);
        ts_mesh_integer_on_line(file, "the number of an element");
        const element_kind *kind = read_kind(file);
        const size_t tags = ts_mesh_count(file, "the number of tags", 2);
        for (size_t i = 0; i < tags && file->status == TS_OK; ++i) ts_mesh_integer_on_line(file, "a tag");
        read_element(msh, kind);
    }
}

static void read_elements_4(msh_file *msh) {
    ts_mesh_file *file = msh->file;
    size_t blocks, elements, done = 0;
    read_head(file, "the number of elements", &blocks, &elements);
    for (size_t k = 0; k < blocks && file->status == TS_OK; ++k) {
        ts_mesh_begin_line(file);
        ts_mesh_integer_on_line(file, "the dimension of an entity");
        ts_mesh_integer_on_line(file, "the tag of an entity");
        const element_kind *kind = read_kind(file);
        const size_t count = ts_mesh_count(file, "the number of elements of a block", 4);
        ts_mesh_end_line(file);
        for (size_t i = 0; i < count && file->status == TS_OK; ++i) {
            ts_mesh_begin_line(file);
            ts_mesh_integer_on_line(file, "the number of an element");
            read_element(msh, kind);
        }
        done += count;
    }
    if (done != elements) ts_mesh_complain(file, "%zu elements in the blocks; announced were %zu", done, elements);
}

/* ---- Sections ---- */

static void read_format(msh_file *msh) {
    ts_word word;
    ts_mesh_begin_line(msh->file);
    ts_mesh_word_on_line(msh->file, &word);
    msh->is_4 = ts_word_is(word, "4.1");
    if (!msh->is_4 && !ts_word_is(word, "2.2")) ts_mesh_expected(msh->file, "the version 2.2 or 4.1", word);
    ts_mesh_word_on_line(msh->file, &word);
    if (!ts_word_is(word, "0")) ts_mesh_expected(msh->file, "the file type 0 (ASCII; binary is not read)", word);
    ts_mesh_next_line(msh->file);
}

/* Is it "$EndNodes" when "$Nodes" was opened? */
static bool closes(ts_word word, ts_word opened) {
    static const char END[] = "$End";
    const size_t end = sizeof END - 1, name = opened.length - 1;
    return word.length == end + name && memcmp(word.text, END, end) == 0 &&
           memcmp(word.text + end, opened.text + 1, name) == 0;
}

/* Goes on to the end of the section; `skip`: over whatever is before it. */
static void close_section(ts_mesh_file *file, ts_word opened, bool skip) {
    ts_word word;
    bool found = false;
    ts_mesh_begin_line(file);
    while (!found && ts_mesh_word_on_line(file, &word)) {
        found = closes(word, opened);
        if (!found && !skip) ts_mesh_expected(file, "the $End of the section", word);
        if (!found && ts_mesh_next_line(file)) ts_mesh_begin_line(file);
    }
    if (!found) ts_mesh_expected(file, "the $End of the section", (ts_word){0});
}

static void read_section(msh_file *msh, ts_word opened) {
    ts_mesh_file *file = msh->file;
    bool skip = false;
    if (ts_word_is(opened, "$Nodes")) {
        (msh->is_4 ? read_nodes_4 : read_nodes_2)(msh);
        sort_tags(msh);
    } else if (ts_word_is(opened, "$Elements")) {
        (msh->is_4 ? read_elements_4 : read_elements_2)(msh);
    } else {
        skip = true;
        if (*opened.text != '$') ts_mesh_expected(file, "a section such as $Nodes", opened);
    }
    if (file->status == TS_OK) close_section(file, opened, skip);
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    msh_file msh = {.file = file, .draft = draft};
    ts_word word;
    ts_mesh_word(file, &word);
    if (!ts_word_is(word, "$MeshFormat")) ts_mesh_expected(file, "$MeshFormat", word);
    read_format(&msh);
    if (file->status == TS_OK) close_section(file, word, false);
    while (ts_mesh_word(file, &word)) read_section(&msh, word);
    free(msh.tags);
}

const ts_mesh_format ts_mesh_format_msh = {
    .name = "Gmsh MSH", .extension = ".msh", .has_tets = true, .draft = read_mesh};
