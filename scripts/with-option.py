#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What options of the solver `cipc` are worth: the same runs without them and with them (docs/method.md, 7).

usage: scripts/with-option.py [--option NAME=VALUE]... [--tolerance T[,T]] [--seeds N] [--size SIZE] [--steps N]
                              [--out DIR] [SCENE...]
  --option     repeatable (default: exact_below=0.01); without it is its standard
  --tolerance  of the runs, m/s (default: 1e-3,1e-4,1e-6)
  --seeds      starts of each scene: its own, and others in which what moves has up to 1e-4 m/s more in each direction
               (default: 1)
  --size       of the scenes (default: tiny)
  --steps      of each run (default: 5)
  --out        folder of the runs (default: a temporary one)
  SCENE        default: drape card-shuffle noodles sprinkles hair-clusters twisted-cylinder stack-5mm pleated-dress
               rods-twist-0.2 kick masonry-arch braids tablecloth-4
  TOUCHSTONE   environment: the command (default: build/release/touchstone)

Prints a table: iterations over all starts, their ratio and that of the worst start; how many of those with it were
projected less or corrected; seconds of processor time. Then the mean ratio of the scenes, and the worst. Both runs make
the same steps as far as the tolerance tells them apart; only steps that both finished count.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCENES = ("drape card-shuffle noodles sprinkles hair-clusters twisted-cylinder stack-5mm pleated-dress rods-twist-0.2 "
          "kick masonry-arch braids tablecloth-4").split()
MOST_DISTURBED = 1e-4  # m/s

sys.dont_write_bytecode = True
from run_files import log_lines, processor_seconds, read_json, write_json  # noqa: E402


def plus(value, more):
    """The same vector, or number, by every size that it has a value for."""
    if isinstance(value, dict):
        return {"by_size": {size: plus(one, more) for size, one in value["by_size"].items()}}
    if isinstance(value, list):
        return [plus(*both) for both in zip(value, more)]
    return value + more


def start_of(scene, seed, out):
    """A scene with other velocities: its file."""
    if seed == 0:
        return scene
    described = read_json(os.path.join(ROOT, "datasets", "scenes", scene + ".json"))
    if described is None:
        sys.exit(f"with-option.py: {scene} has no other starts: give --seeds 1, or a name of `touchstone list scenes`")
    for thing in described["objects"]:
        if not thing.get("obstacle"):
            draw = random.Random(f"{scene} {thing['name']} {seed}")
            more = [draw.uniform(-MOST_DISTURBED, MOST_DISTURBED) for _ in range(3)]
            thing["velocity"] = plus(thing.get("velocity", [0, 0, 0]), more)
    path = os.path.join(out, f"{scene}-start-{seed}.json")
    write_json(path, described)
    return path


def run(touchstone, folder, scene, tolerance, options, given):
    """Iterations by step, how many of all were less projected or corrected, seconds."""
    before = processor_seconds()
    command = [touchstone, "simulate", scene, "--size", given.size, "--steps", str(given.steps), "--threads", "1",
               "--solver-option", f"tolerance={tolerance}", *options, "--out", folder, "--replace"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 1):
        sys.stderr.write(done.stderr)
        sys.exit(4)
    lines = log_lines(folder)
    steps = {line["step"]: line["iterations"] for line in lines if line["kind"] == "step" and line["outcome"] == "done"}
    touched = sum(line["projected_share"] < 1 or line["corrections"] > 0 for line in lines if line["kind"] == "iteration")
    return steps, touched, processor_seconds() - before


def compare(touchstone, out, scene, tolerance, chosen, given):
    """A row: steps, iterations without and with, ratio of the worst start, touched, seconds without and with."""
    row = {"steps": 0, "without": 0, "with": 0, "worst": 0.0, "touched": 0, "s without": 0.0, "s with": 0.0}
    for seed in range(given.seeds):
        start = start_of(scene, seed, out)
        folder = os.path.join(out, f"{scene}-{tolerance}-{seed}")
        without = run(touchstone, folder + "-without", start, tolerance, [], given)
        changed = run(touchstone, folder + "-with", start, tolerance, chosen, given)
        common = without[0].keys() & changed[0].keys()
        count = [sum(one[0][step] for step in common) for one in (without, changed)]
        row["steps"] += len(common)
        row["without"] += count[0]
        row["with"] += count[1]
        if count[0]:
            row["worst"] = max(row["worst"], count[1] / count[0])
        row["touched"] += changed[1]
        row["s without"] += without[2]
        row["s with"] += changed[2]
    return row


def say(tolerance, scene, row):
    """The ratio of a scene; None: no step was made by both."""
    ratio = row["with"] / row["without"] if row["without"] else None
    ratios = f"{ratio:.2f} | {row['worst']:.2f}" if ratio is not None else " | "
    print(f"| {tolerance} | {scene} | {row['steps']} | {row['without']} | {row['with']} | {ratios} | {row['touched']} | "
          f"{row['s without']:.3g} | {row['s with']:.3g} |", flush=True)
    return ratio


def say_all(tolerance, rows, ratios):
    """The mean of the scenes that have a ratio, and the worst of them."""
    known = [ratio for ratio in ratios if ratio is not None]
    of = f"{sum(known) / len(known):.2f} | {max(known):.2f}" if known else " | "
    sums = {name: sum(row[name] for row in rows) for name in ("steps", "s without", "s with")}
    print(f"| {tolerance} | mean of {len(known)}, worst scene | {sums['steps']} | | | {of} | | {sums['s without']:.3g} | "
          f"{sums['s with']:.3g} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="*", default=SCENES)
    parser.add_argument("--option", action="append")
    parser.add_argument("--tolerance", default="1e-3,1e-4,1e-6")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--out")
    given = parser.parse_args()
    if given.seeds < 1 or given.steps < 1:
        parser.error("--seeds and --steps are at least 1")
    chosen = [word for option in given.option or ["exact_below=0.01"] for word in ("--solver-option", option)]
    touchstone = os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone"))
    with tempfile.TemporaryDirectory() as temporary:
        out = given.out or temporary
        os.makedirs(out, exist_ok=True)
        print("| tolerance, m/s | scene | steps | iterations without | with | ratio | worst start | "
              "of them less projected or corrected | s without | s with |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for tolerance in given.tolerance.split(","):
            rows, ratios = [], []
            for scene in given.scene:
                rows.append(compare(touchstone, out, scene, tolerance, chosen, given))
                ratios.append(say(tolerance, scene, rows[-1]))
            say_all(tolerance, rows, ratios)


if __name__ == "__main__":
    main()
