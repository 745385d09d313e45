# SPDX-License-Identifier: MIT
"""Queries as arrays, and files of them."""
import ctypes
import os

import numpy

from touchstone.arrays import records, whole
from touchstone.library import Error, call, library, path_bytes, pointer, text

POINT_TRIANGLE, EDGE_EDGE, POINT_EDGE, POINT_POINT = range(4)
KINDS = ("point-triangle", "edge-edge", "point-edge", "point-point")

# ts_ccd_query: rows of x0 and x1 are the vertices at t = 0 and t = 1, in metres; rows that a kind does not use are 0.
QUERY = numpy.dtype([("kind", "i4"), ("x0", "f8", (4, 3)), ("x1", "f8", (4, 3)), ("min_distance", "f8"),
                     ("t_max", "f8")], align=True)
# ts_query_note
NOTE = numpy.dtype([("contact", "i1"), ("truth_feature", "u1"), ("truth_lo", "f8"), ("truth_hi", "f8"),
                    ("scene", "u4"), ("step", "u4"), ("iteration", "u4"), ("origin", "u8")], align=True)
BATCH, MOST_BATCH = 4096, 2**31
CONTAINERS = (".h5", ".hdf5")


class CChunk(ctypes.Structure):
    _fields_ = [("first", ctypes.c_size_t), ("count", ctypes.c_size_t), ("capacity", ctypes.c_size_t),
                ("queries", ctypes.c_void_p), ("notes", ctypes.c_void_p)]


class CMeta(ctypes.Structure):
    _fields_ = [("about", ctypes.c_char_p), ("generator", ctypes.c_char_p), ("seed", ctypes.c_uint64),
                ("has_truth", ctypes.c_bool), ("scenes", ctypes.c_void_p), ("scene_count", ctypes.c_size_t),
                ("min_distance_unsaid", ctypes.c_bool), ("t_max_unsaid", ctypes.c_bool)]


class CFiles(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("paths", ctypes.POINTER(ctypes.c_char_p))]


class CReaderOptions(ctypes.Structure):
    _fields_ = [("round", ctypes.c_bool)]


def empty(count):
    """`count` queries of zeros over the whole step, to be filled."""
    made = numpy.zeros(count, QUERY)
    made["t_max"] = 1.0
    return made


def _files(path):
    found = CFiles()
    call(library.ts_query_files_find, path_bytes(path), ctypes.byref(found))
    paths = [found.paths[k] for k in range(found.count)]
    library.ts_query_files_clear(ctypes.byref(found))
    return paths


def _chunk(queries, notes):
    return CChunk(0, len(queries), len(queries), queries.ctypes.data, notes.ctypes.data)


def _batches_of(path, round, floats, size):
    reader = ctypes.c_void_p()
    call(library.ts_query_reader_open, path, ctypes.byref(CReaderOptions(round)), ctypes.byref(reader))
    if floats:
        library.ts_query_reader_use_floats(reader)
    try:
        while True:
            queries, notes = numpy.zeros(size, QUERY), numpy.zeros(size, NOTE)
            chunk = _chunk(queries, notes)
            chunk.count = 0
            call(library.ts_query_reader_next, reader, ctypes.byref(chunk))
            if chunk.count == 0:
                return
            yield os.fsdecode(path), chunk.first, queries[:chunk.count], notes[:chunk.count]
    finally:
        library.ts_query_reader_close(reader)


def batches(path, round=False, size=BATCH, floats=False):
    """(file, index of the first, queries, notes) for all queries of a file or folder, at most `size` at a time."""
    size = whole(size, 1, MOST_BATCH, "size")
    for file in _files(path):
        yield from _batches_of(file, round, floats, size)


def read(path, round=False, floats=False):
    """All queries of a file, or of a folder of them, as an array of QUERY. round: rationals that are no doubles.
    floats: every number to single precision, what a code in floats sees."""
    parts = [queries for _, _, queries, _ in batches(path, round, floats=floats)]
    return numpy.concatenate(parts) if parts else empty(0)


def checked(queries):
    """The same as an array that C reads."""
    return records(queries, QUERY, "queries", "touchstone.empty")


def check_each(queries):
    """Raises what is wrong with the first that C does not take."""
    for index, query in enumerate(queries):
        try:
            call(library.ts_ccd_query_check, pointer(query.reshape(1)))
        except Error as wrong:
            raise Error(f"query {index}: {wrong}") from None


def write(path, queries, about="", replace=False):
    """Writes a container (.h5 or .hdf5) without truth; `touchstone dataset label` adds that."""
    queries, name, words = checked(queries), path_bytes(path), text(about, "about")
    if not os.fsdecode(path).endswith(CONTAINERS):  # by its name it would be read as something else
        raise Error(f"{os.fsdecode(path)}: the name of a container ends in {' or '.join(CONTAINERS)}")
    notes = numpy.zeros(len(queries), NOTE)
    notes["contact"] = -1
    notes["truth_lo"] = notes["truth_hi"] = numpy.nan
    notes["origin"] = numpy.arange(len(queries))
    check_each(queries)
    writer, chunk = ctypes.c_void_p(), _chunk(queries, notes)
    meta = CMeta(about=words or None)
    hdf5 = 1
    call(library.ts_query_writer_create, name, hdf5, ctypes.c_bool(replace), ctypes.byref(meta), ctypes.byref(writer))
    try:
        call(library.ts_query_writer_append, writer, ctypes.byref(chunk))
    except Error:
        library.ts_query_writer_abandon(writer)
        raise
    call(library.ts_query_writer_finish, writer)


class CFamily(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("stresses", ctypes.c_char_p), ("degenerate", ctypes.c_bool),
                ("generate", ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int, ctypes.c_void_p))]


def generate(family, count, seed=1, kind=POINT_TRIANGLE):
    """`count` queries of a family, one of `touchstone list families`: the same on every machine."""
    library.ts_family_find.restype = ctypes.POINTER(CFamily)
    found = library.ts_family_find(text(family, "family"))
    if not found:
        raise Error(f"there is no family '{family}'; `touchstone list families` names them")
    kind, seed = whole(kind, 0, len(KINDS), "kind"), whole(seed, 0, 2**64, "seed")
    made = empty(whole(count, 0, 2**63, "count"))
    for index in range(len(made)):
        found.contents.generate(seed, index, kind, made.ctypes.data + index * QUERY.itemsize)
    return made
