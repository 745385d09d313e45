# SPDX-License-Identifier: MIT
"""Check: what comments, messages and pages cite is there: pages and their sections, files, folders of tests. A name may
be any ending of a path (`contact/barrier.c`), with `*` in it; what begins with `my` or is in capitals is a
reader's own, what is below build/ is made. Blocks of code in pages are not read: tests/docs runs them. Nor are links, which it follows."""

import fnmatch
import posixpath
import re

from floors import FLOORS, OUTSIDE
from sources import COMMENT_OR_STRING, blanked

FOLDERS = "|".join(tuple(FLOORS) + OUTSIDE + ("include", "docs", "cmake", "scripts"))
ENDINGS = "inc|cmake|cpp|csv|css|c|h5|html|h|json|js|md|py|sh"
BEGIN = r"(?<![\w./$}<%*-])"
END = r"(?![\w/*]|\.\w)"
# A path from the root to a file, or to a folder of tests.
PATH = re.compile(BEGIN + r"((?:%s)/(?:[\w.*-]+/)*[\w*-][\w.*-]*\.(?:%s))" % (FOLDERS, ENDINGS) + END)
TESTS = re.compile(BEGIN + r"(tests(?:/[a-z][a-z_]*)+)(?![\w/*-]|\.\w)")
# A C file by its last parts, or a page of the root.
C_FILE = re.compile(BEGIN + r"((?:[a-z]\w*/)*[a-z]\w*\.(?:c|h|inc)|[A-Z]{4,}\.md)" + END)
OWN = re.compile(r"(?:^|[/_])(?:my[_-]|mine\b)|[A-Z]{2,}(?!\w*\.md$)|^build/")
# docs/method.md, Barrier; docs/method.md 3.2. A lower-case word after the comma is the sentence going on.
SECTION = re.compile(r"\b(docs/[\w-]+\.md)(?:,?\s+section\s+|,\s+|\s+(?=\d+\.\d))\"?(?=([A-Z\d][^\"]{0,80}))")
# A document that is named in capitals, without its file: METHOD 3.2, DESIGN: eq. 4.
BARE = re.compile(r"\b[A-Z]{5,}(?: \d+\.\d+\b|: eqs?\. ?\d+)|(?<=\()[A-Z]{5,} \d+(?=\))")


def cited_texts(path, text):
    """(line, text) of what may cite: comments of C code, and its messages (not those of tests, which invent names);
    pages without blocks of code; everything of other files."""
    if path.endswith((".c", ".h", ".inc", ".cpp")):
        for match in COMMENT_OR_STRING.finditer(text):
            if match[0][0] == "/" or not path.startswith("tests/"):
                yield text.count("\n", 0, match.start()) + 1, match[0]
    elif path.endswith(".md"):
        yield 1, re.sub(r"^(```|~~~).*?^\1|\]\([^)\s]*\)", lambda m: blanked(m[0]), text, flags=re.DOTALL | re.MULTILINE)
    else:
        yield 1, text


def joined(text):
    """The text as one line, as long as it was, with blanks for what decorates the beginnings of lines: a citation may
    go over two."""
    return re.sub(r"\n[ \t]*(?:\*(?!/)|//|#+(?= )|>)?", lambda m: " " * len(m[0]), text)


def exists(tree, name):
    """Is there a file or folder whose path is, or ends with, `name`?"""
    if "*" in name:
        return any(fnmatch.fnmatch("/" + path, "*/" + name) for path in tree.files)
    return name in tree.endings or name in tree.folders


def missing_files(tree, path, text):
    """C files are looked for in C code and pages only: scripts name what they make."""
    patterns = (PATH, TESTS, C_FILE) if path.endswith((".c", ".h", ".inc", ".md")) else (PATH, TESTS)
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not OWN.search(match[1]) and not exists(tree, match[1]):
                yield match.start(1), "there is no %s" % match[1]


def has_heading(tree, page, said):
    """Does `said` begin with a heading of the page, its number left out or not?"""
    for line in tree.read(page).splitlines():
        heading = line.lstrip("#").strip().replace("`", "").lower() if line.startswith("#") else ""
        for form in {heading, re.sub(r"^[\d.]+ ", "", heading), (re.match(r"[\d.]*", heading)[0]).rstrip(".")} - {""}:
            if re.match(re.escape(form) + r"(?![\w]|\.\d)", said.replace("`", "").lower()):
                return True
    return False


def missing_sections(tree, path, text):
    for match in SECTION.finditer(joined(text)):
        said = " ".join(match[2].split())
        if tree.has(match[1]) and not has_heading(tree, match[1], said):
            yield match.start(), "%s has no section %s" % (match[1], " ".join(re.findall(r"[\w.-]*\w", said)[:3]))


def bare_documents(tree, path, text):
    if not path.endswith((".cmake", ".txt", ".in")): # VERSION 3.25
        for match in BARE.finditer(text):
            yield match.start(), "%s cites no page of docs/" % match[0]


def check(tree):
    for path, text in tree.texts:
        if path.startswith("tests/house/"): # examples of offences
            continue
        for first, part in cited_texts(path, text):
            for rule in (missing_files, missing_sections, bare_documents):
                for at, what in rule(tree, path, part):
                    yield path, first + part.count("\n", 0, at), what
