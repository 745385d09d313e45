/* SPDX-License-Identifier: MIT
 * VTK XML unstructured grids of one piece, little-endian, not compressed: positions, tets as they stand, triangles,
 * quads and polygons (fanned), lines, vertices; other cells are refused. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "mesh/formats/formats.h"
#include "mesh/read/vtu_array.h"

enum { VTK_VERTEX = 1, VTK_LINE = 3, VTK_POLYLINE = 4, VTK_TRIANGLE = 5, VTK_POLYGON = 7, VTK_QUAD = 9, VTK_TET = 10 };

/* A file's tags, taken apart. */
typedef struct vtu_file {
    ts_xml xml;
    ts_vtu_head head;
    size_t nodes, cells;
    ts_vtu_array position, connectivity, offsets, types;
    bool has_piece;
} vtu_file;

/* Its numbers; owned. */
typedef struct vtu_data {
    double *position;
    int64_t *node, *end, *type;
} vtu_data;

static ts_status fail_at(const vtu_file *file, const char *where, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: %s", file->xml.path, ts_xml_line(&file->xml, where), what);
}

/* ---- Tags ---- */

static bool attribute_is(const ts_xml_tag *tag, const char *name, const char *expected) {
    char value[64];
    return ts_xml_attribute(tag, name, value, sizeof value) && strcmp(value, expected) == 0;
}

static ts_status take_head(vtu_file *file, const ts_xml_tag *tag, ts_error *error) {
    char value[64];
    if (!attribute_is(tag, "type", "UnstructuredGrid")) {
        return fail_at(file, tag->begin, "expected <VTKFile type=\"UnstructuredGrid\">", error);
    }
    if (ts_xml_attribute(tag, "byte_order", value, sizeof value) && strcmp(value, "LittleEndian") != 0) {
        return fail_at(file, tag->begin, "expected byte_order=\"LittleEndian\"; write the file anew", error);
    }
    if (ts_xml_attribute(tag, "compressor", value, sizeof value)) {
        return fail_at(file, tag->begin, "the data are compressed; write the file without compression", error);
    }
    file->head.wide = attribute_is(tag, "header_type", "UInt64");
    return TS_OK;
}

static bool take_count(const ts_xml_tag *tag, const char *name, size_t *count) {
    char value[32], *end;
    if (!ts_xml_attribute(tag, name, value, sizeof value) || value[0] < '0' || value[0] > '9') return false;
    *count = strtoull(value, &end, 10);
    return *end == '\0' && *count <= INT32_MAX;
}

static ts_status take_piece(vtu_file *file, const ts_xml_tag *tag, ts_error *error) {
    if (file->has_piece) return fail_at(file, tag->begin, "expected one <Piece>, found another", error);
    file->has_piece = true;
    if (take_count(tag, "NumberOfPoints", &file->nodes) && take_count(tag, "NumberOfCells", &file->cells)) return TS_OK;
    return fail_at(file, tag->begin, "expected NumberOfPoints and NumberOfCells, whole numbers below 2^31", error);
}

static ts_status take_array(vtu_file *file, const ts_xml_tag *tag, bool in_points, ts_error *error) {
    char components[16];
    if (in_points) {
        file->position.element = *tag;
        if (ts_xml_attribute(tag, "NumberOfComponents", components, sizeof components) &&
            strcmp(components, "3") == 0) {
            return TS_OK;
        }
        return fail_at(file, tag->begin, "expected positions of 3 components", error);
    }
    ts_vtu_array *const arrays[] = {&file->connectivity, &file->offsets, &file->types};
    for (int k = 0; k < 3; ++k) {
        if (attribute_is(tag, "Name", arrays[k]->name)) arrays[k]->element = *tag;
    }
    return TS_OK;
}

static ts_status take_appended(vtu_file *file, const ts_xml_tag *tag, ts_error *error) {
    const char *at = tag->end;
    while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') ++at;
    if (*at != '_') return fail_at(file, tag->begin, "expected '_' before the appended data", error);
    file->head.appended = at + 1;
    file->head.appended_raw = attribute_is(tag, "encoding", "raw");
    if (file->head.appended_raw || attribute_is(tag, "encoding", "base64")) return TS_OK;
    return fail_at(file, tag->begin, "expected encoding=\"raw\" or \"base64\"", error);
}

/* Up to the appended data, which are no XML. */
static ts_status take_tags(vtu_file *file, ts_error *error) {
    bool known = false, in_points = false, in_cells = false;
    ts_status status = TS_OK;
    ts_xml_tag tag;
    while (status == TS_OK && !file->head.appended && ts_xml_next(&file->xml, &tag)) {
        if (!known && !ts_xml_is(&tag, "VTKFile")) break;
        if (ts_xml_is(&tag, "Points")) in_points = tag.opens && !tag.closes;
        if (ts_xml_is(&tag, "Cells")) in_cells = tag.opens && !tag.closes;
        if (!tag.opens) continue;
        if (ts_xml_is(&tag, "VTKFile")) status = take_head(file, &tag, error);
        if (ts_xml_is(&tag, "Piece")) status = take_piece(file, &tag, error);
        if (ts_xml_is(&tag, "AppendedData")) status = take_appended(file, &tag, error);
        if (ts_xml_is(&tag, "DataArray") && (in_points || in_cells)) status = take_array(file, &tag, in_points, error);
        known = true;
    }
    if (status != TS_OK || file->has_piece) return status;
    return ts_fail(error, TS_ERROR_DATA, "%s: expected a VTK XML file (<VTKFile>) with a <Piece>", file->xml.path);
}

/* ---- Numbers ---- */

static void data_clear(vtu_data *data) {
    free(data->position);
    free(data->node);
    free(data->end);
    free(data->type);
}

static ts_status check_offsets(const vtu_file *file, const int64_t *end, ts_error *error) {
    for (size_t i = 0; i < file->cells; ++i) {
        const int64_t begin = i > 0 ? end[i - 1] : 0;
        if (end[i] > begin && end[i] <= INT32_MAX) continue;
        return ts_fail(error, TS_ERROR_DATA, "%s: offset %zu is %" PRId64 "; expected more than %" PRId64,
                       file->xml.path, i, end[i], begin);
    }
    return TS_OK;
}

static ts_status read_data(const vtu_file *file, vtu_data *data, ts_error *error) {
    const ts_xml *xml = &file->xml;
    const ts_vtu_head *head = &file->head;
    ts_status status = ts_vtu_reals(xml, head, &file->position, 3 * file->nodes, &data->position, error);
    if (status == TS_OK && file->cells > 0) {
        status = ts_vtu_integers(xml, head, &file->offsets, file->cells, &data->end, error);
        if (status == TS_OK) status = check_offsets(file, data->end, error);
        if (status == TS_OK) status = ts_vtu_integers(xml, head, &file->types, file->cells, &data->type, error);
        if (status == TS_OK) {
            const size_t entries = (size_t)data->end[file->cells - 1];
            status = ts_vtu_integers(xml, head, &file->connectivity, entries, &data->node, error);
        }
    }
    return status;
}

static ts_status check_positions(const vtu_file *file, const vtu_data *data, ts_error *error) {
    for (size_t i = 0; i < 3 * file->nodes; ++i) {
        if (isfinite(data->position[i])) continue;
        return ts_fail(error, TS_ERROR_DATA, "%s: coordinate %zu of point %zu is %g; expected a finite number",
                       file->xml.path, i % 3, i / 3, data->position[i]);
    }
    return TS_OK;
}

/* ---- Cells ---- */

/* More corners are no polygon but a damaged file. */
enum { MOST_CORNERS = 256 };

/* A cell's corners. */
typedef struct cell {
    int64_t type;
    size_t size;
    const int64_t *node;
} cell;

static cell cell_at(const vtu_data *data, size_t i) {
    const int64_t begin = i > 0 ? data->end[i - 1] : 0;
    return (cell){data->type[i], (size_t)(data->end[i] - begin), data->node + begin};
}

static bool has_its_size(const cell *c) {
    switch (c->type) {
    case VTK_VERTEX: return c->size == 1;
    case VTK_LINE: return c->size == 2;
    case VTK_POLYLINE: return c->size >= 2;
    case VTK_TRIANGLE: return c->size == 3;
    case VTK_POLYGON: return c->size >= 3 && c->size <= MOST_CORNERS;
    case VTK_QUAD:
    case VTK_TET: return c->size == 4;
    default: return false;
    }
}

static ts_status check_cell(const vtu_file *file, size_t i, const cell *c, ts_error *error) {
    if (!has_its_size(c)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s: cell %zu has type %" PRId64
                       " and %zu nodes; expected vertices (1), lines (3, 4), triangles, "
                       "polygons and quads (5, 7, 9) or tets (10)",
                       file->xml.path, i, c->type, c->size);
    }
    for (size_t k = 0; k < c->size; ++k) {
        if (c->node[k] < 0 || (size_t)c->node[k] >= file->nodes) {
            return ts_fail(error, TS_ERROR_DATA, "%s: cell %zu names node %" PRId64 "; the file has %zu",
                           file->xml.path, i, c->node[k], file->nodes);
        }
        /* A polyline may come back to a node, but not at once. */
        for (size_t l = c->type == VTK_POLYLINE && k > 0 ? k - 1 : 0; l < k; ++l) {
            if (c->node[l] != c->node[k]) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s: cell %zu names node %" PRId64 " twice", file->xml.path, i,
                           c->node[k]);
        }
    }
    return TS_OK;
}

static void count_cell(const cell *c, ts_mesh *mesh) {
    if (c->type == VTK_VERTEX) ++mesh->particles;
    if (c->type == VTK_LINE || c->type == VTK_POLYLINE) mesh->segments += c->size - 1;
    if (c->type == VTK_TRIANGLE || c->type == VTK_POLYGON || c->type == VTK_QUAD) mesh->triangles += c->size - 2;
    if (c->type == VTK_TET) ++mesh->tets;
}

/* Lines are split, polygons fanned; mesh's counts say what is there already. */
static void add_cell(const cell *c, ts_mesh *mesh) {
    const int64_t *node = c->node;
    if (c->type == VTK_VERTEX) {
        mesh->particle[mesh->particles++] = (int32_t)node[0];
    } else if (c->type == VTK_TET) {
        for (int k = 0; k < 4; ++k) mesh->tet[mesh->tets][k] = (int32_t)node[k];
        ++mesh->tets;
    } else if (c->type == VTK_LINE || c->type == VTK_POLYLINE) {
        for (size_t k = 1; k < c->size; ++k, ++mesh->segments) {
            mesh->segment[mesh->segments][0] = (int32_t)node[k - 1];
            mesh->segment[mesh->segments][1] = (int32_t)node[k];
        }
    } else {
        for (size_t k = 2; k < c->size; ++k, ++mesh->triangles) {
            mesh->triangle[mesh->triangles][0] = (int32_t)node[0];
            mesh->triangle[mesh->triangles][1] = (int32_t)node[k - 1];
            mesh->triangle[mesh->triangles][2] = (int32_t)node[k];
        }
    }
}

static ts_status build(const vtu_file *file, const vtu_data *data, ts_mesh *mesh, ts_error *error) {
    ts_mesh made = {.nodes = file->nodes};
    ts_status status = check_positions(file, data, error);
    for (size_t i = 0; status == TS_OK && i < file->cells; ++i) {
        const cell c = cell_at(data, i);
        status = check_cell(file, i, &c, error);
        if (status == TS_OK) count_cell(&c, &made);
    }
    if (status == TS_OK) status = ts_mesh_allocate(&made, error);
    if (status != TS_OK) return status;
    made.tets = made.triangles = made.segments = made.particles = 0;
    for (size_t i = 0; i < file->cells; ++i) {
        const cell c = cell_at(data, i);
        add_cell(&c, &made);
    }
    if (file->nodes) memcpy(made.x, data->position, 3 * file->nodes * sizeof *data->position);
    *mesh = made;
    return TS_OK;
}

static ts_status read_file(const char *path, ts_mesh *mesh, ts_error *error) {
    vtu_file file = {.position.name = "Points",
                     .connectivity.name = "connectivity",
                     .offsets.name = "offsets",
                     .types.name = "types"};
    vtu_data data = {0};
    ts_status status = ts_xml_load(&file.xml, path, error);
    if (status == TS_OK) status = take_tags(&file, error);
    if (status == TS_OK) status = read_data(&file, &data, error);
    if (status == TS_OK) status = build(&file, &data, mesh, error);
    data_clear(&data);
    ts_xml_clear(&file.xml);
    return status;
}

const ts_mesh_format ts_mesh_format_vtu = {
    .name = "VTK XML", .extension = ".vtu", .has_tets = true, .is_unchecked = true, .read = read_file};
