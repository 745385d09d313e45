#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks proofs of animations (docs/proof-format.md) in many ways and asks both checkers about each. They must agree,
and what they accept must be proven: a third judge looks at every pair of primitives by itself.

usage: mutate_proof.py CHECKER FOLDER COUNT [SEED]: CHECKER is the command, or (for many mutants) `check-proofs` of the
build folder; FOLDER holds folders of small proofs, COUNT mutants are made. Exit code 0 fine, 1 a mutant on which the checkers differ, or that was accepted wrongly (it is kept, and named)."""

import collections
import functools
import hashlib
import itertools
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import check_proof
from check_proof import ONE

# ---- The judge ----


def primitive_pairs(topology, at_start):
    """Every pair of primitives that is claimed, by their vertices."""
    points = [(v,) for v in topology.points]
    lines = [tuple(sorted(edge)) for edge in topology.edges]
    pairs = list(itertools.product(points, topology.triangles + topology.segments))
    pairs += itertools.combinations(lines, 2)
    pairs += itertools.combinations(topology.particles, 2)
    if at_start:
        pairs += itertools.product(lines, topology.triangles)
    for a, b in pairs:
        obstacles = all(topology.obstacle[v] for v in a + b)
        strange = any(w in topology.strangers.get(v, ()) for v in a for w in b)
        if not set(a) & set(b) and not obstacles and not strange:
            yield a, b


class Listener(check_proof.Step):
    """Believes every claim, and remembers it; which claims have a vertex on which side are the bits of a number."""

    def walk(self):
        self.claims, self.sides = [], (collections.defaultdict(int), collections.defaultdict(int))
        super().walk()

    def separated(self, a, b, start, stop, n):
        for side, node in zip(self.sides, (a, b)):
            for v in node.vertices:
                side[v] |= 1 << len(self.claims)
        self.claims.append((start, stop, n))

    def about(self, a, b):
        """The claims that have all of a on one side and all of b on the other; turned ones with the direction turned."""
        for one, other, sign in ((*self.sides, 1), (*self.sides[::-1], -1)):
            bits = functools.reduce(int.__and__, [one[v] for v in a] + [other[v] for v in b])
            while bits:
                start, stop, n = self.claims[(bits & -bits).bit_length() - 1]
                yield start, stop, [sign * c for c in n]
                bits &= bits - 1


def offset(step, v, w, time):
    """From v to w, times 2^40."""
    piece, part = divmod(time, ONE)
    here = [q - p for p, q in zip(step.way[piece][v], step.way[piece][w])]
    if not part:
        return [c * ONE for c in here]
    there = [q - p for p, q in zip(step.way[piece + 1][v], step.way[piece + 1][w])]
    return [(ONE - part) * c + part * d for c, d in zip(here, there)]


def keeps_apart(step, a, b, start, stop, n):
    r = ONE * (max(step.radius[v] for v in a) + max(step.radius[v] for v in b))
    times = [start, stop] + [k * ONE for k in range(step.pieces + 1) if start < k * ONE < stop]
    for time, v, w in itertools.product(times, a, b):
        s = sum(c * d for c, d in zip(n, offset(step, v, w, time)))
        if s <= 0 or s * s <= r * r * sum(c * c for c in n):
            return False
    return True


def is_covered(step, a, b):
    """Do claims that hold for this pair cover the whole way?"""
    held = sorted((start, stop) for start, stop, n in step.about(a, b) if keeps_apart(step, a, b, start, stop, n))
    reached = 0
    for start, stop in held:
        if start <= reached:
            reached = max(reached, stop)
    return bool(held) and reached >= step.pieces * ONE


def is_proven(folder):
    topology = check_proof.Topology(folder)
    root, digest = topology.tree(folder)
    for number in range(len(list(pathlib.Path(folder).glob("state_*.tsp")))):
        step = Listener(folder, number, topology, root, digest)
        step.walk()
        if not all(is_covered(step, a, b) for a, b in primitive_pairs(topology, number == 0)):
            return False
    return True


# ---- Mutants ----


class Proof:
    """Files by name; `bind` makes the digests fit again, as a forger would."""

    def __init__(self, folder):
        self.files = {path.name: bytearray(path.read_bytes()) for path in sorted(folder.glob("*.tsp"))}

    def numbered(self, kind):
        return [name for name in self.files if name.startswith(kind)]

    def bind(self):
        digest = {name: hashlib.sha256(data).digest() for name, data in self.files.items()}
        for name in self.numbered("step"):
            number = int(name[5:11])
            ends = ["state_%06d.tsp" % k for k in (max(number - 1, 0), number)]
            parts = [digest.get(of) for of in ["topology.tsp", "tree.tsp"] + ends]
            if all(parts) and len(self.files[name]) >= 140:
                self.files[name][12:140] = b"".join(parts)

    def write(self, folder):
        for name, data in self.files.items():
            (folder / name).write_bytes(data)


def any_byte(proof, rng):
    data = proof.files[rng.choice(list(proof.files))]
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def record_byte(proof, rng):
    data = proof.files[rng.choice(proof.numbered("step"))]
    at = rng.randrange(144, len(data))
    data[at] = rng.choice([data[at] ^ 1 << rng.randrange(8), (data[at] + rng.choice([1, 255])) % 256, rng.randrange(226)])


def record_cut(proof, rng):
    data = proof.files[rng.choice(proof.numbered("step"))]
    at = rng.randrange(140, len(data))
    del data[at:at + rng.choice([1, 1, 1, 2, 3, 7])]


def record_more(proof, rng):
    data = proof.files[rng.choice(proof.numbered("step"))]
    at = rng.randrange(144, len(data) + 1)
    data[at:at] = bytes(rng.randrange(226) for _ in range(rng.choice([1, 1, 2, 3])))


def record_of_another(proof, rng):
    one, other = (rng.choice(proof.numbered("step")) for _ in range(2))
    proof.files[one] = bytearray(proof.files[one][:140] + proof.files[other][140:])


def halve_or_split(proof, rng):
    """A record becomes a split or a halving whose parts are all the old one."""
    data = proof.files[rng.choice(proof.numbered("step"))]
    at = rng.randrange(144, len(data))
    data[at:at + 1] = bytes([rng.randrange(4)]) + bytes([data[at]]) * rng.choice([1, 2, 2, 3, 4])


def truncated(proof, rng):
    data = proof.files[rng.choice(list(proof.files))]
    del data[rng.randrange(len(data)):]


def lengthened(proof, rng):
    proof.files[rng.choice(list(proof.files))] += bytes(rng.randrange(1, 9))


def without_file(proof, rng):
    del proof.files[rng.choice(list(proof.files))]


def swapped_files(proof, rng):
    kind = rng.choice(["state", "step"])
    one, other = (rng.choice(proof.numbered(kind)) for _ in range(2))
    proof.files[one], proof.files[other] = proof.files[other], proof.files[one]


def tree_word(proof, rng):
    data = proof.files["tree.tsp"]
    words = list(struct.unpack("<%dI" % ((len(data) - 8) // 4), data[8:]))
    at, to = (rng.randrange(len(words)) for _ in range(2))
    way = rng.randrange(4)
    if way == 0:
        words[at] = rng.choice([0, 1, 2, words[at] + 1, words[to]])
    elif way == 1:
        words[at], words[to] = words[to], words[at]
    elif way == 2:
        del words[at]
    else:
        words.insert(at, words[to])
    data[8:] = struct.pack("<%dI" % len(words), *words)


def coordinate(proof, rng):
    data = proof.files[rng.choice(proof.numbered("state"))]
    at = 8 + 8 * rng.randrange((len(data) - 8) // 8)
    (x,) = struct.unpack_from("<d", data, at)
    x = rng.choice([x * (1 + 2.0 ** -52), x + rng.uniform(-1, 1) * 10.0 ** -rng.randrange(9), -x, 0.0, 1e300, 5e-324])
    struct.pack_into("<d", data, at, x)


def sizes(proof):
    return struct.unpack_from("<5I", proof.files["topology.tsp"], 8)


def radius(proof, rng):
    data, (vertices, *_) = proof.files["topology.tsp"], sizes(proof)
    at = len(data) - 8 * rng.randrange(1, vertices + 1)
    (r,) = struct.unpack_from("<d", data, at)
    struct.pack_into("<d", data, at, rng.choice([r / 2, 2 * r, r + 10.0 ** -rng.randrange(1, 9), 0.0, -r, 1e-3]))


def obstacle(proof, rng):
    data, (vertices, *_) = proof.files["topology.tsp"], sizes(proof)
    at = len(data) - 9 * vertices
    for v in rng.sample(range(vertices), rng.choice([1, vertices // 2, vertices])):
        data[at + v] ^= 1


def stranger(proof, rng):
    data, (vertices, triangles, segments, particles, strangers) = proof.files["topology.tsp"], sizes(proof)
    at = 28 + 4 * (3 * triangles + 2 * segments + particles + 2 * strangers)
    data[at:at] = struct.pack("<2I", *rng.sample(range(vertices), 2))
    struct.pack_into("<I", data, 24, strangers + 1)


def corner(proof, rng):
    """An element gets another vertex."""
    data, (vertices, triangles, segments, particles, _) = proof.files["topology.tsp"], sizes(proof)
    at = 28 + 4 * rng.randrange(3 * triangles + 2 * segments + particles)
    struct.pack_into("<I", data, at, rng.randrange(vertices + 1))


def waypoints(proof, rng):
    """Their count, or a byte of them."""
    name = rng.choice(proof.numbered("step"))
    data = proof.files[name]
    if rng.randrange(2) and len(data) > 150:
        data[rng.randrange(144, min(len(data), 144 + 200))] ^= 1 << rng.randrange(8)
    else:
        struct.pack_into("<I", data, 140, max(0, struct.unpack_from("<I", data, 140)[0] + rng.choice([1, -1, 5])))


KINDS = [any_byte, record_byte, record_byte, record_byte, record_cut, record_more, record_of_another, halve_or_split,
         truncated, lengthened, without_file, swapped_files, tree_word, tree_word, coordinate, radius, obstacle, stranger,
         corner, waypoints]


# ---- The run ----


class Checker:
    """The one in C: exit code, and the pairs claimed where it says so."""

    def __init__(self, path):
        self.path, self.open = path, None
        if pathlib.Path(path).name == "check-proofs":
            self.open = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, folder):
        if self.open:
            print(folder, file=self.open.stdin, flush=True)
            *claimed, code = self.open.stdout.readline().split()
            return int(code), claimed[0] if claimed else ""
        run = subprocess.run([self.path, "check", str(folder)], capture_output=True, text=True)
        return run.returncode, run.stdout.split(" pairs claimed")[0].split("\n")[-1]


def judge(checker, folder):
    """What is wrong with the verdicts on this mutant ("" if nothing), and the verdict."""
    said = []
    ours = check_proof.check(str(folder), said.append)
    code, claimed = checker.ask(folder)
    if code != ours:
        return "the checker in C says %d, check_proof.py %d: %s" % (code, ours, said[-1]), ours
    if ours == 0 and claimed != said[0].split(" pairs")[0]:
        return "different counts of pairs", ours
    return "accepted, but not proven" if ours == 0 and not is_proven(str(folder)) else "", ours


def main(path, source, count, seed):
    rng, checker = random.Random(seed), Checker(path)
    proofs = sorted({path.parent for path in pathlib.Path(source).rglob("topology.tsp")})
    verdicts, wrong = collections.Counter(), 0
    for number in range(count):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="mutant-"))
        proof, kind = Proof(proofs[number % len(proofs)]), rng.choice(KINDS)
        kind(proof, rng)
        if kind is not any_byte and rng.randrange(10):
            proof.bind()
        proof.write(folder)
        fault, verdict = judge(checker, folder)
        verdicts[kind.__name__, verdict] += 1
        if number % 1000 == 999:
            print("%d, %d wrong" % (number + 1, wrong), flush=True)
        if fault:
            wrong += 1
            print("%s, by %s of %s: %s" % (folder, kind.__name__, proofs[number % len(proofs)].name, fault))
        else:
            shutil.rmtree(folder)
    for kind in dict.fromkeys(kind.__name__ for kind in KINDS):
        print("%-18s proven %5d  not proven %5d  malformed %5d" % (kind, *(verdicts[kind, code] for code in (0, 1, 4))))
    print("%d mutants of %d proofs, %d wrong" % (count, len(proofs), wrong))
    return 1 if wrong or not proofs else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 1))
