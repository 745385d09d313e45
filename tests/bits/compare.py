#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what two builds left behind: every file of two folders, times, machine and folder names aside.

usage: compare.py OLD NEW
Prints a line for each difference and the number of files compared; exits with 1 if there is any.
"""
import json
import pathlib
import re
import sys

# Members of results that belong to the machine or the hour, whatever they hold.
MACHINE = re.compile(
    r"seconds|(^|_)ms(_|$)|(^|_)ns(_|$)|nanoseconds|^slowest$|ratio|^context$|^time$|bytes|samples_ns|^mean$|^median$|^p99$"
    r"|^checksum$|^command$|^path$|^folder$|^text$|machine|timing|faster|slower"
)
# Not compared: what a run says while it runs, and the table of times in other forms than JSON.
SKIPPED_SUFFIXES = {".txt", ".md", ".tex"}
SKIPPED = {"table.csv", "cells.csv", "comparison.csv", "statistics.csv"}


def is_compared(path):
    return path.is_file() and path.suffix not in SKIPPED_SUFFIXES and path.name not in SKIPPED


def stripped(value, name=""):
    if isinstance(value, dict):
        return {key: stripped(item, key) for key, item in value.items() if not MACHINE.search(key)}
    if isinstance(value, list):
        return [stripped(item) for item in value]
    return value


def same_json(one, other):
    return stripped(json.loads(one)) == stripped(json.loads(other))


def same_log(one, other):
    lines, others = one.splitlines(), other.splitlines()
    return len(lines) == len(others) and all(same_json(a, b) for a, b in zip(lines, others))


def same_csv(one, other):
    """Columns whose head names a time are left out."""
    rows, others = ([line.split(",") for line in text.decode().splitlines()] for text in (one, other))
    kept = [k for k, name in enumerate(rows[0]) if not MACHINE.search(name)]
    return len(rows) == len(others) and all(
        [a[k] for k in kept if k < len(a)] == [b[k] for k in kept if k < len(b)] for a, b in zip(rows, others)
    )


def without_head(checkpoint):
    """What its first bytes hold the checksum of."""
    return checkpoint[64:] if checkpoint.startswith(b"touchstone checkpoint") else checkpoint


def same_checkpoint(one, other):
    """All but one number, the length of the log, which holds times."""
    one, other = without_head(one), without_head(other)
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other)) <= 8


def same(path, one, other):
    if path.name == "checkpoint.bin":
        return same_checkpoint(one, other)
    if one == other:
        return True
    rule = {".json": same_json, ".jsonl": same_log, ".csv": same_csv}.get(path.suffix)
    return bool(rule) and rule(one, other)


def main():
    old, new = (pathlib.Path(folder) for folder in sys.argv[1:3])
    files = [
        {path.relative_to(folder) for path in folder.rglob("*") if is_compared(path)}
        for folder in (old, new)
    ]
    different = [f"{path}: only in {side}" for side, path in
                 [("OLD", p) for p in files[0] - files[1]] + [("NEW", p) for p in files[1] - files[0]]]
    for path in sorted(files[0] & files[1]):
        if not same(path, (old / path).read_bytes(), (new / path).read_bytes()):
            different.append(f"{path}: differs")
    for line in sorted(different):
        print(line)
    print(f"{len(files[0] & files[1])} files compared, {len(different)} differ")
    return 1 if different or not files[0] else 0


if __name__ == "__main__":
    sys.exit(main())
