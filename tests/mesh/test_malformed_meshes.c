/* SPDX-License-Identifier: MIT
 * Mesh files that are not: every malformation is refused by file and line, and every beginning of a good file is read
 * or refused. */
#include <math.h>

#include "tests/mesh/sample_files.h"

/* ---- Malformed files ---- */

#define V4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
#define VTK_HEAD "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\n"
#define VTK_4 VTK_HEAD "POINTS 5 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
#define POLY_4 "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n"
#define MSH_2_HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define MSH_2_4 MSH_2_HEAD "$Nodes\n4\n11 0 0 0\n12 1 0 0\n13 0 1 0\n14 0 0 1\n$EndNodes\n"
#define MSH_4_HEAD "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define MSH_4_4 MSH_4_HEAD "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n"
#define PLY_HEAD "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_3 PLY_HEAD "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n"

static const struct {
    const char *name, *text, *message; /* the message without the path */
} BAD[] = {
    /* What holds for every format, told of OBJ. */
    {"x.obj", "", ":1: the file ends without a node"},
    {"x.obj", "# nothing\nvn 1 0 0\n", ":2: the file ends without a node"},
    {"x.obj", V4, ":4: the file ends without an element on its 4 nodes"},
    {"x.obj", "v 0 0 nan\n", ":1: expected a finite coordinate, found \"nan\""},
    {"x.obj", "v 0 0 0\nv -inf 0 0\n", ":2: expected a finite coordinate, found \"-inf\""},
    {"x.obj", "v 1e400 0 0\n", ":1: expected a finite coordinate, found \"1e400\""},
    {"x.obj", "v 0 0x10 0\n", ":1: expected a finite coordinate, found \"0x10\""},
    {"x.obj", "v 0 1,5 0\n", ":1: expected a finite coordinate, found \"1,5\""},
    {"x.obj", "v 0 1.2.3 0\n", ":1: expected a finite coordinate, found \"1.2.3\""},
    {"x.obj", "v 0 0\nv 0 0 0\n", ":1: expected a finite coordinate, found the end of the line"},
    {"x.obj", "v 0 0", ":1: expected a finite coordinate, found the end of the file"},
    {"x.obj", "v 0 0 0 red\n", ":1: expected a number, found \"red\""},
    {"x.obj", V4 "f 1 2 5\n", ":5: there is no node 5; the last of 4 is 4"},
    {"x.obj", V4 "f 1 2 0\n", ":5: there is no vertex 0; the first is 1"},
    {"x.obj", V4 "f 1 2 -5\n", ":5: vertex -5 reaches back beyond the 4 before it"},
    {"x.obj", V4 "f 1 2 9999999999\n", ":5: there cannot be a node 9999999999; the first is 1"},
    {"x.obj", V4 "f 1 2 99999999999999999999\n", ":5: expected the index of a vertex, found \"99999999999999999999\""},
    {"x.obj", V4 "f 1 2 3.5\n", ":5: expected the index of a vertex, found \"3.5\""},
    {"x.obj", V4 "f 1 2 /3\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"/3\""},
    {"x.obj", V4 "f 1 2 3/x\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"3/x\""},
    {"x.obj", V4 "f 1 2 3/-/-\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"3/-/-\""},
    {"x.obj", V4 "f 1 2 3//9/9\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"3//9/9\""},
    {"x.obj", V4 "f 1 2 3/1-2\n", ":5: expected indices v, v/vt, v//vn or v/vt/vn, found \"3/1-2\""},
    {"x.obj", V4 "f 1 2\n", ":5: expected 3 or more nodes of a polygon, found 2"},
    {"x.obj", V4 "l 1\n", ":5: expected 2 or more nodes of a polyline, found 1"},
    {"x.obj", V4 "p\n", ":5: expected a node, found none"},
    {"x.obj", V4 "\nf 1 2 2\n", ":6: triangle 0 (nodes 1, 2, 2) has a node twice"},
    {"x.obj", V4 "f 1 2 3 1\n", ":5: triangle 1 (nodes 1, 3, 1) has a node twice"},
    {"x.obj", V4 "l 4 4\n", ":5: segment 0 (nodes 4, 4) has a node twice"},
    {"x.obj", V4 "v 1 0 0\nl 1 2\nl 5 2\n", ":7: segment 1 (nodes 5, 2) has no length"},
    {"x.obj", V4 "v 0.5 0 0\nf 1 5 2\n", ":6: triangle 0 (nodes 1, 5, 2) has no area"},
    {"x.obj", V4 "p 1 2\np 3\np 2\n", ":7: particle 3 (node 2) has the nodes of particle 1, of line 5"},
    {"x.obj", V4 "l 1 2\nl 3 4\nl 2 1\n", ":7: segment 2 (nodes 2, 1) has the nodes of segment 0, of line 5"},
    {"x.obj", V4 "f 1 2 3\nf 1 3 2\n", ":6: triangle 1 (nodes 1, 3, 2) has the nodes of triangle 0, of line 5"},
    {"x.obj", V4 "v 0 0 -1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n",
     ":8: triangle 2 (nodes 1, 2, 5) is the third at the edge of nodes 1, 2, after 0 and 1; two are possible"},
    /* VTK */
    {"x.vtk", "", ":1: expected \"# vtk DataFile Version\", found the end of the file"},
    {"x.vtk", "<?xml version=\"1.0\"?>\n", ":1: expected \"# vtk DataFile Version\", found \"<?xml\""},
    {"x.vtk", "# vtk DataFile Version 3.0\ntitle\nBINARY\n",
     ":3: expected ASCII (BINARY is not read), found \"BINARY\""},
    {"x.vtk", "# vtk DataFile Version 3.0\ntitle\nASCII\nDATASET STRUCTURED_GRID\n",
     ":4: expected UNSTRUCTURED_GRID or POLYDATA, found \"STRUCTURED_GRID\""},
    {"x.vtk", VTK_HEAD "POINTS 1000000000000 double\n0 0 0\n",
     ":5: the number of points is 1000000000000, but the file ends after 14 bytes more; is it cut short?"},
    {"x.vtk", VTK_HEAD "POINTS -1 double\n", ":5: expected the number of points, found \"-1\""},
    {"x.vtk", VTK_HEAD "POINTS 1 double\n0 0\n", ":6: expected a finite coordinate, found the end of the file"},
    {"x.vtk", VTK_HEAD "POINTS 1 double\n0 0 nan\n", ":6: expected a finite coordinate, found \"nan\""},
    {"x.vtk", VTK_4 "CELLS 1 1000000000\n4 0 1 2 3\n",
     ":11: the size of the list of cells is 1000000000, but the file ends after 11 bytes more; is it cut short?"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\n", ":12: 1 cells without CELL_TYPES"},
    {"x.vtk", VTK_4 "CELLS 1 5\n5 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":12: a cell of 5 nodes; expected at most the 4 that are left of those announced"},
    {"x.vtk", VTK_4 "CELLS 1 5\n-1 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":12: a cell of -1 nodes; expected at most the 4 that are left of those announced"},
    {"x.vtk", VTK_4 "CELLS 1 6\n4 0 1 2 3\nCELL_TYPES 1\n10\n", ":12: the cells have 4 nodes in all; announced were 5"},
    {"x.vtk", VTK_4 "CELLS 3 2\n4 0 1 2 3\n", ":12: 3 cells cannot be a list of 2 numbers"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 x\n", ":12: expected a node, found \"x\""},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 5\nCELL_TYPES 1\n10\n", ":12: there is no node 5; the last of 5 is 4"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 -3\nCELL_TYPES 1\n10\n", ":12: there cannot be a node -3; the first is 0"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n10\n10\n",
     ":13: types of 2 cells; expected the 1 of CELLS before"},
    {"x.vtk", VTK_4 "CELLS 1 9\n8 0 1 2 3 0 1 2 3\nCELL_TYPES 1\n12\n",
     ":14: cell type 12 is not read; expected 1, 2 (vertices), 3, 4 (lines), 5, 7, 9 (triangles, polygons, quads) or "
     "10 (tetrahedra)"},
    {"x.vtk", VTK_4 "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n", ":12: a tetrahedron has 4 nodes; found 3"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 1 0 2 3\nCELL_TYPES 1\n10\n",
     ":12: tet 0 (nodes 1, 0, 2, 3) is inverted: its volume is negative; exchange two of its nodes"},
    {"x.vtk", VTK_HEAD "POINTS 4 double\n0 0 0 1 0 0 0 1 0 1 1 0\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n",
     ":8: tet 0 (nodes 0, 1, 2, 3) has no volume"},
    {"x.vtk", VTK_4 "CELLS 3 15\n4 0 1 2 3\n4 0 1 2 4\n4 0 1 2 3\nCELL_TYPES 3\n10\n10\n10\n",
     ":14: tet 2 (nodes 0, 1, 2, 3) has the nodes of tet 0, of line 12"},
    {"x.vtk",
     VTK_HEAD "POINTS 6 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 2\n0 0 3\n"
              "CELLS 3 15\n4 0 1 2 3\n4 0 1 2 4\n4 0 1 2 5\nCELL_TYPES 3\n10\n10\n10\n",
     ":15: tet 2 (nodes 0, 1, 2, 5) is the third at the face of nodes 0, 1, 2, after 0 and 1; two are possible"},
    {"x.vtk", VTK_4 "POINTS 1 double\n0 0 0\n", ":11: a second list of points; expected one"},
    {"x.vtk", VTK_4 "CELLS 1 5\n4 0 1 2 3\nCELLS 1 5\n", ":13: a second list of cells; expected one"},
    {"x.vtk", VTK_4 "CELLS 2 3\nOFFSETS vtktypeint64\n1 3\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: expected an offset from 0 to 0, found 1"},
    {"x.vtk", VTK_4 "CELLS 3 3\nOFFSETS vtktypeint64\n0 3 2\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: expected an offset from 3 to 3, found 2"},
    {"x.vtk", VTK_4 "CELLS 2 3\nOFFSETS vtktypeint64\n0 2\nCONNECTIVITY vtktypeint64\n0 1 2\n",
     ":13: the last offset is 2; the connectivity has 3 entries"},
    {"x.vtk", VTK_4 "CELLS 3 3\nOFFSETS vtktypeint64\n0 3\n3\nCONNECTIVITY vtktypeint64\n0 1 2\nCELL_TYPES 2\n5\n4\n",
     ":14: expected 2 or more nodes of a polyline, found 0"},
    {"x.vtk", VTK_4 "TRIANGLE_STRIPS 1 4\n3 0 1 2\n",
     ":11: expected POINTS, CELLS, CELL_TYPES, VERTICES, LINES or POLYGONS, found \"TRIANGLE_STRIPS\""},
    {"x.vtk", POLY_4 "POLYGONS 2 7\n3 0 1 2\n2 0 1\n", ":9: expected 3 or more nodes of a polygon, found 2"},
    {"x.vtk", POLY_4 "LINES 1 3\n2 0 4\n", ":8: there is no node 4; the last of 4 is 3"},
    /* MSH */
    {"x.msh", "$Nodes\n", ":1: expected $MeshFormat, found \"$Nodes\""},
    {"x.msh", "$MeshFormat\n3.0 0 8\n", ":2: expected the version 2.2 or 4.1, found \"3.0\""},
    {"x.msh", "$MeshFormat\n4.1 1 8\n", ":2: expected the file type 0 (ASCII; binary is not read), found \"1\""},
    {"x.msh", "$MeshFormat\n4.1 0 8\n", ":2: expected the $End of the section, found the end of the file"},
    {"x.msh", MSH_2_HEAD "$Nodes\n1000000000\n1 0 0 0\n",
     ":5: the number of nodes is 1000000000, but the file ends after 9 bytes more; is it cut short?"},
    {"x.msh", MSH_2_HEAD "$Nodes\n2\n1 0 0 0\n$EndNodes\n", ":7: expected the tag of a node, found \"$EndNodes\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n",
     ":7: expected the $End of the section, found \"2\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 0 0 7\n$EndNodes\n", ":6: expected the end of the line, found \"7\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n1\n1 0 nan 0\n$EndNodes\n", ":6: expected a finite coordinate, found \"nan\""},
    {"x.msh", MSH_2_HEAD "$Nodes\n2\n7 0 0 0\n7 1 0 0\n$EndNodes\n", ":7: node 7 is in line 6 already"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12 15\n$EndElements\n", ":13: there is no node 15 in $Nodes before"},
    {"x.msh", MSH_2_HEAD "$Elements\n1\n1 2 0 11 12 15\n$EndElements\n", ":6: there is no node 11 in $Nodes before"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12\n$EndElements\n",
     ":13: expected the tag of a node, found the end of the line"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 2 0 11 12 13 14\n$EndElements\n",
     ":13: expected the end of the line, found \"14\""},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 9 0 11 12 13\n$EndElements\n",
     ":13: element type 9 is not read; expected 15 (point), 1 (line), 2 (triangle), 3 (quad) or 4 (tetrahedron)"},
    {"x.msh", MSH_2_4 "$Elements\n1\n1 4 0 11 12 14 13\n$EndElements\n",
     ":13: tet 0 (nodes 11, 12, 14, 13) is inverted: its volume is negative; exchange two of its nodes"},
    {"x.msh", MSH_2_4 "$Nodes\n1\n1 0 0 0\n$EndNodes\n", ":12: a second list of nodes; expected one"},
    {"x.msh", MSH_2_4 "Elements\n", ":11: expected a section such as $Nodes, found \"Elements\""},
    {"x.msh", MSH_2_4 "$Periodic\n1\n2\n", ":13: expected the $End of the section, found the end of the file"},
    {"x.msh", MSH_4_HEAD "$Nodes\n1 5 1 5\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n$EndNodes\n",
     ":14: 4 nodes in the blocks; announced were 5"},
    {"x.msh", MSH_4_HEAD "$Nodes\n1 1 1 1\n2 1 0 2\n1\n2\n0 0 0\n0 0 0\n$EndNodes\n",
     ":6: a block of 2 nodes; 1 of those announced are left"},
    {"x.msh", MSH_4_HEAD "$Nodes\n2 2 1 3\n2 1 0 1\n1\n0 0 0\n2 2 0 2\n2\n3\n1 0 0\n0 1 0\n$EndNodes\n",
     ":9: a block of 2 nodes; 1 of those announced are left"},
    {"x.msh", MSH_4_4 "$Elements\n1 2 1 2\n2 1 2 1\n1 1 2 3\n$EndElements\n",
     ":17: 1 elements in the blocks; announced were 2"},
    {"x.msh", MSH_4_4 "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 4\n$EndElements\n",
     ":17: there is no node 4 in $Nodes before"},
    /* SEG */
    {"x.seg", "\n# nothing\n", ":2: the file ends without a node"},
    {"x.seg", "0 0 0\n1 0 0\n\n2 0 0\n\n", ":4: a polyline of one point; expected two or more"},
    {"x.seg", "0 0 0\n1 0 0\n\n2 0 0", ":4: a polyline of one point; expected two or more"},
    {"x.seg", "0 0 0\n1 0\n", ":2: expected a finite coordinate, found the end of the line"},
    {"x.seg", "0 0 0\n1 0 0 0\n", ":2: expected the end of the line, found \"0\""},
    {"x.seg", "v 0 0 0\n", ":1: expected a finite coordinate, found \"v\""},
    {"x.seg", "0 0 0\n1 0 0\n1 0 0\n", ":3: segment 1 (nodes 2, 3) has no length"},
    /* PLY */
    {"x.ply", "plx\n", ":1: expected ply, found \"plx\""},
    {"x.ply", "ply\nformat ascii 1.0\n", ":2: the file ends inside the header; expected end_header"},
    {"x.ply", "ply\nformat text 1.0\n",
     ":2: expected ascii, binary_little_endian or binary_big_endian, found \"text\""},
    {"x.ply", "ply\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
     ":6: the header has no format"},
    {"x.ply", "ply\nformat ascii 1.0\nend_header\n", ":3: the header has no element vertex"},
    {"x.ply", "ply\nformat ascii 1.0\nproperty float x\n", ":3: a property before an element"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 99999\n",
     ":3: the number of elements is 99999, but the file ends after 1 bytes more; is it cut short?"},
    {"x.ply",
     "ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\nproperty float z\n"
     "end_header\n0 0 0\n",
     ":7: the number of elements is 9, but the file ends after 6 bytes more; is it cut short?"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nend_header\n",
     ":6: element 1 of the header lacks the properties x, y and z"},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty number x\n",
     ":4: expected a type such as float, double, uchar or int, found \"number\""},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float x\n",
     ":5: expected another property, found \"x\""},
    {"x.ply", PLY_HEAD "element vertex 1\n", ":7: element vertex is there twice"},
    {"x.ply", PLY_HEAD "element tristrips 1\n", ":7: triangle strips are not read; expected faces"},
    {"x.ply", PLY_HEAD "element face 1\nproperty list uchar float vertex_indices\n",
     ":8: expected a list of integers for the corners of a face, found \"vertex_indices\""},
    {"x.ply", PLY_HEAD "element face 1\nproperty int vertex_index\n",
     ":8: expected a list of integers for the corners of a face, found \"vertex_index\""},
    {"x.ply", PLY_HEAD "element edge 1\nproperty float vertex1\n",
     ":8: expected an integer for the end of an edge, found \"vertex1\""},
    {"x.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar float x\n",
     ":4: expected a number for a coordinate, found \"x\""},
    {"x.ply", PLY_HEAD "property list float int more\n",
     ":7: expected a list whose length is an integer, found \"more\""},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 nan 0\n0 1 0\n", ":9: expected a finite coordinate, found \"nan\""},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 0\n0 1.000 0\n",
     ":9: expected a finite coordinate, found the end of the line"},
    {"x.ply", PLY_HEAD "end_header\n0 0 0\n1 0 0 5\n0 1 0\n", ":9: expected the end of the line, found \"5\""},
    {"x.ply", PLY_3 "3 0 1 3\n", ":13: there is no node 3; the last of 3 is 2"},
    {"x.ply", PLY_3 "3 0 1 -1\n", ":13: there cannot be a node -1; the first is 0"},
    {"x.ply", PLY_3 "3 0 1\n", ":13: expected the index of a vertex, found the end of the line"},
    {"x.ply", PLY_3 "-3 0 1 2\n", ":13: a list cannot have the length -3"},
    {"x.ply", PLY_3 "2 0 1\n", ":13: expected 3 or more nodes of a polygon, found 2"},
    {"x.ply", PLY_3 "3 0 1 2\n3 0 1 2\n", ":14: expected the end of the file, found \"3\""},
    /* No format */
    {"x.vtu", "<VTKFile>\n", ": the file's extension says its format; expected .obj, .vtk, .msh, .seg, .ply or .stl"},
    {"obj", "v 0 0 0\n", ": the file's extension says its format; expected .obj, .vtk, .msh, .seg, .ply or .stl"},
};
#define BAD_COUNT ((int)(sizeof BAD / sizeof *BAD))

/* The message, and a mesh that is left alone. */
static void check_refused(const char *message) {
    ts_error error = {0};
    ts_mesh mesh, before;
    memset(&mesh, 0x5a, sizeof mesh);
    memcpy(&before, &mesh, sizeof mesh);
    ck_assert_msg(ts_mesh_read(path, &mesh, &error) == TS_ERROR_DATA, "not refused: %s", message);
    ck_assert_int_eq(error.status, TS_ERROR_DATA);
    ck_assert_int_eq(strncmp(error.message, path, strlen(path)), 0);
    ck_assert_str_eq(error.message + strlen(path), message);
    ck_assert_int_eq(memcmp(&mesh, &before, sizeof mesh), 0);
    ck_assert_int_eq(ts_mesh_read(path, &mesh, NULL), TS_ERROR_DATA);
}

START_TEST(test_malformed) {
    put(BAD[_i].name, BAD[_i].text, strlen(BAD[_i].text));
    check_refused(BAD[_i].message);
    unlink(path);
}
END_TEST

START_TEST(test_malformed_binary) {
    static const char HEAD[] = "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\n"
                               "property double y\nproperty double z\nend_header\n";
    const double infinite = INFINITY, zero = 0.0;
    bytes file = {0};
    char message[120];
    push_text(&file, HEAD);
    for (int c = 0; c < 3; ++c) push(&file, c == 1 ? &infinite : &zero, sizeof zero);
    put("x.ply", file.data, file.size);
    snprintf(message, sizeof message, " at byte %zu: expected a finite coordinate, found inf", sizeof HEAD - 1 + 16);
    check_refused(message);
    put("x.ply", file.data, file.size - 1);
    snprintf(message, sizeof message,
             " at byte %zu: the number of elements is 1, but the file ends after 23 bytes more; is it cut short?",
             sizeof HEAD - 1);
    check_refused(message);
    memset(file.data + sizeof HEAD - 1, 0, 24);
    push_byte(&file, 0);
    put("x.ply", file.data, file.size);
    snprintf(message, sizeof message, " at byte %zu: expected the end of the file, found 1 bytes more",
             sizeof HEAD - 1 + 24);
    check_refused(message);
    unlink(path);
}
END_TEST

/* A zero byte is no end of the text, and no part of a number. */
START_TEST(test_zero_byte) {
    put("x.obj", "v 0 0 0\0\n", 9);
    check_refused(":1: expected a finite coordinate, found \"0?\"");
    unlink(path);
}
END_TEST

START_TEST(test_not_a_file) {
    snprintf(path, sizeof path, "%s/absent.obj", folder);
    check_refused(" cannot be read: No such file or directory");
    snprintf(path, sizeof path, "%s.obj", folder);
    ck_assert_int_eq(symlink(folder, path), 0);
    check_refused(" is not a regular file; expected a mesh");
    unlink(path);
}
END_TEST

/* Every beginning of a good file is read or refused with its place; sanitizers look on. */
static void check_beginnings(const char *name, const void *data, size_t size) {
    for (size_t length = 0; length < size; ++length) {
        ts_mesh mesh;
        ts_error error = {0};
        put(name, data, length);
        const ts_status status = ts_mesh_read(path, &mesh, &error);
        if (status == TS_OK) {
            ts_mesh_clear(&mesh);
        } else {
            ck_assert_int_eq(status, TS_ERROR_DATA);
            ck_assert_int_eq(strncmp(error.message, path, strlen(path)), 0);
        }
    }
    unlink(path);
}

START_TEST(test_beginnings) {
    check_beginnings(GOOD[_i].name, GOOD[_i].text, strlen(GOOD[_i].text));
}
END_TEST

START_TEST(test_binary_beginnings) {
    bytes file;
    make_binary_ply(&file, _i);
    check_beginnings("x.ply", file.data, file.size);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("malformed meshes");
    TCase *bad = tcase_create("bad");
    tcase_add_unchecked_fixture(bad, make_folder, remove_folder);
    tcase_add_loop_test(bad, test_malformed, 0, BAD_COUNT);
    tcase_add_test(bad, test_malformed_binary);
    tcase_add_test(bad, test_zero_byte);
    tcase_add_test(bad, test_not_a_file);
    tcase_add_loop_test(bad, test_beginnings, 0, GOOD_COUNT);
    tcase_add_loop_test(bad, test_binary_beginnings, 0, 2);
    suite_add_tcase(suite, bad);
    return ts_run_suite(suite);
}
