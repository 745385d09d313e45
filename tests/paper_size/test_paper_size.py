# SPDX-License-Identifier: MIT
"""scripts/paper-size.py at `tiny`: what it makes is what the command makes, it goes on when stopped, and makes nothing
twice.

usage: test_paper_size.py BUILD_DIR"""

import copy
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "paper-size.py"
TOUCHSTONE = None  # of the build


def load_script():
    spec = importlib.util.spec_from_file_location("paper_size", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start(out, *arguments):
    command = [sys.executable, "-B", str(SCRIPT), "--size", "tiny", "--out", str(out), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, "TOUCHSTONE": TOUCHSTONE})


def run(out, *arguments):
    process = start(out, *arguments)
    said = process.communicate()[0]
    return process.returncode, said


def simulate(scene, out, *arguments):
    scene = str(ROOT / "datasets" / "scenes" / (scene + ".json"))
    loop = [word for option in load_script().AS_PUBLISHED for word in ("--solver-option", option)]
    command = [TOUCHSTONE, "simulate", scene, "--size", "tiny", "--ask", "published", "--checkpoint-every", "1", *loop,
               "--out", str(out), *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def frame(run_folder, step):
    return (run_folder / "frames" / ("frame_%06d.vtu" % step)).read_bytes()


class PaperSize(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.out, self.other = pathlib.Path(self.scratch.name, "out"), pathlib.Path(self.scratch.name, "other")

    def test_steps_in_contact_are_those_of_the_command(self):
        code, said = run(self.out, "--only", "sprinkles", "--jobs", "2")
        self.assertEqual(code, 0, said)
        made = self.out / "sprinkles"
        ends = [json.loads((folder / "end.json").read_text()) for folder in sorted(made.iterdir())]
        self.assertEqual([end["outcome"] for end in ends], ["finished"] * 6 + ["answered"])
        last = load_script().STATES["sprinkles"]["steps"] + 5
        simulate("sprinkles", self.other, "--from", str(made / "state" / "run" / "checkpoint.bin"), "--ccd", "accd",
                 "--steps", str(last))
        self.assertEqual(frame(made / "step-5" / "run", last), frame(self.other, last))
        data = json.loads((made / "verdicts" / "results.json").read_text())["data_sets"][0]
        self.assertGreater(data["queries"], 0)
        self.assertEqual(data["files"], 5)
        code, said = run(self.out, "--only", "sprinkles")
        self.assertEqual((code, said), (0, ""))
        code, said = run(self.out, "--only", "sprinkles", "--report")
        self.assertIn("| sprinkles, from there | 5 | whole |", said)
        self.assertIn("| queries, contacts | %d, %d |" % (data["queries"], data["contacts"]), said)

    def test_a_stopped_motion_goes_on(self):
        process = start(self.out, "--only", "needle-bed", "--methods", "accd")
        made = self.out / "needle-bed" / "accd"
        for _ in range(6000):
            if (made / "run" / "frames" / "frame_000003.vtu").exists():
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate()[0]
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("needle-bed.accd is interrupted", said)
        self.assertFalse((made / "end.json").exists())
        code, said = run(self.out, "--only", "needle-bed", "--methods", "accd,tbsc", "--list")
        self.assertRegex(said, r"^needle-bed\.accd +\d+ %\nneedle-bed\.tbsc +0 %\n$")
        code, said = run(self.out, "--only", "needle-bed", "--methods", "accd,tbsc")
        self.assertEqual(code, 0, said)
        simulate("needle-bed", self.other, "--ccd", "accd", "--steps", "100")
        self.assertEqual(frame(made / "run", 100), frame(self.other, 100))
        self.assertEqual(json.loads((made / "end.json").read_text())["outcome"], "finished")
        stuck = json.loads((self.out / "needle-bed" / "tbsc" / "end.json").read_text())
        self.assertEqual((stuck["exit"], stuck["outcome"], stuck["at"]["step"]), (1, "infinite", 1))

    def test_a_piece_that_fails_is_named_and_tried_again(self):
        state = self.out / "sprinkles" / "state"
        state.mkdir(parents=True)
        (state / "run").write_text("no folder")
        code, said = run(self.out, "--only", "sprinkles")
        self.assertEqual(code, 5)
        self.assertIn("sprinkles.state fails with exit code", said)
        self.assertFalse((state / "end.json").exists())

    def test_a_shorter_fall_changes_the_start_alone(self):
        script = load_script()
        scene = json.loads((ROOT / "datasets" / "scenes" / "stack-1mm.json").read_text())
        before = copy.deepcopy(scene)
        shorter = script.with_shorter_fall(scene)
        self.assertEqual(scene, before)
        cloth, ball = shorter["objects"][0], shorter["objects"][1]
        self.assertEqual(cloth["translate"][1]["by_size"], {"tiny": 0.003, "small": 0.003, "paper": 0.003})
        self.assertEqual(cloth["repeat"]["translate"][1]["by_size"]["paper"], 0.003)
        self.assertEqual((ball["translate"][1]["by_size"]["paper"], ball["velocity"][1]["by_size"]["paper"]), (0.2, 0))
        for thing in (shorter, before):
            for body in thing["objects"][:2]:
                body["translate"] = body.get("repeat", {})["translate"] = None
        self.assertEqual(shorter, before)

    def test_the_loop_is_the_published_one_unless_options_say_otherwise(self):
        chosen = load_script().chosen_options
        self.assertEqual(chosen([]), ["published_loop=true"])
        self.assertEqual(chosen(["exact_below=0.01"]), ["published_loop=true", "exact_below=0.01"])
        self.assertEqual(chosen(["published_loop=false", "by_body=false"]), ["published_loop=false", "by_body=false"])
        self.assertEqual(chosen(["corrected=true", "exact_below=0.01"]),
                         ["trust_region=false", "energy_settles=false", "by_body=false", "corrected=true",
                          "exact_below=0.01"])

    def test_wrong_names_are_refused(self):
        for arguments in (("--only", "card-shufle"), ("--methods", "acccd")):
            code, said = run(self.out, *arguments)
            self.assertEqual(code, 1)
            self.assertIn("there are", said)
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    TOUCHSTONE = os.path.join(os.path.abspath(sys.argv.pop(1)), "touchstone")
    unittest.main()
