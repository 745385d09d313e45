# SPDX-License-Identifier: MIT
"""Meshes judged exactly (docs/verify.md)."""
import ctypes

from touchstone.arrays import elements, per_node, positions
from touchstone.library import call, library, pointer

INTERSECTIONS, THICKNESS, STRETCH, ELEMENTS, CONTAINMENT = 1, 2, 4, 8, 16


class CMesh(ctypes.Structure):
    _fields_ = [("nodes", ctypes.c_size_t), ("triangles", ctypes.c_size_t), ("triangle", ctypes.c_void_p),
                ("segments", ctypes.c_size_t), ("segment", ctypes.c_void_p), ("points", ctypes.c_size_t),
                ("point", ctypes.c_void_p), ("tets", ctypes.c_size_t), ("tet", ctypes.c_void_p),
                ("sheets", ctypes.c_size_t), ("sheet", ctypes.c_void_p), ("rest", ctypes.c_void_p),
                ("most_stretch", ctypes.c_void_p), ("least_stretch", ctypes.c_void_p), ("thickness", ctypes.c_void_p),
                ("obstacle", ctypes.c_void_p), ("strangers", ctypes.c_size_t), ("stranger", ctypes.c_void_p),
                ("solid", ctypes.c_void_p), ("body", ctypes.c_void_p)]


class CPart(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("index", ctypes.c_int32), ("nodes", ctypes.c_int),
                ("node", ctypes.c_int32 * 4)]


class COffence(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("parts", ctypes.c_int), ("part", CPart * 2), ("value", ctypes.c_double),
                ("bound", ctypes.c_double)]


class CReport(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t * 8), ("worst", COffence * 8), ("listed", ctypes.c_size_t),
                ("list", COffence * 16), ("pairs", ctypes.c_uint64), ("most_stretch", ctypes.c_double),
                ("least_stretch", ctypes.c_double)]


KINDS = ("intersection", "thickness", "motion", "stretch", "compression", "flat", "inverted", "containment")


def _text(offence):
    text = ctypes.create_string_buffer(512)
    library.ts_offence_text(ctypes.byref(offence), text, ctypes.c_size_t(len(text)))
    return text.value.decode()


def _told(report):
    counts = {kind: report.count[k] for k, kind in enumerate(KINDS) if report.count[k]}
    return {"offences": counts, "first": [_text(report.list[k]) for k in range(report.listed)]}


def verify(x, triangles=(), segments=(), points=(), tets=(), thickness=None, to=None):
    """What is wrong with the positions x (n by 3), in exact arithmetic, with intersections, thickness, elements and
    containment looked at; to: positions at the end of a step (n by 3), so that the straight way there is judged too.

    triangles, segments, points, tets: indices of nodes, a row of 3, 2, 1 and 4 for each. thickness: of each node, or
    one number for all. Returns {"offences": {kind: count}, "first": sentences}.
    """
    x = positions(x, "x")
    end = None if to is None else positions(to, "to", len(x))
    thick = None if thickness is None else per_node(thickness, len(x), "thickness")
    parts = {"triangle": elements(triangles, 3, "triangles"), "segment": elements(segments, 2, "segments"),
             "point": elements(points, 1, "points"), "tet": elements(tets, 4, "tets")}
    members = {"nodes": len(x), "thickness": None if thick is None else pointer(thick)}
    for one, part in parts.items():
        members[one], members[one + "s"] = (pointer(part) if len(part) else None), len(part)
    mesh, verifier, report = CMesh(**members), ctypes.c_void_p(), CReport()
    call(library.ts_verifier_create, ctypes.byref(mesh), ctypes.byref(verifier))
    try:
        library.ts_verify_report_init(ctypes.byref(report))
        checks = INTERSECTIONS | THICKNESS | ELEMENTS | CONTAINMENT
        call(library.ts_verify_state, verifier, pointer(x), ctypes.c_uint(checks), ctypes.byref(report))
        if end is not None:
            call(library.ts_verify_motion, verifier, pointer(x), pointer(end), ctypes.byref(report))
    finally:
        library.ts_verifier_destroy(verifier)
    return _told(report)
