# SPDX-License-Identifier: MIT
"""Replaying files through methods, those of the library and callables of one's own."""
import time

import numpy

from touchstone.arrays import seen
from touchstone.library import Error
from touchstone.methods import FAILED, HIT, RESULT, STATUSES, Method, settled
from touchstone.queries import KINDS, batches, checked
from touchstone.truths import UNSAFE, judge, truth

ROW = numpy.dtype([("dataset", "O"), ("query", "i8"), ("kind", "O"), ("backend", "O"), ("status", "O"), ("toi", "f8"),
                   ("truth", "O"), ("truth_lo", "f8"), ("truth_hi", "f8"), ("verdict", "O"), ("iterations", "i8"),
                   ("nanoseconds", "f8")])


def _named(method):
    if isinstance(method, str):
        method = Method(method)
    return getattr(method, "name", None) or getattr(method, "__name__", "callable"), method


def _with_options(name, options, others):
    """The name with those options that are not the same in all others: accd(s=0.1)."""
    differing = [key for key in options if any(other.get(key) != options[key] for other in others)]
    return f"{name}({', '.join(f'{key}={options[key]}' for key in differing)})" if differing else name


def _told_apart(named):
    """With names that differ, since rows and summaries go by them."""
    options = {}
    for name, method in named:
        options.setdefault(name, []).append(method.options if isinstance(method, Method) else {})
    made = [(_with_options(name, method.options, options[name]) if isinstance(method, Method) else name, method)
            for name, method in named]
    names = [name for name, _ in made]
    for name in names:
        if names.count(name) > 1:
            raise Error(f"replay: two methods have the name '{name}'; give each its own (method.name = \"...\")")
    return made


def _asked(method, queries):
    """What the method gives, and how long a query took it. It may write to its queries: they are its own."""
    own = queries.copy()
    begin = time.perf_counter_ns()
    given = method(own)
    return given, (time.perf_counter_ns() - begin) / max(len(queries), 1)


def _answers(name, given, queries):
    """An array of RESULT, out of that or of toi with NaN or infinity for free."""
    given = seen(given, f"the answers of {name}")
    if given.shape != queries.shape:
        raise Error(f"{name} was asked {len(queries)} queries and gave answers of shape {given.shape}")
    if given.dtype == RESULT:
        return given
    if given.dtype.kind not in "iuf":
        raise Error(f"{name} gave answers of type {given.dtype}; expected those of touchstone.results, or times")
    made = numpy.zeros(len(queries), RESULT)
    made["status"] = numpy.isfinite(given)
    made["toi"] = numpy.where(numpy.isfinite(given), given, queries["t_max"])
    return made


def _rows(name, place, queries, truths, answers, nanoseconds):
    file, first = place
    rows, answers = numpy.empty(len(queries), ROW), settled(queries, answers)
    rows["dataset"], rows["backend"] = file, name
    rows["query"] = first + numpy.arange(len(queries))
    rows["kind"] = numpy.array(KINDS, dtype="O")[queries["kind"]]
    known = (answers["status"] >= 0) & (answers["status"] < len(STATUSES))
    rows["status"] = numpy.array(STATUSES, dtype="O")[numpy.where(known, answers["status"], FAILED)]
    rows["toi"] = numpy.where(answers["status"] == HIT, answers["toi"], numpy.nan)
    rows["truth"] = numpy.where(truths["contact"], "contact", "free")
    rows["truth_lo"], rows["truth_hi"] = truths["lo"], truths["hi"]
    rows["verdict"] = judge(queries, answers, truths)
    rows["iterations"] = answers["iterations"]
    rows["nanoseconds"] = nanoseconds
    return rows


def replay(asked, path, round=False):
    """Asks methods every query of a file or folder, in whole batches, and judges their answers exactly.

    asked: a name, a Method, a callable that takes an array of QUERY and gives one of RESULT (or of times of impact, NaN
    where there is none), or a list of these. Methods of one name are told apart by the options that differ. path: also
    an array of queries. Returns an array with a row for each query and method, with the columns of `touchstone replay
    --per-query` up to `iterations`, and the time of the batch over its queries.
    """
    named = _told_apart([_named(method) for method in (asked if isinstance(asked, (list, tuple)) else [asked])])
    is_array = isinstance(path, numpy.ndarray)
    parts = []
    for file, first, queries, _ in [("", 0, checked(path), None)] if is_array else batches(path, round):
        truths = truth(queries)
        for name, method in named:
            given, each = _asked(method, queries)
            parts.append(_rows(name, (file, first), queries, truths, _answers(name, given, queries), each))
    return numpy.concatenate(parts) if parts else numpy.empty(0, ROW)


def summary(table):
    """{method: {verdict: count, ..., "unsafe": count, "nanoseconds": mean}} of what replay gives."""
    made = {}
    for name in dict.fromkeys(table["backend"]):
        own = table[table["backend"] == name]
        words, counts = numpy.unique(own["verdict"].astype(str), return_counts=True)
        made[name] = {str(word): int(count) for word, count in zip(words, counts)}
        made[name]["unsafe"] = sum(made[name].get(word, 0) for word in UNSAFE)
        made[name]["nanoseconds"] = float(own["nanoseconds"].mean())
    return made
