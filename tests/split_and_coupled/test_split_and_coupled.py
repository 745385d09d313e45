#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/split-and-coupled.py: stretches and distances against closed forms, what a run's table says against its log,
time steps that do not divide.

usage: test_split_and_coupled.py BUILD_DIR
"""
import importlib.util
import json
import math
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "split-and-coupled.py")

sys.dont_write_bytecode = True


def load():
    spec = importlib.util.spec_from_file_location("split_and_coupled", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def turned(angle, point):
    """About x, then about z."""
    c, s = math.cos(angle), math.sin(angle)
    x, y, z = point[0], c * point[1] - s * point[2], s * point[1] + c * point[2]
    return c * x - s * y, s * x + c * y, z


def check_stretches(of):
    """A square of two triangles in the plane, stretched along two directions at a right angle, then turned."""
    rng = random.Random(20261124)
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    rest = [(u, v, 0.0) for u, v in corners]
    frame = {"Points": [c for p in rest for c in p], "connectivity": [0, 1, 2, 0, 2, 3, 0, 1], "offsets": [3, 6, 8],
             "types": [5, 5, 3], "body": [0, 0, 1]}
    cloth = of.Cloth(frame)
    assert cloth.triangles == [(0, 1, 2), (0, 2, 3)] and math.isclose(cloth.whole, 1.0), cloth.triangles
    assert math.isclose(sum(cloth.mass), 1.0) and math.isclose(cloth.mass[0], 2 * cloth.mass[1]), cloth.mass
    for _ in range(100):
        most, least, angle = rng.uniform(0.71, 3.0), rng.uniform(0.01, 0.7), rng.uniform(-3.0, 3.0)
        c, s = math.cos(angle), math.sin(angle)
        x = []
        for u, v in corners:
            along, across = most * (c * u + s * v), least * (c * v - s * u)
            x.append(turned(angle, (c * along - s * across, s * along + c * across, 0.0)))
        for triangle in cloth.triangles:
            found = of.stretches(cloth.rest, x, triangle)
            assert math.isclose(found[0], most, rel_tol=1e-9) and math.isclose(found[1], least, rel_tol=1e-9), found
        means, squeezed, _, _ = cloth.figures(x)
        assert math.isclose(means[0], most, rel_tol=1e-9) and math.isclose(means[1], least, rel_tol=1e-9), means
        assert squeezed == 1.0, squeezed
    lifted = [(u, v + 2.0, w - 1.0) for u, v, w in rest]
    assert math.isclose(cloth.distance(rest, lifted), math.sqrt(5.0)), cloth.distance(rest, lifted)
    _, squeezed, height, size = cloth.figures(lifted)
    assert squeezed == 0.0 and math.isclose(height, 2.5) and size == [1.0, 1.0, 0.0], (squeezed, height, size)
    half = [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]  # the first triangle only is squeezed
    assert math.isclose(cloth.figures(half)[1], 0.5), cloth.figures(half)


def answer(build, *words):
    ended = subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True, check=False,
                           env={**os.environ, "TOUCHSTONE": os.path.join(build, "touchstone")})
    return ended.returncode, [line.strip("| ").split(" | ") for line in ended.stdout.splitlines()], ended.stderr


def steps_of(folder):
    with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as file:
        return [line for line in map(json.loads, file) if line["kind"] == "step"]


def check_run(build):
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(build, "--out", folder, "--seconds", "0.08", "--time-steps", "0.04,0.02",
                                  "weighted-corner")
        assert code == 0, said
        rows = [row for row in rows if len(row) > 5 and row[1] in ("coupled", "split")]
        assert [row[:2] for row in rows] == [["0.04", "coupled"], ["0.04", "split"], ["0.02", "coupled"],
                                             ["0.02", "split"]], rows
        for row, count in zip(rows, (2, 2, 4, 4)):
            steps = steps_of(os.path.join(folder, f"weighted-corner-{row[0]}-{row[1]}"))
            assert len(steps) == count, (row, len(steps))
            assert row[2] == f"{sum(step['iterations'] for step in steps) / count:.1f}", row
            assert row[3] == (f"{min(step['least_stretch'] for step in steps):.4f}, "
                              f"{max(step['most_stretch'] for step in steps):.4f}"), row
        assert rows[2][-1] == "0.00e+00" and rows[0][-2] == rows[2][-2] == "", rows
        assert rows[3][-1] == rows[3][-2] and float(rows[1][-2]) > 0.0, rows


def check_refused(build):
    for words, reason in (
            (("--time-steps", "0.04,0.03"), "0.03 s does not divide the first time step, 0.04 s"),
            (("--time-steps", "0.04,0"), "0 s does not divide the first time step, 0.04 s"),
            (("--time-steps", "0.04", "--seconds", "0.1"), "0.04 s does not divide 0.1 s")):
        code, rows, said = answer(build, *words, "weighted-corner")
        assert code != 0 and not rows and reason in said, said
    code, _, said = answer(build, "weighted-cornet")
    assert code != 0 and "there is no scene weighted-cornet" in said, said


def main():
    check_stretches(load())
    check_refused(sys.argv[1])
    check_run(sys.argv[1])


if __name__ == "__main__":
    main()
