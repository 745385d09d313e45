#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Point-triangle queries in single precision: what rounding them to floats changes, and how additive conservative
advancement computed in floats fares on the rounded queries, beside the same method in doubles.

usage: examples/field/single.py FILE...      (PYTHONPATH and TOUCHSTONE_LIBRARY as in docs/python.md)
"""
import sys

import numpy
import touchstone

KEPT = 0.1          # of the first gap
ADVANCES = 1000     # then the answer is a limit


def rounded(queries):
    """The queries with positions that are floats, exactly representable in doubles."""
    floats = queries.copy()
    for name in ("x0", "x1"):
        floats[name] = queries[name].astype(numpy.float32)
    return floats


def to_segment(p, a, b):
    u, w = b - a, p - a
    length2 = (u * u).sum(axis=-1)
    s = numpy.clip((w * u).sum(axis=-1) / numpy.where(length2 > 0, length2, 1), 0, 1)
    return numpy.linalg.norm(w - s[..., None] * u, axis=-1)


def distance(x):
    """Of points to triangles, x[n, 4, 3], in the precision of x."""
    p, a, b, c = (x[:, i] for i in range(4))
    least = numpy.minimum(numpy.minimum(to_segment(p, a, b), to_segment(p, b, c)), to_segment(p, c, a))
    normal = numpy.cross(b - a, c - a)
    size2 = (normal * normal).sum(axis=-1)
    inside = size2 > 0
    for start, end in ((a, b), (b, c), (c, a)):
        inside &= (numpy.cross(end - start, p - start) * normal).sum(axis=-1) >= 0
    height = numpy.abs(((p - a) * normal).sum(axis=-1)) / numpy.sqrt(numpy.where(size2 > 0, size2, 1))
    return numpy.where(inside, height, least)


def advancement(real):
    """C-IPC's algorithm 1 in the given type of numbers, on whole batches."""
    def method(queries):
        x = queries["x0"].astype(real)
        step = queries["x1"].astype(real) - x
        xi, t_max = queries["min_distance"].astype(real), queries["t_max"].astype(real)
        step -= step.mean(axis=1, keepdims=True)
        speed = numpy.linalg.norm(step, axis=-1)
        speed = speed[:, 0] + speed[:, 1:].max(axis=1)
        floor = real(KEPT) * (distance(x) - xi)
        answers = touchstone.results(len(queries))
        answers["status"], answers["toi"] = touchstone.FREE, queries["t_max"]
        t = numpy.zeros(len(queries), dtype=real)
        going = speed > 0
        for count in range(ADVANCES):
            at = numpy.flatnonzero(going)
            if len(at) == 0:
                break
            gap = distance(x[at] + t[at, None, None] * step[at]) - xi[at]
            near = (gap < floor[at]) if count else numpy.zeros(len(at), dtype=bool)
            answers["status"][at[near]], answers["toi"][at[near]] = touchstone.HIT, t[at[near]]
            going[at[near]] = False
            at, gap = at[~near], gap[~near]
            ahead = t[at] + real(1 - KEPT) * gap / speed[at]
            going[at[ahead > t_max[at]]] = False
            t[at] = ahead
            answers["iterations"][at] = count + 1
        answers["status"][going], answers["toi"][going] = touchstone.LIMIT, t[going]
        return answers
    return method


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        queries = touchstone.read(path)
        queries = queries[queries["kind"] == touchstone.POINT_TRIANGLE]
        floats = rounded(queries)
        before, after = touchstone.truth(queries), touchstone.truth(floats)
        both = before["contact"] & after["contact"]
        moved = numpy.abs(before["lo"] - after["lo"])[both]
        print(f"{path}: {len(queries)} queries; rounded to floats {(before['contact'] & ~after['contact']).sum()} contacts "
              f"are lost, {(~before['contact'] & after['contact']).sum()} are new, t* moves by up to "
              f"{moved.max() if len(moved) else 0:.2g}")
        print(f"  {'asked rounded queries':28} {'unsafe':>6} {'limit':>6} {'error':>6}")
        for name, method in (("advancement in floats", advancement(numpy.float32)),
                             ("advancement in doubles", advancement(numpy.float64)),
                             ("certified", touchstone.Method("certified"))):
            verdicts = touchstone.judge(floats, method(floats))
            unsafe = sum(1 for v in verdicts if v in ("late", "false_negative"))
            print(f"  {name:28} {unsafe:6} {sum(1 for v in verdicts if v == 'limit'):6} "
                  f"{sum(1 for v in verdicts if v == 'error'):6}")


if __name__ == "__main__":
    main()
