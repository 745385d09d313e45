# SPDX-License-Identifier: MIT
"""The check of the house on what was built: a library of a room calls no function of a room that it does not stand on.
What includes do not show, such as a declaration written a second time, this does.

usage: symbols.py ROOT BUILD; exit code 0 without offences, 1 with."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from floors import FLOORS, ONLY_FUNCTIONS_OF, PROGRAMS, seen_by  # noqa: E402
from sources import Source  # noqa: E402


def names_in(library):
    """(defined, used): the global symbols of an archive, by `nm`."""
    listed = subprocess.run(["nm", "-g", str(library)], capture_output=True, text=True, check=True).stdout
    defined, used = set(), set()
    for line in listed.splitlines():
        words = line.split()
        if len(words) == 3:
            defined.add(words[2])
        elif len(words) == 2 and words[0] == "U":
            used.add(words[1])
    return defined, used


def public_functions(root, headers):
    """What the headers declare."""
    return {item.function({"static"}) for header in headers for item in Source(root, header).items}


def offences(root, libraries):
    """libraries: room -> (defined, used)."""
    for room, (_, used) in libraries.items():
        for other, (defined, _) in libraries.items():
            called = used & defined if other != room else set()
            if other in seen_by(room):
                only = ONLY_FUNCTIONS_OF.get((room, other))
                called = called - public_functions(root, only) if only else ()
            for name in sorted(called):
                yield "%s calls %s of %s" % (room, name, other)


def main(arguments):
    root, build = map(pathlib.Path, arguments[1:3])
    paths = {room: build / ("libtouchstone_%s.a" % room) for room in FLOORS if room not in PROGRAMS}
    missing = [path for path in paths.values() if not path.exists()]
    for path in missing:
        print("%s: there is no such library" % path)
    found = list(offences(root, {room: names_in(path) for room, path in paths.items() if path not in missing}))
    for offence in found:
        print(offence)
    print("%d libraries, %d offences" % (len(paths) - len(missing), len(found)))
    return 1 if found or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
