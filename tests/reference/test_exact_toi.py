# SPDX-License-Identifier: MIT
"""Times of impact that can be found by hand, and random degenerate queries checked by sampling."""

import random
import unittest
from fractions import Fraction
from math import nextafter

from exact_toi import FIRST_PRIMITIVE, SECOND_PRIMITIVE, Query, exact_distance, exact_toi, verify


def query(kind, x0, x1, xi=0.0, t_max=1.0):
    def exact(x):
        return [[Fraction(c) for c in p] for p in x]

    return Query(kind, exact(x0), exact(x1), Fraction(xi), t_max)


def falling(height, end, triangle, xi=0.0, t_max=1.0):
    return query("vertex-face", [[0, 0, height], *triangle], [[0, 0, end], *triangle], xi, t_max)


FLOOR = [[-1, -1, 0], [2, -1, 0], [-1, 2, 0]]


class ByHand(unittest.TestCase):
    def test_a_vertex_falls_on_a_face(self):
        self.assertEqual(exact_toi(falling(1, -1, FLOOR)), (0.5, 0.5))
        self.assertEqual(exact_toi(falling(1, -1, FLOOR, xi=0.5)), (0.25, 0.25))
        self.assertEqual(exact_toi(falling(1, -2, FLOOR)), (1 / 3, nextafter(1 / 3, 1)))

    def test_t_max_is_part_of_the_interval(self):
        self.assertEqual(exact_toi(falling(1, -1, FLOOR, t_max=0.5)), (0.5, 0.5))
        self.assertIsNone(exact_toi(falling(1, -1, FLOOR, t_max=nextafter(0.5, 0))))
        self.assertEqual(exact_toi(falling(1, 0, FLOOR)), (1.0, 1.0))

    def test_contact_at_the_start(self):
        self.assertEqual(exact_toi(falling(0, 1, FLOOR)), (0.0, 0.0))
        self.assertEqual(exact_toi(falling(0, 0, FLOOR)), (0.0, 0.0))
        self.assertEqual(exact_toi(falling(1, 2, FLOOR, xi=1.0)), (0.0, 0.0))
        self.assertIsNone(exact_toi(falling(1, 2, FLOOR, xi=nextafter(1.0, 0))))

    def test_a_passing_point_grazes_at_a_double_root(self):
        path = [[-1, 1, 0], [0, 0, 0]], [[1, 1, 0], [0, 0, 0]]
        self.assertEqual(exact_toi(query("point-point", *path, xi=1.0)), (0.5, 0.5))
        self.assertIsNone(exact_toi(query("point-point", *path, xi=nextafter(1.0, 0))))

    def test_an_irrational_time(self):
        lo, hi = exact_toi(query("point-point", [[1, 0, 0], [0, 0, 0]], [[0, 1, 0], [0, 0, 0]], xi=0.75))
        # (1 - t)^2 + t^2 = 9/16: 2 t^2 - 2 t + 7/16 = 0, t = (2 - sqrt(1/2)) / 4
        for t, sign in ((lo, 1), (hi, -1)):
            t = Fraction(t)
            self.assertGreater(sign * (2 * t * t - 2 * t + Fraction(7, 16)), 0)
        self.assertEqual(nextafter(lo, 1), hi)

    def test_crossing_edges(self):
        still = [[0, -1, 0], [0, 1, 0]]
        self.assertEqual(exact_toi(query("edge-edge", [[-1, 0, 1], [1, 0, 1], *still],
                                         [[-1, 0, -3], [1, 0, -3], *still])), (0.25, 0.25))

    def test_parallel_edges_meet_with_vanishing_normal(self):
        still = [[0, 0, 0], [1, 0, 0]]
        self.assertEqual(exact_toi(query("edge-edge", [[0, 0, 1], [1, 0, 1], *still],
                                         [[0, 0, -1], [1, 0, -1], *still])), (0.5, 0.5))

    def test_coplanar_motion_enters_over_an_edge(self):
        triangle = [[0, 0, 0], [2, 0, 0], [0, 2, 0]]
        self.assertEqual(exact_toi(query("vertex-face", [[-1, 1, 0], *triangle], [[3, 1, 0], *triangle])),
                         (0.25, 0.25))

    def test_degenerate_primitives(self):
        dot3 = [[0, 0, 0]] * 3
        self.assertEqual(exact_toi(falling(1, -1, dot3)), (0.5, 0.5))
        self.assertEqual(exact_toi(query("point-edge", [[0, 0, 1]] + dot3[:2], [[0, 0, -1]] + dot3[:2])), (0.5, 0.5))
        self.assertIsNone(exact_toi(query("point-edge", [[0, 1, 1]] + dot3[:2], [[0, 1, -1]] + dot3[:2])))

    def test_extreme_scales(self):
        for size in (5e-324, 1e-200, 1e7, 1e150):
            floor = [[c * size for c in p] for p in FLOOR]
            self.assertEqual(exact_toi(falling(size, -size, floor)), (0.5, 0.5))
        self.assertEqual(exact_toi(falling(5e-324, -1e150, FLOOR)), (0.0, 5e-324))

    def test_distance(self):
        q = falling(1, -1, FLOOR)
        self.assertEqual(exact_distance(q.kind, q.x0, q.x1, Fraction(1, 4)), Fraction(1, 4))


class BySampling(unittest.TestCase):
    def test_small_lattices(self):
        """Few integer coordinates: parallel, coplanar, collapsed and touching primitives abound."""
        draw = random.Random(2026)
        for kind in FIRST_PRIMITIVE:
            count = len(FIRST_PRIMITIVE[kind] + SECOND_PRIMITIVE[kind])
            contacts = 0
            for _ in range(60):
                x0, x1 = ([[draw.randint(-2, 2) for _ in range(3)] for _ in range(count)] for _ in range(2))
                q = query(kind, x0, x1, draw.choice((0, 0, 0.5, 1)), draw.choice((1.0, 0.5)))
                found = exact_toi(q)
                contacts += found is not None
                self.assertIsNone(verify(q, found, samples=24), f"{kind} {x0} {x1} {q.xi} {q.t_max}")
            self.assertTrue(0 < contacts < 60, f"{kind}: {contacts} contacts")


if __name__ == "__main__":
    unittest.main()
