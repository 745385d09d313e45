# SPDX-License-Identifier: MIT
"""The check of the binary interface, judged: each way to break it, in the headers or in the library, must be named.

usage: test_abi.py ROOT LIBRARY [CC]"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import abi  # noqa: E402

ROOT, LIBRARY, CC = sys.argv[1], sys.argv[2], (sys.argv[3:] or ["cc"])[0]


class Layout(unittest.TestCase):
    """A change in a copy of the headers."""

    def broken_by(self, header, old, new):
        with tempfile.TemporaryDirectory() as root:
            shutil.copytree(pathlib.Path(ROOT) / "include", pathlib.Path(root) / "include")
            path = pathlib.Path(root) / "include/touchstone" / header
            text = path.read_text(encoding="utf-8")
            self.assertEqual(text.count(old), 1, old)
            path.write_text(text.replace(old, new), encoding="utf-8")
            release = ("one.so.0", [], abi.layout(ROOT, CC))
            return list(abi.broken(release, ("one.so.0", [], abi.layout(root, CC))))

    def test_no_change(self):
        self.assertEqual(self.broken_by("ccd.h", "double t_max;        /*", "double t_max;        /* the"), [])

    def test_new_member_at_the_end(self):
        self.assertIn("ts_ccd_result: 32 bytes, was ts_ccd_result: 24 bytes",
                      self.broken_by("ccd.h", "uint32_t iterations; /*", "double spare;\n    uint32_t iterations; /*"))

    def test_members_in_another_order(self):
        self.assertIn("ts_ccd_query.t_max: 8 bytes at 200, was ts_ccd_query.t_max: 8 bytes at 208",
                      self.broken_by("ccd.h", "    double min_distance; /* xi >= 0, metres */\n    double t_max;        /* in (0, 1] */",
                                     "    double t_max;\n    double min_distance;"))

    def test_member_of_another_type(self):
        self.assertIn("ts_closest.feature: 2 bytes at 40, was ts_closest.feature: 1 bytes at 40",
                      self.broken_by("distance.h", "typedef uint8_t ts_feature;", "typedef uint16_t ts_feature;"))

    def test_renamed_member(self):
        self.assertEqual(self.broken_by("ccd.h", "    double toi;          /*", "    double time;         /*"),
                         ["ts_ccd_result.toi is gone, was ts_ccd_result.toi: 8 bytes at 8"])

    def test_value_of_an_enum(self):
        self.assertIn("ts_ccd_status.TS_CCD_HIT = 2, was ts_ccd_status.TS_CCD_HIT = 1",
                      self.broken_by("ccd.h", "    TS_CCD_HIT,  ", "    TS_CCD_NEW,\n    TS_CCD_HIT,  "))

    def test_type_of_a_parameter(self):
        offences = self.broken_by("distance.h", "TS_API double ts_distance2(ts_ccd_kind kind, const double x[4][3]);",
                                  "TS_API double ts_distance2(ts_ccd_kind kind, const float x[4][3]);")
        self.assertEqual(len(offences), 1)
        self.assertTrue(offences[0].startswith("ts_distance2: double (ts_ccd_kind, const float [4][3]), was"), offences)

    def test_name_of_a_parameter(self):
        self.assertEqual(self.broken_by("distance.h", "double ts_distance2(ts_ccd_kind kind, const double x[4][3]);",
                                        "double ts_distance2(ts_ccd_kind which, const double at[4][3]);"), [])


class Functions(unittest.TestCase):
    """What a library offers."""

    def test_function_gone(self):
        self.assertEqual(list(abi.broken(("a.so.0", ["ts_a", "ts_b"], []), ("a.so.0", ["ts_b", "ts_c"], []))), ["ts_a is gone"])

    def test_new_soname(self):
        self.assertEqual(list(abi.broken(("a.so.0", ["ts_a"], ["ts_x: 8 bytes"]), ("a.so.1", [], ["ts_x: 9 bytes"]))), [])

    def test_exported_and_declared(self):
        self.assertEqual(list(abi.mismatched({"ts_a", "ts_b"}, {"ts_b", "ts_c"})),
                         ["ts_a is exported, but no public header says TS_API of it", "ts_c is TS_API, but not exported"])

    def test_library(self):
        """A library made here, of one public and one private function."""
        with tempfile.TemporaryDirectory() as folder:
            source, library = pathlib.Path(folder) / "a.c", pathlib.Path(folder) / "liba.so"
            source.write_text("#include <touchstone/api.h>\nTS_API int ts_a(void);\nint ts_a(void) {\n    return 1;\n}\n"
                              "int ts_b(void);\nint ts_b(void) {\n    return 2;\n}\n", encoding="utf-8")
            subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", "-I", str(pathlib.Path(ROOT) / "include"),
                            "-Wl,-soname,liba.so.7", str(source), "-o", str(library)], check=True)
            self.assertEqual((abi.soname(library), abi.exported(library)), ("liba.so.7", {"ts_a"}))


class Command(unittest.TestCase):
    """The lists changed as if the release had had more."""

    def run_with(self, symbols="", layout=""):
        with tempfile.TemporaryDirectory() as folder:
            tests = pathlib.Path(folder) / "tests"
            for name in ("abi", "house"):
                shutil.copytree(pathlib.Path(ROOT) / "tests" / name, tests / name)
            for name, more in (("symbols.txt", symbols), ("layout.txt", layout)):
                with (tests / "abi" / name).open("a", encoding="utf-8") as lists:
                    lists.write(more)
            return subprocess.run([sys.executable, "-B", str(tests / "abi/abi.py"), "--check", ROOT, LIBRARY, CC],
                                  capture_output=True, text=True)

    def test_nothing_broke(self):
        self.assertEqual(self.run_with().returncode, 0)

    def test_function_of_the_release(self):
        ran = self.run_with(symbols="ts_of_the_release\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("ts_of_the_release is gone\n", ran.stdout)

    def test_struct_of_the_release(self):
        ran = self.run_with(layout="ts_of_the_release: 8 bytes\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("ts_of_the_release is gone, was ts_of_the_release: 8 bytes\n", ran.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
