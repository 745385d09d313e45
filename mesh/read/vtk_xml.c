/* SPDX-License-Identifier: MIT
 * Reading VTK XML files of one piece: the tags first, then the arrays that are wanted, then the cells. */
#include "mesh/read/vtk_xml.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/c_locale.h"
#include "core/error.h"
#include "mesh/read/vtk_array.h"
#include "mesh/read/vtk_cells.h"

/* A list of cells: its arrays, and the numbers of these (owned). */
typedef struct list {
    const ts_vtk_list *kind;
    size_t cells;
    ts_vtk_array connectivity, offsets, types;
    int64_t *node, *end, *type;
} list;

typedef struct vtk_file {
    const ts_vtk_kind *kind;
    ts_xml xml;
    ts_vtk_head head;
    size_t nodes;
    ts_vtk_array position;
    double *x; /* owned */
    list list[TS_VTK_MOST_LISTS];
    bool has_piece;
} vtk_file;

static ts_status fail_at(const vtk_file *file, const char *where, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: %s", file->xml.path, ts_xml_line(&file->xml, where), what);
}

/* ---- Tags ---- */

static bool attribute_is(const ts_xml_tag *tag, const char *name, const char *expected) {
    char value[64];
    return ts_xml_attribute(tag, name, value, sizeof value) && strcmp(value, expected) == 0;
}

static ts_status take_head(vtk_file *file, const ts_xml_tag *tag, ts_error *error) {
    char value[64];
    if (!attribute_is(tag, "type", file->kind->type)) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected <VTKFile type=\"%s\">, as the file's name says",
                       file->xml.path, ts_xml_line(&file->xml, tag->begin), file->kind->type);
    }
    if (ts_xml_attribute(tag, "byte_order", value, sizeof value)) {
        file->head.big_endian = strcmp(value, "BigEndian") == 0;
        if (!file->head.big_endian && strcmp(value, "LittleEndian") != 0) {
            return fail_at(file, tag->begin, "expected byte_order=\"LittleEndian\" or \"BigEndian\"", error);
        }
    }
    if (ts_xml_attribute(tag, "compressor", value, sizeof value)) {
        file->head.zlib = strcmp(value, "vtkZLibDataCompressor") == 0;
        if (!file->head.zlib) {
            return fail_at(file, tag->begin,
                           "its compressor is not read; write the file with vtkZLibDataCompressor (VTK's default) or "
                           "without compression",
                           error);
        }
    }
    file->head.wide = attribute_is(tag, "header_type", "UInt64");
    if (file->head.wide || !ts_xml_attribute(tag, "header_type", value, sizeof value)) return TS_OK;
    return strcmp(value, "UInt32") == 0
               ? TS_OK
               : fail_at(file, tag->begin, "expected header_type=\"UInt32\" or \"UInt64\"", error);
}

static bool take_count(const ts_xml_tag *tag, const char *name, size_t *count) {
    char value[32], *end;
    if (!ts_xml_attribute(tag, name, value, sizeof value) || value[0] < '0' || value[0] > '9') return false;
    *count = strtoull(value, &end, 10);
    return *end == '\0' && *count <= INT32_MAX;
}

static ts_status take_piece(vtk_file *file, const ts_xml_tag *tag, ts_error *error) {
    if (file->has_piece) return fail_at(file, tag->begin, "expected one <Piece>, found another", error);
    file->has_piece = true;
    const char *missing = take_count(tag, "NumberOfPoints", &file->nodes) ? NULL : "NumberOfPoints";
    for (size_t k = 0; k < file->kind->lists; ++k) {
        list *of = &file->list[k];
        if (!missing && !take_count(tag, of->kind->count, &of->cells)) missing = of->kind->count;
    }
    if (!missing) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected %s, a whole number below 2^31", file->xml.path,
                   ts_xml_line(&file->xml, tag->begin), missing);
}

static ts_status take_position(vtk_file *file, const ts_xml_tag *tag, ts_error *error) {
    file->position.element = *tag;
    if (attribute_is(tag, "NumberOfComponents", "3")) return TS_OK;
    return fail_at(file, tag->begin, "expected positions of 3 components", error);
}

static void take_array(list *of, const ts_xml_tag *tag) {
    ts_vtk_array *const arrays[] = {&of->connectivity, &of->offsets, &of->types};
    for (int k = 0; k < 3; ++k) {
        if (attribute_is(tag, "Name", arrays[k]->name)) arrays[k]->element = *tag;
    }
}

static ts_status take_appended(vtk_file *file, const ts_xml_tag *tag, ts_error *error) {
    const char *at = tag->end;
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
    if (*at != '_') return fail_at(file, tag->begin, "expected '_' before the appended data", error);
    file->head.appended = at + 1;
    file->head.appended_raw = attribute_is(tag, "encoding", "raw");
    if (file->head.appended_raw || attribute_is(tag, "encoding", "base64")) return TS_OK;
    return fail_at(file, tag->begin, "expected encoding=\"raw\" or \"base64\"", error);
}

/* The list that a tag begins or ends. */
static list *list_of(vtk_file *file, const ts_xml_tag *tag) {
    for (size_t k = 0; k < file->kind->lists; ++k) {
        if (ts_xml_is(tag, file->list[k].kind->element)) return &file->list[k];
    }
    return NULL;
}

/* Where in the file a tag stands. */
typedef struct place {
    bool known, in_points;
    list *in_list;
} place;

static ts_status take_tag(vtk_file *file, const ts_xml_tag *tag, place *at, ts_error *error) {
    list *named = list_of(file, tag);
    if (named) at->in_list = tag->opens && !tag->closes ? named : NULL;
    if (ts_xml_is(tag, "Points")) at->in_points = tag->opens && !tag->closes;
    if (!tag->opens) return TS_OK;
    if (ts_xml_is(tag, "VTKFile")) return take_head(file, tag, error);
    if (ts_xml_is(tag, "Piece")) return take_piece(file, tag, error);
    if (ts_xml_is(tag, "AppendedData")) return take_appended(file, tag, error);
    if (!ts_xml_is(tag, "DataArray")) return TS_OK;
    if (at->in_points) return take_position(file, tag, error);
    if (at->in_list) take_array(at->in_list, tag);
    return TS_OK;
}

/* Up to the appended data, which are no XML. */
static ts_status take_tags(vtk_file *file, ts_error *error) {
    place at = {0};
    ts_status status = TS_OK;
    ts_xml_tag tag;
    while (status == TS_OK && !file->head.appended && ts_xml_next(&file->xml, &tag)) {
        if (!at.known && !ts_xml_is(&tag, "VTKFile")) break;
        at.known = true;
        status = take_tag(file, &tag, &at, error);
    }
    if (status != TS_OK || file->has_piece) return status;
    return ts_fail(error, TS_ERROR_DATA, "%s: expected a VTK XML file (<VTKFile>) with a <Piece>", file->xml.path);
}

/* ---- Numbers ---- */

/* Nothing is announced, and there is no array: as writers do for lists without cells. An array that is there is read,
 * as it may hold more than is announced. */
static bool is_left_out(const ts_vtk_array *array, size_t count) {
    return count == 0 && !array->element.begin;
}

static ts_status read_positions(vtk_file *file, ts_error *error) {
    if (is_left_out(&file->position, file->nodes)) return TS_OK;
    const ts_status status = ts_vtk_reals(&file->xml, &file->head, &file->position, 3 * file->nodes, &file->x, error);
    for (size_t i = 0; status == TS_OK && i < 3 * file->nodes; ++i) {
        if (isfinite(file->x[i])) continue;
        return ts_fail(error, TS_ERROR_DATA, "%s: coordinate %zu of point %zu is %g; expected a finite number",
                       file->xml.path, i % 3, i / 3, file->x[i]);
    }
    return status;
}

static ts_status check_offsets(const vtk_file *file, const list *of, ts_error *error) {
    for (size_t i = 0; i < of->cells; ++i) {
        const int64_t begin = i > 0 ? of->end[i - 1] : 0;
        if (of->end[i] > begin && of->end[i] <= INT32_MAX) continue;
        return ts_fail(error, TS_ERROR_DATA, "%s: offset %zu of %s is %" PRId64 "; expected more than %" PRId64,
                       file->xml.path, i, of->kind->element, of->end[i], begin);
    }
    return TS_OK;
}

static ts_status read_integers(const vtk_file *file, const ts_vtk_array *array, size_t count, int64_t **values,
                               ts_error *error) {
    if (is_left_out(array, count)) return TS_OK;
    return ts_vtk_integers(&file->xml, &file->head, array, count, values, error);
}

static ts_status read_list(const vtk_file *file, list *of, ts_error *error) {
    ts_status status = read_integers(file, &of->offsets, of->cells, &of->end, error);
    if (status == TS_OK) status = check_offsets(file, of, error);
    if (status == TS_OK && of->kind->type == 0) status = read_integers(file, &of->types, of->cells, &of->type, error);
    if (status != TS_OK) return status;
    const size_t entries = of->cells ? (size_t)of->end[of->cells - 1] : 0;
    return read_integers(file, &of->connectivity, entries, &of->node, error);
}

/* ---- Cells ---- */

static ts_vtk_cell cell_at(const list *of, size_t i) {
    const int64_t begin = i > 0 ? of->end[i - 1] : 0;
    return (ts_vtk_cell){of->type ? of->type[i] : of->kind->type, (size_t)(of->end[i] - begin), of->node + begin};
}

static ts_status count_cells(const vtk_file *file, ts_mesh *mesh, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; k < file->kind->lists; ++k) {
        const list *of = &file->list[k];
        const char *what = file->kind->lists > 1 ? of->kind->element : "cell";
        for (size_t i = 0; status == TS_OK && i < of->cells; ++i) {
            const ts_vtk_cell cell = cell_at(of, i);
            status = ts_vtk_check_cell(file->xml.path, what, i, &cell, file->nodes, error);
            if (status == TS_OK) ts_vtk_count_cell(&cell, mesh);
        }
    }
    return status;
}

static void add_cells(const vtk_file *file, ts_mesh *mesh) {
    mesh->tets = mesh->triangles = mesh->segments = mesh->particles = 0;
    for (size_t k = 0; k < file->kind->lists; ++k) {
        for (size_t i = 0; i < file->list[k].cells; ++i) {
            const ts_vtk_cell cell = cell_at(&file->list[k], i);
            ts_vtk_add_cell(&cell, mesh);
        }
    }
}

static ts_status build(const vtk_file *file, ts_mesh *mesh, ts_error *error) {
    ts_mesh made = {.nodes = file->nodes};
    ts_status status = count_cells(file, &made, error);
    if (status == TS_OK) status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    add_cells(file, &made);
    if (file->nodes) memcpy(made.x, file->x, 3 * file->nodes * sizeof *file->x);
    made.is_single = file->nodes > 0 && ts_vtk_is_single(&file->position);
    *mesh = made;
    return TS_OK;
}

/* ---- A whole file ---- */

static ts_status read_file(vtk_file *file, const char *path, ts_mesh *mesh, ts_error *error) {
    ts_status status = ts_xml_load(&file->xml, path, error);
    if (status == TS_OK) status = take_tags(file, error);
    if (status == TS_OK) status = read_positions(file, error);
    for (size_t k = 0; status == TS_OK && k < file->kind->lists; ++k) {
        status = read_list(file, &file->list[k], error);
    }
    return status == TS_OK ? build(file, mesh, error) : status;
}

static void clear_file(vtk_file *file) {
    for (size_t k = 0; k < file->kind->lists; ++k) {
        free(file->list[k].node);
        free(file->list[k].end);
        free(file->list[k].type);
    }
    free(file->x);
    ts_xml_clear(&file->xml);
}

ts_status ts_vtk_xml_read(const char *path, const ts_vtk_kind *kind, ts_mesh *mesh, ts_error *error) {
    vtk_file file = {.kind = kind, .position.name = "Points"};
    for (size_t k = 0; k < kind->lists; ++k) {
        file.list[k] = (list){.kind = &kind->list[k],
                              .connectivity.name = "connectivity",
                              .offsets.name = "offsets",
                              .types.name = "types"};
    }
    ts_c_locale locale;
    if (!ts_c_locale_enter(&locale)) return ts_fail_memory(error, "a mesh file");
    const ts_status status = read_file(&file, path, mesh, error);
    ts_c_locale_leave(&locale);
    clear_file(&file);
    return status;
}
