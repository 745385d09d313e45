#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/scene-figures.py: the turn of rolled and folded sheets against closed forms, which bodies count, its lines
against the logs and frames of runs, what it refuses.

usage: test_scene_figures.py BUILD_DIR
"""
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "scene-figures.py")

sys.dont_write_bytecode = True


def load():
    spec = importlib.util.spec_from_file_location("scene_figures", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frame_of(points, cells, kinds, bodies):
    ends, nodes = [], []
    for cell in cells:
        nodes += cell
        ends.append(len(nodes))
    return {"Points": [c for p in points for c in p], "connectivity": nodes, "offsets": ends, "types": kinds,
            "body": bodies}


def sheet(columns, at):
    """Two rows of nodes, column k at the point `at(k)` of a curve, over z from 0 to 1."""
    points = [(*at(k), float(row)) for row in (0, 1) for k in range(columns)]
    cells = []
    for k in range(columns - 1):
        a, b, c, d = k, k + 1, columns + k, columns + k + 1
        cells += [(a, b, d), (a, d, c)] if k % 2 else [(a, b, c), (b, d, c)]
    return points, cells


def check_rolled(of):
    """A flat sheet rolled about a cylinder: its cells stay flat, each of the lines between them turns by the same."""
    radius, angle, columns = 0.3, 0.2, 12
    points, cells = sheet(columns, lambda k: (0.1 * k, 0.0))
    shape = of.Shape(frame_of(points, cells, [5] * len(cells), [0] * len(cells)), {0})
    assert len(shape.edges) == 2 * columns - 3, shape.edges  # the lines between cells, the diagonals
    assert shape.turn(points) == (0.0, 0.0), shape.turn(points)
    for side in (1.0, -1.0):
        rolled, _ = sheet(columns, lambda k: (radius * math.sin(angle * k), side * radius * math.cos(angle * k)))
        turn, sharp = shape.turn(rolled)
        area = (columns - 1) * 2.0 * radius * math.sin(0.5 * angle)
        assert math.isclose(turn, (columns - 2) * angle / area, rel_tol=1e-12), turn
        counted = math.ceil(0.1 * len(shape.edges))
        assert math.isclose(sharp, counted / (columns - 2), rel_tol=1e-9), sharp
    back = of.Shape(frame_of(rolled, cells, [5] * len(cells), [0] * len(cells)), {0})
    assert math.isclose(back.turn(points)[0], (columns - 2) * angle / (0.1 * (columns - 1)), rel_tol=1e-12)


def check_folded(of):
    """One edge turns by more than a right angle, in either direction; the rest stays flat."""
    points, cells = sheet(3, lambda k: (float(k), 0.0))
    shape = of.Shape(frame_of(points, cells, [5] * 4, [0] * 4), {0})
    for angle in (-3.0, -0.4, 0.4, 3.0):
        folded, _ = sheet(3, lambda k: (1.0 + math.cos(angle), math.sin(angle)) if k == 2 else (float(k), 0.0))
        turn, sharp = shape.turn(folded)
        assert math.isclose(turn, abs(angle) / 2.0, rel_tol=1e-12) and math.isclose(sharp, 1.0), (turn, sharp)


def check_bodies(of):
    """Tets by their boundary, which is not turned at the start; other bodies do not count."""
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (9, 9, 9), (9, 8, 9), (8, 9, 9)]
    shape = of.Shape(frame_of(points, [(0, 1, 2, 3), (4, 5, 6)], [10, 5], [1, 0]), {1})
    assert len(shape.triangles) == 4 and len(shape.edges) == 6 and shape.nodes == {0, 1, 2, 3}
    assert shape.turn(points) == (0.0, 0.0)
    height, size = shape.place(points)
    assert height == 0.25 and size == [1, 1, 1], (height, size)
    scene = {"objects": [{"repeat": {"count": {"by_size": {"tiny": 2, "small": 3}}}}, {"obstacle": True}, {}]}
    assert of.moved_bodies(scene, "tiny") == {0, 1, 3} and of.moved_bodies(scene, "small") == {0, 1, 2, 4}


def answer(build, *words):
    ended = subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True, check=False,
                           env={**os.environ, "TOUCHSTONE": os.path.join(build, "touchstone")})
    return ended.returncode, [line.strip("| ").split(" | ") for line in ended.stdout.splitlines()][2:], ended.stderr


def check_row(row, folder, nodes):
    with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    steps = [line for line in lines if line["kind"] == "step"]
    contacts = [line["contacts"] for line in lines if line["kind"] == "iteration"]
    most = [step["most_stretch"] for step in steps]
    assert row[1] == str(nodes) and row[2] == "2" and len(steps) == 2, row
    assert row[3] == f"{len(contacts) / 2:.1f}", row
    assert row[4] == f"{sum(contacts) / len(contacts):.0f} ({max(contacts)})" and max(contacts) > 0, row
    assert row[5] == f"{min(step['least_gap'] for step in steps):.1e}", row
    assert row[6] == f"{max(most):.4f}, {sum(most) / 2:.4f}", row
    size = [float(word) for word in row[9].split(", ")]
    assert -0.16 < float(row[8]) < 0.2 and 0.9 < size[0] <= 1.01 and 0.0 < size[1] < 0.33, row
    assert float(row[10]) > 0.0, row


def main():
    build = sys.argv[1]
    of = load()
    check_rolled(of)
    check_folded(of)
    check_bodies(of)
    with tempfile.TemporaryDirectory() as folder:
        words = ("--out", folder, "--steps", "2", "--nodes", "200,300", "drape")
        code, rows, said = answer(build, *words)
        assert code == 0 and [row[0] for row in rows] == ["drape, 200", "drape, 300"], (rows, said)
        for row, nodes in zip(rows, (200, 300)):
            check_row(row, os.path.join(folder, f"drape-{nodes}"), nodes + 300 + 441)
        code, again, said = answer(build, "--made", *words)
        assert code == 0 and [row[:12] for row in again] == [row[:12] for row in rows], (again, said)
    for words, reason in ((("drpe",), "there is no scene drpe"), (("--made", "drape"), "--made wants --out")):
        code, rows, said = answer(build, *words)
        assert code != 0 and not rows and reason in said, (rows, said)


if __name__ == "__main__":
    main()
