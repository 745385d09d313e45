#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/render.py: its table names scenes and bodies that there are; it draws a run; it says what is wrong.

usage: test_render.py SOURCE_DIR BUILD_DIR
Exits with 77 where VTK's module or Xvfb is not there, after the table was checked.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
TABLE = json.loads((SOURCE / "scripts/render-views.json").read_text())
SCRIPT = SOURCE / "scripts/render.py"


def render(*arguments, environment=None):
    return subprocess.run([sys.executable, "-B", str(SCRIPT), *map(str, arguments)], capture_output=True, text=True,
                          env=environment)


def can_draw():
    try:
        import vtkmodules.all  # noqa: F401
    except ImportError:
        return False
    return "DISPLAY" in os.environ or shutil.which("xvfb-run") is not None


class Table(unittest.TestCase):
    def test_scenes_are_there(self):
        for scene in TABLE["views"]:
            self.assertTrue((SOURCE / f"datasets/scenes/{scene}.json").exists(), scene)

    def test_figures_are_of_views(self):
        for name, figure in TABLE["figures"].items():
            for scene, share in figure["panels"]:
                self.assertIn(scene, TABLE["views"], name)
                self.assertTrue(0 <= share <= 1, name)

    def test_every_scene_has_a_picture(self):
        pictured = {scene for figure in TABLE["figures"].values() for scene, _ in figure["panels"]}
        page = (SOURCE / "docs/gallery.md").read_text()
        for path in (SOURCE / "datasets/scenes").glob("*.json"):
            if path.stem not in pictured and not path.stem.startswith("barrier-"):
                self.assertIn(f"`{path.stem}`", page, "a scene that has no picture is named on the page")

    def test_the_pictures_are_large_and_few_bytes(self):
        pictures = list((SOURCE / "docs/pictures/gallery").glob("*.jpg"))
        self.assertEqual({picture.stem for picture in pictures}, set(TABLE["figures"]))
        self.assertLess(sum(picture.stat().st_size for picture in pictures), 12e6)

    def test_the_page_shows_what_the_table_has(self):
        page = (SOURCE / "docs/gallery.md").read_text()
        for picture in (SOURCE / "docs/pictures/gallery").glob("*.jpg"):
            self.assertIn(picture.stem, TABLE["figures"])
            self.assertIn(f"pictures/gallery/{picture.name}", page)


class Wrong(unittest.TestCase):
    def test_nothing_to_draw(self):
        self.assertEqual(render().returncode, 2)
        self.assertEqual(render("--figure", "drape").returncode, 2)

    def test_without_vtk_or_xvfb_it_says_what_to_install(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "vtkmodules").mkdir()
            pathlib.Path(folder, "vtkmodules/__init__.py").write_text("raise ImportError('there is none')\n")
            without_vtk = dict(os.environ, PYTHONPATH=folder, DISPLAY=":0")
            done = render("run", "a.png", environment=without_vtk)
            self.assertEqual(done.returncode, 1)
            self.assertIn("VTK's module for Python is missing (there is none)", done.stderr)
            self.assertIn("apt-get install python3-vtk9", done.stderr)
            without_display = {"PATH": folder}
            done = render("run", "a.png", environment=without_display)
            self.assertEqual(done.returncode, 1)
            self.assertIn("no display and no xvfb-run; on Debian: apt-get install xvfb", done.stderr)


@unittest.skipUnless(can_draw(), "VTK or Xvfb is not there")
class Drawn(unittest.TestCase):
    def test_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            subprocess.run([str(BUILD / "touchstone"), "simulate", "friction-slope-0.5", "--size", "tiny", "--steps", "1",
                            "--out", str(folder / "friction-slope-0.5")], check=True, stdout=subprocess.DEVNULL)
            done = render(folder / "friction-slope-0.5", folder / "a.png", "--at", "0,1", "--size", "96x64")
            self.assertEqual(done.returncode, 0, done.stdout)
            data = (folder / "a.png").read_bytes()
            self.assertEqual((data[16:20], data[20:24]), ((192).to_bytes(4, "big"), (64).to_bytes(4, "big")))
            self.assertGreater(len(data), 2000, "the picture is empty")
            (folder / "empty").mkdir()
            done = render(folder / "empty", folder / "b.png")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("has no frames", done.stderr)
            self.assertFalse((folder / "b.png").exists())


if __name__ == "__main__":
    program = unittest.main(argv=sys.argv[:1], exit=False)
    if not program.result.wasSuccessful():
        sys.exit(1)
    sys.exit(0 if can_draw() else 77)
