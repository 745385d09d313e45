# SPDX-License-Identifier: MIT
"""The scenes keep to docs/scene-schema.json, and results of every kind that the command writes to
docs/results-schema.json. A schema that a file with a wrong member passes would say nothing: that is tried too.

usage: schema.py SOURCE_DIR BUILD_DIR
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not there: the schemas were not tried")
    sys.exit(77)

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
failures = 0


def complain(text):
    global failures
    failures += 1
    print(text)


def errors_of(schema, value):
    return list(jsonschema.Draft202012Validator(schema).iter_errors(value))


def check(schema, value, name):
    for error in errors_of(schema, value)[:5]:
        complain(f"{name}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def of_size(value, size):
    """The scene with every by_size value replaced."""
    if isinstance(value, dict):
        if set(value) == {"by_size"}:
            return of_size(value["by_size"][size], size)
        return {key: of_size(item, size) for key, item in value.items()}
    return [of_size(item, size) for item in value] if isinstance(value, list) else value


def check_scenes():
    schema = json.loads((SOURCE / "docs/scene-schema.json").read_text())
    scenes = sorted((SOURCE / "datasets/scenes").glob("*.json"))
    if not scenes:
        complain("no scenes")
    for path in scenes:
        for size in ("tiny", "small", "paper"):
            check(schema, of_size(json.loads(path.read_text()), size), f"{path.name} ({size})")


def results_of(folder):
    """Runs the command in each way that writes results; the files by kind."""
    command = str(BUILD / "touchstone")
    queries, scene = str(SOURCE / "datasets/bundled/lattice.h5"), str(SOURCE / "datasets/scenes/needle-bed.json")
    runs = {
        "replay": ["replay", queries, "--backend", "cubic,certified", "--limit", "40", "--repetitions", "1",
                   "--check-certificates", "--allow-unsafe"],
        "barrier": ["barrier", "--samples", "4", "--term", "barrier,mollifier-edge-edge"],
        "simulate": ["simulate", scene, "--size", "tiny", "--steps", "1", "--referee"],
        "table": ["table", "--size", "tiny", "--scenes", scene, "--backends", "accd,minsep", "--steps", "1", "--out",
                  str(folder / "table"), "--queries", "100", "--sample", "20"],
    }
    files = {}
    for kind, arguments in runs.items():
        files[kind] = folder / f"{kind}.json"
        done = subprocess.run([command, *arguments, "--json", str(files[kind])], capture_output=True, text=True)
        if not files[kind].exists():
            complain(f"touchstone {kind}: no results, exit code {done.returncode}: {done.stderr[-300:]}")
            del files[kind]
    files["baseline"] = folder / "baseline.json"
    subprocess.run([command, "baseline", str(files["replay"]), str(files["baseline"])], check=True)
    return files


def check_results():
    schema = json.loads((SOURCE / "docs/results-schema.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        for kind, path in results_of(pathlib.Path(folder)).items():
            value = json.loads(path.read_text())
            one = {key: item for key, item in schema.items() if key != "oneOf"}
            one["$ref"] = "#/$defs/" + value["kind"]  # errors of one kind read better than those of all
            check(one, value, kind)
            wrong = copy.deepcopy(value)
            wrong["context"]["cores"] = "two"
            if not errors_of(schema, wrong):
                complain(f"{kind}: a wrong member passes")
            wrong = copy.deepcopy(value)
            wrong["novelty"] = 1
            if not errors_of(schema, wrong):
                complain(f"{kind}: an unknown member passes")


check_scenes()
check_results()
sys.exit(1 if failures else 0)
