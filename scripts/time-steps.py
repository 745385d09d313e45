#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same seconds of a scene in time steps of many lengths: constraints, iterations, time (docs/paper-scenes.md, "Ten
time steps").

usage: scripts/time-steps.py [--size SIZE] [--seconds S] [--time-steps H[,H]] [--solver-option NAME=VALUE]...
                             [--out DIR] [SCENE]
  --size           of the scene (default: tiny)
  --seconds        simulated, a multiple of every time step (default: 6)
  --time-steps     s (default: 0.002,0.005,0.01,0.025,0.05,0.1,0.2,0.5,1,2)
  --solver-option  repeatable: of all runs
  --out            folder of the runs (default: a temporary one)
  SCENE            of datasets/scenes (default: rods-twist-0.2)
  TOUCHSTONE       environment: the command (default: build/release/touchstone)

A line for each run: contacts of a step in the mean, and the most; iterations and seconds of processor time per step and
in total; the least gap; how the run ended.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from run_files import log_lines, processor_seconds, read_json, write_json  # noqa: E402


def run(options, h):
    scene = read_json(os.path.join(ROOT, "datasets", "scenes", options.scene + ".json"))
    if scene is None:
        sys.exit(f"time-steps.py: there is no scene {options.scene} in datasets/scenes")
    steps = round(options.seconds / h)
    scene["time_step"] = h
    scene["output"] = {"every": steps}
    folder = os.path.join(options.out, f"{options.scene}-{h:g}")
    write_json(folder + ".json", scene)
    before = processor_seconds()
    command = [os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone")), "simulate",
               folder + ".json", "--size", options.size, "--steps", str(steps), "--threads", "1", "--out", folder,
               "--replace"]
    for option in options.solver_option:
        command += ["--solver-option", option]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    seconds = processor_seconds() - before
    made = [line for line in log_lines(folder) if line["kind"] == "step"]
    if not made:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return steps, made, seconds, done.returncode


def how_it_ended(steps, made, code):
    undone = [step for step in made if step["outcome"] != "done"]
    if not undone and len(made) == steps:
        return "whole" if code == 0 else f"exit code {code}"
    if not undone:
        return f"cut off after step {len(made)}"
    more = f", {len(undone)} steps so" if len(undone) > 1 else ""
    return f"{undone[0]['outcome']} in step {undone[0]['step']}{more}"


def say(h, steps, made, seconds, code):
    """made: the log's lines of the steps."""
    contacts = [step["contacts"] for step in made]
    iterations = sum(step["iterations"] for step in made)
    gaps = [step["least_gap"] for step in made if step["least_gap"] is not None]
    end = how_it_ended(steps, made, code)
    least = f"{min(gaps):.1e}" if gaps else ""
    print(f"| {h:g} | {steps} | {sum(contacts) / len(made):.0f} ({max(contacts)}) | {iterations / len(made):.2f} "
          f"| {iterations} | {1e3 * seconds / len(made):.1f} | {seconds:.1f} | {least} | {end} |", flush=True)


def check(parser, options):
    for h in options.time_steps:
        count = round(options.seconds / h) if h > 0 else 0
        if count < 1 or not math.isclose(count * h, options.seconds, rel_tol=1e-9):
            parser.error(f"{h:g} s does not divide {options.seconds:g} s, the time that is simulated")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--time-steps", type=lambda text: [float(h) for h in text.split(",")],
                        default=[0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0])
    parser.add_argument("--solver-option", action="append", default=[])
    parser.add_argument("--out")
    parser.add_argument("scene", nargs="?", default="rods-twist-0.2")
    options = parser.parse_args()
    check(parser, options)
    print("| h, s | steps | contacts: mean (most) | iterations per step | in total | ms per step | s in total "
          "| least gap, m | end |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as made:
        options.out = options.out or made
        os.makedirs(options.out, exist_ok=True)
        for h in options.time_steps:
            say(h, *run(options, h))


if __name__ == "__main__":
    main()
