/* SPDX-License-Identifier: MIT
 * Wavefront OBJ: vertices, faces, polylines and points; normals, textures, groups and materials are passed over. */
#include <string.h>

#include "mesh/formats/formats.h"
#include "mesh/read/draft.h"
#include "mesh/write/text.h"

/* v x y z, then nothing, a weight, or a colour: numbers that say nothing about the mesh. */
static void read_vertex(ts_mesh_file *file, ts_mesh_draft *draft) {
    double x[3];
    ts_word word;
    for (int c = 0; c < 3; ++c) x[c] = ts_mesh_number_on_line(file, "a finite coordinate");
    while (ts_mesh_word_on_line(file, &word)) ts_mesh_parse_number(file, word, "a number");
    ts_draft_node(draft, x);
}

static bool is_index_or_none(const char *text, size_t length) {
    const size_t sign = length > 1 && *text == '-';
    return strspn(text + sign, "0123456789") >= length - sign;
}

/* What may follow the vertex: nothing, /vt, //vn or /vt/vn; there are programs that write the slashes of none. */
static bool is_rest_of_corner(const char *text, size_t length) {
    if (length == 0) return true;
    const char *texture = text + 1, *slash = memchr(texture, '/', length - 1);
    if (!slash) return is_index_or_none(texture, length - 1);
    const size_t between = (size_t)(slash - texture);
    return is_index_or_none(texture, between) && is_index_or_none(slash + 1, length - between - 2);
}

/* v, v/vt, v//vn or v/vt/vn; negative ones count back from the last vertex read. */
static void read_corner(ts_mesh_file *file, ts_mesh_draft *draft, ts_word word) {
    const char *slash = memchr(word.text, '/', word.length);
    const ts_word vertex = {word.text, slash ? (size_t)(slash - word.text) : word.length};
    if (vertex.length == 0 || !is_rest_of_corner(word.text + vertex.length, word.length - vertex.length)) {
        ts_mesh_expected(file, "indices v, v/vt, v//vn or v/vt/vn", word);
    }
    const int64_t index = ts_mesh_parse_integer(file, vertex, "the index of a vertex");
    if (file->status != TS_OK) return;
    if (index == 0) {
        ts_mesh_complain(file, "there is no vertex 0; the first is 1");
    } else if (index < 0 && index < -(int64_t)draft->nodes) {
        ts_mesh_complain(file, "vertex %lld reaches back beyond the %zu before it", (long long)index, draft->nodes);
    } else {
        ts_draft_corner(draft, index > 0 ? index - 1 : (int64_t)draft->nodes + index);
    }
}

static void read_corners(ts_mesh_file *file, ts_mesh_draft *draft) {
    ts_word word;
    while (ts_mesh_word_on_line(file, &word)) read_corner(file, draft, word);
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    ts_word word;
    draft->first = 1;
    for (bool more = ts_mesh_word(file, &word); more; more = ts_mesh_next_words(file, &word)) {
        if (ts_word_is(word, "v")) {
            read_vertex(file, draft);
        } else if (ts_word_is(word, "f")) {
            read_corners(file, draft);
            ts_draft_polygon(draft);
        } else if (ts_word_is(word, "l")) {
            read_corners(file, draft);
            ts_draft_polyline(draft);
        } else if (ts_word_is(word, "p")) {
            read_corners(file, draft);
            ts_draft_points(draft);
        }
    }
}

static ts_status write_mesh(FILE *stream, const ts_mesh *mesh, ts_error *error) {
    static const char *const KEYWORD[4] = {NULL, "p", "l", "f"};
    (void)error;
    ts_write_nodes(stream, "v ", mesh);
    for (int n = 3; n >= 1; --n) {
        const ts_element_rows rows = ts_mesh_rows(mesh, n);
        ts_write_elements(stream, KEYWORD[n], &rows, 1);
    }
    return TS_OK;
}

const ts_mesh_format ts_mesh_format_obj = {
    .name = "Wavefront OBJ", .extension = ".obj", .draft = read_mesh, .write = write_mesh};
