#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A CCD method as a program: reads queries, a line each, and writes answers, a line each.

The same method as examples/plugin_c, with the same numbers. Run it with
    touchstone replay QUERIES --plugin-exec "axes-python: python3 examples/plugin_python/axes.py"
"""
import math
import sys

# Vertices of the query, and of its first primitive.
KINDS = {"point-triangle": (4, 1), "edge-edge": (4, 2), "point-edge": (3, 1), "point-point": (2, 1)}


def separated_until(first, second, axis, sign, needed):
    """first, second: vertices as pairs of rows, at t = 0 and t = 1."""
    least = float("inf")
    for a0, a1 in first:
        for b0, b1 in second:
            start = sign * (b0[axis] - a0[axis])
            end = sign * (b1[axis] - a1[axis])
            if not start > needed or not math.isfinite(start - end):
                return 0.0
            if not end > needed:
                least = min(least, (start - needed) / (start - end))
    return least


def answer(line):
    kind, *words = line.split()
    min_distance, t_max, *numbers = map(float.fromhex, words)
    count, first = KINDS[kind]
    rows = [tuple(numbers[i:i + 3]) for i in range(0, 6 * count, 3)]
    vertices = list(zip(rows[:count], rows[count:]))
    largest = max([min_distance] + [abs(x) for x in numbers])
    needed = min_distance + 32.0 * sys.float_info.epsilon * largest + 1e-300
    toi = max(separated_until(vertices[:first], vertices[first:], axis, sign, needed)
              for axis in range(3) for sign in (1.0, -1.0))
    return "free 1" if toi > t_max else "hit %s 1" % toi.hex()


for text in sys.stdin:
    if not text.startswith("block"):
        print(answer(text), flush=True)
