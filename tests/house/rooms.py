# SPDX-License-Identifier: MIT
"""Check: a room sees only the rooms it stands on, in what it includes, in what CMake links it to, and in what
docs/architecture.md says of it."""

import posixpath
import re

from floors import FLOORS, OUTSIDE, PUBLIC, header_is_open, seen_by

PAGE = "docs/architecture.md"


def target_of(tree, source, included):
    """The path from the root of an included file of this tree, or None (of the system)."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(source.path), included))
    for path in (beside, posixpath.normpath(included), "include/" + included):
        if tree.has(path):
            return path
    return None


def owner_of(path):
    """The room of a file; None where there is none."""
    top, _, rest = path.partition("/")
    if top == "include":
        return PUBLIC.get(rest.split("/")[-1])
    return top if top in FLOORS else None


def include_offence(source, target):
    top = source.room()
    public = target.startswith("include/")
    if top == "tests":
        return None
    if top in ("examples", "include") and not public:
        return "only public headers may be included here"
    if top == "examples":
        return None
    room = owner_of(source.path)
    if target.split("/")[0] in OUTSIDE:
        return "no room may see %s/" % target.split("/")[0]
    owner = owner_of(target)
    if room is None or owner is None or header_is_open(room, owner, target):
        return None
    if owner in seen_by(room):
        return "%s may see only a part of %s" % (room, owner)
    return "%s does not stand on %s" % (room, owner)


def check_includes(tree):
    for source in tree.sources:
        for line, included in source.includes():
            target = target_of(tree, source, included)
            offence = include_offence(source, target) if target else None
            if offence:
                yield source.path, line, "includes %s: %s" % (included, offence)


def check_folders(tree):
    """Every folder of sources is a room of the table, and every public header has a room."""
    for source in tree.sources:
        top = source.room()
        if top == "include" and source.path.split("/")[-1] not in PUBLIC:
            yield source.path, 1, "tests/house/floors.py names no room for this public header"
        elif top not in FLOORS and top not in OUTSIDE + ("include", "docs"):
            yield source.path, 1, "%s/ is no room of tests/house/floors.py" % top


def linked_rooms(words):
    return [name for name in re.findall(r"\btouchstone(?:_|::)(\w+)", words) if name in FLOORS]


def check_links(tree):
    """ts_room(NAME LINK ...) and target_link_libraries(touchstone_NAME ...) name rooms below NAME."""
    call = re.compile(r"\b(ts_room|target_link_libraries)\s*\(\s*(\w+)\s*([^)]*)\)")
    for path in tree.files:
        if path != "CMakeLists.txt" and not (path.startswith("cmake/") and path.endswith(".cmake")):
            continue
        text = re.sub(r"#[^\n]*", "", tree.read(path))
        for match in call.finditer(text):
            room = "cli" if match[2] == "touchstone" else match[2].removeprefix("touchstone_")
            line = text.count("\n", 0, match.start()) + 1
            if room not in FLOORS:
                if match[1] == "ts_room":
                    yield path, line, "%s is no room of tests/house/floors.py" % room
                continue
            for other in linked_rooms(match[3]):
                if other not in seen_by(room):
                    yield path, line, "links %s to %s, which it does not stand on" % (room, other)


def page_rows(tree):
    """(line, room, rooms it stands on) of the page's table of floors."""
    for number, line in enumerate(tree.read(PAGE).splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        room = re.fullmatch(r"`(\w+)/`", cells[1]) if len(cells) == 4 else None
        if room and re.fullmatch(r"\d+", cells[0]):
            named = re.findall(r"\b\w+\b", cells[3])
            yield number, int(cells[0]), room[1], {name for name in named if name in FLOORS}


def check_page(tree):
    """The table of docs/architecture.md has the rooms of FLOORS, each above what it stands on."""
    if not tree.has(PAGE):
        yield PAGE, 1, "is missing"
        return
    rows = list(page_rows(tree))
    height = {room: floor for _, floor, room, _ in rows}
    for line, floor, room, stands_on in rows:
        if room not in FLOORS:
            yield PAGE, line, "%s is no room of tests/house/floors.py" % room
            continue
        if stands_on != set(FLOORS[room]):
            yield PAGE, line, "%s stands on %s here, on %s in tests/house/floors.py" % (
                room, ", ".join(sorted(stands_on)) or "nothing", ", ".join(sorted(FLOORS[room])) or "nothing")
        for below in FLOORS[room]:
            if height.get(below, -1) >= floor:
                yield PAGE, line, "%s is on floor %d and stands on %s, which is not below" % (room, floor, below)
    for room in FLOORS:
        if room not in height:
            yield PAGE, 1, "the table of floors lacks %s" % room


def check(tree):
    for part in (check_includes, check_folders, check_links, check_page):
        yield from part(tree)
