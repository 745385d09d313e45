# SPDX-License-Identifier: MIT
"""Scripts can be run as the pages run them: what lies in scripts/ and names its interpreter is executable."""

import os


def check(tree):
    for path in tree.files:
        if not path.startswith("scripts/") or not tree.read(path).startswith("#!"):
            continue
        if not os.access(tree.root / path, os.X_OK):
            yield path, 1, "names its interpreter but cannot be executed"
