# SPDX-License-Identifier: MIT
"""Every test of a build has a time limit, and CTest keeps it.

usage: timeouts.py ROOT BUILD [CTEST]; exit code 0 without offences, 1 with. `timeouts.py --self [CTEST]` judges this
check: a test without a limit must be named, and one that takes longer must be ended."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile


def without_limit(listed):
    """Names of the tests without a limit, from what `ctest --show-only=json-v1` prints."""
    for test in listed["tests"]:
        limits = [item["value"] for item in test.get("properties", []) if item["name"] == "TIMEOUT"]
        if not limits or limits[0] <= 0:
            yield test["name"]


def idle_limits(root):
    """Calls of Check's own limits, which do nothing without a process for each case."""
    for path in sorted((pathlib.Path(root) / "tests").rglob("*.c")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"\btcase_set_timeout\s*\(", line):
                yield "%s:%d: tcase_set_timeout has no effect here: give ts_test a TIMEOUT" % (path, number)


def tests_of(build, ctest):
    command = [ctest, "--show-only=json-v1"]
    return json.loads(subprocess.run(command, cwd=build, capture_output=True, text=True, check=True).stdout)


def judge(ctest):
    """The check, on tests that offend."""
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        lines = ['add_test(%s "%s" -c "import time; time.sleep(%d)")' % (name, sys.executable, seconds)
                 for name, seconds in (("long", 60), ("short", 0), ("free", 0))]
        lines += ["set_tests_properties(%s PROPERTIES TIMEOUT %d)" % pair for pair in (("long", 1), ("short", 60))]
        (build / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert list(without_limit(tests_of(build, ctest))) == ["free"]
        said = subprocess.run([ctest], cwd=build, capture_output=True, text=True).stdout
        assert re.search(r"\blong \.+\*+Timeout ", said) and re.search(r"\bshort \.+ +Passed ", said), said
        source = build / "tests" / "test_a.c"
        source.parent.mkdir()
        source.write_text("\n    tcase_set_timeout(cases, 120);\n", encoding="utf-8")
        assert len(list(idle_limits(build))) == 1
    print("a test without a limit is named, one that takes longer is ended")
    return 0


def main(arguments):
    if arguments[1] == "--self":
        return judge(arguments[2] if len(arguments) > 2 else "ctest")
    listed = tests_of(arguments[2], arguments[3] if len(arguments) > 3 else "ctest")
    found = ["%s has no time limit: add it with ts_test" % name for name in without_limit(listed)]
    found += idle_limits(arguments[1])
    for offence in found:
        print(offence)
    print("%d tests, %d offences" % (len(listed["tests"]), len(found)))
    return 1 if found or not listed["tests"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
