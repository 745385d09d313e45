#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/with-option.py with a command that writes known logs: what it counts, which starts it gives."""
import json
import os
import stat
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# In place of touchstone: keeps what it was asked. As published drape takes 10 iterations a step, by the standard 7 and at
# another start 12, with an option 5; the second step of kick is not done as published, noodles make none.
COMMAND = '''#!%s -B
import json, os, sys
words = sys.argv[2:]
out, scene = words[words.index("--out") + 1], words[0]
published, with_option = "published_loop=true" in words, "a=1" in words
is_start = os.path.exists(scene)
with open(os.path.join(os.path.dirname(out), "asked.jsonl"), "a") as file:
    print(json.dumps([words, json.load(open(scene)) if is_start else None]), file=file)
os.makedirs(out, exist_ok=True)
count = 10 if published else 5 if with_option else 12 if is_start else 7
badly = False
with open(os.path.join(out, "log.jsonl"), "w") as file:
    for step in (1, 2) if "noodles" not in scene else ():
        print(json.dumps({"kind": "iteration", "projected_share": 1, "corrections": int(not published),
                          "curvatures": 0}), file=file)
        done = "kick" not in scene or step == 1 or not published
        badly = badly or not done
        print(json.dumps({"kind": "step", "step": step, "outcome": "done" if done else "tiny toi", "iterations": count}),
              file=file)
sys.exit(badly)
''' % sys.executable


def answer(folder, *words):
    command = os.path.join(folder, "touchstone")
    with open(command, "w", encoding="utf-8") as file:
        file.write(COMMAND)
    os.chmod(command, os.stat(command).st_mode | stat.S_IXUSR)
    script = os.path.join(ROOT, "scripts", "with-option.py")
    ended = subprocess.run([sys.executable, "-B", script, "--out", os.path.join(folder, "runs"), *words],
                           capture_output=True, text=True, check=False, env={**os.environ, "TOUCHSTONE": command})
    return ended.returncode, [line.strip("| ").split(" | ") for line in ended.stdout.splitlines()], ended.stderr


def asked(folder):
    with open(os.path.join(folder, "runs", "asked.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def velocities(start):
    """Of all that moves, by body; sizes apart. What does not has none."""
    for thing in start["objects"]:
        assert bool(thing.get("obstacle")) != ("velocity" in thing), thing["name"]
        for value in thing.get("velocity", []):
            yield thing["name"], list(value["by_size"].values()) if isinstance(value, dict) else [value]


def main():
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(folder, "--option", "a=1", "--option", "b=2", "--tolerance", "1e-3", "--seeds", "2",
                                  "drape", "kick", "noodles")
        assert code == 1 and said.count("ends badly: ") == 2 and "simulate kick " in said, said
        assert rows[0][3:10] == ["as published: iterations", "s", "standard: iterations", "ratio", "worst start",
                                 "of them less projected or corrected", "s"], rows
        assert rows[0][10] == "with a=1 b=2: iterations", rows
        for row, scene, steps, counts in ((rows[2], "drape", "4", ("40", "38", "20")),
                                          (rows[3], "kick", "2", ("20", "19", "10"))):  # only the first steps count
            assert row[:4] == ["1e-3", scene, steps, counts[0]], row
            assert row[5:9] == [counts[1], "0.95", "1.20", "4"], row  # 14 and 24 of 20 each; worst: the other start
            assert row[10:14] == [counts[2], "0.50", "0.50", "4"], row
        assert rows[4][2:4] == ["0", "0"] and "0.00" not in rows[4], rows  # nothing to compare: no ratio
        assert rows[5][1:3] == ["mean of 2, worst scene", "6"] and rows[5].count("0.95") == 2, rows
        runs = asked(folder)
        options = [[word for word in words if "=" in word] for words, _ in runs]
        published = ["published_loop=true"]
        for k, given in enumerate(options):
            assert given == ["tolerance=1e-3", *(published, [], ["a=1", "b=2"])[k % 3]], given
        starts = [start for words, start in runs if "drape" in words[0] and start]
        assert len(starts) == 3 and starts[0] == starts[1] == starts[2]  # the same with each
        moved = [one[0] for _, one in velocities(starts[0])]
        assert len(set(moved)) == 3 and 0 < max(map(abs, moved)) <= 1e-4, moved
        noodles = next(start for words, start in runs if "noodles" in words[0] and start)
        shifts = [[one - base for one, base in zip(sizes, (-1, -1, 0))] for _, sizes in velocities(noodles)
                  if len(sizes) == 3]
        assert shifts and all(max(shift) - min(shift) < 1e-15 < abs(shift[0]) for shift in shifts), shifts
    with tempfile.TemporaryDirectory() as folder:
        assert answer(folder, "--tolerance", "1e-3", "--seeds", "3", "drape")[0] == 0
        starts = [json.dumps(start) for _, start in asked(folder) if start]
        assert len(starts) == 4 and len(set(starts)) == 2  # two others, each as published and by the standard
    with tempfile.TemporaryDirectory() as folder:
        code, rows, said = answer(folder, "--tolerance", "scene", "all")
        scenes = {words[0] for words, _ in asked(folder)}
        assert {"drape", "split-model"} <= scenes and not any("ndb" in name for name in scenes), scenes
        assert not any("tolerance=" in word for words, _ in asked(folder) for word in words)
        assert len(rows) == len(scenes) + 3, rows
    with tempfile.TemporaryDirectory() as folder:
        assert answer(folder, "--seeds", "0", "drape")[0] == 2
        code, _, said = answer(folder, "--seeds", "2", "--tolerance", "1e-3", "elsewhere/my.json")
        assert code == 1 and "elsewhere/my.json has no other starts" in said, said
    print("with-option.py counts what both finished")


if __name__ == "__main__":
    main()
