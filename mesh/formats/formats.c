/* SPDX-License-Identifier: MIT
 * The table of the formats, and reading and writing a mesh by it. */
#include "mesh/formats/formats.h"

#include <string.h>
#include <strings.h>

#include "core/c_locale.h"
#include "core/files.h"

static const ts_mesh_format *const FORMATS[] = {
    &ts_mesh_format_obj, &ts_mesh_format_vtk, &ts_mesh_format_msh, &ts_mesh_format_seg,
    &ts_mesh_format_ply, &ts_mesh_format_stl, &ts_mesh_format_vtu, &ts_mesh_format_vtp,
};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS };

size_t ts_mesh_format_count(void) {
    return FORMAT_COUNT;
}

const ts_mesh_format *ts_mesh_format_at(size_t index) {
    return index < FORMAT_COUNT ? FORMATS[index] : NULL;
}

const ts_mesh_format *ts_mesh_format_of(const char *path) {
    const char *extension = strrchr(ts_path_name(path), '.');
    for (size_t k = 0; extension && k < FORMAT_COUNT; ++k) {
        if (strcasecmp(extension, FORMATS[k]->extension) == 0) return FORMATS[k];
    }
    return NULL;
}

/* ---- Which formats there are, for messages ---- */

static bool reads(const ts_mesh_format *format) {
    return format->draft;
}

static bool reads_frames(const ts_mesh_format *format) {
    return format->draft || format->frame;
}

static bool writes(const ts_mesh_format *format) {
    return format->write;
}

static bool writes_tets(const ts_mesh_format *format) {
    return format->write && format->has_tets;
}

typedef struct extensions {
    char text[80];
} extensions;

/* ".obj, .vtk or .ply" */
static extensions list_extensions(bool (*can)(const ts_mesh_format *format)) {
    extensions list = {""};
    size_t left = 0, length = 0;
    for (size_t k = 0; k < FORMAT_COUNT; ++k) left += can(FORMATS[k]);
    for (size_t k = 0; k < FORMAT_COUNT && length < sizeof list.text; ++k) {
        if (!can(FORMATS[k])) continue;
        const char *between = length == 0 ? "" : left == 1 ? " or " : ", ";
        length +=
            (size_t)snprintf(list.text + length, sizeof list.text - length, "%s%s", between, FORMATS[k]->extension);
        --left;
    }
    return list;
}

/* ---- Reading ---- */

ts_status ts_mesh_read(const char *path, ts_mesh *mesh, ts_error *error) {
    const ts_mesh_format *format = ts_mesh_format_of(path);
    if (format && reads(format)) return ts_draft_read(path, format->draft, TS_DRAFT_MESH, mesh, error);
    return ts_fail(error, TS_ERROR_DATA, "%s: the file's extension says its format; expected %s", path,
                   list_extensions(reads).text);
}

ts_status ts_mesh_read_frame(const char *path, ts_mesh *mesh, ts_error *error) {
    const ts_mesh_format *format = ts_mesh_format_of(path);
    if (format && format->frame) return format->frame(path, mesh, error);
    if (format && format->draft) return ts_draft_read(path, format->draft, TS_DRAFT_FRAME, mesh, error);
    return ts_fail(error, TS_ERROR_DATA, "%s: the file's extension says its format; expected %s", path,
                   list_extensions(reads_frames).text);
}

/* ---- Writing ---- */

static ts_status check_writing(const char *path, const ts_mesh *mesh, ts_error *error) {
    const ts_mesh_format *format = ts_mesh_format_of(path);
    if (!format || !format->write) {
        return ts_fail(error, TS_ERROR_USAGE, "%s: meshes are written as %s; choose one of these names", path,
                       list_extensions(writes).text);
    }
    if (format->has_tets || mesh->tets == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s: %s cannot hold the mesh's %zu tets; write a %s", path, format->name,
                   mesh->tets, list_extensions(writes_tets).text);
}

/* With a decimal point, whatever the caller's language. */
static ts_status write_in_c_locale(const ts_mesh_format *format, FILE *stream, const ts_mesh *mesh, ts_error *error) {
    ts_c_locale locale;
    if (!ts_c_locale_enter(&locale)) return ts_fail_memory(error, "a mesh file");
    const ts_status status = format->write(stream, mesh, error);
    ts_c_locale_leave(&locale);
    return status;
}

ts_status ts_mesh_write(const char *path, const ts_mesh *mesh, ts_error *error) {
    ts_output output;
    ts_status status = check_writing(path, mesh, error);
    if (status == TS_OK) status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    status = write_in_c_locale(ts_mesh_format_of(path), output.stream, mesh, error);
    if (status == TS_OK) return ts_output_close(&output, error);
    ts_output_abandon(&output);
    return status;
}
