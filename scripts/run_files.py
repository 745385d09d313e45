# SPDX-License-Identifier: MIT
"""Files and times of runs, for the scripts beside this one, and the options of the Newton loop as published."""
import json
import os
import resource

# What compares with the published program takes them (docs/simulation.md, the loop as published).
AS_PUBLISHED = ["published_loop=true"]
# What it makes false, whatever these say.
BEYOND_PUBLISHED = ["trust_region", "corrected", "energy_settles", "by_body"]


def read_json(path):
    """None: there is none, or it is cut off."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def write_json(path, value):
    """Complete or not at all."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
    os.replace(path + ".new", path)


def log_lines(folder):
    """Of a run's log; a last line that is cut off is left out."""
    try:
        with open(os.path.join(folder, "log.jsonl"), encoding="utf-8") as file:
            lines = file.readlines()
    except OSError:
        return []
    return [json.loads(line) for line in lines if line.endswith("}\n")]


def processor_seconds():
    """Of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
