#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the standard of the solver `cipc` saves over its Newton loop as published, and options over both: the same runs
with each (docs/simulation.md, the loop as published; docs/method.md, 7).

usage: scripts/with-option.py [--option NAME=VALUE]... [--tolerance T[,T]] [--seeds N] [--size SIZE] [--steps N]
                              [--out DIR] [SCENE...]
  --option     repeatable: over the standard, in runs of their own (default: none)
  --tolerance  of the runs, m/s, or "scene" for that of each scene (default: 1e-3,1e-4,1e-6)
  --seeds      starts of each scene: its own, and others in which what moves has up to 1e-4 m/s more in each direction
               (default: 1)
  --size       of the scenes (default: tiny)
  --steps      of each run (default: 5)
  --out        folder of the runs (default: a temporary one)
  SCENE        default: drape card-shuffle noodles sprinkles hair-clusters twisted-cylinder stack-5mm pleated-dress
               rods-twist-0.2 kick masonry-arch braids tablecloth-4; "all": all of datasets/scenes that `cipc` makes
  TOUCHSTONE   environment: the command (default: build/release/touchstone)

Prints a table: iterations over all starts, beside those of the loop as published their ratio and that of the worst
start; how many of them were projected less or corrected; seconds of processor time. Then the mean ratio of the scenes,
and the worst. All runs make the same steps as far as the tolerance tells them apart; only steps that all finished count.
A run that does not end well is named on standard error, and the exit code is then 1.
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
from run_files import AS_PUBLISHED, log_lines, processor_seconds, read_json, write_json  # noqa: E402


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


def scenes_of(names):
    """"all" are those that name no other solver."""
    if names != ["all"]:
        return names
    folder = os.path.join(ROOT, "datasets", "scenes")
    known = sorted(name[:-len(".json")] for name in os.listdir(folder) if name.endswith(".json"))
    return [name for name in known if solver_of(read_json(os.path.join(folder, name + ".json"))) == "cipc"]


def solver_of(described):
    named = described.get("solver", "cipc")
    return named if isinstance(named, str) else named.get("name", "cipc")


def run(touchstone, folder, scene, tolerance, options, given):
    """Iterations by step, how many of all were less projected or corrected, seconds, whether it ended well."""
    before = processor_seconds()
    chosen = [*([] if tolerance == "scene" else ["tolerance=" + tolerance]), *options]
    command = [touchstone, "simulate", scene, "--size", given.size, "--steps", str(given.steps), "--threads", "1",
               *(word for option in chosen for word in ("--solver-option", option)), "--out", folder, "--replace"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 1):
        sys.stderr.write(done.stderr)
        sys.exit(4)
    if done.returncode == 1:
        print("ends badly: " + " ".join(command), file=sys.stderr, flush=True)
    lines = log_lines(folder)
    steps = {line["step"]: line["iterations"] for line in lines if line["kind"] == "step" and line["outcome"] == "done"}
    touched = sum(line["projected_share"] < 1 or line["curvatures"] > 0 or line["corrections"] > 0 for line in lines
                  if line["kind"] == "iteration")
    return steps, touched, processor_seconds() - before, done.returncode == 0


def compare(touchstone, out, scene, tolerance, loops, given):
    """A row: steps that all loops finished; of each loop iterations, touched, seconds, ratio of the worst start."""
    row = {"steps": 0, "well": True, "loops": [{"count": 0, "touched": 0, "s": 0.0, "worst": 0.0} for _ in loops]}
    for seed in range(given.seeds):
        start = start_of(scene, seed, out)
        folder = os.path.join(out, f"{scene}-{tolerance}-{seed}-")
        runs = [run(touchstone, folder + name.split()[0], start, tolerance, options, given)
                for name, options in loops.items()]
        common = set.intersection(*(set(steps) for steps, _, _, _ in runs))
        row["steps"] += len(common)
        row["well"] = row["well"] and all(well for _, _, _, well in runs)
        published = sum(runs[0][0][step] for step in common)
        for of, (steps, touched, seconds, _) in zip(row["loops"], runs):
            count = sum(steps[step] for step in common)
            of["count"] += count
            of["touched"] += touched
            of["s"] += seconds
            of["worst"] = max(of["worst"], count / published if published else 0.0)
    return row


def ratios_of(row):
    """Of the loops beside the published one; None: no step was made by all."""
    published = row["loops"][0]["count"]
    return [of["count"] / published if published else None for of in row["loops"][1:]]


def say(tolerance, scene, row):
    published, *others = row["loops"]
    cells = [f"{published['count']} | {published['s']:.3g}"]
    for of, ratio in zip(others, ratios_of(row)):
        both = " | " if ratio is None else f"{ratio:.2f} | {of['worst']:.2f}"
        cells.append(f"{of['count']} | {both} | {of['touched']} | {of['s']:.3g}")
    print(f"| {tolerance} | {scene} | {row['steps']} | {' | '.join(cells)} |", flush=True)


def say_all(tolerance, rows):
    """The mean of the scenes that have a ratio, and the worst of them."""
    known = [ratios for ratios in map(ratios_of, rows) if None not in ratios]
    seconds = [sum(row["loops"][k]["s"] for row in rows) for k in range(len(rows[0]["loops"]))]
    cells = [f" | {seconds[0]:.3g}"]
    for k, of_all in enumerate(seconds[1:]):
        mine = [ratios[k] for ratios in known]
        both = f"{sum(mine) / len(mine):.2f} | {max(mine):.2f}" if mine else " | "
        cells.append(f" | {both} | | {of_all:.3g}")
    print(f"| {tolerance} | mean of {len(known)}, worst scene | {sum(row['steps'] for row in rows)} | {' | '.join(cells)} |",
          flush=True)


def say_heads(loops):
    heads = ["tolerance, m/s", "scene", "steps", "as published: iterations", "s"]
    for name in list(loops)[1:]:
        heads += [f"{name}: iterations", "ratio", "worst start", "of them less projected or corrected", "s"]
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="*", default=SCENES)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--tolerance", default="1e-3,1e-4,1e-6")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--out")
    given = parser.parse_args()
    if given.seeds < 1 or given.steps < 1:
        parser.error("--seeds and --steps are at least 1")
    loops = {"published": AS_PUBLISHED, "standard": []}
    if given.option:
        loops["with " + " ".join(given.option)] = given.option
    touchstone = os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone"))
    all_well = True
    with tempfile.TemporaryDirectory() as temporary:
        out = given.out or temporary
        os.makedirs(out, exist_ok=True)
        say_heads(loops)
        for tolerance in given.tolerance.split(","):
            rows = []
            for scene in scenes_of(given.scene):
                rows.append(compare(touchstone, out, scene, tolerance, loops, given))
                say(tolerance, scene, rows[-1])
            say_all(tolerance, rows)
            all_well = all_well and all(row["well"] for row in rows)
    return 0 if all_well else 1


if __name__ == "__main__":
    sys.exit(main())
