# SPDX-License-Identifier: MIT
"""The check of the house, judged: a small tree without offences, and the same with one planted, which must be named at
its file and line. Nothing else may be named.

usage: test_check.py"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import check  # noqa: E402
import symbols  # noqa: E402
from floors import FLOORS, seen_by  # noqa: E402


def floors_page():
    """docs/architecture.md as it should be."""
    lines = ["# Architecture", "", "## Rooms", "", "| floor | room | what it does | stands on |", "| --- | --- | --- | --- |"]
    for floor, (room, below) in reversed(list(enumerate(FLOORS.items()))):
        lines.append("| %d | `%s/` | its thing | %s |" % (floor, room, ", ".join(below + ("GMP",))))
    return "\n".join(lines) + "\n"


GOOD = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nts_room(core LINK m)\nts_room(ccd LINK touchstone_core)\n",
    "docs/architecture.md": floors_page(),
    "docs/method.md": "# Method\n\n## 3.2 Barrier\n\n## Friction and `mu`\n",
    "include/touchstone/status.h": "typedef enum ts_status { TS_OK } ts_status;\n",
    "include/touchstone/ccd.h": "#include <touchstone/status.h>\nts_status ts_ccd_answer(int kind);\n",
    "core/error.h": "#include <touchstone/status.h>\nts_status ts_fail(void);\n",
    "core/error.c": '#include "core/error.h"\nts_status ts_fail(void) {\n    return TS_OK;\n}\n',
    "ccd/accd.h": '#include "core/error.h"\n\nstruct ts_accd;\n',
    "ccd/accd.c": '#include "ccd/accd.h"\n\nstatic int one(void) {\n    return 1;\n}\n',
}


class Judge(unittest.TestCase):
    """Plants files in a tree and expects lines."""

    def offences(self, planted):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**GOOD, **planted}.items():
                target = pathlib.Path(folder) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            return ["%s:%d: %s" % offence for offence in check.offences(folder)]

    def expect(self, planted, *lines):
        self.assertEqual(self.offences(planted), sorted(lines))


class Scripts(Judge):
    def test_script_that_cannot_be_run(self):
        self.expect({"scripts/a.py": "#!/bin/sh\n", "scripts/b.py": "# is imported\n", "core/c.py": "#!/bin/sh\n"},
                    "scripts/a.py:1: names its interpreter but cannot be executed")


class Rooms(Judge):
    def test_good_tree(self):
        self.expect({})

    def test_include_upwards(self):
        self.expect({"core/a.c": '\n#include "ccd/accd.h"\n'}, "core/a.c:2: includes ccd/accd.h: core does not stand on ccd")

    def test_relative_include_upwards(self):
        self.expect({"core/a.c": '#include "../ccd/accd.h"\n'},
                    "core/a.c:1: includes ../ccd/accd.h: core does not stand on ccd")

    def test_include_in_angles_upwards(self):
        self.expect({"core/a.c": "  #  include <ccd/accd.h>\n"}, "core/a.c:1: includes ccd/accd.h: core does not stand on ccd")

    def test_template_includes_upwards(self):
        self.expect({"core/a.inc": '#include "ccd/accd.h"\n'}, "core/a.inc:1: includes ccd/accd.h: core does not stand on ccd")

    def test_public_header_of_a_room_above(self):
        self.expect({"include/touchstone/oracle.h": "", "ccd/b.c": "#include <touchstone/oracle.h>\n"},
                    "ccd/b.c:1: includes touchstone/oracle.h: ccd does not stand on oracles")

    def test_referee_sees_the_query_only(self):
        self.expect({"oracles/a.c": '#include "ccd/accd.h"\n', "oracles/b.c": "#include <touchstone/ccd.h>\n"},
                    "oracles/a.c:1: includes ccd/accd.h: oracles may see only a part of ccd")

    def test_rooms_side_by_side(self):
        self.expect({"mesh/m.h": "", "datasets/d.c": '#include "mesh/m.h"\n'},
                    "datasets/d.c:1: includes mesh/m.h: datasets does not stand on mesh")
        self.expect({"datasets/d.h": "", "mesh/m.c": '#include "datasets/d.h"\n'},
                    "mesh/m.c:1: includes datasets/d.h: mesh does not stand on datasets")

    def test_scenes_know_no_solver(self):
        self.expect({"cipc/n.h": "", "scenes/s.c": '#include "cipc/n.h"\n'},
                    "scenes/s.c:1: includes cipc/n.h: scenes does not stand on cipc")

    def test_far_below_is_open(self):
        self.expect({"cli/c.c": '#include "ccd/accd.h"\n#include <stdio.h>\n#include "core/error.h"\n'})

    def test_no_room_sees_tests(self):
        self.expect({"tests/support.h": "", "tests/ccd/test_a.c": '#include "tests/support.h"\n#include "ccd/accd.h"\n',
                     "cli/c.c": '#include "tests/support.h"\n'},
                    "cli/c.c:1: includes tests/support.h: no room may see tests/")

    def test_public_headers_stay_among_themselves(self):
        self.expect({"include/touchstone/plugin.h": '#include "core/error.h"\n'},
                    "include/touchstone/plugin.h:1: includes core/error.h: only public headers may be included here")

    def test_examples_see_public_headers_only(self):
        self.expect({"examples/e.c": '#include <touchstone/ccd.h>\n#include "core/error.h"\n'},
                    "examples/e.c:2: includes core/error.h: only public headers may be included here")

    def test_unknown_room(self):
        self.expect({"attic/a.c": "\n"}, "attic/a.c:1: attic/ is no room of tests/house/floors.py")

    def test_unknown_public_header(self):
        self.expect({"include/touchstone/new.h": "\n"},
                    "include/touchstone/new.h:1: tests/house/floors.py names no room for this public header")

    def test_link_upwards(self):
        self.expect({"CMakeLists.txt": "# touchstone_cli\nts_room(core LINK\n  touchstone_ccd)\n"},
                    "CMakeLists.txt:2: links core to ccd, which it does not stand on")
        self.expect({"cmake/More.cmake": "target_link_libraries(touchstone_ccd PRIVATE touchstone::oracles)\n"},
                    "cmake/More.cmake:1: links ccd to oracles, which it does not stand on")

    def test_room_that_only_cmake_knows(self):
        self.expect({"CMakeLists.txt": "ts_room(attic LINK m)\n"}, "CMakeLists.txt:1: attic is no room of tests/house/floors.py")

    def test_solvers_do_not_see_each_other(self):
        """No two rooms side by side reach each other, whichever rooms there will be."""
        for room in FLOORS:
            self.assertNotIn(room, seen_by(room))


class Page(Judge):
    def page(self, old, new):
        text = floors_page()
        self.assertIn(old, text)
        return {"docs/architecture.md": text.replace(old, new)}, text.count("\n", 0, text.index(old)) + 1

    def test_missing_page(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(check.offences(folder), [("docs/architecture.md", 1, "is missing")])

    def test_room_left_out(self):
        planted, _ = self.page("| `mesh/` |", "| mesh |")
        self.expect(planted, "docs/architecture.md:1: the table of floors lacks mesh")

    def test_stands_on_another(self):
        planted, line = self.page("| `ccd/` | its thing | core", "| `ccd/` | its thing | oracles")
        self.expect(planted, "docs/architecture.md:%d: ccd stands on oracles here, on core in tests/house/floors.py" % line)

    def test_wrong_floor(self):
        planted, line = self.page("| 1 | `ccd/`", "| 0 | `ccd/`")
        self.expect(planted, "docs/architecture.md:%d: ccd is on floor 0 and stands on core, which is not below" % line)

    def test_room_that_only_the_page_knows(self):
        planted, line = self.page("| 0 | `core/`", "| 0 | `cellar/` | x | |\n| 0 | `core/`")
        self.expect(planted, "docs/architecture.md:%d: cellar is no room of tests/house/floors.py" % line)


class Types(Judge):
    TWICE = "ccd/b.h:2: type ts_pose is also defined in ccd/a.h:1"

    def test_two_structs(self):
        self.expect({"ccd/a.h": "typedef struct ts_pose {\n    int x;\n} ts_pose;\n",
                     "ccd/b.h": "\ntypedef struct ts_pose {\n    int y;\n} ts_pose;\n"}, self.TWICE)

    def test_struct_and_enum(self):
        self.expect({"ccd/a.h": "struct ts_pose { int x; };\n", "ccd/b.h": "\nenum ts_pose { TS_A };\n"}, self.TWICE)

    def test_plain_and_array(self):
        self.expect({"ccd/a.h": "typedef int ts_pose;\n", "ccd/b.h": "\ntypedef double ts_pose[3];\n"}, self.TWICE)

    def test_functions_and_pointers(self):
        self.expect({"ccd/a.h": "typedef int ts_pose(const double (*x)[3]);\n",
                     "ccd/b.h": "\ntypedef void (*ts_pose)(int);\n"}, self.TWICE)

    def test_in_extern_c(self):
        self.expect({"ccd/a.h": 'extern "C" {\ntypedef int ts_pose;\n}\n', "ccd/b.h": "\ntypedef int ts_pose;\n"},
                    self.TWICE.replace("a.h:1", "a.h:2"))

    def test_templates(self):
        self.expect({"ccd/a.inc": "typedef int batch;\n", "ccd/b.inc": "typedef long batch;\n"},
                    "ccd/b.inc:1: type batch is also defined in ccd/a.inc:1")

    def test_opaque_struct_of_another_file(self):
        self.expect({"ccd/a.h": "typedef struct ts_pose ts_pose;\n", "ccd/a.c": "struct ts_pose {\n    int x;\n};\n",
                     "ccd/b.h": "\nstruct ts_pose {\n    int y;\n};\n"},
                    "ccd/b.h:2: type ts_pose is also defined in ccd/a.c:1")

    def test_promises_are_no_definitions(self):
        self.expect({"ccd/a.h": "typedef struct ts_pose ts_pose;\n", "ccd/b.h": "typedef struct ts_pose ts_pose;\n",
                     "ccd/c.h": "typedef struct ts_pose { int x; } ts_pose;\n"})

    def test_private_types_may_repeat(self):
        self.expect({"ccd/a.c": "typedef struct search { int x; } search;\n", "ccd/b.c": "typedef struct search { int y; } search;\n"})

    def test_comments_and_strings_define_nothing(self):
        self.expect({"ccd/a.h": "typedef int ts_pose;\n", "ccd/b.h": "/* typedef int ts_pose; */\n// typedef int ts_pose;\n",
                     "ccd/c.c": 'static const char *text = "typedef int ts_pose;";\n'})


class Functions(Judge):
    def expect_declared(self, header, file, offence):
        text = "\nint ts_twist(int turns);\n"
        lines = ["%s:2: ts_twist is defined in %s, which this header does not belong to" % (header, file)] if offence else []
        self.expect({header: text, file: "int ts_twist(int turns) {\n    return turns;\n}\n"}, *lines)

    def test_where_a_function_may_be_declared(self):
        for header, file in (("ccd/twist.h", "ccd/twist.c"), ("ccd/twist.h", "ccd/twist_avx2.c"),
                             ("mesh/twist.h", "mesh/twist/turn.c"), ("mesh/twist/twist.h", "mesh/twist/turn.c"),
                             ("mesh/twist.h", "mesh/twist/deep/turn.c"), ("ccd/ccd.h", "ccd/twist.c"),
                             ("include/touchstone/plugin.h", "ccd/twist.c")):
            with self.subTest(header=header, file=file):
                self.expect_declared(header, file, False)

    def test_where_it_may_not(self):
        for header, file in (("ccd/turn.h", "ccd/twist.c"), ("ccd/twist_avx2.h", "ccd/twist.c"), ("ccd/twi.h", "ccd/twist.c"),
                             ("ccd/twist.h", "mesh/twist.c"), ("mesh/twist.h", "mesh/turn/twist.c"),
                             ("mesh/deep/twist.h", "mesh/twist.c")):
            with self.subTest(header=header, file=file):
                self.expect_declared(header, file, True)

    def test_undeclared(self):
        self.expect({"ccd/a.c": "\nint ts_alone(void) {\n    return 0;\n}\n"},
                    "ccd/a.c:2: no header declares ts_alone; should it be static?")

    def test_returns_a_struct(self):
        self.expect({"ccd/a.c": "struct ts_x ts_alone(void) {\n}\n"},
                    "ccd/a.c:1: no header declares ts_alone; should it be static?")

    def test_returns_a_pointer(self):
        self.expect({"ccd/a.c": "const char *ts_alone(int n, const double (*x)[3])\n{\n}\n"},
                    "ccd/a.c:1: no header declares ts_alone; should it be static?")

    def test_static_in_any_way(self):
        self.expect({"ccd/a.c": "#define HIDDEN static inline\nstatic int a(void) {\n}\nHIDDEN int b(void) {\n}\n"
                                "int main(void) {\n}\nstatic const int list[] = {1, 2};\n"})

    def test_entries_of_a_table(self):
        self.expect({"mesh/table.h": "typedef int ts_make(const double (*x)[3]);\nts_make ts_make_ball,\n    ts_make_box;\n",
                     "mesh/ball.c": "int ts_make_ball(const double (*x)[3]) {\n}\n",
                     "mesh/deep/box.c": "int ts_make_box(const double (*x)[3]) {\n}\n"})

    def test_entry_of_another_folder(self):
        self.expect({"mesh/shapes/table.h": "typedef int ts_make(int);\nts_make ts_make_ball;\n",
                     "mesh/ball.c": "int ts_make_ball(int n) {\n}\n"},
                    "mesh/shapes/table.h:2: ts_make_ball is defined in mesh/ball.c, which this header does not belong to")


class Citations(Judge):
    def test_missing_page(self):
        self.expect({"ccd/a.c": "/* Why:\n * docs/nowhere.md says it. */\n"}, "ccd/a.c:2: there is no docs/nowhere.md")

    def test_missing_file_in_a_message(self):
        self.expect({"ccd/a.c": 'static const char *t = "see docs/nowhere.md";\n'}, "ccd/a.c:1: there is no docs/nowhere.md")

    def test_missing_source(self):
        self.expect({"docs/a.md": "As `ccd/none.c` does, and ccd/accd.c.\n"}, "docs/a.md:1: there is no ccd/none.c")

    def test_missing_last_part(self):
        self.expect({"ccd/a.c": "// none.c and accd.c\n"}, "ccd/a.c:1: there is no none.c")

    def test_missing_folder_of_tests(self):
        self.expect({"docs/a.md": "Kept in tests/none.\n"}, "docs/a.md:1: there is no tests/none")

    def test_pattern_without_match(self):
        self.expect({"docs/a.md": "`ccd/none_*.c` and `ccd/ac*.c`\n"}, "docs/a.md:1: there is no ccd/none_*.c")

    def test_missing_in_a_script(self):
        self.expect({"scripts/a.sh": "# see docs/nowhere.md\n"}, "scripts/a.sh:1: there is no docs/nowhere.md")

    def test_missing_page_of_the_root(self):
        self.expect({"ccd/a.c": "/* STYLE.md */\n"}, "ccd/a.c:1: there is no STYLE.md")

    def test_what_is_no_citation(self):
        self.expect({"docs/a.md": "```\ncc ccd/x.c none.c\n```\n`ccd/my_method.c`, `mine.c`, `tests/ROOM/test_*.c`\n",
                     "ccd/a.c": "#include <stdio.h>\n/* build/ccd/x.c */\n",
                     "tests/ccd/test_a.c": 'static const char *name = "b.c";\n'})

    def test_sections(self):
        good = ("docs/method.md, Barrier", "docs/method.md, 3.2", "docs/method.md 3.2", "docs/method.md, section 3.2",
                'docs/method.md, "Barrier"', "docs/method.md, Friction and mu", "docs/method.md, which says it",
                "docs/method.md,\n * Barrier", "docs/method.md, section by section", "docs/method.md says it")
        for said in good:
            with self.subTest(said=said):
                self.expect({"ccd/a.c": "/* %s. */\n" % said})

    def test_missing_sections(self):
        for said, name in (("Barriers", "Barriers"), ("3.3", "3.3"), ("3.21", "3.21"), ('"Friction"', "Friction"),
                           ("section Damping", "Damping")):
            with self.subTest(said=said):
                self.expect({"ccd/a.c": "\n/* docs/method.md, 3.2; docs/method.md,\n * %s. */\n" % said},
                            "ccd/a.c:2: docs/method.md has no section %s" % name)

    def test_document_in_capitals(self):
        self.expect({"ccd/a.c": "/* METHOD 3.2 */\n"}, "ccd/a.c:1: METHOD 3.2 cites no page of docs/")
        self.expect({"docs/a.md": "(DESIGN: eq. 4)\n"}, "docs/a.md:1: DESIGN: eq. 4 cites no page of docs/")
        self.expect({"ccd/a.c": "/* weighs (METHOD 3) and HEADS 2 */\n"}, "ccd/a.c:1: METHOD 3 cites no page of docs/")


class Symbols(unittest.TestCase):
    """What libraries call, as lists of names."""

    def offences(self, **libraries):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "include/touchstone/ccd.h"
            header.parent.mkdir(parents=True)
            header.write_text(GOOD["include/touchstone/ccd.h"], encoding="utf-8")
            return list(symbols.offences(pathlib.Path(folder), libraries))

    def test_downwards(self):
        self.assertEqual(self.offences(core=({"ts_fail"}, {"malloc"}), ccd=({"ts_accd"}, {"ts_fail", "ts_accd"})), [])

    def test_upwards(self):
        self.assertEqual(self.offences(core=({"ts_fail"}, {"ts_accd"}), ccd=({"ts_accd"}, set())),
                         ["core calls ts_accd of ccd"])

    def test_side_by_side(self):
        self.assertEqual(self.offences(mesh=({"ts_mesh"}, set()), datasets=(set(), {"ts_mesh"})),
                         ["datasets calls ts_mesh of mesh"])

    def test_referee_calls_no_method(self):
        self.assertEqual(self.offences(ccd=({"ts_ccd_answer", "ts_distance2"}, set()),
                                       oracles=(set(), {"ts_ccd_answer", "ts_distance2"})),
                         ["oracles calls ts_distance2 of ccd"])

    def test_missing_library(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, "-B", str(HERE / "symbols.py"), folder, folder], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("libtouchstone_core.a: there is no such library\n", run.stdout)


class Command(Judge):
    def run_on(self, planted):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**GOOD, **planted}.items():
                target = pathlib.Path(folder) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            return subprocess.run([sys.executable, "-B", str(HERE / "check.py"), folder], capture_output=True, text=True)

    def test_exit_codes(self):
        good = self.run_on({})
        self.assertEqual((good.returncode, good.stdout), (0, "0 offences\n"))
        bad = self.run_on({"attic/a.c": "\n"})
        self.assertEqual((bad.returncode, bad.stdout),
                         (1, "attic/a.c:1: attic/ is no room of tests/house/floors.py\n1 offences\n"))


if __name__ == "__main__":
    unittest.main()
