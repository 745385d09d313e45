# SPDX-License-Identifier: MIT
"""Touchstone's C library for Python: query files, methods, the exact truth, verdicts, meshes, as numpy arrays.

Needs numpy and the shared library, which `cmake -DTOUCHSTONE_SHARED=ON` installs; there is nothing to build. The library
is the file that the environment variable TOUCHSTONE_LIBRARY names, or libtouchstone.so where the system looks for
libraries. docs/python.md shows how to use it.

    import touchstone
    queries = touchstone.read("queries.h5")
    table = touchstone.replay(my_method, "queries.h5")      # a call for each batch of queries
    pandas.DataFrame(table)
"""

from touchstone.library import Error, library_path
from touchstone.queries import (
    EDGE_EDGE,
    KINDS,
    POINT_EDGE,
    POINT_POINT,
    POINT_TRIANGLE,
    QUERY,
    batches,
    empty,
    generate,
    read,
    write,
)
from touchstone.methods import FAILED, FREE, HIT, LIMIT, RESULT, STATUSES, UNSUPPORTED, Method, methods, results
from touchstone.truths import TRUTH, UNSAFE, VERDICTS, distance, judge, truth
from touchstone.replays import replay, summary
from touchstone.meshes import verify

__all__ = [
    "EDGE_EDGE", "Error", "FAILED", "FREE", "HIT", "KINDS", "LIMIT", "Method", "POINT_EDGE", "POINT_POINT",
    "POINT_TRIANGLE", "QUERY", "RESULT", "STATUSES", "TRUTH", "UNSAFE", "UNSUPPORTED", "VERDICTS", "batches", "distance",
    "empty", "generate", "judge", "library_path", "methods", "read", "replay", "results", "summary", "truth", "verify",
    "write",
]
