# SPDX-License-Identifier: MIT
"""Checks: a type name means one thing in the whole tree, and a function is declared where a reader looks for it.

A function that is not static, defined in ROOM/.../NAME.c, may be declared in

    ROOM/.../NAME.h           the header of its name,
    ROOM/.../NAM.h            a header that several files NAM_*.c of the folder share,
    ROOM/....h                the header of the folder it lies in, or of a folder around that one,
    include/touchstone/*.h    a public header, whichever it is.

The header of a folder may lie inside it (contact/contact.h). Functions declared by the name of their type, as the
entries of a table are (`ts_generate ts_generate_square;`), may be declared in any header of the folder or above it."""

import collections
import posixpath

from floors import OUTSIDE



def check_types(tree):
    """A type that a header names is defined once; so is one of an .inc among headers and other .inc files."""
    named, defined = set(), collections.defaultdict(dict)
    for source in tree.sources:
        for item in source.items:
            for name, is_defined in item.type_names():
                if source.path.endswith(".h"):
                    named.add(name)
                if is_defined:
                    defined[name].setdefault(source.path, item.line)
    for name, places in defined.items():
        places = sorted(place for place in places.items() if name in named or place[0].endswith(".inc"))
        for path, line in places[1:]:
            yield path, line, "type %s is also defined in %s:%d" % ((name,) + places[0])


def is_around(header, file):
    """Does `file` lie in the folder of `header`, or below?"""
    return file.startswith(posixpath.dirname(header) + "/")


def declares(header, file):
    """Is `header` a place to declare a function that `file` defines?"""
    if header.startswith("include/"):
        return True
    folder, stem = posixpath.split(file[:-2])
    above, name = posixpath.split(header[:-2])
    if above == folder:
        return stem == name or stem.startswith(name + "_") or name == posixpath.basename(folder)
    # The header of a folder: ROOM/x.h or ROOM/x/x.h for what lies in or below ROOM/x.
    home = header[:-2] if posixpath.basename(above) != name else above
    return folder == home or folder.startswith(home + "/")


def check_functions(tree):
    """Every function with external linkage is declared, and only where it may be."""
    declared, defined = collections.defaultdict(list), []
    for source in tree.sources:
        if source.room() in OUTSIDE:
            continue
        is_header = source.path.endswith(".h")
        for item in source.items:
            for name in item.entries(tree.function_types) if is_header else ():
                declared[name].append((source.path, item.line, is_around))
            name = item.function(tree.static_words)
            if name and is_header and not item.has_body:
                declared[name].append((source.path, item.line, declares))
            elif name and source.path.endswith(".c") and item.has_body and name != "main":
                defined.append((name, source.path, item.line))
    for name, path, line in defined:
        if not declared[name]:
            yield path, line, "no header declares %s; should it be static?" % name
        for header, where, belongs in declared[name]:
            if not belongs(header, path):
                yield header, where, "%s is defined in %s, which this header does not belong to" % (name, path)


def check(tree):
    yield from check_types(tree)
    yield from check_functions(tree)
