#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pictures of runs of `touchstone simulate`, by VTK: shadows, ambient occlusion, smooth normals, cloth with two sides
and a pattern, rods and particles as thick as they are in contact. Where there is no display it needs Xvfb.

usage: scripts/render.py RUN OUT.png|OUT.jpg [--at 0.5,1] [--scene NAME] [--size 960x720] [--eye X,Y,Z] [--zoom Z]
       scripts/render.py --figure NAME[,NAME] --runs FOLDER --out FOLDER
  RUN       folder of a run (with --out), or one frame of it
  --at      when, as shares of the run: several make a strip
  --scene   whose entry of scripts/render-views.json is used (default: what the run says)
  --figure  a figure of that table, of the runs FOLDER/SCENE; "all" for every one whose runs are there
  --eye     where the eye is, as a direction from the middle; y is up
Debian: python3-vtk9, xvfb.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

TABLE = pathlib.Path(__file__).with_name("render-views.json")


def with_display():
    """VTK of Debian draws by X: without a display this script runs once more under Xvfb."""
    if "DISPLAY" not in os.environ and os.environ.get("TS_RENDER_XVFB") != "1":
        os.environ["TS_RENDER_XVFB"] = "1"
        command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1200x24", sys.executable, *sys.argv]
        try:
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True) # VTK warns of its own frame buffers
            if done.returncode:
                sys.stderr.write(done.stderr)
            sys.exit(done.returncode)
        except FileNotFoundError:
            sys.exit("render.py: there is no display and no xvfb-run; on Debian: apt-get install xvfb")


def frames_of(run):
    """The frames of a run, in order; a single frame is one."""
    run = pathlib.Path(run)
    frames = [run] if run.suffix == ".vtu" else sorted((run / "frames").glob("*.vtu"))
    if not frames:
        sys.exit(f"render.py: {run} has no frames; expected a folder of `touchstone simulate --out`, or a .vtu file")
    return frames


def scene_of(run, said):
    results = pathlib.Path(run) / "results.json"
    if said or not results.exists():
        return said or ""
    return json.loads(results.read_text()).get("scene", "")


def numbers(separator, text):
    return tuple(float(part) for part in text.split(separator))


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", nargs="?")
    parser.add_argument("picture", nargs="?")
    parser.add_argument("--at", type=lambda text: numbers(",", text))
    parser.add_argument("--scene")
    parser.add_argument("--size", type=lambda text: tuple(int(v) for v in numbers("x", text)))
    parser.add_argument("--eye", type=lambda text: numbers(",", text))
    parser.add_argument("--zoom", type=float)
    parser.add_argument("--figure", type=lambda text: text.split(","))
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    if (options.figure is None) == (options.run is None or options.picture is None):
        parser.error("say RUN and a picture, or --figure with --runs and --out")
    if options.figure and not (options.runs and options.out):
        parser.error("--figure needs --runs and --out")
    return options


def draw_run(options, table, render):
    scene = scene_of(options.run, options.scene)
    view = dict(table["views"].get(scene, {}))
    for name in ("eye", "zoom"):
        if getattr(options, name) is not None:
            view[name] = getattr(options, name)
    frames = frames_of(options.run)
    shares = options.at or tuple(view.get("at", (1,)))
    size = options.size or ((960, 720) if len(shares) == 1 else (640, 640))
    bounds = render.extent(frames, shares, view)
    panels = [render.panel(frames, share, view, size, bounds) for share in shares]
    render.write(panels, options.picture)


def figure_panels(panels, runs, size, views, render):
    made = []
    for scene, share in panels:
        frames, view = frames_of(runs / scene), views.get(scene, {})
        bounds = render.extent(frames, [other for name, other in panels if name == scene], view)
        made.append(render.panel(frames, share, view, size, bounds))
    return made


def draw_figures(options, table, render):
    wanted = list(table["figures"]) if options.figure == ["all"] else options.figure
    options.out.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        if name not in table["figures"]:
            sys.exit(f"render.py: {TABLE.name} has no figure {name}")
        figure = table["figures"][name]
        missing = [scene for scene, _ in figure["panels"] if not (options.runs / scene / "frames").is_dir()]
        if missing:
            print(f"{name}: no run of {missing[0]} in {options.runs}", flush=True)
            continue
        size = tuple(figure.get("size", (960, 720) if len(figure["panels"]) == 1 else (640, 640)))
        render.write(figure_panels(figure["panels"], options.runs, size, table["views"], render),
                     options.out / f"{name}.jpg")
        print(name, flush=True)


def main():
    options = parse()
    with_display()
    try:
        import render_scene as render
    except ImportError as error:
        sys.exit(f"render.py: VTK's module for Python is missing ({error}); on Debian: apt-get install python3-vtk9, "
                 "and /usr/bin/python3 if another Python comes first")
    table = json.loads(TABLE.read_text())
    (draw_figures if options.figure else draw_run)(options, table, render)


if __name__ == "__main__":
    main()
