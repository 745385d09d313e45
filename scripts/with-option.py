#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an option of the solver `cipc` is worth: the same runs without it and with it (docs/method.md, 7).

usage: scripts/with-option.py [--option NAME=VALUE] [--tolerance T[,T]] [--size SIZE] [--steps N] [--out DIR] [SCENE...]
  --option     (default: exact_below=0.01); without it is the option's standard
  --tolerance  of the runs, m/s (default: 1e-3,1e-4,1e-6)
  --size       of the scenes (default: tiny)
  --steps      of each run (default: 5)
  --out        folder of the runs (default: a temporary one)
  SCENE        default: drape card-shuffle noodles sprinkles twisted-cylinder stack-5mm pleated-dress rods-twist-0.2 kick
               masonry-arch braids tablecloth-4
  TOUCHSTONE   environment: the command (default: build/release/touchstone)

Prints a table: iterations; how many of those with it were projected less or corrected; seconds of processor time. Both runs make the same steps as far as the tolerance tells them apart; only steps that both finished
count.
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCENES = ("drape card-shuffle noodles sprinkles twisted-cylinder stack-5mm pleated-dress rods-twist-0.2 kick "
          "masonry-arch braids tablecloth-4").split()

sys.dont_write_bytecode = True
from run_files import log_lines, processor_seconds  # noqa: E402


def run(touchstone, folder, scene, tolerance, options, given):
    """Iterations by step, how many of all were less projected or corrected, seconds; None: the command would not run."""
    before = processor_seconds()
    command = [touchstone, "simulate", scene, "--size", given.size, "--steps", str(given.steps), "--threads", "1",
               "--solver-option", f"tolerance={tolerance}", *options, "--out", folder, "--replace"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in (0, 1):
        sys.stderr.write(done.stderr)
        return None
    lines = log_lines(folder)
    steps = {line["step"]: line["iterations"] for line in lines if line["kind"] == "step" and line["outcome"] == "done"}
    touched = sum(line["projected_share"] < 1 or line["corrections"] > 0 for line in lines if line["kind"] == "iteration")
    return steps, touched, processor_seconds() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="*", default=SCENES)
    parser.add_argument("--option", default="exact_below=0.01")
    parser.add_argument("--tolerance", default="1e-3,1e-4,1e-6")
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--out")
    given = parser.parse_args()
    touchstone = os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone"))
    with tempfile.TemporaryDirectory() as temporary:
        out = given.out or temporary
        os.makedirs(out, exist_ok=True)
        print("| tolerance, m/s | scene | steps | iterations without | with | ratio | of them less projected or corrected | s without | s with |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        for tolerance in given.tolerance.split(","):
            for scene in given.scene or SCENES:
                folder = os.path.join(out, f"{scene}-{tolerance}")
                runs = [run(touchstone, f"{folder}-{name}", scene, tolerance, options, given)
                        for name, options in (("without", []), ("with", ["--solver-option", given.option]))]
                if None in runs:
                    sys.exit(4)
                common = runs[0][0].keys() & runs[1][0].keys()
                count = [sum(one[0][step] for step in common) for one in runs]
                ratio = f"{count[1] / count[0]:.2f}" if count[0] else ""
                print(f"| {tolerance} | {scene} | {len(common)} | {count[0]} | {count[1]} | {ratio} | {runs[1][1]} | "
                      f"{runs[0][2]:.3g} | {runs[1][2]:.3g} |", flush=True)


if __name__ == "__main__":
    main()
