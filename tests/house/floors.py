# SPDX-License-Identifier: MIT
"""The rooms of the house, bottom up, and what each stands on: the one table that sources, CMake, libraries and
docs/architecture.md are held to. A room may see what it stands on, and what that stands on, and nothing else."""

# Room: the rooms directly below it. Rooms that do not reach one another stand side by side.
FLOORS = {
    "core": (),
    "ccd": ("core",),
    "oracles": ("ccd",),
    "host": ("oracles",),
    "datasets": ("oracles",),
    "mesh": ("oracles",),
    "scenes": ("datasets", "mesh"),
    "cipc": ("scenes",),
    "ndb": ("scenes",),
    "benches": ("cipc", "ndb"),
    "results": ("benches",),
    "reports": ("results",),
    "cli": ("reports",),
}

# The room that each public header of include/touchstone/ belongs to.
PUBLIC = {
    "api.h": "core",
    "status.h": "core",
    "limits.h": "core",
    "version.h": "core",
    "ccd.h": "ccd",
    "distance.h": "ccd",
    "plugin.h": "ccd",
    "oracle.h": "oracles",
    "term.h": "oracles",
    "verify.h": "oracles",
    "dataset.h": "datasets",
}

# A room that may see only a part of the one below. The referee takes the query and the types of a method's answer, and
# calls what ccd.h declares: no arithmetic of the methods that it judges.
# The host of plug-ins takes the interface of a term; the referee is not in the process of a method.
ONLY_HEADERS = {
    ("oracles", "ccd"): ("include/touchstone/ccd.h", "include/touchstone/distance.h"),
    ("host", "oracles"): ("include/touchstone/term.h", "oracles/hosted_term.h"),
}
ONLY_FUNCTIONS_OF = {("oracles", "ccd"): ("include/touchstone/ccd.h",)}

# Rooms that become a program, not a library.
PROGRAMS = ("cli", "host")

# Folders beside the rooms. Tests may see every room; no room may see them. Examples are a stranger's code: they see
# public headers only.
OUTSIDE = ("tests", "examples")


def seen_by(room):
    """The rooms that `room` may see, without itself."""
    seen = set()
    for below in FLOORS[room]:
        seen |= {below} | seen_by(below)
    return seen


def header_is_open(room, owner, header):
    """May `room` include `header` (a path from the root) of the room `owner`?"""
    if owner == room:
        return True
    if owner not in seen_by(room):
        return False
    return header in ONLY_HEADERS.get((room, owner), (header,))
