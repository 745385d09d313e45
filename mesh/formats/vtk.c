/* SPDX-License-Identifier: MIT
 * Legacy VTK files in ASCII: unstructured grids and polygonal data; cells as counted lists, or as offsets and
 * connectivity (version 5). */
#include <stdlib.h>

#include "mesh/formats/formats.h"
#include "mesh/read/draft.h"
#include "mesh/write/text.h"

/* ---- Kinds of cells ---- */

typedef struct cell_kind {
    int64_t type;
    const char *name;
    size_t nodes; /* 0: any number */
    void (*add)(ts_mesh_draft *draft);
} cell_kind;

static const cell_kind KINDS[] = {
    {1, "vertex", 1, ts_draft_points},    {2, "poly-vertex", 0, ts_draft_points},
    {3, "line", 2, ts_draft_polyline},    {4, "polyline", 0, ts_draft_polyline},
    {5, "triangle", 3, ts_draft_polygon}, {7, "polygon", 0, ts_draft_polygon},
    {9, "quad", 4, ts_draft_polygon},     {10, "tetrahedron", 4, ts_draft_simplex},
};
enum { POLY_VERTEX = 2, POLYLINE = 4, POLYGON = 7 };

static const cell_kind *find_kind(int64_t type) {
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; ++k) {
        if (KINDS[k].type == type) return &KINDS[k];
    }
    return NULL;
}

/* ---- Lists of cells ---- */

typedef struct cell_list {
    bool present;
    size_t cells, entries;
    int64_t *node; /* entries: the nodes of all cells */
    size_t *end;   /* of each cell in node */
    size_t *place;
} cell_list;

static void cells_clear(cell_list *list) {
    free(list->node);
    free(list->end);
    free(list->place);
    *list = (cell_list){0};
}

/* The counts are at most the bytes of the file. */
static void cells_init(ts_mesh_file *file, cell_list *list, size_t cells, size_t entries) {
    *list = (cell_list){.present = true, .cells = cells, .entries = entries};
    list->node = calloc(entries + 1, sizeof *list->node);
    list->end = calloc(cells + 1, sizeof *list->end);
    list->place = calloc(cells + 1, sizeof *list->place);
    if (!list->node || !list->end || !list->place) ts_mesh_no_memory(file);
}

/* For each cell its number of nodes, then these. */
static void read_counted(ts_mesh_file *file, cell_list *list) {
    size_t end = 0;
    for (size_t k = 0; k < list->cells && file->status == TS_OK; ++k) {
        const int64_t n = ts_mesh_integer(file, "the number of nodes of a cell");
        list->place[k] = ts_mesh_place(file);
        if (n < 0 || (uint64_t)n > list->entries - end) {
            ts_mesh_complain(file, "a cell of %lld nodes; expected at most the %zu that are left of those announced",
                             (long long)n, list->entries - end);
            return;
        }
        for (int64_t c = 0; c < n; ++c) list->node[end++] = ts_mesh_integer(file, "a node");
        list->end[k] = end;
    }
    if (end != list->entries) {
        ts_mesh_complain(file, "the cells have %zu nodes in all; announced were %zu", end, list->entries);
    }
}

static void expect_word(ts_mesh_file *file, const char *expected) {
    ts_word word;
    ts_mesh_word(file, &word);
    if (!ts_word_is(word, expected)) ts_mesh_expected(file, expected, word);
}

static void skip_type(ts_mesh_file *file) {
    ts_word word;
    if (!ts_mesh_word_on_line(file, &word)) ts_mesh_expected(file, "a type such as double or vtktypeint64", word);
}

/* OFFSETS, which begin with 0, then CONNECTIVITY. */
static void read_offsets(ts_mesh_file *file, cell_list *list) {
    skip_type(file);
    for (size_t k = 0; k <= list->cells && file->status == TS_OK; ++k) {
        const int64_t end = ts_mesh_integer(file, "an offset");
        const size_t least = k > 1 ? list->end[k - 2] : 0, most = k > 0 ? list->entries : 0;
        if (end < (int64_t)least || (size_t)end > most) {
            ts_mesh_complain(file, "expected an offset from %zu to %zu, found %lld", least, most, (long long)end);
        } else if (k > 0) {
            list->end[k - 1] = (size_t)end;
            list->place[k - 1] = ts_mesh_place(file); /* where an empty one is; others are where their nodes are */
        }
    }
    const size_t last = list->cells ? list->end[list->cells - 1] : 0;
    if (last != list->entries) {
        ts_mesh_complain(file, "the last offset is %zu; the connectivity has %zu entries", last, list->entries);
    }
    expect_word(file, "CONNECTIVITY");
    skip_type(file);
    for (size_t e = 0, k = 0; e < list->entries && file->status == TS_OK; ++e) {
        list->node[e] = ts_mesh_integer(file, "a node");
        while (list->end[k] <= e) ++k;
        if (e == (k ? list->end[k - 1] : 0)) list->place[k] = ts_mesh_place(file);
    }
}

/* CELLS, VERTICES, LINES or POLYGONS: two counts, then the list. */
static void read_cells(ts_mesh_file *file, cell_list *list) {
    ts_word word;
    if (list->present) ts_mesh_complain(file, "a second list of cells; expected one");
    const size_t first = ts_mesh_count(file, "the number of cells", 2);
    const size_t second = ts_mesh_count(file, "the size of the list of cells", 2);
    ts_mesh_end_line(file);
    if (file->status != TS_OK) return;
    ts_mesh_begin_line(file);
    const size_t at = file->at;
    if (ts_mesh_word_on_line(file, &word) && ts_word_is(word, "OFFSETS")) {
        cells_init(file, list, first ? first - 1 : 0, second);
        if (first == 0 && second > 0) ts_mesh_complain(file, "%zu entries without offsets", second);
        if (file->status == TS_OK) read_offsets(file, list);
        return;
    }
    file->at = at;
    if (second < first) ts_mesh_complain(file, "%zu cells cannot be a list of %zu numbers", first, second);
    if (file->status != TS_OK) return;
    cells_init(file, list, first, second - first);
    if (file->status == TS_OK) read_counted(file, list);
}

/* Adds cell k as of this kind; what is wrong with it is said of its own line. */
static void add_cell(ts_mesh_draft *draft, const cell_list *list, size_t k, const cell_kind *kind) {
    ts_mesh_file *file = draft->file;
    const size_t begin = k ? list->end[k - 1] : 0, nodes = list->end[k] - begin;
    file->said_line = list->place[k];
    if (kind->nodes && nodes != kind->nodes) {
        ts_mesh_complain(file, "a %s has %zu nodes; found %zu", kind->name, kind->nodes, nodes);
    }
    for (size_t e = begin; e < list->end[k]; ++e) ts_draft_corner(draft, list->node[e]);
    if (file->status == TS_OK) kind->add(draft);
}

/* ---- Sections ---- */

static void read_points(ts_mesh_file *file, ts_mesh_draft *draft) {
    if (draft->nodes) ts_mesh_complain(file, "a second list of points; expected one");
    const size_t count = ts_mesh_count(file, "the number of points", 6);
    skip_type(file);
    for (size_t i = 0; i < count && file->status == TS_OK; ++i) {
        double x[3];
        for (int c = 0; c < 3; ++c) x[c] = ts_mesh_number(file, "a finite coordinate");
        ts_draft_node(draft, x);
    }
}

static void read_types(ts_mesh_file *file, ts_mesh_draft *draft, const cell_list *list) {
    const size_t count = ts_mesh_count(file, "the number of cell types", 2);
    if (!list->present || count != list->cells) {
        ts_mesh_complain(file, "types of %zu cells; expected the %zu of CELLS before", count, list->cells);
    }
    for (size_t k = 0; k < count && file->status == TS_OK; ++k) {
        const int64_t type = ts_mesh_integer(file, "a cell type");
        const cell_kind *kind = find_kind(type);
        const size_t line = file->said_line;
        if (!kind) {
            ts_mesh_complain(file,
                             "cell type %lld is not read; expected 1, 2 (vertices), 3, 4 (lines), 5, 7, 9 "
                             "(triangles, polygons, quads) or 10 (tetrahedra)",
                             (long long)type);
        } else if (file->status == TS_OK) {
            add_cell(draft, list, k, kind);
            file->said_line = line;
        }
    }
}

static void read_polygons(ts_mesh_file *file, ts_mesh_draft *draft, int64_t type) {
    cell_list list = {0};
    const cell_kind *kind = find_kind(type);
    read_cells(file, &list);
    for (size_t k = 0; k < list.cells && file->status == TS_OK; ++k) add_cell(draft, &list, k, kind);
    cells_clear(&list);
}

/* FIELD NAME COUNT, then of each array name, components, tuples, type and values: nothing about the mesh. */
static void skip_field(ts_mesh_file *file) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    const size_t arrays = ts_mesh_count(file, "the number of arrays", 4);
    for (size_t k = 0; k < arrays && file->status == TS_OK; ++k) {
        ts_mesh_begin_line(file);
        ts_mesh_word_on_line(file, &word);
        const size_t components = ts_mesh_count(file, "the number of components", 2);
        const size_t tuples = ts_mesh_count(file, "the number of tuples", 2);
        skip_type(file);
        for (size_t i = 0; i < tuples; ++i) {
            for (size_t c = 0; c < components; ++c) {
                if (!ts_mesh_word(file, &word)) {
                    ts_mesh_expected(file, "a value of a field", word);
                    return;
                }
            }
        }
    }
}

/* Up to the next blank line. */
static void skip_metadata(ts_mesh_file *file) {
    ts_word word;
    while (ts_mesh_next_line(file) && ts_mesh_word_on_line(file, &word)) continue;
}

/* Reads the section that begins with `word`; false where the mesh ends and data on it begin. */
static bool read_section(ts_mesh_file *file, ts_mesh_draft *draft, ts_word word, cell_list *cells) {
    if (ts_word_is(word, "POINT_DATA") || ts_word_is(word, "CELL_DATA")) return false;
    if (ts_word_is(word, "POINTS")) {
        read_points(file, draft);
    } else if (ts_word_is(word, "CELLS")) {
        read_cells(file, cells);
    } else if (ts_word_is(word, "CELL_TYPES")) {
        read_types(file, draft, cells);
        cells->cells = 0; /* all added */
    } else if (ts_word_is(word, "VERTICES")) {
        read_polygons(file, draft, POLY_VERTEX);
    } else if (ts_word_is(word, "LINES")) {
        read_polygons(file, draft, POLYLINE);
    } else if (ts_word_is(word, "POLYGONS")) {
        read_polygons(file, draft, POLYGON);
    } else if (ts_word_is(word, "FIELD")) {
        skip_field(file);
    } else if (ts_word_is(word, "METADATA")) {
        skip_metadata(file);
    } else {
        ts_mesh_expected(file, "POINTS, CELLS, CELL_TYPES, VERTICES, LINES or POLYGONS", word);
    }
    return file->status == TS_OK;
}

static void read_header(ts_mesh_file *file) {
    static const char *const MAGIC[] = {"#", "vtk", "DataFile", "Version"};
    ts_word word;
    for (int k = 0; k < 4; ++k) {
        ts_mesh_word_on_line(file, &word);
        if (!ts_word_is(word, MAGIC[k])) ts_mesh_expected(file, "\"# vtk DataFile Version\"", word);
    }
    ts_mesh_next_line(file);
    ts_mesh_next_line(file); /* the title */
    ts_mesh_word(file, &word);
    if (!ts_word_is(word, "ASCII")) ts_mesh_expected(file, "ASCII (BINARY is not read)", word);
    expect_word(file, "DATASET");
    ts_mesh_word_on_line(file, &word);
    if (!ts_word_is(word, "UNSTRUCTURED_GRID") && !ts_word_is(word, "POLYDATA")) {
        ts_mesh_expected(file, "UNSTRUCTURED_GRID or POLYDATA", word);
    }
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    cell_list cells = {0};
    ts_word word;
    read_header(file);
    while (ts_mesh_word(file, &word) && read_section(file, draft, word, &cells)) continue;
    if (cells.cells) ts_mesh_complain(file, "%zu cells without CELL_TYPES", cells.cells);
    cells_clear(&cells);
}

static ts_status write_mesh(FILE *stream, const ts_mesh *mesh, ts_error *error) {
    static const int TYPE[5] = {0, 1, 3, 5, 10};
    static const char *const COUNT[5] = {"", "1", "2", "3", "4"};
    (void)error;
    fprintf(stream, "# vtk DataFile Version 3.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %zu double\n",
            mesh->nodes);
    ts_write_nodes(stream, "", mesh);
    const size_t cells = mesh->tets + mesh->triangles + mesh->segments + mesh->particles;
    const size_t numbers = 5 * mesh->tets + 4 * mesh->triangles + 3 * mesh->segments + 2 * mesh->particles;
    fprintf(stream, "CELLS %zu %zu\n", cells, numbers);
    for (int n = 4; n >= 1; --n) {
        const ts_element_rows rows = ts_mesh_rows(mesh, n);
        ts_write_elements(stream, COUNT[n], &rows, 0);
    }
    fprintf(stream, "CELL_TYPES %zu\n", cells);
    for (int n = 4; n >= 1; --n) {
        for (size_t k = ts_mesh_rows(mesh, n).count; k > 0; --k) fprintf(stream, "%d\n", TYPE[n]);
    }
    return TS_OK;
}

const ts_mesh_format ts_mesh_format_vtk = {
    .name = "legacy VTK", .extension = ".vtk", .has_tets = true, .draft = read_mesh, .write = write_mesh};
