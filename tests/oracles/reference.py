#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The truth in tables of queries (reference.csv, ../worst/queries.csv) by tests/reference/exact_toi.py.

A line is kind,x0 (12),x1 (12),min_distance,t_max[,contact,lo,hi],reason in hexadecimal floats; lines that start
with # are comments.

    python3 reference.py FILE            # check contact, lo and hi of every line
    python3 reference.py --fill FILE     # print the table with contact, lo and hi computed anew
"""

import argparse
import sys
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
import exact_toi  # noqa: E402

KINDS = {"point-triangle": ("vertex-face", 4), "edge-edge": ("edge-edge", 4),
         "point-edge": ("point-edge", 3), "point-point": ("point-point", 2)}


def truth(cells):
    """contact, lo, hi as the table writes them."""
    kind, vertices = KINDS[cells[0]]
    numbers = [Fraction(float.fromhex(c)) for c in cells[1:26]]
    x0, x1 = ([numbers[at + 3 * i:at + 3 * i + 3] for i in range(vertices)] for at in (0, 12))
    found = exact_toi.exact_toi(exact_toi.Query(kind, x0, x1, numbers[24], float.fromhex(cells[26])))
    return ["1", *map(c_hex, found)] if found else ["0", "0", "0"]


def c_hex(x):
    """Without the zeros at the end that Python prints and C does not."""
    if x == 0.0:
        return "0"
    mantissa, exponent = x.hex().split("p")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + "p" + exponent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--fill", action="store_true", help="print the table with its truth computed anew")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    wrong = 0
    for number, line in enumerate(options.file.read_text().splitlines(), 1):
        cells = line.split(",")
        if options.fill:
            print(line if line.startswith("#") else ",".join(cells[:27] + truth(cells) + cells[-1:]))
        elif not line.startswith("#"):
            told, found = ([float.fromhex(c) for c in part] for part in (cells[27:30], truth(cells)))
            if told != found:
                print(f"{options.file}:{number}: {cells[27:30]}, found {truth(cells)}", file=sys.stderr)
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
