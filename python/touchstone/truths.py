# SPDX-License-Identifier: MIT
"""The exact truth about queries, and what answers are worth (docs/reading-the-table.md)."""
import ctypes

import numpy

from touchstone.arrays import records
from touchstone.library import Error, library, pointer
from touchstone.methods import FAILED, FREE, HIT, LIMIT, RESULT, UNSUPPORTED, settled
from touchstone.queries import check_each, checked

# ts_oracle_truth: lo <= t* <= hi, adjacent doubles.
TRUTH = numpy.dtype([("contact", "?"), ("lo", "f8"), ("hi", "f8"), ("feature", "u1"), ("stage", "i4")], align=True)
# ts_oracle_distance_result
DISTANCE = numpy.dtype([("compare", "i4"), ("d2_lo", "f8"), ("d2_hi", "f8"), ("gap_lo", "f8"), ("gap_hi", "f8"),
                        ("feature", "u1")], align=True)
VERDICTS = ("true_negative", "safe", "touching", "false_positive", "false_negative", "late", "limit", "unsupported",
            "error")
UNSAFE = ("false_negative", "late")
ALL_STAGES = 7


def truth(queries):
    """The truth of each query, an array of TRUTH; lo and hi are NaN without a contact."""
    queries = checked(queries)
    found = numpy.zeros(len(queries), TRUTH)
    for k in range(len(queries)):
        status = library.ts_oracle_toi(ctypes.c_void_p(queries.ctypes.data + k * queries.itemsize), ALL_STAGES,
                                       ctypes.c_void_p(found.ctypes.data + k * found.itemsize))
        if status != 0:
            check_each(queries)
            raise Error(f"query {k}: the oracle has no answer")
    for bound in ("lo", "hi"):
        found[bound][~found["contact"]] = numpy.nan
    return found


def distance(query, t):
    """(lo, hi) around the exact gap of one query at time t: distance minus min_distance."""
    one, found = checked(query), numpy.zeros(1, DISTANCE)
    if len(one) != 1:
        raise Error(f"query: {len(one)} given, expected one")
    check_each(one)
    if library.ts_oracle_distance(pointer(one), ctypes.c_double(t), ctypes.c_double(one["min_distance"][0]),
                                  pointer(found)) != 0:
        raise Error(f"there is no distance at t = {t}; it is a time in [0, 1]")
    return float(found["gap_lo"][0]), float(found["gap_hi"][0])


def judge(queries, answers, truths=None):
    """The verdict of each answer, an array of RESULT, as a word of VERDICTS. truths: as of truth(queries), which is
    asked without it."""
    queries = checked(queries)
    answers = records(answers, RESULT, "answers", "touchstone.results", len(queries))
    truths = truth(queries) if truths is None else records(truths, TRUTH, "truths", "touchstone.truth", len(queries))
    status, toi, contact = settled(queries, answers)["status"], answers["toi"], truths["contact"]
    hit = status == HIT
    verdicts = numpy.full(len(queries), "error", dtype="U14")
    verdicts[status == LIMIT] = "limit"
    verdicts[status == UNSUPPORTED] = "unsupported"
    verdicts[(status == FREE) & contact] = "false_negative"
    verdicts[(status == FREE) & ~contact] = "true_negative"
    verdicts[hit & ~contact] = "false_positive"
    at_start = contact & (truths["hi"] == 0.0)
    late = hit & contact & (toi > truths["hi"])
    safe = hit & contact & ((toi < truths["lo"]) | (at_start & (toi == 0.0)))
    verdicts[hit & contact] = "touching"
    verdicts[safe] = "safe"
    verdicts[late] = "late"
    assert not (verdicts[status == FAILED] != "error").any()
    return verdicts
