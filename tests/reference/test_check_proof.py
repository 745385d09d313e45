#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proofs of animations that no solver of ours made: a script moves points by hand. `touchstone prove` proves or refuses
them, both checkers agree, and mutants of the proofs are refused.

usage: test_check_proof.py TOUCHSTONE [MUTANTS]"""

import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import check_proof
import mutate_proof

TOUCHSTONE, MUTANTS = None, 150


def run(*arguments):
    done = subprocess.run([TOUCHSTONE, *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def write_obj(path, points, triangles=(), segments=(), particles=()):
    lines = ["v %.17g %.17g %.17g" % tuple(p) for p in points]
    for letter, rows in (("f", triangles), ("l", segments), ("p", particles)):
        lines += [letter + "".join(" %d" % (v + 1) for v in row) for row in rows]
    path.write_text("\n".join(lines) + "\n")


def sheet(n, size, height, wave=0.0, at=(0.0, 0.0)):
    points = [(at[0] + size * i / (n - 1), at[1] + size * j / (n - 1), height + wave * math.sin(2.5 * i + j))
              for i in range(n) for j in range(n)]
    triangles = []
    for i in range(n - 1):
        for j in range(n - 1):
            v = i * n + j
            triangles += [(v, v + n, v + 1), (v + 1, v + n, v + n + 1)]
    return points, triangles


def shifted(rows, by):
    return [tuple(v + by for v in row) for row in rows]


def sliding_sheets(folder):
    """Two waved sheets, one over the other, less than a wave apart, the upper one sliding along."""
    for k in range(3):
        low, triangles = sheet(4, 1.0, 0.0, 0.05)
        high, more = sheet(3, 0.5, 0.12 - 0.01 * k, 0.02, (0.2 + 0.06 * k, 0.3 - 0.05 * k))
        write_obj(folder / ("f_%d.obj" % k), low + high, triangles + shifted(more, len(low)))


def rod_and_grains(folder):
    """A rod that bends over a sheet while particles fall beside it."""
    for k in range(3):
        points, triangles = sheet(3, 1.0, 0.0, 0.01)
        rod = [(0.1 + 0.2 * i, 0.45, 0.1 + 0.02 * k * (i - 2) ** 2) for i in range(5)]
        grains = [(0.2, 0.1, 0.4 - 0.1 * k), (0.8, 0.9, 0.3 - 0.08 * k), (0.8, 0.9, 0.9 - 0.2 * k)]
        write_obj(folder / ("f_%d.obj" % k), points + rod + grains, triangles,
                  [(9 + i, 10 + i) for i in range(4)], [(14 + i,) for i in range(3)])


def paddle(folder):
    """Two blades, one close to the other, that turn together by 80 degrees in a step: no one direction keeps them
    apart."""
    for k in range(3):
        c, s = math.cos(1.4 * k), math.sin(1.4 * k)
        blades = [(x * c - gap * s, x * s + gap * c, z) for gap in (0.0, 0.1) for x in (-1.0, 1.0) for z in (0.0, 0.5)]
        write_obj(folder / ("f_%d.obj" % k), blades, [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])


def tetrahedra(folder):
    """Closed surfaces that tumble past one another."""
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    for k in range(3):
        points, triangles = [], []
        for body in range(3):
            a = 0.7 * k + body
            c, s = math.cos(a), math.sin(a)
            for p in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)):
                x, y, z = (q - 0.25 for q in p)
                points.append((c * x - s * y + 1.6 * body, s * x + c * y, z + 0.1 * k * body))
            triangles += shifted(faces, 4 * body)
        write_obj(folder / ("f_%d.obj" % k), points, triangles)


ANIMATIONS = {"sliding": (sliding_sheets, []), "rod": (rod_and_grains, ["--thickness", "1e-3"]), "paddle": (paddle, []),
              "tetrahedra": (tetrahedra, ["--thickness", "0.01"])}


def both(folder):
    """The exit code of both checkers, which agree, and what was printed."""
    said = []
    ours = check_proof.check(str(folder), said.append)
    code, out, err = run("check", folder)
    assert code == ours, (code, ours, out, err, said)
    return code, out + err, "\n".join(said)


class Proofs(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="proofs-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def prove(self, name):
        make, options = ANIMATIONS[name]
        frames, proof = self.folder / name, self.folder / "proofs" / name
        frames.mkdir()
        proof.parent.mkdir(exist_ok=True)
        make(frames)
        return frames, proof, run("prove", frames, "--out", proof, *options)

    def test_proves_what_stays_apart(self):
        for name in ANIMATIONS:
            frames, proof, (code, out, err) = self.prove(name)
            self.assertEqual(code, 0, out + err)
            self.assertEqual(both(proof)[0], 0)
            code, out, err = run("check", proof, "--frames", frames)
            self.assertEqual(code, 0, out + err)
            self.assertIn("3 frames are states of the proof", out)

    def test_counts_what_is_excluded(self):
        _, proof, _ = self.prove("rod")
        said = both(proof)
        # 17 points and 8 triangles, 20 edges, 17 points and 4 segments, 3 particles
        pairs = 17 * 8 + 20 * 19 // 2 + 17 * 4 + 3
        shared = 24 + sum(d * (d - 1) // 2 for d in (2, 2, 3, 3, 4, 4, 4, 4, 6, 1, 2, 2, 2, 1)) + 8
        for text in said[1:]:
            self.assertIn("%d pairs claimed; excluded: %d share a vertex, 0 are of obstacles, 0 of strangers"
                          % (pairs - shared, shared), text)

    def test_no_pipe_is_waited_for(self):
        _, proof, _ = self.prove("paddle")
        names = sorted(entry.name for entry in proof.iterdir() if entry.suffix.startswith(".ts"))
        self.assertGreater(len(names), 3)
        for name in names:
            kept = (proof / name).read_bytes()
            (proof / name).unlink()
            os.mkfifo(proof / name)
            code, out, said = both(proof)
            self.assertEqual(code, 4, name + out + said)
            (proof / name).unlink()
            (proof / name).write_bytes(kept)
        self.assertEqual(both(proof)[0], 0)

    def test_refuses_a_jump_through_a_sheet(self):
        frames = self.folder / "jump"
        frames.mkdir()
        for k, height in enumerate((0.5, 0.2, -0.3, -0.6)):
            points, triangles = sheet(4, 1.0, 0.0, 0.02)
            ball = [(0.45, 0.45, height), (0.55, 0.45, height), (0.5, 0.55, height + 0.05)]
            write_obj(frames / ("f_%d.obj" % k), points + ball, triangles + [(16, 17, 18)])
        code, out, _ = run("verify", frames)
        self.assertEqual(code, 0, "every frame is clean: " + out)
        proof = self.folder / "proof"
        code, out, _ = run("prove", frames, "--out", proof)
        self.assertEqual(code, 1)
        self.assertIn("step 2: NOT proven\n", out)
        self.assertRegex(out, r"  \w+ [0-9 ]+ and \w+ [0-9 ]+ meet at t = 0\.[0-9]+ of piece 1 \(exact\)")
        self.assertIn("3 of 4 steps proven", out)
        code, text, _ = both(proof)
        self.assertEqual(code, 1)
        self.assertIn("step 2: NOT proven: there is no proof of it", text)
        self.assertIn("step 3: proven", text)

    def test_what_was_inside_stays_inside_and_is_told(self):
        faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
        points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        for name, size in (("inside", 0.1), ("beside", 1.0)):
            frames = self.folder / name
            frames.mkdir()
            for k in range(2):
                by = [(0.1 + 0.05 * k if size < 1 else 2.0) + size * c for p in points for c in p]
                write_obj(frames / ("f_%d.obj" % k), points + [tuple(by[i:i + 3]) for i in range(0, 12, 3)],
                          faces + shifted(faces, 4))
            proof = self.folder / ("proof-" + name)
            self.assertEqual(run("prove", frames, "--out", proof)[0], 0)
            code, text, _ = both(proof)
            self.assertEqual(code, 0)
            self.assertIn("the first: node 4 lies inside the closed surface of triangle 0" if size < 1 else
                          "in the first state nothing lies inside a closed surface", text)

    def test_gives_up_within_limits_and_says_so(self):
        frames, _, _ = self.prove("paddle")
        code, out, _ = run("prove", frames, "--out", self.folder / "short", "--halvings", "0")
        self.assertEqual(code, 1)
        self.assertIn("were not proven to stay apart within the limits", out)
        self.assertNotIn("meet at", out)

    def test_pairs_given_up_hide_none_that_meets(self):
        frames, _, _ = self.prove("paddle")
        (frames / "f_2.obj").unlink()
        for k in range(2):  # beside the blades, a particle goes through a triangle
            with (frames / ("f_%d.obj" % k)).open("a") as file:
                file.write("v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5.2 0.2 %d\nf 9 10 11\np 12\n" % (1 - 2 * k))
        code, out, _ = run("prove", frames, "--out", self.folder / "short", "--rounds", "1", "--halvings", "7")
        self.assertEqual(code, 1)
        self.assertIn("triangle 0 2 1 and triangle 5 6 7 were not proven to stay apart within the limits", out)
        self.assertIn("vertex 11 and triangle 8 9 10 meet at t = 0.5 of piece 1 (exact)", out)

    def test_a_run_has_these_limits_too(self):
        twist = ["simulate", "rods-twist-2", "--size", "tiny", "--steps", "1", "--no-verify"]
        code, out, _ = run(*twist, "--proof", self.folder / "short", "--proof-rounds", "1", "--proof-halvings", "0")
        self.assertEqual(code, 1)
        self.assertIn("were not proven to stay apart within the limits", out)
        self.assertEqual(both(self.folder / "short")[0], 1)

    def test_refuses_a_first_state_that_intersects(self):
        points, triangles = sheet(3, 1.0, 0.0)
        frame = self.folder / "one.obj"
        write_obj(frame, points + [(0.3, 0.3, -1), (0.35, 0.3, 1), (0.3, 0.35, 1)], triangles + [(9, 10, 11)])
        code, out, _ = run("prove", frame, "--out", self.folder / "proof")
        self.assertEqual(code, 1)
        self.assertRegex(out, "step 0: NOT proven\n.*intersect")

    def test_touching_is_not_apart(self):
        points, triangles = sheet(3, 1.0, 0.0)
        frame = self.folder / "one.obj"
        write_obj(frame, points + [(0.3, 0.3, 0.125), (0.35, 0.3, 1), (0.3, 0.35, 1)], triangles + [(9, 10, 11)])
        for thickness, expected in ((0.125, 1), (math.nextafter(0.125, 0), 1), (0.1249, 0)):
            code, out, _ = run("prove", frame, "--out", self.folder / "proof", "--replace", "--thickness", thickness)
            self.assertEqual(code, expected, out)

    def test_frames_that_are_not_the_states_are_named(self):
        frames, proof, _ = self.prove("paddle")
        lines = (frames / "f_1.obj").read_text().split("\n")
        lines[4] = lines[4][:-1] + "1"
        (frames / "f_1.obj").write_text("\n".join(lines))
        code, out, _ = run("check", proof, "--frames", frames)
        self.assertEqual(code, 1)
        self.assertIn("f_1.obj: node 4 is at another place than in state 1", out)

    def test_files_of_any_number_count(self):
        _, proof, _ = self.prove("paddle")
        for name, expected in (("step_%d.tsp" % 2 ** 64, 4), ("state_%d.tsp" % (2 ** 64 + 1), 4),
                               ("step_1000000.tsp", 4), ("step_0000001.tsp", 0), ("state_00003.tsp", 0),
                               ("step_ 00001.tsp", 0)):
            shutil.copy(proof / "step_000002.tsp", proof / name)
            self.assertEqual(both(proof)[0], expected, name)
            (proof / name).unlink()

    def test_an_old_proof_is_not_touched_without_replace(self):
        frames, proof, _ = self.prove("paddle")
        before = sorted((p.name, p.read_bytes()) for p in proof.iterdir())
        code, _, err = run("prove", frames, "--out", proof)
        self.assertEqual((code, "already holds a proof" in err), (2, True))
        self.assertEqual(before, sorted((p.name, p.read_bytes()) for p in proof.iterdir()))

    def begin_run(self, proof, *more):
        """A run of a scene that is writing a proof, and is not over."""
        child = subprocess.Popen([TOUCHSTONE, "simulate", "tight-slot", "--size", "tiny", "--no-verify", "--proof",
                                  str(proof), *more], stdout=subprocess.DEVNULL)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        while not (proof / "state_000001.tsp").exists():
            self.assertIsNone(child.poll())
            time.sleep(0.001)
        return child

    def test_a_proof_that_another_process_writes_is_left_alone(self):
        frames, paddles, _ = self.prove("paddle")
        proof = self.folder / "shared"
        child = self.begin_run(proof)
        child.send_signal(signal.SIGSTOP)
        before = sorted((p.name, p.read_bytes()) for p in proof.iterdir())
        for command in (["prove", frames, "--out", proof, "--replace"],
                        ["simulate", "tight-slot", "--size", "tiny", "--steps", "1", "--proof", proof, "--replace"]):
            code, _, err = run(*command)
            self.assertEqual((code, "another process is writing a proof into" in err), (2, True), err)
        self.assertEqual(before, sorted((p.name, p.read_bytes()) for p in proof.iterdir()))
        self.assertIn(both(proof)[0], (0, 1))  # of a state there may be no proof yet
        child.send_signal(signal.SIGCONT)
        self.assertEqual(child.wait(), 0)
        self.assertEqual(both(proof)[0], 0)
        self.assertEqual(run("prove", frames, "--out", proof, "--replace")[0], 0)
        for path in proof.iterdir():
            self.assertEqual(path.read_bytes(), (paddles / path.name).read_bytes())

    def test_a_process_that_dies_lets_go_of_its_proof(self):
        frames, _, _ = self.prove("paddle")
        proof = self.folder / "shared"
        child = self.begin_run(proof)
        child.kill()
        child.wait()
        code, text, _ = both(proof)
        self.assertIn(code, (0, 1))
        self.assertIn("step 0: proven", text)
        code, _, err = run("prove", frames, "--out", proof, "--replace")
        self.assertEqual(code, 0, err)
        self.assertEqual(both(proof)[0], 0)

    def test_the_same_bytes_for_any_number_of_threads(self):
        frames, proof, _ = self.prove("sliding")
        run("prove", frames, "--out", self.folder / "three", "--threads", "3")
        for path in proof.iterdir():
            self.assertEqual(path.read_bytes(), (self.folder / "three" / path.name).read_bytes())

    def test_mutants_are_refused_or_proven(self):
        for name in ANIMATIONS:
            self.prove(name)
        scene = pathlib.Path(__file__).with_name("turning.json")
        code, out, err = run("simulate", scene, "--proof", self.folder / "proofs" / "turning")
        self.assertEqual(code, 0, out + err)
        self.assertIn("(at most 2 a step)", out)  # a waypoint
        seed = int(os.environ.get("TS_TEST_SEED", random.randrange(1 << 30)))
        print("seed", seed)
        self.assertEqual(mutate_proof.main(TOUCHSTONE, self.folder / "proofs", MUTANTS, seed), 0)


if __name__ == "__main__":
    TOUCHSTONE = sys.argv[1]
    MUTANTS = int(sys.argv[2]) if len(sys.argv) > 2 else MUTANTS
    unittest.main(argv=sys.argv[:1])
