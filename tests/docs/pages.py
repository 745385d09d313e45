# SPDX-License-Identifier: MIT
"""The pages against the tree and the command: relative links of README.md and docs/ resolve, the options in code blocks
exist, docs/commands.md has every subcommand and option that --help prints; paths below build/ are those of a preset,
tables have heads, the programs beside the command say how they are used.

usage: pages.py SOURCE_DIR BUILD_DIR
"""
import functools
import json
import pathlib
import re
import subprocess
import sys

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
failures = 0


def complain(text):
    global failures
    failures += 1
    print(text)


def said(program, *arguments):
    """Exit code and all that a program of the build says."""
    run = subprocess.run([BUILD / program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, errors="replace")
    return run.returncode, run.stdout


# ---- links ----


@functools.cache
def anchors(page):
    """Those of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(page, name):
    for link in re.findall(r"\]\(([^) ]+)\)", page.read_text()):
        if re.match(r"[a-z]+:", link):
            continue
        path, mark, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            complain(f"{name}: there is no {link}")
        elif mark and anchor not in anchors(target):
            complain(f"{name}: no heading for {link}")


# ---- paths of the build ----


def made_folders():
    """What CMake's presets and scripts/quickstart.sh make in the tree."""
    presets = json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]
    return {preset["binaryDir"].removeprefix("${sourceDir}/") for preset in presets} | {"build/quickstart"}


def check_build_paths(page, name):
    """Are files of build/ where a preset puts them, or does the page itself say how the folder is made? A page that
    builds in `build` may name all of it."""
    text = page.read_text()
    if re.search(r"-B build([ `]|$)", text, re.M):
        return
    paths = set(re.findall(r"(?:^|[^A-Za-z0-9_./-]|\$PWD/)(build/[A-Za-z0-9_-]+)", text, re.M))
    if re.search(r"(--(install|build|test-dir)|-C) build( |$)", text, re.M):
        paths.add("build")
    for path in sorted(paths - made_folders()):
        if not re.search(rf"(-B|mkdir -p) {re.escape(path)}([ `]|$)", text, re.M):
            complain(f"{name}: no preset makes {path}, nor does the page")


# ---- tables ----


def check_tables(page, name):
    """A table begins with its head and a line of dashes: rows behind an empty line are none."""
    fenced, within, head = False, False, 0
    for number, line in enumerate(page.read_text().splitlines() + [""], 1):
        if re.match(r" *```", line):
            fenced = not fenced
        if head and not re.match(r" *\| [ |:-]+$", line):
            complain(f"{name}:{head}: a row of a table without its head")
        head = 0
        row = not fenced and re.match(r" *\| ", line) is not None
        if row and not within:
            head = number
        within = row


# ---- commands ----


def command_lines(page):
    reader = SOURCE / "tests/docs/command_lines.awk"
    return subprocess.run(["awk", "-f", reader, page], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def subcommands():
    def listed(*arguments):
        return re.findall(r"^  ([a-z-]+) ", re.search(r"^Commands:.*?(?=^$)", said("touchstone", *arguments)[1],
                                                      re.M | re.S).group(0), re.M)
    return [name for name in listed("--help") if name != "dataset"] + ["table ndb"] + [
        f"dataset {name}" for name in listed("dataset", "--help")]


@functools.cache
def options_of(subcommand):
    """Its options, --help too."""
    return set(re.findall(r"^  (--[a-z-]+)", said("touchstone", *subcommand.split(), "--help")[1], re.M))


def options_in(line):
    return sorted(set(re.findall(r"(?:^|[ [])(--[a-z][a-z-]*)", line)))


def check_command_line(name, line):
    words = line.split()
    if len(words) < 2 or not re.match(r"[a-z]", words[1]):
        return
    subcommand = " ".join(words[1:3]) if words[1] == "dataset" or words[1:3] == ["table", "ndb"] else words[1]
    known = options_of(subcommand)
    if not known:
        complain(f"{name}: there is no touchstone {subcommand}")
        return
    for option in options_in(line):
        if option not in known:
            complain(f"{name}: touchstone {subcommand} has no {option}")


def names(text, option):
    return re.search(rf"{re.escape(option)}([^a-z-]|$)", text, re.M) is not None


def section(title):
    found = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", (SOURCE / "docs/commands.md").read_text(), re.M | re.S)
    return found.group(1) if found else ""


def check_section(subcommand):
    """Every option of --help has its place in the section of its subcommand."""
    text = section(subcommand)
    if not text:
        complain(f"docs/commands.md: no section for {subcommand}")
        return
    for option in sorted(options_of(subcommand) - {"--help"}):
        if not names(text, option):
            complain(f"docs/commands.md: {subcommand} lacks {option}")


# ---- programs beside the command ----


def usages():
    """What the programs of the last section of docs/commands.md say when an option is unknown to them."""
    found = {}
    for program in sorted(set(re.findall(r"`(bench-[a-z-]+|soak)`", section("Programs beside the command")))):
        code, found[program] = said(program, "--no-such-option")
        if code != 2:
            complain(f"{program} --no-such-option ends with {code}, not 2")
        if not re.search(rf"usage: {program}", found[program], re.I):
            complain(f"{program} does not say how it is used")
    return found


def check_program_options(page, name, usage):
    """The options that a page gives such a program, up to the end of the code."""
    for program, rest in re.findall(r"(bench-[a-z-]+|soak) ([^`\n]*)", page.read_text()):
        if usage.get(program):
            for option in options_in(" " + re.sub(r"'[^']*'", "", re.sub(r" +# .*", "", rest))):
                if not names(usage[program], option):
                    complain(f"{name}: the usage of {program} lacks {option}")


def main():
    usage, lines = usages(), 0
    pages = [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]
    for page in pages:
        name = str(page.relative_to(SOURCE))
        check_links(page, name)
        check_build_paths(page, name)
        check_tables(page, name)
        check_program_options(page, name, usage)
        for line in command_lines(page):
            check_command_line(name, line)
            lines += 1
    for subcommand in subcommands():
        check_section(subcommand)
    if not lines or not usage:
        complain("no command line or no program was found")
    print(f"{len(pages)} pages, {lines} command lines read, {failures} complaints")
    return failures != 0


sys.exit(main())
