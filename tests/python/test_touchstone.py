#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python module beside the command: the same queries, answers, truths and verdicts, and its errors.

usage: test_touchstone.py SOURCE_DIR BUILD_DIR
Exits with 77 where numpy or the shared library is not there.
"""
import copy
import csv
import gc
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
LIBRARY = BUILD / "libtouchstone.so"
sys.path.insert(0, str(SOURCE / "python"))
os.environ["TOUCHSTONE_LIBRARY"] = str(LIBRARY)
try:
    import numpy
except ImportError:
    print("python3-numpy is not there: the module was not tried")
    sys.exit(77)
if not LIBRARY.exists():
    print(f"{LIBRARY} is not there: the module was not tried")
    sys.exit(77)

import touchstone  # noqa: E402

FAMILIES = ("generic", "grazing", "cloth-thick")


def command(folder, *arguments):
    subprocess.run([str(BUILD / "touchstone"), *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)


class Module(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "set").mkdir()
        for family in FAMILIES:
            command(self.folder, "dataset", "generate", family, "--count", "60", "--seed", "5", "--out",
                    f"set/{family}.h5")

    def tearDown(self):
        self.scratch.cleanup()

    def test_the_per_query_table_is_that_of_the_command(self):
        names = ["accd", "polynomial", "certified", "tbsc"]
        command(self.folder, "replay", "set", "--backend", ",".join(names), "--repetitions", "0", "--allow-unsafe",
                "--fail-on", "none", "--per-query", "answers.csv")
        table = touchstone.replay(names, self.folder / "set")
        with open(self.folder / "answers.csv", newline="") as file:
            expected = {(pathlib.Path(row["dataset"]).name, int(row["query"]), row["backend"]): row
                        for row in csv.DictReader(file)}
        self.assertEqual(len(table), len(expected))
        self.assertGreater(len(table), 500)
        for row in table:
            told = expected[pathlib.Path(row["dataset"]).name, row["query"], row["backend"]]
            for name in ("kind", "status", "truth", "verdict"):
                self.assertEqual(row[name], told[name], told)
            self.assertEqual(row["iterations"], int(told["iterations"]))
            for name in ("toi", "truth_lo", "truth_hi"):
                self.assertEqual(math.isnan(row[name]), told[name] == "", told)
                if told[name]:
                    self.assertEqual(row[name], float(told[name]))
        for name in names:
            unsafe = sum(row["backend"] == name and row["verdict"] in touchstone.UNSAFE for row in expected.values())
            self.assertEqual(touchstone.summary(table)[name]["unsafe"], unsafe)

    def test_pandas_takes_the_table_in_one_line(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("there is no pandas")
        table = touchstone.replay(["accd", "polynomial"], self.folder / "set")
        answers = pandas.DataFrame(table)
        self.assertEqual(list(answers.columns), list(table.dtype.names))
        self.assertEqual(len(answers), len(table))
        counts = answers.groupby(["backend", "kind"])["verdict"].value_counts()
        for (backend, kind, verdict), count in counts.items():
            self.assertEqual(count, numpy.count_nonzero(
                (table["backend"] == backend) & (table["kind"] == kind) & (table["verdict"] == verdict)))
        late = answers.query("verdict == 'late'").sort_values("toi")
        self.assertTrue(late["toi"].is_monotonic_increasing)
        self.assertEqual(len(late), numpy.count_nonzero(table["verdict"] == "late"))

    def test_a_callable_is_asked_whole_batches(self):
        sizes = []

        def always_half(queries):
            sizes.append(len(queries))
            answers = touchstone.results(len(queries))
            answers["status"], answers["toi"] = touchstone.HIT, 0.5
            return answers

        table = touchstone.replay(always_half, self.folder / "set")
        self.assertEqual(sizes, [60] * len(FAMILIES))
        self.assertEqual(set(table["backend"]), {"always_half"})
        truths = touchstone.truth(touchstone.read(self.folder / "set"))
        self.assertEqual(numpy.count_nonzero(table["verdict"] == "late"),
                         numpy.count_nonzero(truths["contact"] & (truths["hi"] < 0.5)))
        times = touchstone.replay(lambda queries: numpy.full(len(queries), numpy.nan), self.folder / "set")
        self.assertTrue((times["status"] == "free").all())

    def test_a_callable_that_writes_to_its_queries_changes_nothing_for_others(self):
        def in_place(queries):
            queries["x1"] -= queries["x0"]
            queries["t_max"] = 0.0
            return numpy.full(len(queries), numpy.nan)

        queries = touchstone.read(self.folder / "set")
        before = queries.tobytes()
        alone = touchstone.replay("certified", queries)
        beside = touchstone.replay([in_place, "certified"], queries)
        self.assertEqual(queries.tobytes(), before)
        for name in ("status", "toi", "truth", "verdict"):
            own = beside[name][beside["backend"] == "certified"]
            self.assertTrue(numpy.array_equal(own.astype(str), alone[name].astype(str)), name)

    def test_copies_of_a_method_outlive_it(self):
        queries = touchstone.generate("generic", 20, seed=5)
        for duplicate in (copy.copy, copy.deepcopy):
            method = touchstone.Method("accd", s=0.3)
            expected, same = method(queries), duplicate(method)
            del method
            gc.collect()
            touchstone.Method("certified")(queries)  # takes the memory that is free again
            self.assertEqual(same.options["s"], 0.3)
            self.assertEqual(same(queries).tobytes(), expected.tobytes())

    def test_numbers_of_numpy_are_options(self):
        given = {"s": numpy.float32(0.25), "max_iterations": numpy.int64(77)}
        self.assertEqual(touchstone.Method("accd", **given).options["max_iterations"], 77)
        self.assertEqual(touchstone.Method("accd", **given).options["s"], 0.25)
        for wrong, why in ((numpy.bool_(True), "expected a number"), (touchstone.empty(1), "array")):
            with self.assertRaisesRegex(touchstone.Error, why):
                touchstone.Method("accd", s=wrong)

    def test_times_that_are_none_are_failures_as_for_the_command(self):
        queries = touchstone.generate("generic", 8, seed=5)
        queries["t_max"] = 0.5
        answers = touchstone.results(8)
        answers["status"] = [touchstone.HIT] * 4 + [touchstone.LIMIT] * 4
        answers["toi"] = [numpy.nan, -1, 0.75, 0.25] * 2
        before = answers.tobytes()
        table = touchstone.replay(lambda asked: answers, queries)
        self.assertEqual(list(table["status"]), ["failed"] * 3 + ["hit"] + ["failed"] * 3 + ["limit"])
        self.assertEqual(list(numpy.isnan(table["toi"])), [True] * 3 + [False] + [True] * 4)
        for verdicts in (table["verdict"], touchstone.judge(queries, answers)):
            self.assertEqual(list(verdicts[:3]) + list(verdicts[4:]), ["error"] * 6 + ["limit"])
        self.assertEqual(answers.tobytes(), before)

    def test_queries_that_are_none_are_named(self):
        queries = touchstone.generate("generic", 3, seed=5)
        self.assertRaisesRegex(touchstone.Error, "time", touchstone.distance, queries[:1], 2.0)
        queries["x0"][1, 2, 0] = numpy.inf
        for wrong in (lambda: touchstone.truth(queries), lambda: touchstone.write(self.folder / "no.h5", queries)):
            self.assertRaisesRegex(touchstone.Error, "query 1: .*coordinate", wrong)
        self.assertRaisesRegex(touchstone.Error, "query 0: .*coordinate", touchstone.distance, queries[1:2], 0.5)

    def test_methods_of_one_name_are_told_apart(self):
        queries = touchstone.generate("cloth", 50, seed=5)
        settings = [touchstone.Method("accd", s=0.1), touchstone.Method("accd", s=0.9), "cubic"]
        table = touchstone.summary(touchstone.replay(settings, queries))
        self.assertEqual(list(table), ["accd(s=0.1)", "accd(s=0.9)", "cubic"])
        for counts in table.values():
            self.assertEqual(sum(counts[word] for word in counts if word not in ("unsafe", "nanoseconds")), 50)
        settings[1].name = "late"
        self.assertEqual(list(touchstone.summary(touchstone.replay(settings, queries))), ["accd", "late", "cubic"])
        free = [lambda queries: numpy.full(len(queries), numpy.nan) for _ in range(2)]
        for twins in (["accd", "accd"], free):
            with self.assertRaisesRegex(touchstone.Error, "two methods have the name"):
                touchstone.replay(twins, queries)

    def test_files_are_written_as_they_are_read(self):
        queries = touchstone.generate("generic", 40, seed=5, kind=touchstone.EDGE_EDGE)
        touchstone.write(self.folder / "mine.h5", queries, about="forty")
        again = touchstone.read(self.folder / "mine.h5")
        for name in touchstone.QUERY.names:
            self.assertEqual(queries[name].tobytes(), again[name].tobytes())
        with self.assertRaisesRegex(touchstone.Error, "mine.h5"):
            touchstone.write(self.folder / "mine.h5", queries)
        touchstone.write(self.folder / "mine.h5", queries[:7], replace=True)
        self.assertEqual(len(touchstone.read(self.folder / "mine.h5")), 7)
        queries["x0"][3, 0, 0] = numpy.inf
        with self.assertRaises(touchstone.Error):
            touchstone.write(self.folder / "bad.h5", queries)
        self.assertFalse((self.folder / "bad.h5").exists())
        for name in ("mine.csv", "mine", "h5"):
            with self.assertRaisesRegex(touchstone.Error, "ends in .h5 or .hdf5"):
                touchstone.write(self.folder / name, queries[:7])
            self.assertFalse((self.folder / name).exists())
        zeros = [lambda: touchstone.write(self.folder / "nul\0.h5", queries[:7]),
                 lambda: touchstone.write(self.folder / "nul.h5", queries[:7], about="a\0b"),
                 lambda: touchstone.read(f"{self.folder}/mine.h5\0"), lambda: touchstone.generate("generic\0", 1),
                 lambda: touchstone.Method("accd\0")]
        for wrong in zeros:
            with self.assertRaisesRegex(touchstone.Error, "zero character"):
                wrong()
        self.assertEqual(sorted(os.listdir(self.folder)), ["mine.h5", "set"])
        with self.assertRaisesRegex(touchstone.Error, "nowhere"):
            touchstone.read(self.folder / "nowhere.h5")
        with self.assertRaisesRegex(touchstone.Error, "families"):
            touchstone.generate("genetic", 1)

    def test_the_truth_of_a_query_with_a_known_time(self):
        query = touchstone.empty(1)
        query["kind"] = touchstone.POINT_POINT
        query["x0"][0, 1], query["x1"][0, 1] = (1, 0, 0), (-1, 0, 0)
        truth = touchstone.truth(query)[0]
        self.assertTrue(truth["contact"])
        self.assertEqual((truth["lo"], truth["hi"]), (0.5, 0.5))
        self.assertEqual(touchstone.distance(query, 0.25), (0.5, 0.5))
        accd = touchstone.Method("accd", s=0.2)
        self.assertEqual(accd.options["s"], 0.2)
        answer = accd(query)
        self.assertEqual(list(touchstone.judge(query, answer)), ["safe"])
        answer["toi"] = 0.75
        self.assertEqual(list(touchstone.judge(query, answer)), ["late"])
        with self.assertRaisesRegex(touchstone.Error, "did you mean .accd"):
            touchstone.Method("acdc")
        self.assertIn("certified", touchstone.methods())
        with self.assertRaisesRegex(touchstone.Error, "shape"):
            touchstone.replay(lambda queries: numpy.zeros(1), touchstone.generate("generic", 3))

    def test_meshes_are_verified(self):
        x = numpy.array([[0, 0, 0], [1, 0, 0], [0, 0, 1], [0.2, 0.5, 0.2], [0.3, 0.5, 0.2], [0.2, 0.5, 0.3]], "f8")
        triangles = [[0, 1, 2], [3, 4, 5]]
        self.assertEqual(touchstone.verify(x, triangles)["offences"], {})
        self.assertEqual(list(touchstone.verify(x, triangles, thickness=0.6)["offences"]), ["thickness"])
        through = x.copy()
        through[3:, 1] -= 1
        found = touchstone.verify(x, triangles, to=through)
        self.assertEqual(list(found["offences"]), ["motion"])
        crossed = x.copy()
        crossed[3, 1] = -0.5
        found = touchstone.verify(crossed, triangles)
        self.assertEqual(found["offences"], {"intersection": 1})
        self.assertIn("triangle 0", found["first"][0])
        with self.assertRaises(touchstone.Error):
            touchstone.verify(x, [[0, 1, 99]])

    def test_meshes_of_other_shapes_are_refused(self):
        x = numpy.array([[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0.1, 0], [1, 0.1, 0], [0, 0.1, 1]])
        y, triangles = x - [0, 0.2, 0] * (numpy.arange(6)[:, None] > 2), numpy.array([[0, 1, 2], [3, 4, 5]])
        self.assertEqual(touchstone.verify(x, triangles, to=y)["offences"], {"motion": 15})
        self.assertEqual(touchstone.verify(x.tolist(), triangles.tolist(), points=[3, 4])["offences"], {})
        self.assertEqual(touchstone.verify(x[::-1].astype("f4"), triangles.astype("u8"), points=[[3]])["offences"], {})
        refused = [
            (r"to: .*\(6, 2\), expected \(6, 3\)", {"to": y[:, :2]}), (r"to: .*\(1, 3\)", {"to": y[:1]}),
            (r"to: .*\(0, 3\)", {"to": y[:0]}), (r"to: .*\(7, 3\)", {"to": numpy.vstack([y, y[:1]])}),
            (r"to: .*type complex", {"to": y * 1j}), (r"x: .*\(6, 2\)", {"x": x[:, :2]}),
            (r"x: .*\(3, 6\)", {"x": x.T}),
            (r"x: .*\(18,\)", {"x": x.ravel()}), (r"x: .*type <U", {"x": x.astype("U4")}),
            (r"triangles: .*\(1, 4\), expected \(k, 3\)", {"triangles": [[0, 1, 2, 3]]}),
            (r"triangles: .*\(6,\)", {"triangles": triangles.ravel()}),
            (r"triangles: .*type float64", {"triangles": triangles + 0.7}),
            (r"segments: .*\(2, 3\)", {"segments": triangles}),
            (r"triangles: 4294967301 is no node", {"triangles": triangles + 2**32}),
            (r"tets: -1 is no node", {"tets": [[0, 1, 2, -1]]}), (r"points: .*\(2, 3\)", {"points": triangles}),
            (r"thickness: .*\(2,\)", {"thickness": [0.1, 0.1]}), (r"thickness: .*type", {"thickness": "thin"}),
        ]
        for why, changed in refused:
            with self.assertRaisesRegex(touchstone.Error, why):
                touchstone.verify(**{"x": x, "triangles": triangles, **changed})

    def test_values_that_would_not_arrive_as_they_are_are_refused(self):
        x, triangles = numpy.array([[2**53, 0, 0], [2**53 + 2, 0, 0], [0, 1, 0]]), [[0, 1, 2]]
        self.assertEqual(touchstone.verify(x, triangles)["offences"], {})
        least = numpy.array([[-2**63, 0, 0], [2**62, 0, 0], [0, 1, 0]])
        self.assertEqual(touchstone.verify(least, triangles)["offences"], {})
        masked = numpy.ma.masked_greater(numpy.eye(3), 0.5)
        self.assertEqual(touchstone.verify(numpy.ma.array(numpy.eye(3)), triangles)["offences"], {})
        queries = touchstone.generate("generic", 3)
        some = numpy.ma.array(queries, mask=[(False,) * len(queries.dtype)] * 3)
        self.assertEqual(len(touchstone.truth(some)), 3)
        some[1] = numpy.ma.masked
        refused = [
            ("x: 9007199254740993 is given", lambda: touchstone.verify(x + (x == 2**53), triangles)),
            ("x: -9223372036854775807 is given", lambda: touchstone.verify(least + (least < 0), triangles)),
            ("x: .*mask", lambda: touchstone.verify(masked, triangles)),
            ("triangles: .*mask", lambda: touchstone.verify(x, numpy.ma.masked_equal(triangles, 2))),
            ("thickness: .*mask", lambda: touchstone.verify(x, triangles, thickness=masked[0])),
            ("thickness: 9007199254740993", lambda: touchstone.verify(x, triangles, thickness=2**53 + 1)),
            ("queries: .*mask", lambda: touchstone.truth(some)),
            ("answers of <lambda>: .*mask", lambda: touchstone.replay(lambda queries: masked[0], queries)),
        ]
        for why, wrong in refused:
            with self.assertRaisesRegex(touchstone.Error, why):
                wrong()

    def test_arrays_that_are_no_queries_answers_or_truths_are_refused(self):
        queries = touchstone.generate("cloth", 4, seed=7)
        answers, truths = touchstone.Method("accd")(queries), touchstone.truth(queries)
        numpy.save(self.folder / "kept.npy", queries)
        kept = numpy.load(self.folder / "kept.npy")
        self.assertEqual(list(touchstone.judge(kept, answers)), list(touchstone.judge(queries, answers, truths)))
        packed = numpy.zeros(4, [(name, *queries.dtype.fields[name][:1]) for name in touchstone.QUERY.names])
        refused = [
            ("queries: .*type int64", lambda: touchstone.Method("accd")([1, 2])),
            ("queries: .*type", lambda: touchstone.truth(packed)),
            ("queries: .*one dimension", lambda: touchstone.truth(queries.reshape(2, 2))),
            ("queries: .*type", lambda: touchstone.write(self.folder / "no.h5", answers)),
            ("answers: .*type float64.*touchstone.results", lambda: touchstone.judge(queries, numpy.zeros(4))),
            ("answers: 1 given, expected 4", lambda: touchstone.judge(queries, answers[:1])),
            ("truths: 1 given, expected 4", lambda: touchstone.judge(queries, answers, truths[:1])),
            ("truths: .*type", lambda: touchstone.judge(queries, answers, answers)),
            ("query: 4 given, expected one", lambda: touchstone.distance(queries, 0.5)),
            ("kind: 9 is out of range", lambda: touchstone.generate("cloth", 1, kind=9)),
            ("seed: -1 is out of range", lambda: touchstone.generate("cloth", 1, seed=-1)),
            ("count: 1.5 is no whole number", lambda: touchstone.generate("cloth", 1.5)),
            ("size: 0 is out of range", lambda: next(touchstone.batches(self.folder / "set", size=0))),
            ("type bool", lambda: touchstone.replay(lambda queries: numpy.ones(len(queries), bool), queries)),
        ]
        for why, wrong in refused:
            with self.assertRaisesRegex(touchstone.Error, why):
                wrong()
        answers["status"] = (-1, 5, 9, touchstone.FREE)
        table = touchstone.replay(lambda queries: answers, queries)
        self.assertEqual(list(table["status"]), ["failed", "failed", "failed", "free"])
        self.assertEqual(list(table["verdict"][:3]), ["error"] * 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
