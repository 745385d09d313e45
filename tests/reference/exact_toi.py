#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The exact time of impact of recorded CCD queries: a second opinion on Touchstone's own oracle.

The oracle in oracles/ isolates roots with integer Bernstein polynomials. This program reaches the same
numbers by the textbook road, with nothing but Python's integers and fractions:

  * a pair of features (vertex, edge, face) is at distance xi when a polynomial f of t vanishes;
  * Sturm's theorem isolates the real roots of f;
  * a Tarski query tells the sign that an inside condition takes exactly at such a root;
  * t* is the least root at which all the conditions of its pair hold.

Input: NYU rational CSV (docs/file-formats.md). Output: CSV `query,contact,lo,hi`, with lo and hi in C's
hexadecimal notation: equal when t* is a double, else the two adjacent doubles around it.
"""

import argparse
import csv
import struct
import sys
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from pathlib import Path

# ---- Polynomials in t: lists of integers, constant term first, no trailing zero; [] is zero ----


def trim(p):
    while p and p[-1] == 0:
        p.pop()
    return p


def add(p, q):
    if len(p) < len(q):
        p, q = q, p
    return trim([a + b for a, b in zip(p, q)] + p[len(q):])


def scale(c, p):
    return [c * a for a in p] if c else []


def sub(p, q):
    return add(p, scale(-1, q))


def mul(p, q):
    if not p or not q:
        return []
    out = [0] * (len(p) + len(q) - 1)
    for (i, a), (j, b) in product(enumerate(p), enumerate(q)):
        out[i + j] += a * b
    return out


def derivative(p):
    return [i * a for i, a in enumerate(p)][1:]


def primitive(p):
    """p divided by the positive greatest common divisor of its coefficients."""
    content = gcd(*p)
    return [a // content for a in p]


def remainder(p, q):
    """A positive multiple of p mod q, so that signs survive."""
    p, q = list(p), q if q[-1] > 0 else scale(-1, q)
    while len(p) >= len(q):
        shift, top = len(p) - len(q), p[-1]
        p = scale(q[-1], p)
        for i, a in enumerate(q):
            p[shift + i] -= top * a
        trim(p)
    return primitive(p)


def quotient(p, q):
    """p / q when q divides p and both are primitive (then so is the quotient: Gauss's lemma)."""
    p, out = list(p), [0] * (len(p) - len(q) + 1)
    for k in reversed(range(len(out))):
        out[k] = p[k + len(q) - 1] // q[-1]
        for i, a in enumerate(q):
            p[k + i] -= out[k] * a
    assert not any(p)
    return out


def sign_at(p, t):
    """Sign of p(t) for a rational t, by Horner's rule on numerator and denominator."""
    value, power = 0, 1
    for a in reversed(p):
        value = value * t.numerator + a * power
        power *= t.denominator
    return (value > 0) - (value < 0)


# ---- Sturm's theorem and Tarski's generalisation ----


def remainder_sequence(p, q):
    """The signed remainder sequence p, q, -(p mod q), ... down to the greatest common divisor."""
    sequence = [p]
    while q:
        sequence.append(q)
        p, q = q, scale(-1, remainder(p, q))
    return sequence


def variations(sequence, t):
    """Number of sign changes along the sequence at t, zeros left out."""
    signs = [s for s in (sign_at(p, t) for p in sequence) if s]
    return sum(a != b for a, b in zip(signs, signs[1:]))


def square_free(p):
    """The polynomial with the roots of p, each of them simple."""
    p = primitive(p)
    return quotient(p, primitive(remainder_sequence(p, derivative(p))[-1]))


@dataclass
class Root:
    """The only root in (lo, hi] of the square-free polynomial p; lo = hi when the root is rational and
    has been met. Otherwise p vanishes neither at lo nor at hi."""

    p: list
    lo: Fraction
    hi: Fraction

    def __post_init__(self):
        if sign_at(self.p, self.hi) == 0:
            self.lo = self.hi
        while self.lo != self.hi and sign_at(self.p, self.lo) == 0:  # another root sits at lo
            self.halve()

    def halve(self):
        middle = (self.lo + self.hi) / 2
        chain = remainder_sequence(self.p, derivative(self.p))
        if variations(chain, self.lo) == variations(chain, middle):
            self.lo = middle
        else:
            self.hi = middle
            self.lo = middle if sign_at(self.p, middle) == 0 else self.lo

    def sign_of(self, q):
        """Sign of q exactly at the root: the Tarski query of q, which is the sum of sign(q) over the
        roots of p in (lo, hi)."""
        if self.lo == self.hi:
            return sign_at(q, self.hi)
        sequence = remainder_sequence(self.p, remainder(mul(derivative(self.p), q), self.p))
        return variations(sequence, self.lo) - variations(sequence, self.hi)

    def compare(self, t):
        """Sign of t - root for a rational t."""
        if self.lo == self.hi:
            return (t > self.hi) - (t < self.hi)
        if t <= self.lo:
            return -1
        if t >= self.hi:
            return 1
        return sign_at(self.p, t) * sign_at(self.p, self.hi)  # p changes sign only at the root


def roots(p, lo, hi):
    """The roots in (lo, hi] of the square-free p, in increasing order."""
    chain = remainder_sequence(p, derivative(p))
    parts = [(lo, hi)]
    while parts:
        lo, hi = parts.pop()
        count = variations(chain, lo) - variations(chain, hi)
        if count == 1:
            yield Root(p, lo, hi)
        elif count > 1:
            middle = (lo + hi) / 2
            parts += (middle, hi), (lo, middle)


# ---- Doubles around a root ----


def double_of(bits):
    """The non-negative doubles in increasing order are the integers 0, 1, 2, ... read as bits."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def bits_of(x):
    return struct.unpack("<q", struct.pack("<d", x))[0]


def bracket(root, end):
    """The largest double <= root and the smallest double >= root, for a root in [0, end], end a double."""
    below, above = 0, bits_of(end)
    if root.compare(Fraction(end)) == 0:
        return end, end
    while above - below > 1:
        middle = (below + above) // 2
        side = root.compare(Fraction(double_of(middle)))
        if side == 0:
            return double_of(middle), double_of(middle)
        below, above = (middle, above) if side < 0 else (below, middle)
    return double_of(below), double_of(above)


# ---- Queries ----

FIRST_PRIMITIVE = {"vertex-face": (0,), "edge-edge": (0, 1), "point-edge": (0,), "point-point": (0,)}
SECOND_PRIMITIVE = {"vertex-face": (1, 2, 3), "edge-edge": (2, 3), "point-edge": (1, 2), "point-point": (1,)}


@dataclass
class Query:
    """Vertex i moves along (1-t) x0[i] + t x1[i]; contact when the distance is at most xi."""

    kind: str
    x0: list
    x1: list
    xi: Fraction = Fraction(0)
    t_max: float = 1.0
    label: int = -1

    def positions(self, t):
        return [[(1 - t) * a + t * b for a, b in zip(p, q)] for p, q in zip(self.x0, self.x1)]

    def distance2(self, t):
        return exact_distance(self.kind, self.x0, self.x1, t)

    def in_integers(self):
        """The vertices as vectors of linear polynomials, and xi, all times one common denominator."""
        numbers = [c for x in self.x0 + self.x1 for c in x] + [self.xi]
        unit = lcm(*(c.denominator for c in numbers))
        vertices = [[trim([int(a * unit), int((b - a) * unit)]) for a, b in zip(p, q)]
                    for p, q in zip(self.x0, self.x1)]
        return vertices, int(self.xi * unit)


def difference(a, b):
    return [sub(p, q) for p, q in zip(a, b)]


def dot(a, b):
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]))


def cross(a, b):
    return [sub(mul(a[1], b[2]), mul(a[2], b[1])),
            sub(mul(a[2], b[0]), mul(a[0], b[2])),
            sub(mul(a[0], b[1]), mul(a[1], b[0]))]


# ---- Pairs of features ----


@dataclass
class Pair:
    """Two features are at distance xi, by their insides, where `contact` = 0, every polynomial of
    `inside` is >= 0 and `proper` > 0. (proper vanishes where an edge has no length or a face no area, or
    where lines are parallel. There contact = 0 says nothing, and smaller features are the closest.)"""

    contact: list
    inside: list
    proper: list


def vertex_vertex(p, q, xi):
    w = difference(p, q)
    return Pair(sub(dot(w, w), trim([xi * xi])), [], [1])


def vertex_edge(p, a, b, xi):
    """|w x e|^2 = xi^2 |e|^2, and the foot of the perpendicular between a and b."""
    w, e = difference(p, a), difference(b, a)
    along, length2, area = dot(w, e), dot(e, e), cross(w, e)
    return Pair(sub(dot(area, area), scale(xi * xi, length2)), [along, sub(length2, along)], length2)


def at_offset(n, w, xi):
    """n.w = 0 for xi = 0, else (n.w)^2 = xi^2 |n|^2: w spans two planes with normal n, xi apart."""
    s = dot(n, w)
    return sub(mul(s, s), scale(xi * xi, dot(n, n))) if xi else s


def vertex_face(p, a, b, c, xi):
    """Barycentric coordinates of the foot of the perpendicular, times |n|^2."""
    u, v, w = difference(b, a), difference(c, a), difference(p, a)
    n = cross(u, v)
    at_b, at_c, n2 = dot(n, cross(w, v)), dot(n, cross(u, w)), dot(n, n)
    return Pair(at_offset(n, w, xi), [at_b, at_c, sub(sub(n2, at_b), at_c)], n2)


def edge_edge(a, b, c, d, xi):
    """Parameters of the feet of the common perpendicular of the lines a + r u and c + s v, times |n|^2."""
    u, v, w = difference(b, a), difference(d, c), difference(c, a)
    n = cross(u, v)
    r, s, n2 = dot(n, cross(w, v)), dot(n, cross(w, u)), dot(n, n)
    return Pair(at_offset(n, w, xi), [r, sub(n2, r), s, sub(n2, s)], n2)


def feature_pairs(kind, x, xi):
    """Every pair of features of the two primitives; x as polynomials. Built one after the other."""
    first, second = [x[i] for i in FIRST_PRIMITIVE[kind]], [x[i] for i in SECOND_PRIMITIVE[kind]]
    for p, q in product(first, second):
        yield vertex_vertex(p, q, xi)
    for points, ends in ((first, second), (second, first)):
        edges = [(a, b) for i, a in enumerate(ends) for b in ends[i + 1:]]
        for p, (a, b) in product(points, edges):
            yield vertex_edge(p, a, b, xi)
    if kind == "vertex-face":
        yield vertex_face(first[0], *second, xi)
    if kind == "edge-edge":
        yield edge_edge(*first, *second, xi)


# ---- The time of impact ----


def separated_by_an_axis(query):
    """Does some coordinate keep the primitives more than xi apart throughout? (It is linear in t.)"""
    ends = (query.positions(Fraction(0)), query.positions(Fraction(query.t_max)))
    first, second = FIRST_PRIMITIVE[query.kind], SECOND_PRIMITIVE[query.kind]
    for axis, side in product(range(3), (1, -1)):
        if all(side * (x[j][axis] - x[i][axis]) > query.xi for x in ends for i in first for j in second):
            return True
    return False


def first_contact(pair, end):
    """The first root in (0, end] of the pair's polynomial at which the pair is proper and inside.

    An identically zero polynomial has no first root. It needs none: the pair then stays at distance xi
    for as long as it is inside, so it either touches at t = 0 or comes inside over a smaller feature.
    """
    if not pair.contact or not pair.proper:
        return None
    for root in roots(square_free(pair.contact), Fraction(0), end):
        if root.sign_of(pair.proper) > 0 and all(root.sign_of(q) >= 0 for q in pair.inside):
            return root
    return None


def exact_toi(query):
    """None when there is no contact in [0, t_max], else the doubles (lo, hi) around t*."""
    if separated_by_an_axis(query):
        return None
    if query.distance2(0) <= query.xi**2:
        return 0.0, 0.0
    x, xi = query.in_integers()
    best, end = None, query.t_max
    for pair in feature_pairs(query.kind, x, xi):
        root = first_contact(pair, Fraction(end))
        if root:
            found = bracket(root, end)
            best = min(best, found) if best else found
            end = best[1]
    return best


# ---- The distance at one time, by projections: nothing of the above is used ----


def fdot(a, b):
    return sum(p * q for p, q in zip(a, b))


def fdiff(a, b):
    return [p - q for p, q in zip(a, b)]


def point_segment2(p, a, b):
    e, w = fdiff(b, a), fdiff(p, a)
    length2 = fdot(e, e)
    r = min(max(fdot(w, e) / length2, Fraction(0)), Fraction(1)) if length2 else Fraction(0)
    away = [c - r * d for c, d in zip(w, e)]
    return fdot(away, away)


def spanned(u, v, w):
    """(r, s, d2): r u + s v is the point nearest to w of the plane spanned by u and v, at squared distance
    d2, from the normal equations; None when u and v are parallel."""
    uu, uv, vv, uw, vw = fdot(u, u), fdot(u, v), fdot(v, v), fdot(u, w), fdot(v, w)
    det = uu * vv - uv * uv
    if det == 0:
        return None
    r, s = (vv * uw - uv * vw) / det, (uu * vw - uv * uw) / det
    away = [c - r * a - s * b for a, b, c in zip(u, v, w)]
    return r, s, fdot(away, away)


def exact_distance(kind, x0, x1, t):
    """The squared distance of the two primitives at the rational time t, a Fraction."""
    x = Query(kind, x0, x1).positions(Fraction(t))
    if kind == "point-point":
        return point_segment2(x[0], x[1], x[1])
    if kind == "point-edge":
        return point_segment2(*x[:3])
    p, a, b, c = x
    if kind == "vertex-face":
        candidates = [point_segment2(p, a, b), point_segment2(p, b, c), point_segment2(p, c, a)]
        plane = spanned(fdiff(b, a), fdiff(c, a), fdiff(p, a))
        inside = plane and plane[0] >= 0 and plane[1] >= 0 and plane[0] + plane[1] <= 1
    else:  # edges (p, a) and (b, c): p + r (a - p) is nearest to b + s (c - b)
        candidates = [point_segment2(p, b, c), point_segment2(a, b, c),
                      point_segment2(b, p, a), point_segment2(c, p, a)]
        plane = spanned(fdiff(a, p), fdiff(b, c), fdiff(b, p))
        inside = plane and 0 <= plane[0] <= 1 and 0 <= plane[1] <= 1
    return min(candidates + [plane[2]]) if inside else min(candidates)


def verify(query, found, samples=48):
    """Samples the exact distance: above xi before lo, and at hi no further from xi than the motion allows
    for the time since lo. Returns what is wrong, or None."""
    lo, hi = map(Fraction, found) if found else (Fraction(query.t_max),) * 2
    times = [lo * k / samples for k in range(samples)] + [lo - lo / 2**k for k in range(6, 60, 6)]
    if not found or lo < hi:
        times.append(lo)
    if lo > 0 or not found:
        for t in times:
            if query.distance2(t) <= query.xi**2:
                return f"contact at t = {float(t)!r}, before lo"
    if found:
        speed = 2 * max(sum(abs(b - a) for a, b in zip(p, q)) for p, q in zip(query.x0, query.x1))
        if query.distance2(hi) > (query.xi + speed * (hi - lo))**2:
            return f"no contact at hi = {found[1]!r}"
    return None


# ---- Files ----

ROWS = {"vertex-face": 8, "edge-edge": 8, "point-edge": 6, "point-point": 4}


def read_sidecar(path):
    return [float(line) for line in path.read_text().split()] if path.exists() else None


def read_queries(path):
    kind = path.parent.name
    if kind not in ROWS:
        raise SystemExit(f"{path}: the folder must be one of {', '.join(ROWS)}")
    rows = [[int(cell) for cell in line.split(",")] for line in path.read_text().split()]
    points = [[Fraction(r[0], r[1]), Fraction(r[2], r[3]), Fraction(r[4], r[5])] for r in rows]
    xi, t_max = read_sidecar(path.with_suffix(".min_distance")), read_sidecar(path.with_suffix(".t_max"))
    size, half = ROWS[kind], ROWS[kind] // 2
    for n, k in enumerate(range(0, len(rows), size)):
        yield Query(kind, points[k:k + half], points[k + half:k + size], Fraction(xi[n] if xi else 0),
                    t_max[n] if t_max else 1.0, rows[k][6])


def read_answers(path):
    """{(file, query): (lo, hi) or None} of a `touchstone replay --per-query` file."""
    answers = {}
    with open(path, newline="") as stream:
        for row in csv.DictReader(stream):
            touching = row["truth"] == "contact"
            truth = (float(row["truth_lo"]), float(row["truth_hi"])) if touching else None
            answers[row["dataset"], int(row["query"])] = truth
    return answers


def complaints(options, path, number, query, found, answers):
    if options.labels and query.label != bool(found):
        yield f"label {query.label}, found {found}"
    if answers is not None and answers.get((str(path), number), "missing") != found:
        yield f"found {found}, {options.against} says {answers.get((str(path), number), 'nothing')}"
    if options.verify and (wrong := verify(query, found)):
        yield wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="CSV files, or folders of them")
    parser.add_argument("--verify", action="store_true", help="sample the exact distance around every answer")
    parser.add_argument("--labels", action="store_true", help="compare with the labels in the files")
    parser.add_argument("--against", metavar="CSV", help="compare with the truth in a replay --per-query file")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th query")
    options = parser.parse_args()
    answers = read_answers(options.against) if options.against else None
    files = [f for p in options.paths for f in (sorted(p.rglob("*.csv")) if p.is_dir() else [p])]
    wrong = 0
    print("query,contact,lo,hi")
    for path in files:
        if len(files) > 1:
            print(f"# {path}")
        for number, query in enumerate(read_queries(path)):
            if number % options.every:
                continue
            found = exact_toi(query)
            print(f"{number},{int(bool(found))}," + (",".join(map(float.hex, found)) if found else ","))
            for complaint in complaints(options, path, number, query, found, answers):
                print(f"{path}, query {number}: {complaint}", file=sys.stderr)
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
