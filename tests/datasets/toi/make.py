#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a small scene in the layout of the Time of Impact data set: queries, labels, and exact roots as WXF files.

usage: tests/datasets/toi/make.py [FOLDER]

Queries have small dyadic coordinates. Their roots are those of the coplanarity polynomial, computed in rationals here,
written as computer algebra would: a rational, a quadratic surd, or Root[polynomial &, k, 0]. The last queries of each
file are wrong on purpose, or have no root that can be read.
"""
import fractions
import gzip
import io
import json
import math
import pathlib
import random
import struct
import sys
import tarfile
import zlib

F = fractions.Fraction

# ---- polynomials in t, lists of rationals, lowest first ----


def add(p, q, sign=1):
    return [(p[k] if k < len(p) else 0) + sign * (q[k] if k < len(q) else 0) for k in range(max(len(p), len(q)))]


def mul(p, q):
    made = [F(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for k, b in enumerate(q):
            made[i + k] += a * b
    return made


def value(p, t):
    made = F(0)
    for c in reversed(p):
        made = made * t + c
    return made


def trim(p):
    while p and p[-1] == 0:
        p = p[:-1]
    return p


def real_roots(p):
    """Intervals (lo, hi) of width 2^-200 around the real roots of a square-free polynomial, rising; by halving between
    the roots of its derivative."""
    p = trim(p)
    if len(p) <= 1:
        return []
    bound = 1 + max(abs(c / p[-1]) for c in p[:-1])
    marks = [-bound] + [(lo + hi) / 2 for lo, hi in real_roots([k * c for k, c in enumerate(p)][1:])] + [bound]
    found = []
    for lo, hi in zip(marks, marks[1:]):
        if value(p, lo) * value(p, hi) >= 0:
            continue
        while hi - lo > F(1, 2**200):
            middle = (lo + hi) / 2
            if value(p, lo) * value(p, middle) <= 0:
                hi = middle
            else:
                lo = middle
        found.append((lo, hi))
    return found


# ---- queries: eight points; vertex-face or edge-edge ----


def at(x0, x1):
    return [[x0[c], x1[c] - x0[c]] for c in range(3)]


def minus(a, b):
    return [add(a[c], b[c], -1) for c in range(3)]


def cross(a, b):
    return [add(mul(a[(c + 1) % 3], b[(c + 2) % 3]), mul(a[(c + 2) % 3], b[(c + 1) % 3]), -1) for c in range(3)]


def dot(a, b):
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))


def paths(query):
    return [at(query[k], query[k + 4]) for k in range(4)]


def coplanarity(kind, query):
    p = paths(query)
    if kind == "vf":
        return trim(dot(minus(p[0], p[1]), cross(minus(p[2], p[1]), minus(p[3], p[1]))))
    return trim(dot(minus(p[2], p[0]), cross(minus(p[1], p[0]), minus(p[3], p[2]))))


def inside(kind, query, t):
    """Are the two parameters of the contact well inside at time t (True), well outside (False), or in between (None)?"""
    p = [[value(c, t) for c in path] for path in paths(query)]
    sub = lambda a, b: [a[c] - b[c] for c in range(3)]
    inner = lambda a, b: sum(a[c] * b[c] for c in range(3))
    if kind == "vf":
        u, v, w = sub(p[2], p[1]), sub(p[3], p[1]), sub(p[0], p[1])
    else:
        u, v, w = sub(p[1], p[0]), [-c for c in sub(p[3], p[2])], sub(p[2], p[0])
    uu, uv, vv, uw, vw = inner(u, u), inner(u, v), inner(v, v), inner(u, w), inner(v, w)
    det = uu * vv - uv * uv
    if det == 0:
        return None
    a, b = (uw * vv - vw * uv) / det, (vw * uu - uw * uv) / det
    margins = [a, b, 1 - a - b] if kind == "vf" else [a, b, 1 - a, 1 - b]
    least = min(margins)
    return True if least > F(1, 1000) else False if least < F(-1, 1000) else None


# ---- WXF (Wolfram's description of the format), versions of it with and without compression ----


def varint(n):
    made = b""
    while True:
        made += bytes([n & 127 | (128 if n > 127 else 0)])
        n >>= 7
        if n == 0:
            return made


def text(token, s):
    return token + varint(len(s.encode())) + s.encode()


def integer(n):
    for token, code, bits in ((b"C", "<b", 8), (b"j", "<h", 16), (b"i", "<i", 32), (b"L", "<q", 64)):
        if -(1 << bits - 1) <= n < 1 << bits - 1:
            return token + struct.pack(code, n)
    return text(b"I", str(n))


def call(head, *arguments):
    return b"f" + varint(len(arguments)) + text(b"s", head) + b"".join(arguments)


def number(x):
    x = F(x)
    return integer(x.numerator) if x.denominator == 1 else call("Rational", integer(x.numerator), integer(x.denominator))


def root(p, k):
    scale = 1
    for c in p:
        scale = scale * c.denominator // math.gcd(scale, c.denominator)
    terms = []
    for d, c in enumerate(p):
        power = [] if d == 0 else [call("Slot", integer(1))] if d == 1 else [call("Power", call("Slot", integer(1)), integer(d))]
        if c:
            terms.append(call("Times", integer(int(c * scale)), *power) if power else integer(int(c * scale)))
    return call("Root", call("Function", call("Plus", *terms)), integer(k), integer(0))


def surd(p, sign):
    """(-b +- sqrt(b^2 - 4 a c)) / (2 a)"""
    c, b, a = p
    return call("Times", number(1 / (2 * a)),
                call("Plus", number(-b), call("Times", number(sign), call("Power", number(b * b - 4 * a * c), number(F(1, 2))))))


def rules(t):
    return call("List", call("Rule", text(b"S", "t"), t), call("Rule", text(b"S", "a"), text(b"s", "Global`la")),
                call("Rule", text(b"S", "b"), text(b"s", "Global`lb")))


def wxf(solutions, packed):
    body = call("List", *solutions)
    return b"8C:" + zlib.compress(body) if packed else b"8:" + body


# ---- the files ----


def coordinate(rng):
    return F(rng.randrange(-64, 65), 64)


def make_query(rng, rigid):
    start = [[coordinate(rng) for _ in range(3)] for _ in range(4)]
    if rigid == "all":  # each primitive is translated
        moves = [[coordinate(rng) for _ in range(3)] for _ in range(2)]
        which = (0, 1, 1, 1)
        return start + [[start[k][c] + moves[which[k]][c] for c in range(3)] for k in range(4)]
    if rigid == "one":  # two corners stand still: the polynomial is of degree 2
        return start + [start[k] if k in (2, 3) else [coordinate(rng) for _ in range(3)] for k in range(4)]
    return start + [[coordinate(rng) for _ in range(3)] for _ in range(4)]


def solve(kind, query):
    """The solutions as WXF, or None where this script does not want to decide."""
    p = coplanarity(kind, query)
    if len(p) < 2:
        return None
    roots = real_roots(p)
    if value(p, F(0)) == 0 or value(p, F(1)) == 0:
        return None
    made = []
    for k, (lo, hi) in enumerate(roots):
        t = (lo + hi) / 2
        if not 0 < t < 1:
            continue
        is_in = inside(kind, query, t)
        if is_in is None:
            return None
        if not is_in:
            continue
        if len(p) == 2:
            made.append(number(-p[0] / p[1]))
        elif len(p) == 3 and p[2] != 0:
            made.append(surd(p, (-1 if k == 0 else 1) * (1 if p[2] > 0 else -1)))
        else:
            made.append(root(p, k + 1))
    return made


def rational(x):
    return f"{x.numerator},{x.denominator}"


def make_file(folder, stem, kind, seed):
    rng = random.Random(seed)
    queries, labels, solutions = [], [], []
    wanted = {("all", True): 4, ("all", False): 2, ("one", True): 4, ("one", False): 2, ("", True): 8, ("", False): 4}
    while any(wanted.values()):
        rigid = rng.choice(["all", "one", ""]) if kind == "vf" else rng.choice(["one", ""])
        if kind == "ee":
            wanted[("all", True)] = wanted[("all", False)] = 0
        query = make_query(rng, rigid)
        found = solve(kind, query)
        if found is None or not wanted[rigid, bool(found)]:
            continue
        wanted[rigid, bool(found)] -= 1
        queries.append(query)
        labels.append(bool(found))
        solutions.append(found)
    # What is wrong on purpose: copies of queries from above.
    free, hits = [k for k, s in enumerate(solutions) if not s], [k for k, s in enumerate(solutions) if s]
    for k, label, found in ((free[0], True, []), (hits[0], False, []), (hits[1], True, [number(F(1, 7))]),
                            (hits[2], True, [call("First", text(b"s", "False"))])):
        queries.append(queries[k])
        labels.append(label)
        solutions.append(found)
    rows = [",".join(rational(c) for c in x) for query in queries for x in query]
    for name in ("queries", "mma_bool", "roots"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "queries" / f"{stem}.csv").write_text("\n".join(rows) + "\n")
    (folder / "mma_bool" / f"{stem}_mma_bool.json").write_text(json.dumps(labels, separators=(",", ":")) + "\n")
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for k, found in enumerate(solutions):
            if not found:
                continue
            data = wxf([rules(t) for t in found], k % 3 == 2)
            info = tarfile.TarInfo(f"{stem}_q{k}_roots.wxf")
            info.size = len(data)
            if k % 2:
                info.pax_headers = {"mtime": "1.5"}  # as tarfile writes of files that it finds
            tar.addfile(info, io.BytesIO(data))
    with open(folder / "roots" / f"{stem}_roots.tar.gz", "wb") as out:
        with gzip.GzipFile(fileobj=out, mode="wb", mtime=0, filename="") as packed:
            packed.write(archive.getvalue())


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "sample"
    make_file(folder, "12vf", "vf", 1)
    make_file(folder, "12ee", "ee", 2)


if __name__ == "__main__":
    main()
