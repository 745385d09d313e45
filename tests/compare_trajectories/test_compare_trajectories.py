#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/compare-trajectories.py against positions that are our own, but for one node: what it says is how far that was
moved; and its times beside figures that are known.

usage: test_compare_trajectories.py BUILD_DIR
"""
import array
import gzip
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "compare-trajectories.py")
MOVED = 1e-3
THEIRS = [(4, 0.5), (6, 1.5)]


def load_script():
    spec = importlib.util.spec_from_file_location("compare_trajectories", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def answer(build, *words):
    ended = subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True, check=False,
                           env={**os.environ, "TOUCHSTONE": os.path.join(build, "touchstone")})
    rows = [line.strip("| ").split(" | ") for line in ended.stdout.splitlines() if line.startswith("| ")]
    return ended.returncode, rows[2:], ended.stdout + ended.stderr


def write_positions(script, name, models, steps, folder):
    """Those of our own run, where the second node of the last step is elsewhere."""
    scene = script.with_models(script.scene_of(name, folder), models)
    positions = array.array("d")
    with tempfile.TemporaryDirectory() as scratch:
        for frame in script.run(scene, steps, scratch):
            points = script.read_frame(frame)["Points"]
            positions.extend(points)
    positions[(steps - 1) * len(points) + 3 + 2] += MOVED
    if sys.byteorder == "big":
        positions.byteswap()
    with gzip.open(os.path.join(folder, name + ".positions.gz"), "wb") as file:
        file.write(positions.tobytes())
    return len(points) // 3


def check_distances(build, script, name, models, steps, folder):
    nodes = write_positions(script, name, models, steps, folder)
    code, rows, said = answer(build, "--models", models, folder, name)
    wanted = [[name, models, str(step), "0", "0"] for step in range(1, steps)]
    wanted.append([name, models, str(steps), f"{MOVED:.2g}", f"{MOVED / nodes:.2g}"])
    assert code == 0 and rows == wanted, said


def check_times(build, folder):
    with open(os.path.join(folder, "noodles.iterations.txt"), "w", encoding="utf-8") as file:
        for step, (iterations, seconds) in enumerate(THEIRS):
            print(f"step {step + 1} iterations {iterations} cpu {seconds} per_iteration {seconds / iterations}", file=file)
        print("total iterations 10 cpu 2.0 per_iteration 0.2", file=file)
    code, rows, said = answer(build, "--times", folder, "noodles")
    assert code == 0 and [row[:3] for row in rows] == [
        ["noodles", loop, step] for loop in ("standard", "as published") for step in ("1", "2", "all")], said
    for row in rows:
        iterations, theirs = map(int, row[3].split(", "))
        seconds, their_seconds = (float(part.split(":")[0]) for part in row[4].split(", "))
        wanted = THEIRS[int(row[2]) - 1] if row[2] != "all" else (10, 2.0)
        assert (theirs, their_seconds) == wanted and iterations > 0 and seconds > 0.0, row
        each = [float(part.split(":")[0]) for part in row[5].split(", ")]
        assert abs(each[1] - 1e3 * their_seconds / theirs) < 0.051, row
        assert abs(each[0] - 1e3 * seconds / iterations) <= 0.051 + 5.0 / iterations, row
    assert [int(rows[2][3].split(",")[0]), int(rows[5][3].split(",")[0])] == [
        sum(int(row[3].split(",")[0]) for row in rows[first:first + 2]) for first in (0, 3)], rows
    assert int(rows[5][3].split(",")[0]) > int(rows[2][3].split(",")[0]), rows  # in free fall two only confirm


def main():
    build = sys.argv[1]
    os.environ["TOUCHSTONE"] = os.path.join(build, "touchstone")
    script = load_script()
    with tempfile.TemporaryDirectory() as folder:
        check_distances(build, script, "noodles", "standard", 2, folder)
        check_distances(build, script, "cards", "published", 1, folder)  # whose material is a name
        check_times(build, folder)
    tight = {"contact": {}, "objects": [{"obstacle": "x"}, {}, {"material": {"E": 1.0}}]}
    made = script.with_models(tight, "published")
    assert "membrane" not in json.dumps(made["objects"][0]) and made["objects"][1]["material"] == script.PUBLISHED_MODELS
    assert made["objects"][2]["material"] == {"E": 1.0, **script.PUBLISHED_MODELS} and "material" not in tight["objects"][1]
    code, rows, said = answer(build, os.path.join(build, "no-such-folder"))
    assert code == 0 and not rows and "nothing to compare with" in said, said
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(build, "--times", folder, "noodles")
        assert code == 1 and not rows and "noodles.iterations.txt is not there" in said, said
    print("compare-trajectories.py measures what was moved, and times beside what is known")


if __name__ == "__main__":
    main()
