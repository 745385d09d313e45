#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts again what the scenes of datasets/scenes hold, for `touchstone list scenes`: writes datasets/scene-counts.json.
To be run after a scene or what generates its meshes was changed.

usage: scripts/count-scenes.py [TOUCHSTONE]      (default: build/release/touchstone)
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = ROOT / "datasets/scene-counts.json"


def without_counts(command):
    """What a command prints while there are no counts for it to find; they are back, whatever comes of it."""
    with tempfile.TemporaryDirectory(dir=COUNTS.parent) as aside:
        kept = pathlib.Path(aside, COUNTS.name)
        if COUNTS.exists():
            COUNTS.rename(kept)
        try:
            return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        finally:
            if kept.exists():
                kept.rename(COUNTS)


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/touchstone")
    scenes = json.loads(without_counts([command, "list", "scenes", "--json"]))
    lines = []
    for scene in scenes:
        path = pathlib.Path(scene.pop("path"))
        lines.append(f' "{hashlib.sha256(path.read_bytes()).hexdigest()}": {json.dumps(scene)}')
    made = COUNTS.with_suffix(".new")
    made.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    made.replace(COUNTS)


if __name__ == "__main__":
    main()
