#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far the split model of strain limits is from the coupled one, and what it does to the cloth, by the time step
(docs/paper-scenes.md, "Split and coupled").

usage: scripts/split-and-coupled.py [--size SIZE] [--seconds S] [--time-steps H[,H]] [--out DIR] SCENE...
  --size        of the scenes (default: tiny)
  --seconds     simulated, a multiple of the first time step (default: 1)
  --time-steps  s; each divides the first (default: 0.04,0.02,0.01,0.004)
  --out         folder of the runs (default: a temporary one)
  SCENE         of datasets/scenes; its first object is the cloth, which is not stretched at the start
  TOUCHSTONE    environment: the command (default: build/release/touchstone)

A line for each run: Newton iterations per step; the least and largest stretch of the run; at its end the mean of the
triangles' largest and least stretches, the share of their area whose least is below 0.7, the mean height of the cloth
and its size in x, y and z; the distance from the coupled run of the same time step, and that of coupled runs from the
one of the shortest, both at the end, r.m.s. by mass, the cloth's own.
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
from picture import read_frame  # noqa: E402
from run_files import log_lines, read_json, write_json  # noqa: E402

SQUEEZED = 0.7


def cloth_of(frame):
    """Triangles of the first body, positions of its nodes."""
    triangles, first = [], 0
    for end, kind, body in zip(frame["offsets"], frame["types"], frame["body"]):
        if kind == 5 and body == 0:
            triangles.append(tuple(frame["connectivity"][first:end]))
        first = end
    nodes = 1 + max(max(t) for t in triangles)
    flat = frame["Points"]
    return triangles, [tuple(flat[3 * i:3 * i + 3]) for i in range(nodes)]


def dot(a, b):
    return sum(u * v for u, v in zip(a, b))


def metric(x, triangle):
    """a.a, a.b, b.b of two edges."""
    a, b = ([v - u for u, v in zip(x[triangle[0]], x[other])] for other in triangle[1:])
    return dot(a, a), dot(a, b), dot(b, b)


def area(x, triangle):
    aa, ab, bb = metric(x, triangle)
    return 0.5 * math.sqrt(max(aa * bb - ab * ab, 0.0))


def stretches(rest, x, triangle):
    """Largest and least: roots of the eigenvalues of the metric by that at rest."""
    raa, rab, rbb = metric(rest, triangle)
    aa, ab, bb = metric(x, triangle)
    size = raa * rbb - rab * rab
    trace = (aa * rbb - 2 * ab * rab + bb * raa) / size
    apart = math.sqrt(max(trace * trace - 4 * (aa * bb - ab * ab) / size, 0.0))
    return math.sqrt(0.5 * (trace + apart)), math.sqrt(max(0.5 * (trace - apart), 0.0))


class Cloth:
    """Masses are as areas at rest are."""

    def __init__(self, frame):
        self.triangles, self.rest = cloth_of(frame)
        self.area = [area(self.rest, t) for t in self.triangles]
        self.whole = sum(self.area)
        self.mass = [0.0] * len(self.rest)
        for t, a in zip(self.triangles, self.area):
            for i in t:
                self.mass[i] += a / 3 / self.whole

    def distance(self, x, y):
        return math.sqrt(sum(m * dot(d, d) for m, d in
                             ((m, [u - v for u, v in zip(a, b)]) for m, a, b in zip(self.mass, x, y))))

    def figures(self, x):
        pairs = [stretches(self.rest, x, t) for t in self.triangles]
        means = [sum(a * p[k] for a, p in zip(self.area, pairs)) / self.whole for k in (0, 1)]
        squeezed = sum(a for a, p in zip(self.area, pairs) if p[1] < SQUEEZED) / self.whole
        height = sum(m * a[1] for m, a in zip(self.mass, x))
        return means, squeezed, height, [max(c) - min(c) for c in zip(*x)]


def run(options, name, h, coarsest, split):
    scene = read_json(os.path.join(ROOT, "datasets", "scenes", name + ".json"))
    if scene is None:
        sys.exit(f"split-and-coupled.py: there is no scene {name} in datasets/scenes")
    every = round(coarsest / h)
    scene["time_step"] = h
    scene["output"] = {"every": every}
    folder = os.path.join(options.out, f"{name}-{h:g}-{'split' if split else 'coupled'}")
    path, steps = folder + ".json", round(options.seconds / coarsest) * every
    write_json(path, scene)
    command = [os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone")), "simulate", path,
               "--size", options.size, "--steps", str(steps), "--threads", "1", "--out", folder, "--replace",
               "--solver-option", f"split_limits={'true' if split else 'false'}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    made = [line for line in log_lines(folder) if line["kind"] == "step"]
    if done.returncode != 0 or len(made) != steps:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return made, [read_frame(os.path.join(folder, "frames", f"frame_{k:06d}.vtu")) for k in (0, steps)]


def measure(options, name):
    runs = []
    for h in options.time_steps:
        for split in (False, True):
            made, frames = run(options, name, h, options.time_steps[0], split)
            cloth = Cloth(frames[0])
            runs.append((h, split, made, cloth, cloth_of(frames[1])[1]))
    finest = [x for _, split, _, _, x in runs if not split][-1]
    print(f"\n{name}, {options.size}, {options.seconds:g} s\n")
    print("| h, s | model | iterations | stretch | mean at the end | below 0.7 | height, m | size, m "
          "| from coupled, m | from the finest, m |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    coupled = None
    for h, split, made, cloth, x in runs:
        means, squeezed, height, size = cloth.figures(x)
        coupled = coupled if split else x
        iterations = sum(step["iterations"] for step in made) / len(made)
        least, most = min(step["least_stretch"] for step in made), max(step["most_stretch"] for step in made)
        away = f"{cloth.distance(x, coupled):.2e}" if split else ""
        print(f"| {h:g} | {'split' if split else 'coupled'} | {iterations:.1f} | {least:.4f}, {most:.4f} "
              f"| {means[1]:.4f}, {means[0]:.4f} | {100 * squeezed:.2f} % | {height:.4f} "
              f"| {', '.join(f'{c:.3f}' for c in size)} | {away} | {cloth.distance(x, finest):.2e} |", flush=True)


def divides(h, length):
    return h > 0 and round(length / h) >= 1 and math.isclose(round(length / h) * h, length, rel_tol=1e-9)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--size", default="tiny")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--time-steps", type=lambda text: [float(h) for h in text.split(",")],
                        default=[0.04, 0.02, 0.01, 0.004])
    parser.add_argument("--out")
    parser.add_argument("scenes", nargs="+")
    options = parser.parse_args()
    coarsest = options.time_steps[0]
    for h in options.time_steps:
        if not divides(h, coarsest):
            parser.error(f"{h:g} s does not divide the first time step, {coarsest:g} s")
    if not divides(coarsest, options.seconds):
        parser.error(f"{coarsest:g} s does not divide {options.seconds:g} s, the time that is simulated")
    with tempfile.TemporaryDirectory() as made:
        options.out = options.out or made
        os.makedirs(options.out, exist_ok=True)
        for name in options.scenes:
            measure(options, name)


if __name__ == "__main__":
    main()
