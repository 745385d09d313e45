/* SPDX-License-Identifier: MIT
 * Root parity (Brochu, Edwards, Bridson: Efficient Geometrically Exact Continuous Collision Detection, 2012):
 * the step collides when a ray from the origin crosses the image of the domain's boundary an odd number of
 * times. Exact: doubles with error bounds first, expansions where they do not decide. */
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/expansion.h"
#include "ccd/halving.h"
#include "ccd/options.h"

static const ts_ccd_option OPTIONS[] = {TS_HALVING_OPTION};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* The highest degree below, in coordinates: the side of a patch. */
enum { DEGREE = 6 };

/* A corner of the image of F(t,u,v): the difference of two vertices, x + rest exactly. */
typedef struct corner {
    double x[3], rest[3];
} corner;

/* What one face of the domain adds to the parity; ON: the origin lies on its image. */
typedef enum crossing { NONE = 0, CROSSES = 1, ON = 2 } crossing;

static int sign_of(double value) {
    return (value > 0.0) - (value < 0.0);
}

static ts_expansion exact(const corner *a, int c) {
    ts_expansion out;
    out.count = 0;
    if (a->rest[c] != 0.0) out.term[out.count++] = a->rest[c];
    if (a->x[c] != 0.0) out.term[out.count++] = a->x[c];
    return out;
}

/* Coordinate c of a x b, exactly. */
static ts_expansion exact_area(const corner *a, const corner *b, int c) {
    const int i = (c + 1) % 3, j = (c + 2) % 3;
    return ts_expansion_subtract(ts_expansion_multiply(exact(a, i), exact(b, j)),
                                 ts_expansion_multiply(exact(a, j), exact(b, i)));
}

static ts_expansion exact_volume(const corner *a, const corner *b, const corner *c) {
    ts_expansion sum = ts_expansion_multiply(exact(a, 0), exact_area(b, c, 0));
    for (int i = 1; i < 3; ++i) {
        sum = ts_expansion_add(sum, ts_expansion_multiply(exact(a, i), exact_area(b, c, i)));
    }
    return sum;
}

/* |x - exact| <= 2^-53 |exact| for a corner; a product of two has 3 such errors, their difference 1 more. */
static int area_sign(const corner *a, const corner *b, int c) {
    const int i = (c + 1) % 3, j = (c + 2) % 3;
    const double left = a->x[i] * b->x[j], right = a->x[j] * b->x[i], area = left - right;
    if (fabs(area) > 0x1p-50 * (fabs(left) + fabs(right))) return sign_of(area);
    const ts_expansion decided = exact_area(a, b, c);
    return ts_expansion_sign(&decided);
}

/* det(a, b, c), and in *bound what it can be wrong by: 5 errors of 2^-53 per product, 3 of the sums. */
static double volume(const corner *a, const corner *b, const corner *c, double *bound) {
    double value = 0.0, size = 0.0;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double left = b->x[i] * c->x[j], right = b->x[j] * c->x[i];
        value += a->x[k] * (left - right);
        size += fabs(a->x[k]) * (fabs(left) + fabs(right));
    }
    *bound = 0x1p-49 * size;
    return value;
}

static int volume_sign(const corner *a, const corner *b, const corner *c) {
    double bound;
    const double value = volume(a, b, c, &bound);
    if (fabs(value) > bound) return sign_of(value);
    const ts_expansion decided = exact_volume(a, b, c);
    return ts_expansion_sign(&decided);
}

/* On which side of the ray the segment from a to b passes, seen from the origin. The ray points along
 * (e, e^2, 1) with e > 0 as small as need be: one that grazes nothing unless a, b and the origin are in a
 * row, and the same for all faces, so that what it crosses closes up. */
static int side_of_ray(const corner *a, const corner *b) {
    static const int order[3] = {2, 0, 1};
    int sign = 0;
    for (int k = 0; k < 3 && sign == 0; ++k) sign = area_sign(a, b, order[k]);
    return sign;
}

static int dot_sign(const corner *a, const corner *b) {
    ts_expansion sum = ts_expansion_multiply(exact(a, 0), exact(b, 0));
    for (int c = 1; c < 3; ++c) sum = ts_expansion_add(sum, ts_expansion_multiply(exact(a, c), exact(b, c)));
    return ts_expansion_sign(&sum);
}

/* The line along the ray crosses the triangle when it passes all sides on the same hand; it does so ahead of
 * the origin when the volume has that sign too. No volume: the plane holds the origin, and so does the
 * triangle unless it is passed on both hands. */
static crossing cross_triangle(const corner *a, const corner *b, const corner *c) {
    const int sides[3] = {side_of_ray(a, b), side_of_ray(b, c), side_of_ray(c, a)};
    int hand = 0;
    for (int i = 0; i < 3; ++i) {
        if (hand * sides[i] < 0) return NONE;
        if (sides[i] != 0) hand = sides[i];
    }
    if (hand == 0) { /* in a row with the origin: is it between two of them? */
        return dot_sign(a, b) <= 0 || dot_sign(b, c) <= 0 || dot_sign(c, a) <= 0 ? ON : NONE;
    }
    const int ahead = volume_sign(a, b, c);
    if (ahead == 0) return ON;
    return ahead == hand ? CROSSES : NONE;
}

static crossing cross_two(const corner *const first[3], const corner *const second[3]) {
    const crossing one = cross_triangle(first[0], first[1], first[2]);
    const crossing other = cross_triangle(second[0], second[1], second[2]);
    if (one == ON || other == ON) return ON;
    return one == other ? NONE : CROSSES;
}

/* A corner's opposite face, of the tetrahedron of four corners, turned so that its volume with the origin is
 * the origin's barycentric coordinate for that corner, up to a common factor. */
static const int OPPOSITE[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/* The sign of l0 l2 - l1 l3, with l the barycentric coordinates of the origin. */
static int patch_side(const corner *const q[4]) {
    double l[4], bound[4];
    for (int i = 0; i < 4; ++i) l[i] = volume(q[OPPOSITE[i][0]], q[OPPOSITE[i][1]], q[OPPOSITE[i][2]], &bound[i]);
    const double left = l[0] * l[2], right = l[1] * l[3];
    double wrong = 0x1p-52 * (fabs(left) + fabs(right));
    for (int i = 0; i < 2; ++i) {
        wrong += fabs(l[i]) * bound[i + 2] + fabs(l[i + 2]) * bound[i] + bound[i] * bound[i + 2];
    }
    if (fabs(left - right) > 1.125 * wrong) return sign_of(left - right);
    ts_expansion exact_l[4];
    for (int i = 0; i < 4; ++i) exact_l[i] = exact_volume(q[OPPOSITE[i][0]], q[OPPOSITE[i][1]], q[OPPOSITE[i][2]]);
    const ts_expansion decided = ts_expansion_subtract(ts_expansion_multiply(exact_l[0], exact_l[2]),
                                                       ts_expansion_multiply(exact_l[1], exact_l[3]));
    return ts_expansion_sign(&decided);
}

/* Neither the ray nor the origin is in the box of the corners. (x has the sign of the exact difference.) */
static bool box_is_beside(const corner *const *q, int count) {
    for (int c = 0; c < 3; ++c) {
        int above = 0, below = 0;
        for (int i = 0; i < count; ++i) {
            above += q[i]->x[c] > 0.0;
            below += q[i]->x[c] < 0.0;
        }
        if (below == count || (c < 2 && above == count)) return true;
    }
    return false;
}

/* The bilinear patch with these corners, in turn. It splits its tetrahedron in two: l0 l2 - l1 l3 vanishes on
 * it and is positive towards the pair of faces along the diagonal 0-2. With either pair it closes a body, so
 * that it has the parity of the pair unless the origin is in the body: take the pair beyond the patch. */
static crossing cross_patch(const corner *const q[4]) {
    if (box_is_beside(q, 4)) return NONE;
    const corner *const along_02[2][3] = {{q[0], q[1], q[2]}, {q[0], q[2], q[3]}};
    const corner *const along_13[2][3] = {{q[0], q[1], q[3]}, {q[1], q[2], q[3]}};
    int inside = 0;
    for (int i = 0; i < 4; ++i) {
        const int l = volume_sign(q[OPPOSITE[i][0]], q[OPPOSITE[i][1]], q[OPPOSITE[i][2]]);
        if (l * inside < 0) return cross_two(along_02[0], along_02[1]); /* outside: both pairs will do */
        if (l != 0) inside = l;
    }
    if (inside == 0) { /* flat, and the origin in its plane: the hull stands for it */
        if (cross_two(along_02[0], along_02[1]) == ON) return ON;
        return cross_two(along_13[0], along_13[1]) == ON ? ON : NONE;
    }
    const int side = patch_side(q);
    if (side == 0) return ON;
    return side > 0 ? cross_two(along_13[0], along_13[1]) : cross_two(along_02[0], along_02[1]);
}

/* F at (vertex, vertex) of the two primitives at both ends of the step. The unused corners of a point and a
 * triangle are not set. */
static void set_corners(const ts_ccd_query *step, corner corners[2][4]) {
    static const int pairs[2][4][2] = {
        [TS_POINT_TRIANGLE] = {{0, 1}, {0, 2}, {0, 3}}, [TS_EDGE_EDGE] = {{0, 2}, {0, 3}, {1, 3}, {1, 2}}};
    for (int end = 0; end < 2; ++end) {
        const double(*x)[3] = end ? step->x1 : step->x0;
        for (int k = 0; k < (step->kind == TS_EDGE_EDGE ? 4 : 3); ++k) {
            const int *pair = pairs[step->kind][k];
            for (int c = 0; c < 3; ++c) {
                corner *q = &corners[end][k];
                ts_two_sum(x[pair[0]][c], -x[pair[1]][c], &q->x[c], &q->rest[c]);
            }
        }
    }
}

static crossing cross_end(const corner at[4], int sides) {
    if (sides == 4) return cross_patch((const corner *const[4]){&at[0], &at[1], &at[2], &at[3]});
    const corner *const triangle[3] = {&at[0], &at[1], &at[2]};
    return box_is_beside(triangle, 3) ? NONE : cross_triangle(triangle[0], triangle[1], triangle[2]);
}

/* The faces at the two ends of the step, then the ones that the sides of F sweep. */
static ts_step_answer collides(const ts_ccd_query *step, const void *self) {
    (void)self;
    ts_ccd_query scaled;
    if (ts_scale_for_degree(step, DEGREE, &scaled) != TS_SCALING_EXACT) return TS_STEP_TOO_WIDE;
    corner q[2][4];
    set_corners(&scaled, q);
    const int sides = step->kind == TS_EDGE_EDGE ? 4 : 3;
    bool odd = false;
    for (int face = 0; face < 2 + sides; ++face) {
        const int i = face - 2, next = (i + 1) % sides;
        const crossing found =
            face < 2 ? cross_end(q[face], sides)
                     : cross_patch((const corner *const[4]){&q[0][i], &q[0][next], &q[1][next], &q[1][i]});
        if (found == ON) return TS_STEP_COLLIDES;
        odd ^= found == CROSSES;
    }
    return odd ? TS_STEP_COLLIDES : TS_STEP_FREE;
}

static void root_parity_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    ts_answer_by_halving(query, *s, collides, NULL, result);
}

static ts_status root_parity_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_root_parity = {
    .abi = TS_CCD_ABI,
    .name = "root-parity",
    .summary = "exact parity of a ray's crossings with the image of the domain's boundary, by halving",
    .source = "Brochu, Edwards, Bridson: Efficient Geometrically Exact Continuous Collision Detection, ACM TOG 31(4), "
              "2012",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = root_parity_create,
    .query = root_parity_query,
    .destroy = free,
};
