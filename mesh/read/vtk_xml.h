/* SPDX-License-Identifier: MIT
 * VTK XML files of one piece: their tags, positions, and the lists of cells that a kind of file has. */
#ifndef TS_MESH_READ_VTK_XML_H
#define TS_MESH_READ_VTK_XML_H

#include "mesh/mesh.h"

/* A list of cells: an element of the piece with the arrays connectivity and offsets. */
typedef struct ts_vtk_list {
    const char *element; /* "Polys" */
    const char *count;   /* attribute of the piece that says how many: "NumberOfPolys" */
    int64_t type;        /* of all of them (ts_vtk_type); 0: the array types says it of each */
} ts_vtk_list;

enum { TS_VTK_MOST_LISTS = 4 };

/* A kind of file. */
typedef struct ts_vtk_kind {
    const char *type; /* of the element VTKFile: "PolyData" */
    size_t lists;
    ts_vtk_list list[TS_VTK_MOST_LISTS];
} ts_vtk_kind;

/* Elements keep the order of the file, list by list; they are checked as ts_vtk_check_cell says, and no further. */
ts_status ts_vtk_xml_read(const char *path, const ts_vtk_kind *kind, ts_mesh *mesh, ts_error *error);

#endif
