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

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = ROOT / "datasets/scene-counts.json"


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/touchstone")
    COUNTS.unlink(missing_ok=True)
    scenes = json.loads(subprocess.run([command, "list", "scenes", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    lines = []
    for scene in scenes:
        path = pathlib.Path(scene.pop("path"))
        lines.append(f' "{hashlib.sha256(path.read_bytes()).hexdigest()}": {json.dumps(scene)}')
    COUNTS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
