#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far the bodies of a run moved sideways, and how far they turned about the upright: by the first and last frame.

usage: examples/field/drift.py RUN
"""
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from picture import read_frame


def nodes_of(frame):
    """The nodes of each body."""
    bodies = {}
    first = 0
    for end, body in zip(frame["offsets"], frame["body"]):
        bodies.setdefault(body, set()).update(frame["connectivity"][first:end])
        first = end
    return bodies


def middle(x, nodes):
    return [sum(x[3 * n + k] for n in nodes) / len(nodes) for k in (0, 2)]


def motion(x0, x1, nodes):
    """Sideways motion of the middle, metres, and the turn that fits best, radians."""
    a, b = middle(x0, nodes), middle(x1, nodes)
    along = across = 0.0
    for n in nodes:
        px, pz, qx, qz = x0[3 * n] - a[0], x0[3 * n + 2] - a[1], x1[3 * n] - b[0], x1[3 * n + 2] - b[1]
        along += px * qx + pz * qz
        across += px * qz - pz * qx
    return math.hypot(b[0] - a[0], b[1] - a[1]), math.atan2(across, along)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    frames = sorted(pathlib.Path(sys.argv[1], "frames").glob("*.vtu"))
    first, last = read_frame(frames[0]), read_frame(frames[-1])
    print(f"{'body':>4}  {'sideways, m':>11}  {'turned, rad':>11}")
    for body, nodes in sorted(nodes_of(first).items()):
        shift, turn = motion(first["Points"], last["Points"], sorted(nodes))
        print(f"{body:4}  {shift:11.2e}  {turn:11.2e}")


if __name__ == "__main__":
    main()
