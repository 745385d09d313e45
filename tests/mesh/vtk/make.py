#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the files of this folder with VTK (Debian: python3-vtk9): one small mesh in every encoding that VTK has.

usage: tests/mesh/vtk/make.py [FOLDER]

tests/mesh/test_vtk_files.c reads them and knows the mesh; it has been written down there a second time.
"""
import pathlib
import sys

import vtk

# Multiples of 1/1024: the same in 32 bits.
NODES = [(i / 4, (i * i % 7) / 8 - 0.5, (3 * i % 11) / 1024) for i in range(40)]
TETS = [(0, 1, 2, 3), (10, 11, 12, 13)]
TRIANGLES = [(4, 5, 6), (6, 5, 7)]
QUAD = (20, 21, 22, 23)
LINE = (30, 31, 32)
STRIP = (33, 34, 35, 36, 37)
VERTEX = 39


def points(single):
    made = vtk.vtkPoints()
    made.SetDataType(vtk.VTK_FLOAT if single else vtk.VTK_DOUBLE)
    for node in NODES:
        made.InsertNextPoint(*node)
    return made


def ids(nodes):
    made = vtk.vtkIdList()
    for node in nodes:
        made.InsertNextId(node)
    return made


def grid(single):
    made = vtk.vtkUnstructuredGrid()
    made.SetPoints(points(single))
    for tet in TETS:
        made.InsertNextCell(vtk.VTK_TETRA, ids(tet))
    for triangle in TRIANGLES:
        made.InsertNextCell(vtk.VTK_TRIANGLE, ids(triangle))
    made.InsertNextCell(vtk.VTK_QUAD, ids(QUAD))
    made.InsertNextCell(vtk.VTK_POLY_LINE, ids(LINE))
    made.InsertNextCell(vtk.VTK_TRIANGLE_STRIP, ids(STRIP))
    made.InsertNextCell(vtk.VTK_VERTEX, ids([VERTEX]))
    velocity = vtk.vtkDoubleArray()  # an array that is not looked at
    velocity.SetName("velocity")
    velocity.SetNumberOfComponents(3)
    for node in NODES:
        velocity.InsertNextTuple3(*node)
    made.GetPointData().AddArray(velocity)
    return made


def polygons(single):
    made = vtk.vtkPolyData()
    made.SetPoints(points(single))
    lists = [[ids([VERTEX])], [ids(LINE)], [ids(STRIP)], [ids(t) for t in TRIANGLES] + [ids(QUAD)]]
    for cells, take in zip(lists, (made.SetVerts, made.SetLines, made.SetStrips, made.SetPolys)):
        array = vtk.vtkCellArray()
        for cell in cells:
            array.InsertNextCell(cell)
        take(array)
    return made


def write(folder, name, data, change):
    is_grid = isinstance(data, vtk.vtkUnstructuredGrid)
    writer = vtk.vtkXMLUnstructuredGridWriter() if is_grid else vtk.vtkXMLPolyDataWriter()
    writer.SetInputData(data)
    writer.SetFileName(str(folder / (name + (".vtu" if is_grid else ".vtp"))))
    change(writer)
    assert writer.Write() == 1


def small_blocks(writer):
    writer.SetBlockSize(96)  # several blocks, the last one not full
    writer.SetHeaderTypeToUInt64()


def big_endian(writer):
    writer.SetByteOrderToBigEndian()


def raw(writer):
    writer.SetEncodeAppendedData(False)


def both(*changes):
    def change(writer):
        for one in changes:
            one(writer)

    return change


def plain(writer):
    writer.SetCompressorTypeToNone()


CHANGES = {
    "standard": lambda writer: None,  # appended base64, zlib, UInt32
    "raw": raw,
    "raw-blocks": both(raw, small_blocks),
    "blocks": small_blocks,
    "big": big_endian,
    "big-raw-blocks": both(big_endian, raw, small_blocks),
    "ascii": lambda writer: writer.SetDataModeToAscii(),
    "binary": lambda writer: writer.SetDataModeToBinary(),
    "binary-blocks": both(lambda writer: writer.SetDataModeToBinary(), small_blocks),
    "binary-plain": both(lambda writer: writer.SetDataModeToBinary(), plain),
    "plain": plain,
    "raw-plain": both(raw, plain, lambda writer: writer.SetHeaderTypeToUInt64()),
    "lz4": lambda writer: writer.SetCompressorTypeToLZ4(),
    "lzma": lambda writer: writer.SetCompressorTypeToLZMA(),
}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for name, change in CHANGES.items():
        write(folder, name, grid(False), change)
        if name in ("standard", "ascii", "raw-blocks"):
            write(folder, name + "-float", grid(True), change)
            write(folder, name, polygons(False), change)
            write(folder, name + "-float", polygons(True), change)
    writer = vtk.vtkSTLWriter()
    triangulate = vtk.vtkTriangleFilter()
    triangulate.SetInputData(polygons(False))
    triangulate.PassLinesOff()
    triangulate.PassVertsOff()
    writer.SetInputConnection(triangulate.GetOutputPort())
    for name, kind in (("binary", vtk.VTK_BINARY), ("ascii", vtk.VTK_ASCII)):
        writer.SetFileName(str(folder / (name + ".stl")))
        writer.SetFileType(kind)
        assert writer.Write() == 1


if __name__ == "__main__":
    main()
