#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What stands in the way of the edge that is pulled in needle-bed (docs/comparison-table.md).

usage: scripts/pulled-edge.py RUN STEP METRES

The edge of the cloth that lies at the least x in frame 0 of the run is moved from where frame STEP has it, straight along
x by so many metres, and every needle that it meets on its way is printed: where, and after which part of the way. A
needle that stands there has to be gone round by a node that may not leave its line. Exact: numbers of the frame as
fractions; needles parallel to what an edge sweeps are not asked. Exit code 1 when there is any. Needs nothing but
Python.
"""
import os
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from picture import read_frame  # noqa: E402

VTK_LINE, VTK_TRIANGLE = 3, 5


def points(frame):
    values = frame["Points"]
    return [values[i:i + 3] for i in range(0, len(values), 3)]


def cells(frame, kind):
    starts = [0, *frame["offsets"]]
    return [tuple(frame["connectivity"][starts[k]:starts[k + 1]]) for k, other in enumerate(frame["types"]) if other == kind]


def pulled_edges(rest, triangles):
    """Sides of triangles between two nodes at the least x."""
    least = min(rest[node][0] for triangle in triangles for node in triangle)
    sides = {tuple(sorted(pair)) for a, b, c in triangles for pair in ((a, b), (b, c), (c, a))}
    return sorted(side for side in sides if all(rest[node][0] == least for node in side))


def determinant(a, b, c):
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]))


def less(a, b):
    return [x - y for x, y in zip(a, b)]


def meeting(edge, way, needle):
    """(s, t, u) in [0, 1] with a + s (b - a) + t way = p + u (q - p), or None; of parallel ones None too."""
    (a, b), (p, q) = edge, needle
    rows = [less(b, a), way, less(p, q)]
    whole = determinant(*rows)
    if whole == 0:
        return None
    right = less(p, a)
    found = [determinant(*[right if k == i else row for k, row in enumerate(rows)]) / whole for i in range(3)]
    return found if all(0 <= value <= 1 for value in found) else None


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.split("\n\n")[1])
    folder, step, metres = sys.argv[1], int(sys.argv[2]), Fraction(float(sys.argv[3]))
    try:
        rest, now = (read_frame(os.path.join(folder, "frames", "frame_%06d.vtu" % k)) for k in (0, step))
    except OSError as error:
        sys.exit("pulled-edge.py: %s; expected the folder that `touchstone simulate --out` made, and one of its steps" % error)
    at = [[Fraction(value) for value in point] for point in points(now)]
    way, met = [metres, Fraction(0), Fraction(0)], 0
    needles = cells(rest, VTK_LINE)
    for side in pulled_edges(points(rest), cells(rest, VTK_TRIANGLE)):
        for needle in needles:
            found = meeting([at[node] for node in side], way, [at[node] for node in needle])
            if not found:
                continue
            met += 1
            where = [float(value) for value in at[needle[0]]]
            print("nodes %d and %d meet the needle at x = %.2f, z = %.2f after %.4f of the way, %.4f m from its first end"
                  % (*side, where[0], where[2], found[1], found[2] * abs(at[needle[1]][1] - at[needle[0]][1])))
    print("%d in the way" % met)
    return 1 if met else 0


if __name__ == "__main__":
    sys.exit(main())
