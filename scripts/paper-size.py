#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ten scenes of the CCD comparison at the paper's size, in contact (docs/comparison-table.md).

usage: scripts/paper-size.py [--out DIR] [--only SCENE,...] [--methods NAME,...] [--jobs N] [--minutes N]
                             [--option NAME=VALUE]... [--report] [--list] [--size SIZE]
  --out     folder of all that is made (default: paper-size); what is there is not made again
  --only    scenes (default: all ten, in the order of --list)
  --methods of needle-bed and kick (default: all ten, in their order)
  --jobs    pieces at once, of one thread each (default: 1); a stack takes up to 4 GiB
  --minutes of a piece in this call; what has not ended then is left where it got to, for another call (default: no limit)
  --option  of the solver, for every run; repeatable. A folder is for one choice of them. The Newton loop is that which was
            published, unless options say otherwise: the runs stand beside the paper's
  --report  print what there is, as Markdown, and end
  --list    print the pieces and which of them are there, and end
  --size    tiny or small, to try the script (default: paper)
  TOUCHSTONE  environment: the command (default: build/release/touchstone)

needle-bed and kick run from their start: accd and certified to the end, the other methods until they end or 50 steps.
The other scenes first come into contact by a run of our own with a coarser tolerance, STATES below, whose checkpoint is
kept; from its state accd makes five steps at the scene's tolerance, of whose queries some 200,000 are recorded, and
then every method answers these.

After Ctrl-C, or when it was killed, the same command goes on: runs from their last step. Several may share a folder;
each piece is made by one of them. Needs nothing but Python.
"""
import argparse
import fcntl
import json
import os
import signal
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from run_files import AS_PUBLISHED, BEYOND_PUBLISHED, log_lines, read_json, write_json  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
METHODS = ["accd", "certified", "cubic", "root-parity", "minsep", "bsc", "tbsc", "tight-inclusion", "polynomial",
           "partial"]
WHOLE = ("accd", "certified")
MOTIONS = {"needle-bed": 100, "kick": 50}  # steps of the whole motion
MOST_STEPS = 50                            # of methods other than WHOLE
# How a scene comes into contact: steps, and the tolerance in m/s; cheapest first. Where "shorter_fall" is true, objects
# start and move as at `small`: just above what they fall on, with about the velocity of the fall.
STATES = {
    "card-shuffle": {"steps": 14, "tolerance": 5e-3},
    "sprinkles": {"steps": 4, "tolerance": 1e-2},
    "hair-clusters": {"steps": 4, "tolerance": 1e-2},
    "noodles": {"steps": 5, "tolerance": 1e-2},
    "braids": {"steps": 20, "tolerance": 1e-2},
    "stack-1mm": {"steps": 1, "tolerance": 1e-2, "shorter_fall": True},
    "stack-5mm": {"steps": 1, "tolerance": 1e-2, "shorter_fall": True},
    "stack-10mm": {"steps": 1, "tolerance": 1e-2, "shorter_fall": True},
}
CONTACT_STEPS = 5
RECORDED = 200000  # queries of a scene, about
INTERRUPTED = 130  # exit code
TICK = 0.5         # s between two looks at what runs
SAY_EVERY = 60.0   # s between two lines of progress


# ---- Files ----

def steps_made(folder):
    made = [line["step"] for line in log_lines(folder) if line["kind"] == "step"]
    return made[-1] if made else 0


def with_shorter_fall(value, key=""):
    """Where things start at `small`, all else at `paper`: they start at rest."""
    if isinstance(value, list):
        return [with_shorter_fall(item, key) for item in value]
    if not isinstance(value, dict):
        return value
    sizes = value.get("by_size")
    if sizes and key == "translate":
        return {"by_size": {**sizes, "paper": sizes["small"]}}
    return {name: with_shorter_fall(item, key if name == "by_size" else name) for name, item in value.items()}


# ---- Pieces ----

class Piece:
    """One command and what it leaves in a folder: `end.json` when it need not run again, `lock` while it runs."""

    def __init__(self, work, name, needs=()):
        self.work, self.name, self.needs = work, name, list(needs)
        self.folder = os.path.join(work.out, *name.split("."))
        self.first = self.last = 0  # steps before and after it
        self.child = None

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def end(self):
        return read_json(self.path("end.json"))

    def is_through(self):
        """Nothing is left to do: it has ended, or never can begin."""
        return self.end() is not None or any(piece.is_through() and not piece.can_be_gone_on_from()
                                             for piece in self.needs)

    def can_be_gone_on_from(self):
        end = self.end()
        return end is not None and end["exit"] == 0

    def is_ready(self):
        return not self.is_through() and all(piece.can_be_gone_on_from() for piece in self.needs)

    def progress(self):
        """Share of it that is done."""
        return 0.0

    def say_end(self):
        return ""


class Run(Piece):
    """Time steps of a scene in the folder `run`."""

    def __init__(self, work, name, steps, ccd, needs=(), options=()):
        super().__init__(work, name, needs)
        self.scene = name.split(".")[0]
        self.last, self.ccd, self.options = steps, ccd, list(options)
        if needs:
            self.first = needs[0].last

    def scene_file(self):
        path = os.path.join(ROOT, "datasets", "scenes", self.scene + ".json")
        if not STATES.get(self.scene, {}).get("shorter_fall") or self.work.size != "paper":
            return path
        shorter = os.path.join(self.work.out, self.scene, self.scene + ".json")
        write_json(shorter, with_shorter_fall(read_json(path)))
        return shorter

    def command(self):
        run = self.path("run")
        command = [self.work.touchstone, "simulate", self.scene_file(), "--size", self.work.size, "--ccd", self.ccd,
                   "--ask", "published", "--threads", "1", "--checkpoint-every", "1", "--steps", str(self.last),
                   "--json", self.path("results.json"), *self.options, *self.work.options]
        if self.may_resume() and os.path.exists(self.path("run", "checkpoint.bin")):
            return command + ["--resume", run]
        if self.needs:
            command += ["--from", self.needs[0].path("run", "checkpoint.bin")]
        return command + ["--out", run, "--replace"]

    def may_resume(self):
        return True

    def progress(self):
        return max(0, steps_made(self.path("run")) - self.first) / max(1, self.last - self.first)

    def outcome(self):
        results = read_json(self.path("results.json")) or {}
        return {"outcome": results.get("outcome"), "at": results.get("at")}

    def say_end(self):
        lines = log_lines(self.path("run"))
        return "%s, %d steps" % (self.outcome()["outcome"], sum(line["kind"] == "step" for line in lines))


class RecordedStep(Run):
    """One step whose queries are recorded. It is made whole or again: a recording cannot be gone on with."""

    def may_resume(self):
        return False

    def command(self):
        recording = self.path("queries.h5")
        if os.path.exists(recording):
            os.remove(recording)
        return super().command() + ["--record", recording, "--record-share", "%.17g" % self.share()]

    def share(self):
        """So that all steps together record some RECORDED queries, as many as the last step of the state asked."""
        state = self.needs[0]
        while state.needs:
            state = state.needs[0]
        lines = [line for line in log_lines(state.path("run")) if line["kind"] == "iteration"]
        asked = sum(line["ccd_queries"] for line in lines if line["step"] == state.last)
        return min(1.0, RECORDED / CONTACT_STEPS / max(1, asked))


class Verdicts(Piece):
    """Every method on the recorded queries of the steps, as one data set."""

    def __init__(self, work, name, steps):
        super().__init__(work, name)
        self.steps = steps

    def recordings(self):
        return [step.path("queries.h5") for step in self.steps if step.end() and os.path.exists(step.path("queries.h5"))]

    def is_through(self):
        return self.end() is not None or (all(step.is_through() for step in self.steps) and not self.recordings())

    def is_ready(self):
        return self.end() is None and all(step.is_through() for step in self.steps) and bool(self.recordings())

    def command(self):
        queries = self.path("queries")
        os.makedirs(queries, exist_ok=True)
        for k, recording in enumerate(self.recordings()):
            link = os.path.join(queries, "step-%d.h5" % (k + 1))
            if not os.path.exists(link):
                os.link(recording, link)
        return [self.work.touchstone, "replay", queries, "--sample", str(RECORDED), "--jobs", "1", "--repetitions", "1",
                "--fail-on", "none", "--json", self.path("results.json")]

    def outcome(self):
        return {"outcome": "answered"}


def pieces_of(work, scene):
    if scene in MOTIONS:
        steps = {method: MOTIONS[scene] if method in WHOLE else MOST_STEPS for method in work.methods}
        return [Run(work, "%s.%s" % (scene, method), steps[method], method) for method in work.methods]
    state = STATES[scene]
    pieces = [Run(work, scene + ".state", state["steps"], "certified",
                  options=["--solver-option", "tolerance=%g" % state["tolerance"]])]
    for k in range(1, CONTACT_STEPS + 1):
        pieces.append(RecordedStep(work, "%s.step-%d" % (scene, k), pieces[-1].last + 1, "accd", needs=[pieces[-1]]))
    return pieces + [Verdicts(work, scene + ".verdicts", pieces[1:])]


# ---- Running them ----

def processor_seconds(pid):
    """Of a process that has not been waited for."""
    try:
        with open("/proc/%d/stat" % pid, encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_names(what, names, known):
    for name in names:
        if name not in known:
            sys.exit("paper-size.py: no %s '%s'; there are %s" % (what, name, ", ".join(known)))


def chosen_options(given):
    """Those that are given, over the loop as published; of what that takes back, the others stay as it has them."""
    names = [option.split("=")[0] for option in given]
    if "published_loop" in names:
        return given
    if not set(names) & set(BEYOND_PUBLISHED):
        return AS_PUBLISHED + given
    return [name + "=false" for name in BEYOND_PUBLISHED if name not in names] + given


class Work:
    """What is asked for, and the pieces in their order."""

    def __init__(self, asked):
        self.out, self.size = os.path.abspath(asked.out), asked.size
        self.touchstone = os.environ.get("TOUCHSTONE") or os.path.join(ROOT, "build", "release", "touchstone")
        self.scenes = asked.only.split(",") if asked.only else [*MOTIONS, *STATES]
        self.methods = asked.methods.split(",") if asked.methods else METHODS
        check_names("scene", self.scenes, [*MOTIONS, *STATES])
        check_names("method", self.methods, METHODS)
        self.pieces = [piece for scene in self.scenes for piece in pieces_of(self, scene)]
        self.limit = 60.0 * asked.minutes
        self.options = [word for option in chosen_options(asked.option) for word in ("--solver-option", option)]
        self.mutex, self.stopping, self.taken = threading.Lock(), False, set()
        self.failed, self.left = [], []  # pieces of this call

    def say(self, text):
        print("%s  %s" % (time.strftime("%H:%M:%S"), text), flush=True)

    def take(self):
        """A piece that is ready and nobody makes, with its lock; None: there is none now."""
        with self.mutex:
            for piece in self.pieces:
                if piece in [*self.taken, *self.failed, *self.left] or not piece.is_ready():
                    continue
                os.makedirs(piece.folder, exist_ok=True)
                lock = open(piece.path("lock"), "w", encoding="ascii")
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    lock.close()
                    continue
                if piece.is_ready():
                    self.taken.add(piece)
                    return piece, lock
                lock.close()
            return None

    def make(self, piece, lock):
        """The child has the lock too: it holds as long as one of both lives."""
        before = (read_json(piece.path("time.json")) or {}).get("processor_seconds", 0.0)
        start, begun, said = time.monotonic(), piece.progress(), time.monotonic()
        with open(piece.path("output.txt"), "a", encoding="utf-8") as output:
            piece.child = subprocess.Popen(piece.command(), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                           pass_fds=[lock.fileno()], env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
        self.say("%s begins" % piece.name)
        is_told = False
        while os.waitid(os.P_PID, piece.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            time.sleep(TICK)
            if not is_told and (self.stopping or 0.0 < self.limit < time.monotonic() - start):
                piece.child.send_signal(signal.SIGINT)
                is_told = True
            if time.monotonic() - said >= SAY_EVERY:
                said = time.monotonic()
                write_json(piece.path("time.json"),
                           {"processor_seconds": before + processor_seconds(piece.child.pid)})
                self.say(self.progress_line(piece, begun, said - start))
        seconds = before + processor_seconds(piece.child.pid)
        write_json(piece.path("time.json"), {"processor_seconds": seconds})
        code = piece.child.wait()
        self.note_end(piece, code, seconds)

    @staticmethod
    def progress_line(piece, begun, elapsed):
        done = piece.progress()
        gained = done - begun
        rest = "%.0f min to go" % (elapsed * (1.0 - done) / gained / 60.0) if gained > 0.0 else "no pace yet"
        return "%s: %.0f %%, %.0f min so far, %s" % (piece.name, 100.0 * done, elapsed / 60.0, rest)

    def note_end(self, piece, code, seconds):
        if code in (0, 1):
            write_json(piece.path("end.json"), {"exit": code, "processor_seconds": seconds, **piece.outcome()})
            done = sum(other.is_through() for other in self.pieces)
            self.say("%s ends: %s (%d of %d pieces)" % (piece.name, piece.say_end() or "done", done, len(self.pieces)))
        elif code == INTERRUPTED or self.stopping:
            self.left.append(piece)
            self.say("%s is interrupted, %.0f %% done" % (piece.name, 100.0 * piece.progress()))
        else:
            self.failed.append(piece)
            self.say("%s fails with exit code %d, see %s" % (piece.name, code, piece.path("output.txt")))

    def worker(self):
        while not self.stopping:
            found = self.take()
            if found is None:
                if not self.is_any_taken():
                    return
                time.sleep(TICK)
                continue
            piece, lock = found
            try:
                self.make(piece, lock)
            finally:
                lock.close()
                with self.mutex:
                    self.taken.discard(piece)

    def is_any_taken(self):
        with self.mutex:
            return bool(self.taken)

    def run(self, jobs):
        def stop(number, frame):
            del number, frame
            self.stopping = True

        signal.signal(signal.SIGINT, stop)
        signal.signal(signal.SIGTERM, stop)
        workers = [threading.Thread(target=self.worker) for _ in range(jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if self.stopping:
            return INTERRUPTED
        return 5 if self.failed else 0


# ---- What came out ----

def sums(pieces):
    """Of runs: steps, iterations, contacts (mean, most), milliseconds of CCD per iteration, processor seconds."""
    lines = [line for piece in pieces for line in log_lines(piece.path("run"))]
    steps = [line for line in lines if line["kind"] == "step" and line["outcome"] in ("done", "iteration limit")]
    iterations = [line for line in lines if line["kind"] == "iteration"]
    count = max(1, len(iterations))
    return {
        "steps": len(steps),
        "iterations": len(iterations) / max(1, len({line["step"] for line in iterations})),
        "mean": sum(line["contacts"] for line in iterations) / count,
        "most": max([line["most_contacts"] for line in steps], default=0),
        "ccd_ms": 1e3 * sum(line.get("ccd_seconds", 0.0) for line in iterations) / count,
        "queries": sum(line["ccd_queries"] for line in iterations),
        "seconds": sum((read_json(piece.path("time.json")) or {}).get("processor_seconds", 0.0) for piece in pieces),
    }


def how_it_ended(pieces, total):
    ends = [piece.end() for piece in pieces]
    for end in ends:
        if end and end["exit"] != 0:
            return "%s in step %s" % (end["outcome"], (end.get("at") or {}).get("step"))
        if end and end["outcome"] == "not converged":
            return "not converged"
    return "whole" if all(ends) else "not finished (of %d)" % total


def run_row(name, pieces):
    found = sums(pieces)
    total = pieces[-1].last - pieces[0].first
    if not found["steps"] and not any(piece.end() for piece in pieces):
        return "| %s | 0 | not begun, or no step made | | | | | %.0f |" % (name, found["seconds"])
    return "| %s | %d | %s | %.1f | %.0f (%d) | %d | %.3g | %.0f |" % (
        name, found["steps"], how_it_ended(pieces, total), found["iterations"], found["mean"], found["most"],
        found["queries"], found["ccd_ms"], found["seconds"])


def verdict_word(cell):
    verdicts = cell["verdicts"]
    if verdicts["unsupported"] == cell["queries"]:
        return "n/a"
    parts = [(cell["unsafe"], "**%d unsafe**"), (cell["stalls"], "%d tiny"), (verdicts["limit"], "%d limit"),
             (verdicts["error"], "%d errors"), (verdicts["unsupported"], "%d n/a")]
    return ", ".join(form % count for count, form in parts if count) or "safe"


def verdict_table(work):
    found = [(piece, read_json(piece.path("results.json"))) for piece in work.pieces if isinstance(piece, Verdicts)]
    found = [(piece.name.split(".")[0], results["data_sets"][0]) for piece, results in found if results]
    if not found:
        return
    cells = [{cell["backend"]: cell for cell in data["cells"] if cell["kind"] == "all"} for _, data in found]
    print("\n| method | %s |" % " | ".join(scene for scene, _ in found))
    print("| --- |" + " --- |" * len(found))
    print("| queries, contacts | %s |" % " | ".join("%d, %d" % (data["queries"], data["contacts"]) for _, data in found))
    for method in cells[0]:
        print("| %s | %s |" % (method, " | ".join(verdict_word(scene[method]) for scene in cells)))


def report(work):
    print("| run | steps | end | iterations per step | contacts: mean (most) | CCD queries | CCD ms per iteration | "
          "processor s |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for scene in work.scenes:
        mine = [piece for piece in work.pieces if piece.name.split(".")[0] == scene and isinstance(piece, Run)]
        steps = [piece for piece in mine if isinstance(piece, RecordedStep)]
        for piece in mine:
            if piece not in steps:
                print(run_row(piece.name.replace(".", ", "), [piece]))
        if steps:
            print(run_row(scene + ", from there", steps))
    verdict_table(work)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--help", action="store_true")
    parser.add_argument("--out", default="paper-size")
    parser.add_argument("--only", default="")
    parser.add_argument("--methods", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--size", choices=["tiny", "small", "paper"], default="paper")
    asked = parser.parse_args()
    if asked.help:
        print(__doc__.strip())
        return 0
    work = Work(asked)
    if asked.list:
        for piece in work.pieces:
            print("%-28s %s" % (piece.name, "there" if piece.end() else "%.0f %%" % (100.0 * piece.progress())))
        return 0
    if asked.report:
        report(work)
        return 0
    if not os.access(work.touchstone, os.X_OK):
        sys.exit("paper-size.py: %s is not there; build it, or name it in TOUCHSTONE" % work.touchstone)
    return work.run(max(1, asked.jobs))


if __name__ == "__main__":
    sys.exit(main())
