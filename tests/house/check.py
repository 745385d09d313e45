# SPDX-License-Identifier: MIT
"""The check of the house: rooms see only rooms below them (rooms.py), names and functions are where a reader looks for
them (names.py), what is cited exists (citations.py), scripts can be run (scripts.py). Prints "file:line: what" for every
offence.

usage: check.py [ROOT]; exit code 0 without offences, 1 with."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import citations  # noqa: E402
import names  # noqa: E402
import rooms  # noqa: E402
import scripts  # noqa: E402
from tree import Tree  # noqa: E402

CHECKS = (rooms, names, citations, scripts)


def offences(root):
    tree = Tree(root)
    return sorted({offence for part in CHECKS for offence in part.check(tree)})


def main(arguments):
    root = arguments[1] if len(arguments) > 1 else pathlib.Path(__file__).resolve().parents[2]
    found = offences(root)
    for path, line, what in found:
        print("%s:%d: %s" % (path, line, what))
    print("%d offences" % len(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
