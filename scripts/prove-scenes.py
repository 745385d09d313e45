#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the scenes that come with Touchstone, each with a proof of every step, and checks the proofs with both checkers
(docs/proof.md).

usage: scripts/prove-scenes.py [--size SIZE] [--out DIR] [--seconds S] [--steps N] [--report] [SCENE...]
  --size    tiny, small (default) or paper; scenes that have one size only run as they are
  --out     folder of all that is made, in DIR/SIZE/SCENE (default: proven-scenes)
  --seconds that a scene may run in this call, by the clock; what is made until then is checked, and the next call goes
            on from there (default: no limit)
  --steps   of each scene at most (default: what the scene says)
  --report  print the table of what there is, and end
  SCENE     one of `touchstone list scenes` (default: all, those with the least nodes times steps first)
  TOUCHSTONE  environment: the command (default: build/release/touchstone)

One scene at a time, on one thread. After Ctrl-C, or when it was killed, the same command goes on. All seconds are
processor time for one step: of the run without its proof, of the proof, of the checkers. Exit code: 0 every step that
was made is proven, and both checkers say so; 1 a step is not; 2 usage; 130 interrupted. Needs nothing but Python.
"""
import argparse
import json
import os
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECKER = os.path.join(ROOT, "tests", "reference", "check_proof.py")
GRACE = 600.0  # s that a run gets to end its step after it was told to stop
COLUMNS = ("scene", "steps", "proven", "pieces", "most", "KB/step", "bytes/primitive", "run s", "proof s", "check s",
           "Python s", "verdict")

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(CHECKER))
import check_proof  # noqa: E402
from run_files import log_lines, processor_seconds, read_json, write_json  # noqa: E402


def lines_of(folder, kind):
    """Of a run's log."""
    return [line for line in log_lines(folder) if line["kind"] == kind]


# ---- A scene ----

def simulate(touchstone, scene, folder, given):
    """Whether the run is over (it may have ended badly), not just out of time."""
    proof = os.path.join(folder, "proof")
    command = [touchstone, "simulate", scene["path"], "--size", given.size, "--threads", "1", "--checkpoint-every", "1",
               "--proof", proof, "--json", os.path.join(folder, "results.json")]
    command += ["--steps", str(given.steps)] if given.steps else []
    if os.path.exists(os.path.join(folder, "checkpoint.bin")):
        command += ["--resume", folder]
    else:
        command += ["--out", folder, "--replace"]
    with open(os.path.join(folder, "run.txt"), "w", encoding="utf-8") as said:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            child.wait(given.seconds)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
            child.wait(GRACE)
            return False
        except KeyboardInterrupt:
            child.wait(GRACE)
            raise
    if child.returncode == 130:
        raise KeyboardInterrupt
    return True


def timed(command, path):
    """Exit code and seconds of processor time; what it says goes to a file."""
    start = processor_seconds()
    with open(path, "w", encoding="utf-8") as said:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                              env={**os.environ, "OMP_NUM_THREADS": "1"})
    return done.returncode, processor_seconds() - start


def primitives(proof):
    """Points, edges, triangles and particles of a proof."""
    topology = check_proof.Topology(proof)
    return sum(map(len, (topology.points, topology.edges, topology.triangles, topology.particles)))


def check(touchstone, folder):
    proof = os.path.join(folder, "proof")
    ours, seconds = timed([touchstone, "check", proof, "--frames", folder], os.path.join(folder, "check.txt"))
    theirs, more = timed([sys.executable, CHECKER, proof], os.path.join(folder, "check-python.txt"))
    return {"check": ours, "check_seconds": seconds, "python": theirs, "python_seconds": more,
            "primitives": primitives(proof)}


def take(touchstone, scene, folder, given):
    os.makedirs(folder, exist_ok=True)
    before, start = read_json(os.path.join(folder, "end.json")) or {}, processor_seconds()
    first = len(lines_of(folder, "step"))
    is_over = simulate(touchstone, scene, folder, given)
    seconds, steps = processor_seconds() - start, len(lines_of(folder, "step")) - first
    results = read_json(os.path.join(folder, "results.json")) or {}
    end = {"over": is_over, "steps_asked": results.get("steps_asked") or given.steps or scene["steps"],
           "outcome": results.get("outcome", "no results"), "at": results.get("at"),
           "timed_steps": before.get("timed_steps", 0) + steps, "seconds": before.get("seconds", 0.0) + seconds}
    if lines_of(folder, "proof"):
        end.update(check(touchstone, folder))
    write_json(os.path.join(folder, "end.json"), end)


# ---- The table ----

def verdict(end, steps, proofs):
    failures = ["step %d: %s" % (line["step"], line.get("failure")) for line in proofs if not line["proven"]]
    if "check" not in end:
        words = ["no step was made"]
    elif end["check"] != end["python"]:
        words = ["THE CHECKERS DIFFER: %d and %d" % (end["check"], end["python"])]
    elif end["check"] == 0 and len(proofs) == len(steps):
        words = ["proven"]
    else:
        words = ["NOT proven"] + (failures[:1] or ["exit code %d" % end["check"]])
    if end["over"] and end["outcome"] != "finished":
        words.append(end["outcome"])
    return "; ".join(words)


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def row(name, folder):
    end = read_json(os.path.join(folder, "end.json"))
    if not end:
        return None
    steps, proofs = lines_of(folder, "step"), lines_of(folder, "proof")
    held = [line for line in proofs if line["proven"]]
    size = mean([line["bytes"] for line in held])
    states, proving = len(proofs) + 1, mean([line["seconds"] for line in proofs])
    running = end["seconds"] / end["timed_steps"] - proving if end.get("timed_steps") else float("nan")
    return (name, "%d of %d" % (len(steps), end["steps_asked"]), "%d" % len(held),
            "%.2f" % mean([line["pieces"] for line in held]), "%d" % max([line["pieces"] for line in held] or [0]),
            "%.1f" % (size / 1000), "%.1f" % (size / end.get("primitives", float("nan"))),
            "%.3g" % running, "%.3g" % proving,
            "%.2g" % (end.get("check_seconds", float("nan")) / states),
            "%.3g" % (end.get("python_seconds", float("nan")) / states), verdict(end, steps, proofs))


def report(scenes, given):
    rows = [made for made in (row(scene["name"], folder_of(scene, given)) for scene in scenes) if made]
    for cells in [COLUMNS, ("---",) * len(COLUMNS)] + rows:
        print("| %s |" % " | ".join(cells))
    print("\n%d scenes, %d steps, %d of them proven" % (len(rows), sum(int(cells[1].split()[0]) for cells in rows),
                                                       sum(int(cells[2]) for cells in rows)))
    return 0 if all(cells[-1].startswith("proven") for cells in rows) else 1


def folder_of(scene, given):
    return os.path.join(given.out, given.size, scene["name"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="small", choices=("tiny", "small", "paper"))
    parser.add_argument("--out", default="proven-scenes")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("scenes", nargs="*")
    given = parser.parse_args()
    touchstone = os.environ.get("TOUCHSTONE", os.path.join(ROOT, "build", "release", "touchstone"))
    scenes = json.loads(subprocess.run([touchstone, "list", "scenes", "--json"], check=True, capture_output=True).stdout)
    scenes.sort(key=lambda scene: scene["nodes"] * scene["steps"])
    unknown = set(given.scenes) - {scene["name"] for scene in scenes}
    if unknown:
        parser.error("unknown scene %s; `touchstone list scenes` has them" % min(unknown))
    scenes = [scene for scene in scenes if not given.scenes or scene["name"] in given.scenes]
    for scene in [] if given.report else scenes:
        folder = folder_of(scene, given)
        if (read_json(os.path.join(folder, "end.json")) or {}).get("over"):
            continue
        print("%s ..." % scene["name"], flush=True)
        take(touchstone, scene, folder, given)
        print("  " + " | ".join(row(scene["name"], folder)[1:]), flush=True)
    return report(scenes, given)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
