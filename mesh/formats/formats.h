/* SPDX-License-Identifier: MIT
 * The formats of mesh files: one file of this folder each, and a line in the table of formats.c. */
#ifndef TS_MESH_FORMATS_FORMATS_H
#define TS_MESH_FORMATS_FORMATS_H

#include <stdio.h>

#include "mesh/mesh.h"
#include "mesh/read/draft.h"

typedef struct ts_mesh_format {
    const char *name;       /* for messages: "Wavefront OBJ" */
    const char *extension;  /* that files are known by, in letters of either case: ".obj" */
    bool has_tets;          /* it can hold them */
    ts_draft_reader *draft; /* reads it so that it can be checked; NULL: it is not read as a mesh */
    /* Reads it as a frame alone, unchecked. NULL: it has a draft, or is not read. Leaves what is wrong by FILE:LINE. */
    ts_status (*frame)(const char *path, ts_mesh *mesh, ts_error *error);
    /* NULL: it is not written. The locale is "C"; what goes wrong with the stream is seen by the caller. */
    ts_status (*write)(FILE *stream, const ts_mesh *mesh, ts_error *error);
} ts_mesh_format;

size_t ts_mesh_format_count(void);
const ts_mesh_format *ts_mesh_format_at(size_t index);
/* By the extension of the path; NULL: none. */
const ts_mesh_format *ts_mesh_format_of(const char *path);
/* As a frame a file may show what no mesh may be: its elements have nodes of the file, none twice, and are not checked
 * further. */
ts_status ts_mesh_read_frame(const char *path, ts_mesh *mesh, ts_error *error);

extern const ts_mesh_format ts_mesh_format_obj, ts_mesh_format_vtk, ts_mesh_format_msh, ts_mesh_format_seg,
    ts_mesh_format_ply, ts_mesh_format_stl, ts_mesh_format_vtu, ts_mesh_format_vtp;

#endif
