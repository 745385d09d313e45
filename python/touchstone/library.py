# SPDX-License-Identifier: MIT
"""The shared library, found and loaded once, and its errors as exceptions."""
import ctypes
import ctypes.util
import os


class Error(Exception):
    """What a function of the library says went wrong: what, where, what to do."""


class CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 1024)]


def library_path():
    """The file that is loaded."""
    path = os.environ.get("TOUCHSTONE_LIBRARY") or ctypes.util.find_library("touchstone")
    if not path:
        raise Error("libtouchstone.so was not found; install it (cmake -DTOUCHSTONE_SHARED=ON) or name it in the "
                    "environment variable TOUCHSTONE_LIBRARY")
    return path


def _load():
    loaded = ctypes.CDLL(library_path())
    error = CError()
    for register in (loaded.ts_ccd_register_builtin, loaded.ts_oracle_register_backend):
        if register(ctypes.byref(error)) != 0:
            raise Error(error.message.decode())
    return loaded


library = _load()


def call(function, *arguments):
    """Calls a function whose last parameter is its error; raises that."""
    error = CError()
    if function(*arguments, ctypes.byref(error)) != 0:
        raise Error(error.message.decode(errors="replace") or "no reason is given")


def _whole(made, value, name):
    if b"\0" in made:
        raise Error(f"{name}: {value!r} has a zero character, at which C ends; expected none")
    return made


def path_bytes(value):
    """A path for C, as the system writes it."""
    return _whole(os.fsencode(value), value, "path")


def text(value, name):
    """A word for C, in UTF-8 as the library has it."""
    return _whole(value.encode(), value, name)


def pointer(array):
    """To the first element of an array; it must be kept alive by the caller."""
    return array.ctypes.data_as(ctypes.c_void_p)
