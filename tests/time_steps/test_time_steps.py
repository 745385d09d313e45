#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/time-steps.py: its lines against the logs of its runs, a run that fails, what it refuses.

usage: test_time_steps.py BUILD_DIR
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "time-steps.py")


def answer(build, *words):
    ended = subprocess.run([sys.executable, "-B", SCRIPT, *words], capture_output=True, text=True, check=False,
                           env={**os.environ, "TOUCHSTONE": os.path.join(build, "touchstone")})
    return ended.returncode, [line.strip("| ").split(" | ") for line in ended.stdout.splitlines()][2:], ended.stderr


def steps_of(folder):
    with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as file:
        return [line for line in map(json.loads, file) if line["kind"] == "step"]


def check_row(row, folder, count, end):
    made = steps_of(os.path.join(folder, f"rods-twist-0.2-{row[0]}"))
    iterations = [step["iterations"] for step in made]
    contacts = [step["contacts"] for step in made]
    assert row[1] == str(count), row
    assert row[2] == f"{sum(contacts) / len(made):.0f} ({max(contacts)})" and max(contacts) > 0, row
    assert row[3] == f"{sum(iterations) / len(made):.2f}" and row[4] == str(sum(iterations)), row
    assert float(row[6]) >= 0.0 and float(row[5]) > 0.0, row
    assert float(row[7]) == float(f"{min(step['least_gap'] for step in made):.1e}"), row
    assert row[8] == end, row
    return made


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(build, "--out", folder, "--seconds", "0.4", "--time-steps", "0.4,0.1")
        assert code == 0 and [row[0] for row in rows] == ["0.4", "0.1"], (rows, said)
        for row, count in zip(rows, (1, 4)):
            made = check_row(row, folder, count, "whole")
            assert len(made) == count and made[-1]["time"] - 0.4 < 1e-12, made
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(build, "--out", folder, "--seconds", "0.4", "--time-steps", "0.2", "--solver-option",
                                  "most_iterations=2")
        assert code == 0 and len(rows) == 1, (rows, said)
        made = check_row(rows[0], folder, 2, "iteration limit in step 1, 2 steps so")
        assert [step["outcome"] for step in made] == ["iteration limit"] * 2, made
    for words, reason in ((("--time-steps", "0.4"), "0.4 s does not divide 1 s"),
                          (("--time-steps", "0"), "0 s does not divide 1 s"),
                          (("--time-steps", "0.5", "rods-twst"), "there is no scene rods-twst")):
        code, rows, said = answer(build, "--seconds", "1", *words)
        assert code != 0 and not rows and reason in said, (rows, said)


if __name__ == "__main__":
    main()
