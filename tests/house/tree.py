# SPDX-License-Identifier: MIT
"""The files of a checkout, each read once."""

import functools
import os
import pathlib

from sources import STATIC_MACRO, Source

TEXTS = (".c", ".h", ".inc", ".md", ".py", ".sh", ".cmake", ".js", ".txt", ".cpp", ".in")


class Tree:
    """A checkout: what lies in it, folders that are hidden or built left out."""

    def __init__(self, root):
        self.root = pathlib.Path(root)

    @functools.cached_property
    def files(self):
        """Every file, as a path from the root, in order."""
        found = []
        for folder, below, names in os.walk(self.root):
            at_root = pathlib.Path(folder) == self.root
            below[:] = sorted(name for name in below
                              if not name.startswith((".", "__")) and not (at_root and name.startswith("build")))
            found += [str((pathlib.Path(folder) / name).relative_to(self.root)) for name in names]
        return sorted(found)

    @functools.cached_property
    def folders(self):
        return {str(parent) for path in self.files for parent in pathlib.PurePath(path).parents} - {"."}

    @functools.cached_property
    def endings(self):
        """Every ending of a path that begins at a folder or file: a/b/c.h is known as b/c.h and c.h, too."""
        return {"/".join(parts[at:]) for parts in (path.split("/") for path in self.files) for at in range(len(parts))}

    @functools.cached_property
    def sources(self):
        """The C files below a folder of the root."""
        return [Source(self.root, path) for path in self.files if path.endswith((".c", ".h", ".inc")) and "/" in path]

    @functools.cached_property
    def static_words(self):
        """`static`, and the macros that say it."""
        return {"static"}.union(*(STATIC_MACRO.findall(source.text) for source in self.sources))

    @functools.cached_property
    def function_types(self):
        """Names of types of functions, by which a header may declare functions."""
        return {item.function_type() for source in self.sources for item in source.items} - {None}

    @functools.cached_property
    def texts(self):
        """(path, text) of everything that may cite something."""
        return [(path, self.read(path)) for path in self.files if path.endswith(TEXTS)]

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def has(self, path):
        return (self.root / path).is_file()
