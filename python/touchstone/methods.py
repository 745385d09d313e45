# SPDX-License-Identifier: MIT
"""The library's CCD methods, asked for whole batches."""
import ctypes
import json

import numpy

from touchstone.library import Error, call, library, pointer, text
from touchstone.queries import checked

FREE, HIT, LIMIT, UNSUPPORTED, FAILED = range(5)
STATUSES = ("free", "hit", "limit", "unsupported", "failed")

# ts_ccd_result
RESULT = numpy.dtype([("status", "i4"), ("toi", "f8"), ("iterations", "u4")], align=True)


class CMethod(ctypes.Structure):
    """It does not change, so that copies of a Method share it; it is cleared with the last of them."""
    _fields_ = [("backend", ctypes.c_void_p), ("self", ctypes.c_void_p), ("options", ctypes.c_char * 512),
                ("kept_gap", ctypes.c_double)]

    def __deepcopy__(self, known):
        return self

    def __del__(self):
        if self.backend:
            library.ts_ccd_method_clear(ctypes.byref(self))


class CBackend(ctypes.Structure):
    _fields_ = [("abi", ctypes.c_uint32), ("name", ctypes.c_char_p), ("summary", ctypes.c_char_p)]


def methods():
    """The names of the methods that there are, with a line about each."""
    library.ts_ccd_backend_at.restype = ctypes.POINTER(CBackend)
    library.ts_ccd_backend_count.restype = ctypes.c_size_t
    backends = [library.ts_ccd_backend_at(ctypes.c_size_t(k)).contents for k in range(library.ts_ccd_backend_count())]
    return {backend.name.decode(): backend.summary.decode() for backend in backends}


def results(count):
    """`count` answers that say free, to be filled by a method of one's own."""
    return numpy.zeros(count, RESULT)


def _plain(value):
    """A number of numpy as Python has it."""
    if not isinstance(value, numpy.generic):
        raise Error(f"an option is {value!r}; expected a number, or true or false")
    return value.item()


def settled(queries, answers):
    """The same answers, where a time of impact that is none is a failure, as the command has it (ts_ccd_settle)."""
    toi, says_when = answers["toi"], (answers["status"] == HIT) | (answers["status"] == LIMIT)
    made = answers.copy()
    made["status"][says_when & ~((toi >= 0.0) & (toi <= queries["t_max"]))] = FAILED
    return made


class Method:
    """A method by name with its options: Method("accd", s=0.2)(queries) is an array of RESULT."""

    def __init__(self, name, **options):
        self._method = CMethod()
        self.name = name
        given = json.dumps(options, default=_plain).encode() if options else None
        call(library.ts_ccd_method_init, ctypes.byref(self._method), text(name, "name"), given)

    @property
    def options(self):
        return json.loads(self._method.options.decode())

    def __call__(self, queries):
        queries = checked(queries)
        answers = results(len(queries))
        library.ts_ccd_answer_batch(ctypes.byref(self._method), ctypes.c_size_t(len(queries)), pointer(queries),
                                    pointer(answers))
        return answers
