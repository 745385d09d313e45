/* SPDX-License-Identifier: MIT
 * VTK XML unstructured grids: tets as they stand, triangles, strips, quads and polygons (divided), lines, vertices;
 * other cells are refused. */
#include "mesh/formats/formats.h"
#include "mesh/read/vtk_xml.h"

static const ts_vtk_kind GRID = {"UnstructuredGrid", 1, {{"Cells", "NumberOfCells", 0}}};

static ts_status read_file(const char *path, ts_mesh *mesh, ts_error *error) {
    return ts_vtk_xml_read(path, &GRID, mesh, error);
}

const ts_mesh_format ts_mesh_format_vtu = {
    .name = "VTK XML", .extension = ".vtu", .has_tets = true, .frame = read_file};
