#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that an animation never met itself: a proof as docs/proof-format.md describes it, in integers alone, with the
standard library and nothing of Touchstone's.

usage: check_proof.py FOLDER; exit code 0 proven, 1 not all of it, 4 malformed."""

import hashlib, itertools, math, os, struct, sys

ONE = 1 << 40  # times are counted in 2^-40 of a piece
TABLE = [n for n in itertools.product(range(-3, 4), repeat=3) if math.gcd(*n) == 1 and sum(c * c for c in n) <= 14]

class Malformed(Exception): pass
class NotProven(Exception): pass

class Reader:
    """The bytes of a file, taken one after the other."""
    def __init__(self, folder, name, magic):
        path = os.path.join(folder, name)
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
            raise Malformed(name + ": no regular file")
        with open(path, "rb") as file:
            self.data = file.read()
        self.at, self.name, self.digest = 8, name, hashlib.sha256(self.data).digest()
        self.need(self.data[:8] == magic, "not such a file")
    def need(self, condition, what):
        if not condition:
            raise Malformed("%s: %s" % (self.name, what))
    def take(self, form, count=1):
        whole = "<%d%s" % (count, form)
        size = struct.calcsize(whole)
        self.need(self.at + size <= len(self.data), "too short")
        self.at += size
        return struct.unpack_from(whole, self.data, self.at - size)
    def doubles(self, count):
        numbers = self.take("d", count)
        self.need(all(map(math.isfinite, numbers)), "a number that is not finite")
        return numbers
    def varint(self):
        value = 0
        for shift in range(0, 56, 7):
            (byte,) = self.take("B")
            value |= (byte & 127) << shift
            if byte < 128:
                return -(value >> 1) - 1 if value & 1 else value >> 1
        raise Malformed(self.name + ": an integer of more than 8 bytes")
    def end(self):
        self.need(self.at == len(self.data), "longer than its contents")

class Node:
    """Of the tree; an element or a primitive has no children."""
    def __init__(self, vertices, children=(), element=None):
        self.vertices, self.children, self.element = tuple(vertices), children, element

def edges(row):
    return [(row[0], row[1]), (row[1], row[2]), (row[2], row[0])] if len(row) == 3 else [row] if len(row) == 2 else []

class Topology:
    def __init__(self, folder):
        file = Reader(folder, "topology.tsp", b"TSPTOPO1")
        self.digest, (self.vertices, *counts) = file.digest, file.take("I", 5)
        rows = [self.rows(file, count, size) for count, size in zip(counts, (3, 2, 1, 2))]
        self.triangles, self.segments, self.particles, strangers = rows
        self.elements = [Node(row, (), e) for e, row in enumerate(row for part in rows[:3] for row in part)]
        file.need(self.elements, "no element")
        self.obstacle, self.radius = file.take("B", self.vertices), file.doubles(self.vertices)
        file.need(all(flag < 2 for flag in self.obstacle) and all(r >= 0 for r in self.radius), "an obstacle or radius")
        file.end()
        self.strangers, self.points, self.edges = {}, {}, {}  # of the last two, who owns them
        for a, b in strangers + [pair[::-1] for pair in strangers]:
            self.strangers.setdefault(a, set()).add(b)
        for element in self.elements:
            for v in element.vertices:
                self.points.setdefault(v, element)
            for edge in edges(element.vertices):
                self.edges.setdefault(frozenset(edge), element)
    def rows(self, file, count, size):
        numbers = file.take("I", count * size)
        made = [numbers[i:i + size] for i in range(0, len(numbers), size)]
        file.need(all(v < self.vertices for v in numbers), "no such vertex")
        file.need(all(len(set(row)) == size for row in made), "a vertex twice")
        return made
    def excluded(self, a, b):
        """Do primitives or elements with these vertices share one, or have strangers?"""
        return not set(a).isdisjoint(b) or any(not self.strangers[v].isdisjoint(b) for v in a if v in self.strangers)
    def of_obstacles(self, row):
        return all(self.obstacle[v] for v in row)
    def tree(self, folder):
        file, open_nodes, free = Reader(folder, "tree.tsp", b"TSPTREE1"), [[]], set(self.elements)
        file.need((len(file.data) - 8) % 4 == 0, "not of words")
        words = iter(file.take("I", (len(file.data) - 8) // 4))
        for word in words:
            file.need(not open_nodes[0], "longer than its contents")
            if word == 0:
                open_nodes.append([])
                continue
            leaf = list(itertools.islice(words, word))
            file.need(len(leaf) == word and max(leaf) < len(self.elements), "a leaf")
            children = [self.elements[e] for e in leaf]
            file.need(len(set(leaf)) == word and free.issuperset(children), "an element twice")
            free.difference_update(children)
            node = self.join(children)
            while len(open_nodes) > 1 and open_nodes[-1]:
                node = self.join(open_nodes.pop() + [node])
            open_nodes[-1].append(node)
        file.need(open_nodes[0] and not free, "an element in no leaf")
        return open_nodes[0][0], file.digest
    def join(self, children):
        return Node(set().union(*(child.vertices for child in children)), children)
    def count(self):
        """Pairs claimed; excluded by a shared vertex, as obstacles, as strangers."""
        points, lines, sums = [(v,) for v in self.points], list(map(tuple, self.edges)), [0, 0, 0, 0]
        for one, other in ((points, self.triangles), (lines, lines), (points, self.segments), (self.particles,) * 2):
            met = self.near(one, other, lambda v: (v,))
            hard = [set(i for i, row in enumerate(rows) if self.of_obstacles(row)) for rows in (one, other)]
            kept = sum(i in hard[0] and j in hard[1] for i, j in met)
            far = [p for p in self.near(one, other, lambda v: self.strangers.get(v, ())) - met
                   if p[0] not in hard[0] or p[1] not in hard[1]]
            counts = [math.comb(len(a), 2) if one is other else len(a) * len(b) for a, b in ((one, other), hard)]
            left_out = (len(met), counts[1] - kept, len(far))
            sums = [a + b for a, b in zip(sums, (counts[0] - sum(left_out), *left_out))]
        return tuple(sums)
    def near(self, one, other, related):
        having = {}
        for j, row in enumerate(other):
            for w in row:
                having.setdefault(w, []).append(j)
        found = {(i, j) for i, row in enumerate(one) for v in row for w in related(v) for j in having.get(w, ())}
        return {(min(p), max(p)) for p in found if p[0] != p[1]} if one is other else found

def read_state(folder, number, topology):
    file = Reader(folder, "state_%06d.tsp" % number, b"TSPSTAT1")
    numbers = file.doubles(3 * topology.vertices)
    file.end()
    return numbers, file.digest

class Step:
    def __init__(self, folder, number, topology, root, tree_digest):
        before, digest = read_state(folder, max(number - 1, 0), topology)
        after, after_digest = read_state(folder, number, topology)
        self.topology, self.root, self.number, self.records = topology, root, number, 0
        self.file = Reader(folder, "step_%06d.tsp" % number, b"TSPSTEP1")
        self.file.need(self.file.take("I") == (number,), "of another step")
        for expected in (topology.digest, tree_digest, digest, after_digest):
            self.file.need(bytes(self.file.take("B", 32)) == expected, "made of other files")
        (count,) = self.file.take("I")
        self.file.need(count <= (1 << 20 if number else 0), "too many waypoints")
        way = [before] + [self.waypoint(before, after) for _ in range(count)] + [after]
        self.pieces = count + 1 if number else 0
        ratios = [[x.as_integer_ratio() for x in row] for row in way[:self.pieces + 1] + [topology.radius]]
        unit = max(low for row in ratios for _, low in row)  # a power of two, which makes all numbers whole
        *way, self.radius = [[high * (unit // low) for high, low in row] for row in ratios]
        self.way = [list(zip(row[0::3], row[1::3], row[2::3])) for row in way]
    def waypoint(self, before, after):
        (kind,) = self.file.take("B")
        self.file.need(kind < 2, "a waypoint of no kind")
        if kind == 0:
            return self.file.doubles(3 * self.topology.vertices)
        (q,), (c,), made = self.file.take("b"), self.file.take("B"), []
        self.file.need(abs(q) <= 100, "a waypoint's unit")
        for ends in zip(before, after):
            a, b = ((high << max(-q, 0)) // (low << max(q, 0)) for high, low in (x.as_integer_ratio() for x in ends))
            value = ((256 - c) * a + c * b >> 8) + self.file.varint()
            self.file.need(max(abs(a), abs(b), abs(value)) <= 1 << 53, "a waypoint's size")
            made.append(math.ldexp(value, q))
        return made
    def walk(self):
        stack, topology, take = [(self.root, self.root, 0, self.pieces * ONE)], self.topology, self.file.take
        while stack:
            a, b, start, stop = stack.pop()
            if topology.of_obstacles(a.vertices) and topology.of_obstacles(b.vertices):
                continue
            if a is b:
                pairs = itertools.combinations_with_replacement(a.children, 2)
                pairs = [pair for pair in pairs if pair[0] is not pair[1] or pair[0].children]
            elif a.element is not None and b.element is not None and topology.excluded(a.vertices, b.vertices):
                pairs = [pair for pair in self.primitives(a, b) if not topology.excluded(*(p.vertices for p in pair))]
            else:
                (code,) = take("B")
                self.records += 1
                if code > 3:
                    self.separated(a, b, start, stop, self.direction(code))
                    continue
                if code == 3:
                    middle = (start + stop) // 2 // ONE * ONE if stop - start > ONE else (start + stop) // 2
                    self.file.need(start < middle < stop, "a time that cannot be halved")
                    stack += [(a, b, middle, stop), (a, b, start, middle)]
                    continue
                self.file.need((a.children or code == 1) and (b.children or code == 0), "no children to split")
                pairs = list(itertools.product([a] if code == 1 else a.children, [b] if code == 0 else b.children))
            stack.extend((*pair, start, stop) for pair in reversed(pairs))
        self.file.end()
    def primitives(self, a, b):
        owned = [[Node((v,)) for v in e.vertices if self.topology.points[v] is e] for e in (a, b)]
        lines = [[Node(e) for e in edges(of.vertices) if self.topology.edges[frozenset(e)] is of] for of in (a, b)]
        one, other, sizes = Node(a.vertices), Node(b.vertices), (len(a.vertices), len(b.vertices))
        pairs = [(p, other) for p in owned[0] if sizes[1] > 1] + [(one, p) for p in owned[1] if sizes[0] > 1]
        pairs += itertools.product(*lines)
        if self.number == 0:
            pairs += [(e, other) for e in lines[0] if sizes[1] == 3] + [(one, e) for e in lines[1] if sizes[0] == 3]
        return pairs
    def direction(self, code):
        self.file.need(code < 8 + len(TABLE), "no such byte in a record")
        n = TABLE[code - 8] if code > 7 else self.file.take("bhiq"[code - 4], 3)
        self.file.need(any(n) and all(abs(c) < 1 << 53 for c in n), "a direction")
        return n
    def separated(self, a, b, start, stop, n):
        x, y, z = n
        r = max(map(self.radius.__getitem__, a.vertices)) + max(map(self.radius.__getitem__, b.vertices))
        for time in sorted({start, stop, *range((start // ONE + 1) * ONE, stop, ONE)}):
            piece, part = divmod(time, ONE)
            way, more, scale = self.way[piece], self.way[piece + 1] if part else None, ONE if part else 1
            places = [[way[v] for v in node.vertices] for node in (a, b)]
            if part:
                places = [[tuple((ONE - part) * p + part * q for p, q in zip(way[v], more[v])) for v in node.vertices]
                          for node in (a, b)]
            first, second = ([x * p + y * q + z * w for p, q, w in side] for side in places)
            s = min(second) - max(first)
            if s <= 0 or s * s <= (r * scale) ** 2 * (x * x + y * y + z * z):
                raise NotProven("vertices %s and %s at %d + %d/2^40" % (a.vertices[:9], b.vertices[:9], piece, part))

def numbers_of(folder, kind):
    names = set(os.listdir(folder))
    digits = [name[len(kind):-4] for name in names if name.startswith(kind) and name.endswith(".tsp")]
    return {int(d) for d in digits if d.isascii() and d.isdigit() and "%s%06d.tsp" % (kind, int(d)) in names}

def check(folder, say=print):
    """The exit code."""
    try:
        states, steps, not_proven = numbers_of(folder, "state_"), numbers_of(folder, "step_"), 0
        if not states or states != set(range(len(states))) or not steps <= states:
            raise Malformed("states from 0 on, without a gap, are to be there, and no step without its state")
        topology = Topology(folder)
        root, digest = topology.tree(folder)
        say("%d pairs claimed; excluded: %d share a vertex, %d are of obstacles, %d of strangers" % topology.count())
        for number in sorted(states):
            try:
                if number not in steps:
                    raise NotProven("there is no proof of it")
                step = Step(folder, number, topology, root, digest)
                step.walk()
                say("step %d: proven, %d pieces, %d records" % (number, step.pieces, step.records))
            except NotProven as error:
                not_proven += 1
                say("step %d: NOT proven: %s" % (number, error))
    except (Malformed, OSError) as error:
        say("malformed: %s" % error)
        return 4
    say("%d of %d steps are proven, the first state counted as one" % (len(states) - not_proven, len(states)))
    return 1 if not_proven else 0

if __name__ == "__main__":
    sys.exit(check(sys.argv[1]) if len(sys.argv) == 2 else 2)
