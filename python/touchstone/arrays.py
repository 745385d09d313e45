# SPDX-License-Identifier: MIT
"""What is handed to C as an address: its shape, type and range are looked at first, as C cannot."""
import operator

import numpy

from touchstone.library import Error

MOST_NODES = 2**31
WHOLE_IN_DOUBLES = 2.0**53  # below it doubles hold every whole number


def seen(value, name):
    """The same as an array; what a mask hides is no value."""
    array = numpy.asarray(value)
    if isinstance(value, numpy.ma.MaskedArray) and any(numpy.ma.getmaskarray(value).tobytes()):
        raise Error(f"{name}: an array with a mask, expected a value everywhere")
    return array


def records(array, dtype, name, maker, count=None):
    """The same as a row of one structured type, `count` of them; `maker` says where such arrays come from."""
    array = seen(array, name)
    if array.dtype != dtype:
        raise Error(f"{name}: an array of type {array.dtype}, expected the fields {', '.join(dtype.names)} as {maker} "
                    f"makes them")
    if array.ndim > 1:
        raise Error(f"{name}: an array of shape {array.shape}, expected one dimension")
    array = numpy.ascontiguousarray(array).reshape(-1)
    if count is not None and len(array) != count:
        raise Error(f"{name}: {len(array)} given, expected {count}, one for each query")
    return array


def _doubles(array, name):
    """The same as doubles, with the same values."""
    if array.dtype.kind not in "iuf" or not numpy.can_cast(array.dtype, "f8"):
        raise Error(f"{name}: an array of type {array.dtype}, expected numbers that doubles hold")
    made = numpy.ascontiguousarray(array, "f8").reshape(array.shape)
    if array.dtype.kind in "iu":
        for number in array[abs(made) >= WHOLE_IN_DOUBLES].tolist():  # Python compares without rounding
            if number != float(number):
                raise Error(f"{name}: {number} is given, expected numbers that doubles hold")
    return made


def positions(x, name, count=None):
    """n by 3 doubles; `count`: as many nodes as there must be."""
    array = seen(x, name)
    rows = "n" if count is None else count
    if array.ndim != 2 or array.shape[1] != 3 or (count is not None and len(array) != count):
        raise Error(f"{name}: an array of shape {array.shape}, expected ({rows}, 3), a row for each node")
    return _doubles(array, name)


def per_node(value, count, name):
    """A double for each of `count` nodes, out of that many or of one for all."""
    array = seen(value, name)
    if array.shape not in ((), (count,)):
        raise Error(f"{name}: an array of shape {array.shape}, expected one number or {count}, one for each node")
    return numpy.ascontiguousarray(numpy.broadcast_to(_doubles(array, name), count))


def elements(part, width, name):
    """k by `width` indices of nodes; of one node each may be a row of them."""
    array = seen(part, name)
    if array.size == 0:
        return numpy.zeros((0, width), "i4")
    if width == 1 and array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2 or array.shape[1] != width:
        raise Error(f"{name}: an array of shape {array.shape}, expected (k, {width}), the nodes of one in each row")
    if array.dtype.kind not in "iu":
        raise Error(f"{name}: an array of type {array.dtype}, expected whole numbers")
    if array.min() < 0 or array.max() >= MOST_NODES:
        wrong = array.min() if array.min() < 0 else array.max()
        raise Error(f"{name}: {wrong} is no node; they are counted from 0, up to {MOST_NODES - 1}")
    return numpy.ascontiguousarray(array, "i4")


def whole(value, least, end, name):
    """An integer from `least` and below `end`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{name}: {value!r} is no whole number") from None
    if not least <= number < end:
        raise Error(f"{name}: {number} is out of range; expected {least} to {end - 1}")
    return number
