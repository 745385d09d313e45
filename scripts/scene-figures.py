#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What came out of runs of scenes: solver and shape, a line for each run (docs/paper-scenes.md).

usage: scripts/scene-figures.py [--size SIZE] [--steps N] [--nodes N[,N]] [--solver-option NAME=VALUE]... [--out DIR]
                                [--made] SCENE...
  --size           of the scenes (default: tiny)
  --steps          of each run (default: the scene's)
  --nodes          of the mesh of the first object, in place of the scene's; a run for each
  --solver-option  repeatable: of all runs
  --out            folder of the runs (default: a temporary one)
  --made           make no runs: the lines are of those in --out
  SCENE            of datasets/scenes
  TOUCHSTONE       environment: the command (default: build/release/touchstone)

Nodes are all of the scene. Contacts: active pairs at the end of the iterations, in the mean and the most. Stretch: the
largest of the run, and the mean of each step's largest; the same of the least. Of the last frame, over the bodies that
are no obstacles: the mean height of their nodes, their size in x, y and z; the turn, by which edges of triangles (of
tets: of their boundary) are more or less bent than at the start, in absolute value, times their lengths, over the area;
the share of it in the tenth of the edges that turned most. Seconds are of processor time.
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
from picture import boundary, cross, dot, read_frame  # noqa: E402
from run_files import log_lines, processor_seconds, read_json, write_json  # noqa: E402

SHARPEST = 0.1


def minus(a, b):
    return tuple(u - v for u, v in zip(a, b))


# ---- Shapes ----

def at_size(value, size):
    """As the command chooses it."""
    if isinstance(value, dict):
        return at_size(value["by_size"][size], size) if "by_size" in value else \
            {name: at_size(item, size) for name, item in value.items()}
    return [at_size(item, size) for item in value] if isinstance(value, list) else value


def moved_bodies(scene, size):
    """Numbers of the bodies that are no obstacles: copies count."""
    moved, count = set(), 0
    for body in at_size(scene, size)["objects"]:
        copies = body.get("repeat", {}).get("count", 1)
        if not body.get("obstacle"):
            moved.update(range(count, count + copies))
        count += copies
    return moved


class Shape:
    """Nodes and triangles of some bodies of a frame."""

    def __init__(self, frame, bodies):
        self.triangles, self.nodes, tets, first = [], set(), [], 0
        for end, kind, body in zip(frame["offsets"], frame["types"], frame["body"]):
            cell = tuple(frame["connectivity"][first:end])
            first = end
            if body not in bodies:
                continue
            self.nodes.update(cell)
            if kind == 10:
                tets.append(cell)
            elif kind == 5:
                self.triangles.append(cell)
        self.triangles += boundary(tets)
        self.edges = self.inner_edges()
        self.rest = self.bends(positions(frame))

    def inner_edges(self):
        """(a, b, the two nodes across), once each."""
        across = {}
        for t in self.triangles:
            for k in range(3):
                a, b, c = t[k], t[(k + 1) % 3], t[(k + 2) % 3]
                across.setdefault((min(a, b), max(a, b)), []).append((a, c))
        edges = []
        for (a, b), sides in sorted(across.items()):
            if len(sides) == 2:
                left, right = sides if sides[0][0] == a else sides[::-1]
                edges.append((a, b, left[1], right[1]))
        return edges

    def bends(self, x):
        """The angles between the triangles at the edges; 0 where they are flat."""
        return [bend(x[a], x[b], x[c], x[d]) for a, b, c, d in self.edges]

    def turn(self, x):
        """By area, and the share of the sharpest."""
        area = sum(0.5 * math.sqrt(dot(n, n)) for n in
                   (cross(minus(x[b], x[a]), minus(x[c], x[a])) for a, b, c in self.triangles))
        turned = []
        for (a, b, _, _), now, then in zip(self.edges, self.bends(x), self.rest):
            away = abs(now - then)
            length = minus(x[b], x[a])
            turned.append((min(away, 2.0 * math.pi - away), math.sqrt(dot(length, length))))
        whole = sum(angle * length for angle, length in turned)
        turned.sort(reverse=True)
        sharp = sum(angle * length for angle, length in turned[:math.ceil(SHARPEST * len(turned))])
        return (whole / area, sharp / whole) if whole > 0.0 else (0.0, 0.0)

    def place(self, x):
        """Mean height; size along each axis."""
        points = [x[n] for n in self.nodes]
        return sum(p[1] for p in points) / len(points), [max(c) - min(c) for c in zip(*points)]


def bend(a, b, c, d):
    """At the edge ab, of the triangles abc and bad: positive where c and d rise above the edge, seen from outside."""
    along = minus(b, a)
    left, right = cross(along, minus(c, a)), cross(minus(d, a), along)
    over = dot(cross(left, right), along) / max(math.sqrt(dot(along, along)), 1e-300)
    return math.atan2(over, dot(left, right))


def positions(frame):
    flat = frame["Points"]
    return [tuple(flat[i:i + 3]) for i in range(0, len(flat), 3)]


# ---- Runs ----

def folder_of(options, name, nodes):
    return os.path.join(options.out, name if nodes is None else f"{name}-{nodes}")


def run(options, name, nodes):
    """Processor seconds; None: it is there already."""
    scene = read_json(os.path.join(ROOT, "datasets", "scenes", name + ".json"))
    if scene is None:
        sys.exit(f"scene-figures.py: there is no scene {name} in datasets/scenes")
    folder = folder_of(options, name, nodes)
    if options.made:
        return scene, None
    if nodes is not None:
        scene["objects"][0]["mesh"]["nodes"] = nodes
    write_json(folder + ".json", scene)
    command = [os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone")), "simulate",
               folder + ".json", "--size", options.size, "--threads", "1", "--out", folder, "--replace"]
    command += ["--steps", str(options.steps)] if options.steps else []
    for option in options.solver_option:
        command += ["--solver-option", option]
    before = processor_seconds()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return scene, processor_seconds() - before


def of_log(folder):
    lines = log_lines(folder)
    steps = [line for line in lines if line["kind"] == "step"]
    contacts = [line["contacts"] for line in lines if line["kind"] == "iteration"]
    gaps = [step["least_gap"] for step in steps if step["least_gap"] is not None]
    most, least = [step["most_stretch"] for step in steps], [step["least_stretch"] for step in steps]
    count = len(steps)
    return count, [
        f"{count}", f"{sum(step['iterations'] for step in steps) / count:.1f}",
        f"{sum(contacts) / len(contacts):.0f} ({max(contacts)})", f"{min(gaps):.1e}" if gaps else "",
        f"{max(most):.4f}, {sum(most) / count:.4f}", f"{min(least):.4f}, {sum(least) / count:.4f}"]


def last_frame(folder):
    frames = os.path.join(folder, "frames")
    return os.path.join(frames, max(name for name in os.listdir(frames) if name.endswith(".vtu")))


def say(options, name, nodes):
    scene, seconds = run(options, name, nodes)
    folder = folder_of(options, name, nodes)
    start = read_frame(os.path.join(folder, "frames", "frame_000000.vtu"))
    x = positions(read_frame(last_frame(folder)))
    shape = Shape(start, moved_bodies(scene, options.size))
    count, cells = of_log(folder)
    height, size = shape.place(x)
    turn, sharp = shape.turn(x)
    label = name if nodes is None else f"{name}, {nodes}"
    cells += [f"{height:.4f}", ", ".join(f"{c:.5f}" for c in size), f"{turn:.2f}", f"{100.0 * sharp:.0f} %",
              "" if seconds is None else f"{seconds / count:.2f}"]
    print(f"| {label} | {len(x)} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--size", default="tiny", choices=["tiny", "small", "paper"])
    parser.add_argument("--steps", type=int)
    parser.add_argument("--nodes", type=lambda text: [int(n) for n in text.split(",")], default=[None])
    parser.add_argument("--solver-option", action="append", default=[])
    parser.add_argument("--out")
    parser.add_argument("--made", action="store_true")
    parser.add_argument("scenes", nargs="+")
    options = parser.parse_args()
    if options.made and not options.out:
        parser.error("--made wants --out")
    print("| scene | nodes | steps | iterations per step | contacts: mean (most) | least gap, m | largest stretch, mean "
          "| least, mean | height, m | size, m | turn, 1/m | sharpest tenth | s per step |")
    print("| --- |" + " --- |" * 12, flush=True)
    with tempfile.TemporaryDirectory() as made:
        options.out = options.out or made
        os.makedirs(options.out, exist_ok=True)
        for name in options.scenes:
            for nodes in options.nodes:
                say(options, name, nodes)


if __name__ == "__main__":
    main()
