/* SPDX-License-Identifier: MIT
 * VTK XML polygonal data: vertices, polylines, strips and polygons (divided). */
#include "mesh/formats/formats.h"
#include "mesh/read/vtk_cells.h"
#include "mesh/read/vtk_xml.h"

static const ts_vtk_kind POLYGONS = {"PolyData",
                                     4,
                                     {{"Verts", "NumberOfVerts", TS_VTK_VERTICES},
                                      {"Lines", "NumberOfLines", TS_VTK_POLYLINE},
                                      {"Strips", "NumberOfStrips", TS_VTK_STRIP},
                                      {"Polys", "NumberOfPolys", TS_VTK_POLYGON}}};

static ts_status read_file(const char *path, ts_mesh *mesh, ts_error *error) {
    return ts_vtk_xml_read(path, &POLYGONS, mesh, error);
}

const ts_mesh_format ts_mesh_format_vtp = {.name = "VTK XML polygons", .extension = ".vtp", .frame = read_file};
