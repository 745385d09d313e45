# SPDX-License-Identifier: MIT
"""The scenes keep to docs/scene-schema.json, and results of every kind that the command writes to
docs/results-schema.json. A schema that a file with a wrong member passes would say nothing: that is tried too. What
this reader of schemas refuses the command refuses, and it refuses nothing else for the schema's sake; its checksums are
computed here by the formula that the schema tells.

usage: schema.py SOURCE_DIR BUILD_DIR
"""
import copy
import json
import os
import pathlib
import random
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
    failing = "failing: while read -r kind rest; do test $kind = block || echo failed; done"
    runs = {
        "replay": ["replay", queries, "--backend", "cubic,certified,failing", "--limit", "40", "--repetitions", "1",
                   "--check-certificates", "--plugin-exec", failing],
        "barrier": ["barrier", "--samples", "4", "--term", "barrier,mollifier-edge-edge"],
        "simulate": ["simulate", scene, "--size", "tiny", "--steps", "1", "--referee"],
        "simulate-failing": ["simulate", scene, "--size", "tiny", "--steps", "1", "--referee", "--ccd", "failing",
                             "--plugin-exec", "failing: nosuchcmd"],
        "table": ["table", "--size", "tiny", "--scenes", scene, "--backends", "accd,minsep", "--steps", "1", "--out",
                  str(folder / "table"), "--queries", "100", "--sample", "20"],
        "barriers": ["table", "--barriers", "cipc,quadratic", "--scenes", "barrier-block", "--steps", "2", "--out",
                     str(folder / "barriers")],
    }
    files = {}
    for kind, arguments in runs.items():
        files[kind] = folder / f"{kind}.json"
        done = subprocess.run([command, *arguments, "--json", str(files[kind])], capture_output=True, text=True)
        if not files[kind].exists():
            complain(f"touchstone {kind}: no results, exit code {done.returncode}: {done.stderr[-300:]}")
            del files[kind]
    files["cell"] = next(folder.glob("table/cells/*/cell.json"), folder / "no cell")
    files["baseline"] = folder / "baseline.json"
    subprocess.run([command, "baseline", str(files["replay"]), str(files["baseline"])], check=True)
    return files


def with_checksum(value):
    """The text of results, with the checksum of their content."""
    text = json.dumps({key: item for key, item in value.items() if key != "checksum"}, separators=(",", ":"))
    checksum = 0xCBF29CE484222325
    for byte in text.encode():
        checksum = ((checksum ^ byte) * 0x9E3779B97F4A7C15) % 2**64
        checksum ^= checksum >> 32
    return f'{text[:-1]},"checksum":"{checksum:016x}"}}'


def places(value, path=()):
    """Of every member and item, but the checksum."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        if key != "checksum":
            yield (*path, key)
            yield from places(value[key], (*path, key))


def edited(value, generator):
    """A copy with one thing changed, somewhere."""
    value = copy.deepcopy(value)
    *path, last = generator.choice(list(places(value)))
    parent = value
    for key in path:
        parent = parent[key]
    change = generator.choice(("delete", "replace", "replace", "add"))
    if change == "delete":
        del parent[last]
    elif change == "replace":
        parent[last] = generator.choice((None, -1, 0, 0.5, 7, "x", True, [], {}, [1], {"x": 1}))
    elif isinstance(parent, dict):
        parent["novelty"] = 1
    else:
        parent.append("novelty")
    return value


CHANGES = 30  # of each file

# What the command refuses beside.
OTHER_REASONS = ("do not add up", "stands there twice", "nothing was measured", "no base 64",
                 "\"flaws\" is missing", "\"errors\" is missing", "\"wrong_gradients\" is missing")


def check_reader(schema, value, kind, folder, generator):
    """The command against this reader, on files that were changed in one place and have a checksum that fits."""
    path = folder / "edited.json"
    refused = 0
    for _ in range(CHANGES):
        wrong = edited(value, generator)
        path.write_text(with_checksum(wrong))
        done = subprocess.run([BUILD / "touchstone", "compare", path, path, "--answers-only"], capture_output=True,
                              text=True)
        errors = errors_of(schema, wrong)
        if errors and done.returncode != 4:
            complain(f"{kind}: read, though {list(errors[0].absolute_path)}: {errors[0].message[:100]}")
        if not errors and done.returncode == 4 and not any(reason in done.stderr for reason in OTHER_REASONS):
            complain(f"{kind}: refused, though it keeps to the schema: {done.stderr}")
        if done.returncode not in (0, 1, 2, 4) or "checksum" in done.stderr:
            complain(f"{kind}: exit code {done.returncode}: {done.stderr}")
        refused += bool(errors)
    if not CHANGES / 4 <= refused < CHANGES:
        complain(f"{kind}: {refused} of {CHANGES} changes are wrong: the test tries too little")


def check_results():
    seed = int(os.environ.get("TS_TEST_SEED", "20261121"))
    print(f"seed {seed} (TS_TEST_SEED)")
    generator = random.Random(seed)
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
            if kind != "cell":  # nothing to compare
                check_reader(one, value, kind, pathlib.Path(folder), generator)


check_scenes()
check_results()
sys.exit(1 if failures else 0)
