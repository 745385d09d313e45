/* SPDX-License-Identifier: MIT
 * Partial CCD as a test of a whole straight motion, without a time of impact (Lan et al. 2024, eq. 8 to 15).
 *
 * With F(t) the offset between two points of the primitives, a contact at t* in (0, 1] of the distance xi has
 * F(0).F(t*) <= xi |F(0)|, and F(0).F(t) falls from |F(0)|^2 on: so Q = F(0).F(1) <= xi |F(0)|. Where Q is larger for
 * all pairs of points, nothing meets. Neither function looks at t_max, which is 1; numbers that are none may meet. */
#ifndef TS_CCD_PARTIAL_H
#define TS_CCD_PARTIAL_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* At the points with these weights of the rows of both primitives. */
bool ts_partial_meets_at(const ts_ccd_query *query, const double weight[4]);
/* At order (order + 1) / 2 samples of a triangle, order x order of two edges, order of an edge: approximate. */
bool ts_partial_meets_at_samples(const ts_ccd_query *query, int order);

/* At any pair of points: false is proved, rounding included. Q is a quadratic form in the weights of a triangle (two
 * edges: of two triangles) with 6 coefficients, those of Bernstein; it is positive on it exactly when its matrix is
 * strictly copositive (Hadeler 1983, theorem 4).
 * near: about the distance of the primitives at x0, m > 0, which makes the test sharpest when min_distance > 0; with
 * any other value it finds more to meet. */
bool ts_partial_form_may_meet(const ts_ccd_query *query, double near);
/* Is the second primitive all along the way more than min_distance behind the first, in this direction (not zero; of
 * any length)? Then they do not meet: proved, rounding included. Unlike Q it lets primitives slide past each other. */
bool ts_partial_form_is_separated(const ts_ccd_query *query, const double direction[3]);

#endif
