#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What single precision does to ACCD, and to a method that charges its rounding: the recorded queries, moved away from
the origin, rounded to floats, and answered by `accd-float`, `certified-float` and by `accd` in doubles; by how many times
larger than the gap the coordinates are.

usage: scripts/float-scale.py [--plot FILE.svg] [PATH...]
  --plot  shares of unsafe answers and of stalls, drawn by gnuplot
  PATH    query files or folders (default: datasets/recorded)

TOUCHSTONE_LIBRARY in the environment: the shared library (docs/python.md). Truth is that of the rounded queries.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))
import numpy
import touchstone

AWAY = (0.0, 0.1, 1.0, 10.0, 100.0)  # metres, along every axis
METHODS = ("accd-float", "certified-float", "accd")
TINY = 1e-6  # a toi below it is a stall where the contact is later than NOT_TINY, or where there is none
NOT_TINY = 1e-3


def rounded(queries):
    """To floats and back."""
    made = queries.copy()
    for name in ("x0", "x1", "min_distance", "t_max"):
        made[name] = queries[name].astype(numpy.float32)
    return made


def scale_over_gap(queries):
    """Largest coordinate over the initial gap; infinite in contact."""
    largest = numpy.maximum(numpy.abs(queries["x0"]).max(axis=(1, 2)), numpy.abs(queries["x1"]).max(axis=(1, 2)))
    gap = numpy.array([touchstone.distance(query, 0.0)[0] for query in queries])
    with numpy.errstate(divide="ignore"):
        return numpy.where(gap > 0.0, largest / numpy.maximum(gap, 5e-324), numpy.inf)


def outcomes(queries, truth, method):
    """Of each query: is the answer missed, late, a stall, none at all?"""
    answers = touchstone.Method(method)(queries)
    verdicts = touchstone.judge(queries, answers, truth)
    hit = answers["status"] == touchstone.HIT
    stall = hit & (answers["toi"] < TINY) & (~truth["contact"] | (truth["lo"] > NOT_TINY))
    return {"missed": verdicts == "false_negative", "late": verdicts == "late", "stalls": stall,
            "none": numpy.isin(verdicts, ("limit", "error"))}


def collect(queries):
    """Decade of scale over gap, contact, outcomes by method; of all distances from the origin together."""
    parts = []
    for away in AWAY:
        moved = queries.copy()
        moved["x0"] += away
        moved["x1"] += away
        moved = rounded(moved)
        truth = touchstone.truth(moved)
        scale = scale_over_gap(moved)
        decade = numpy.where(numpy.isfinite(scale), numpy.floor(numpy.log10(numpy.minimum(scale, 1e300))), 999)
        parts.append((decade.astype(int), truth["contact"], {m: outcomes(moved, truth, m) for m in METHODS}))
    return (numpy.concatenate([p[0] for p in parts]), numpy.concatenate([p[1] for p in parts]),
            {m: {key: numpy.concatenate([p[2][m][key] for p in parts]) for key in parts[0][2][m]} for m in METHODS})


def rows_of(decade, contact, found):
    """(decade, queries, contacts, then missed, late, stalls, none of each method)"""
    for d in numpy.unique(decade):
        here = decade == d
        counts = [int((found[m][key] & here).sum()) for m in METHODS for key in ("missed", "late", "stalls", "none")]
        yield (int(d), int(here.sum()), int((here & contact).sum()), *counts)


def name_of(decade):
    return "in contact" if decade == 999 else f"1e{decade} to 1e{decade + 1}"


def print_table(rows):
    print(" " * 33 + "".join(f"{m:>36}" for m in METHODS))
    print(f"{'scale over gap':<15}{'queries':>9}{'contacts':>9}" +
          "".join(f"{'missed':>9}{'late':>9}{'stalls':>9}{'none':>9}" for _ in METHODS))
    for row in rows:
        print(f"{name_of(row[0]):<15}" + "".join(f"{n:>9}" for n in row[1:]))


def draw(rows, path):
    """Unsafe answers by contacts, stalls and no answer by queries, in percent, of `accd-float` and `certified-float`."""
    lines = "".join(f"{row[0] + 0.5}" + "".join(f" {100.0 * (row[i] + row[i + 1]) / max(row[2], 1)} "
                                                f"{100.0 * (row[i + 2] + row[i + 3]) / row[1]}" for i in (3, 7)) + "\n"
                    for row in rows if row[0] != 999)
    script = f"""set terminal svg size 720,420 font 'sans,13' background 'white'
set output '{path}'
set xlabel 'largest coordinate over initial gap'
set ylabel 'percent'
set format x '10^{{%.0f}}'
set grid
set key top left
$rows << END
{lines}END
plot $rows using 1:2 with linespoints pt 7 lw 2 title 'accd-float: missed or late, of the contacts', \\
     $rows using 1:3 with linespoints pt 5 lw 2 title 'accd-float: stall or no answer, of the queries', \\
     $rows using 1:4 with linespoints pt 6 lw 2 title 'certified-float: missed or late', \\
     $rows using 1:5 with linespoints pt 4 lw 2 title 'certified-float: stall'
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--plot")
    parser.add_argument("paths", nargs="*", default=[os.path.join(ROOT, "datasets", "recorded")])
    asked = parser.parse_args()
    if asked.plot and not all(c.isalnum() or c in "/._-" for c in asked.plot):
        parser.error("the plot's name may have letters, digits and / . _ - only")
    rows = list(rows_of(*collect(numpy.concatenate([touchstone.read(path) for path in asked.paths]))))
    print_table(rows)
    if asked.plot:
        draw(rows, asked.plot)


if __name__ == "__main__":
    main()
