#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often does `cubic` ask the same point-edge or point-point pair, each time as part of another query? Counts the
sub-pairs of point-triangle and edge-edge queries whose swept boxes come within min_distance, and how many of them are
distinct by the positions of their vertices.

usage: count-sub-pairs.py FOLDER    queries as CSV: touchstone dataset convert QUERIES FOLDER --format csv
"""

import pathlib
import sys

NO_DATA = 4  # exit code (docs/architecture.md)

# Vertices of a query: the point first, or two edges. Of each sub-pair a point, then the other's vertices.
SUB_PAIRS = {
    "vertex-face": ((0, 1, 2), (0, 2, 3), (0, 3, 1), (0, 1), (0, 2), (0, 3)),
    "edge-edge": ((0, 2, 3), (1, 2, 3), (2, 0, 1), (3, 0, 1), (0, 2), (0, 3), (1, 2), (1, 3)),
}


def queries(path):
    """Four vertices each, a vertex is its positions at t = 0 and t = 1."""
    rows = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            n = [int(field) for field in line.split(",")[:6]]
            rows.append((n[0] / n[1], n[2] / n[3], n[4] / n[5]))
            if len(rows) == 8:
                yield [(rows[v], rows[v + 4]) for v in range(4)]
                rows = []


def come_near(point, others, distance):
    for axis in range(3):
        ends = [end[axis] for vertex in others for end in vertex]
        if min(end[axis] for end in point) - max(ends) > distance:
            return False
        if min(ends) - max(end[axis] for end in point) > distance:
            return False
    return True


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    asked, total, distinct, found = 0, 0, set(), 0
    for kind, pairs in SUB_PAIRS.items():
        path = pathlib.Path(arguments[1], kind, "data.csv")
        if not path.exists():
            continue
        found += 1
        distances = [float(line) for line in open(path.with_suffix(".min_distance"), encoding="ascii")]
        for vertices, distance in zip(queries(path), distances):
            asked += 1
            for point, *others in pairs:
                other = [vertices[v] for v in others]
                if come_near(vertices[point], other, distance):
                    total += 1
                    members = [vertices[point]] + other
                    key = members if len(members) == 3 else sorted(members)
                    distinct.add((key[0], frozenset(key[1:])))
    if found == 0:
        print(f"count-sub-pairs.py: {arguments[1]} has neither {' nor '.join(f'{kind}/data.csv' for kind in SUB_PAIRS)}; "
              "make it by `touchstone dataset convert QUERIES FOLDER --format csv`", file=sys.stderr)
        sys.exit(NO_DATA)
    print("%d queries, %d sub-pairs asked, %d distinct" % (asked, total, len(distinct)))


if __name__ == "__main__":
    main(sys.argv)
