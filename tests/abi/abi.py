# SPDX-License-Identifier: MIT
"""The binary interface of the shared library against the lists of the last release: symbols.txt names its functions,
layout.txt has their types, and the sizes, offsets and values of what the public headers define. A program built with the release goes on
working with every library of the same SONAME, so that nothing may go or change without a new one. What is new is fine.

usage: abi.py --check|--update ROOT LIBRARY [CC]; exit code 0, 1 when the interface broke."""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "house"))

from sources import WORD, code  # noqa: E402

DEFINITION = re.compile(r"\b(struct|enum)\s+(\w+)\s*\{")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# ---- functions ----

def soname(library):
    return re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", str(library)))[1]


def exported(library):
    """The names that the library offers."""
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", str(library)).splitlines()}


def headers(root):
    return sorted((pathlib.Path(root) / "include/touchstone").glob("*.h"))


def declared(root):
    """name -> type of what public headers offer: the functions marked with TS_API."""
    found = {}
    declaration = re.compile(r"\bTS_API\b([^;(]*?)(\w+)\(([^;]*)\);")
    for header in headers(root):
        for result, name, arguments in declaration.findall(code(header.read_text(encoding="utf-8"))):
            types = ", ".join(unnamed(argument).strip() for argument in arguments.split(","))
            found[name] = " ".join("{} ({})".format(result, types).split())
    return found


def unnamed(argument):
    """The argument without its name, which is no part of the interface."""
    words = WORD.findall(argument)
    if len([word for word in words if word not in ("const", "struct", "void")]) < 2:
        return argument
    return re.sub(r"\b%s\b(?=\W*(?:\[.*)?$)" % words[-1], "", argument)


# ---- layout ----

def body(text, start):
    """The text between the brace at `start` and the one that closes it."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return text[start + 1:at]
    raise ValueError("a brace without end")


def fields(inside):
    """The names of the members of a struct: plain ones, several in a row, arrays, pointers to functions."""
    if "{" in inside:
        raise ValueError("a struct within a struct is not read: " + inside)
    for member in filter(str.strip, inside.split(";")):
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", member)
        if pointer:
            yield pointer[1]
            continue
        for name in re.sub(r"\[[^\]]*\]", "", member).split(","):
            yield WORD.findall(name)[-1]


def described(header):
    """Lines of a C program that print what the header defines."""
    text = code(header.read_text(encoding="utf-8"))
    for kind, name, inside in ((m[1], m[2], body(text, m.end() - 1)) for m in DEFINITION.finditer(text)):
        if kind == "enum":
            for value in filter(str.strip, inside.split(",")):
                yield 'printf("%s.%s = %%lld\\n", (long long)%s);' % ((name,) + (WORD.search(value)[0],) * 2)
            continue
        yield 'printf("%s: %%zu bytes\\n", sizeof(struct %s));' % (name, name)
        for field in fields(inside):
            yield 'printf("%s.%s: %%zu bytes at %%zu\\n", sizeof ((struct %s *)0)->%s, offsetof(struct %s, %s));' % (
                (name, field) * 3)


def layout(root, cc):
    """What the public headers define, as the compiler lays it out, and the types of functions, line by line."""
    lines = ["#include <stddef.h>", "#include <stdio.h>"]
    lines += ["#include <touchstone/%s>" % header.name for header in headers(root)]
    lines += ["int main(void) {"] + [line for header in headers(root) for line in described(header)] + ["}"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "layout.c", pathlib.Path(folder) / "layout"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        run(cc, "-std=c17", "-I", str(pathlib.Path(root) / "include"), str(source), "-o", str(program))
        laid_out = run(str(program)).splitlines()
    return laid_out + ["%s: %s" % item for item in sorted(declared(root).items())]


# ---- comparison ----

def key(line):
    """What a line of the layout speaks of."""
    return re.split(r"[:=]", line)[0].strip()


def broken(release, now):
    """What a program built with the release would miss. Both: (soname, functions, lines of the layout)."""
    if release[0] != now[0]:
        return
    for name in sorted(set(release[1]) - set(now[1])):
        yield "%s is gone" % name
    found = {key(line): line for line in now[2]}
    for line in release[2]:
        if found.get(key(line)) != line:
            yield "%s, was %s" % (found.get(key(line), key(line) + " is gone"), line)


def mismatched(offered, named):
    """Functions that are in the library or in the headers, but not in both."""
    for name in sorted(offered - named):
        yield "%s is exported, but no public header says TS_API of it" % name
    for name in sorted(named - offered):
        yield "%s is TS_API, but not exported" % name


def released(folder):
    first, *names = (folder / "symbols.txt").read_text(encoding="utf-8").split()
    return first, names, (folder / "layout.txt").read_text(encoding="utf-8").splitlines()


def check(root, library, cc):
    now = (soname(library), exported(library), layout(root, cc))
    release = released(HERE)
    offences = list(mismatched(now[1], set(declared(root)))) + list(broken(release, now))
    for offence in offences:
        print(offence)
    if release[0] != now[0]:
        print("new SONAME %s, was %s: programs are to be built again" % (now[0], release[0]))
    elif offences:
        print("raise TOUCHSTONE_SOVERSION in cmake/Shared.cmake, or undo this")
    added = len(now[1] - set(release[1]))
    print("%d functions (%d new), %d offences" % (len(now[1]), added, len(offences)))
    return 1 if offences else 0


def update(root, library, cc):
    lists = {"symbols.txt": [soname(library)] + sorted(exported(library)), "layout.txt": layout(root, cc)}
    for name, lines in lists.items():
        (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def main(arguments):
    does = {"--check": check, "--update": update}[arguments[1]]
    return does(arguments[2], pathlib.Path(arguments[3]), arguments[4] if len(arguments) > 4 else "cc")


if __name__ == "__main__":
    sys.exit(main(sys.argv))
