/* SPDX-License-Identifier: MIT
 * The generators: valid, repeatable, the same on every machine, and what each family claims, checked in
 * rational arithmetic. */
#include "tests/support.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include <touchstone/dataset.h>

/* ---- Rational vectors ---- */

typedef struct rational3 {
    mpq_t c[3];
} rational3;

static void init3(rational3 *v) {
    for (int i = 0; i < 3; ++i) mpq_init(v->c[i]);
}

static void clear3(rational3 *v) {
    for (int i = 0; i < 3; ++i) mpq_clear(v->c[i]);
}

static void sub3(const rational3 *a, const rational3 *b, rational3 *out) {
    for (int i = 0; i < 3; ++i) mpq_sub(out->c[i], a->c[i], b->c[i]);
}

static void dot3(const rational3 *a, const rational3 *b, mpq_t out) {
    mpq_t product, sum;
    mpq_inits(product, sum, NULL);
    for (int i = 0; i < 3; ++i) {
        mpq_mul(product, a->c[i], b->c[i]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
    mpq_clears(product, sum, NULL);
}

/* The triple product a . (b x c). */
static void volume(const rational3 *a, const rational3 *b, const rational3 *c, mpq_t out) {
    mpq_t p, q;
    rational3 cross;
    mpq_inits(p, q, NULL);
    init3(&cross);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_mul(p, b->c[j], c->c[k]);
        mpq_mul(q, b->c[k], c->c[j]);
        mpq_sub(cross.c[i], p, q);
    }
    dot3(a, &cross, out);
    clear3(&cross);
    mpq_clears(p, q, NULL);
}

/* x(t) = (1-t) x0 + t x1 of one row. */
static void position(const ts_ccd_query *query, int row, const mpq_t t, rational3 *out) {
    mpq_t end;
    mpq_init(end);
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(out->c[i], query->x0[row][i]);
        mpq_set_d(end, query->x1[row][i]);
        mpq_sub(end, end, out->c[i]);
        mpq_mul(end, end, t);
        mpq_add(out->c[i], out->c[i], end);
    }
    mpq_clear(end);
}

/* ---- Exact squared distance: the least |x|^2 over the hull of the differences of vertices ---- */

static void keep_least(mpq_t least, const mpq_t value, bool *any) {
    if (!*any || mpq_cmp(value, least) < 0) mpq_set(least, value);
    *any = true;
}

/* |a + s (b-a)|^2 at its least, if 0 <= s <= 1. */
static void try_segment(const rational3 *a, const rational3 *b, mpq_t least, bool *any) {
    rational3 e;
    mpq_t ee, ae, aa;
    init3(&e);
    mpq_inits(ee, ae, aa, NULL);
    sub3(b, a, &e);
    dot3(&e, &e, ee);
    dot3(a, &e, ae);
    dot3(a, a, aa);
    mpq_neg(ae, ae); /* s = ae / ee */
    if (mpq_sgn(ee) > 0 && mpq_sgn(ae) >= 0 && mpq_cmp(ae, ee) <= 0) {
        mpq_mul(ae, ae, ae);
        mpq_div(ae, ae, ee);
        mpq_sub(aa, aa, ae);
        keep_least(least, aa, any);
    }
    mpq_clears(ee, ae, aa, NULL);
    clear3(&e);
}

/* The triangle a, b, c: the foot of the perpendicular from the origin, if it lies inside. */
static void try_triangle(const rational3 *a, const rational3 *b, const rational3 *c, mpq_t least, bool *any) {
    rational3 u, v;
    mpq_t uu, uv, vv, au, av, det, s, t, sum;
    init3(&u);
    init3(&v);
    mpq_inits(uu, uv, vv, au, av, det, s, t, sum, NULL);
    sub3(b, a, &u);
    sub3(c, a, &v);
    dot3(&u, &u, uu);
    dot3(&u, &v, uv);
    dot3(&v, &v, vv);
    dot3(a, &u, au);
    dot3(a, &v, av);
    mpq_mul(det, uu, vv);
    mpq_mul(s, uv, uv);
    mpq_sub(det, det, s);
    if (mpq_sgn(det) > 0) {
        /* s uu + t uv = -au, s uv + t vv = -av; s and t times det by Cramer's rule */
        mpq_mul(s, uv, av);
        mpq_mul(sum, vv, au);
        mpq_sub(s, s, sum);
        mpq_mul(t, uv, au);
        mpq_mul(sum, uu, av);
        mpq_sub(t, t, sum);
        mpq_add(sum, s, t);
        if (mpq_sgn(s) >= 0 && mpq_sgn(t) >= 0 && mpq_cmp(sum, det) <= 0) {
            volume(a, &u, &v, s); /* distance^2 = volume^2 / det */
            mpq_mul(s, s, s);
            mpq_div(s, s, det);
            keep_least(least, s, any);
        }
    }
    mpq_clears(uu, uv, vv, au, av, det, s, t, sum, NULL);
    clear3(&u);
    clear3(&v);
}

static void exact_distance2(const ts_ccd_query *query, const mpq_t t, mpq_t out) {
    const int first = ts_ccd_first_vertices(query->kind), vertices = ts_ccd_vertices(query->kind);
    rational3 x[4], difference[4];
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        init3(&x[i]);
        init3(&difference[i]);
        if (i < vertices) position(query, i, t, &x[i]);
    }
    for (int i = 0; i < first; ++i) {
        for (int k = first; k < vertices; ++k) sub3(&x[i], &x[k], &difference[count++]);
    }
    bool any = false;
    mpq_t value;
    mpq_init(value);
    for (int i = 0; i < count; ++i) {
        dot3(&difference[i], &difference[i], value);
        keep_least(out, value, &any);
        for (int k = i + 1; k < count; ++k) {
            try_segment(&difference[i], &difference[k], out, &any);
            for (int m = k + 1; m < count; ++m) {
                try_triangle(&difference[i], &difference[k], &difference[m], out, &any);
            }
        }
    }
    mpq_clear(value);
    for (int i = 0; i < 4; ++i) {
        clear3(&x[i]);
        clear3(&difference[i]);
    }
}

/* Sign of d(eighths/8) - min_distance. */
static int compare_at(const ts_ccd_query *query, int eighths) {
    mpq_t t, d2, xi2;
    mpq_inits(t, d2, xi2, NULL);
    mpq_set_si(t, eighths, 8);
    mpq_canonicalize(t);
    exact_distance2(query, t, d2);
    mpq_set_d(xi2, query->min_distance);
    mpq_mul(xi2, xi2, xi2);
    const int sign = mpq_cmp(d2, xi2);
    mpq_clears(t, d2, xi2, NULL);
    return sign;
}

/* Triple product of the query's four vertices at time t. */
static int coplanarity(const ts_ccd_query *query, double time) {
    rational3 x[4];
    mpq_t t, v;
    mpq_inits(t, v, NULL);
    mpq_set_d(t, time);
    for (int i = 0; i < 4; ++i) {
        init3(&x[i]);
        position(query, i, t, &x[i]);
    }
    for (int i = 1; i < 4; ++i) sub3(&x[i], &x[0], &x[i]);
    volume(&x[1], &x[2], &x[3], v);
    const int sign = mpq_sgn(v);
    for (int i = 0; i < 4; ++i) clear3(&x[i]);
    mpq_clears(t, v, NULL);
    return sign;
}

static ts_ccd_query make(const char *family, uint64_t index, ts_ccd_kind kind) {
    ts_ccd_query query;
    ts_family_find(family)->generate(7, index, kind, &query);
    return query;
}

/* ---- All families ---- */

START_TEST(every_query_is_valid_and_repeatable) {
    const int cases = ts_test_cases(10000);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        const ts_family *family = ts_family_at(f);
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            const ts_ccd_kind kind = (ts_ccd_kind)(i % TS_CCD_KINDS);
            ts_ccd_query a, b;
            ts_error error;
            family->generate(1, (uint64_t)(i / TS_CCD_KINDS), kind, &a);
            memset(&b, 0x5a, sizeof b);
            family->generate(1, (uint64_t)(i / TS_CCD_KINDS), kind, &b);
            ck_assert_msg(ts_ccd_query_check(&a, &error) == TS_OK, "%s %d: %s", family->name, i, error.message);
            ck_assert_int_eq(a.kind, kind);
            ck_assert(memcmp(a.x0, b.x0, sizeof a.x0) == 0 && memcmp(a.x1, b.x1, sizeof a.x1) == 0);
            ck_assert(a.min_distance == b.min_distance && a.t_max == b.t_max);
            for (int row = ts_ccd_vertices(kind); row < 4; ++row) {
                for (int c = 0; c < 3; ++c) ck_assert(a.x0[row][c] == 0.0 && a.x1[row][c] == 0.0);
            }
        }
    }
}
END_TEST

START_TEST(families_kinds_seeds_and_indexes_differ) {
    for (size_t f = 0; f < ts_family_count(); ++f) {
        const ts_family *family = ts_family_at(f);
        ts_ccd_query a, b, c;
        int same_index = 0, same_seed = 0;
        for (uint64_t i = 0; i < 100; ++i) {
            family->generate(1, i, TS_EDGE_EDGE, &a);
            family->generate(1, i + 1, TS_EDGE_EDGE, &b);
            family->generate(2, i, TS_EDGE_EDGE, &c);
            same_index += memcmp(a.x0, b.x0, sizeof a.x0) == 0;
            same_seed += memcmp(a.x0, c.x0, sizeof a.x0) == 0;
        }
        ck_assert_int_eq(same_index, 0);
        ck_assert_int_eq(same_seed, 0);
        ck_assert_ptr_eq(ts_family_find(family->name), family);
    }
    ck_assert_ptr_null(ts_family_find("no-such-family"));
    ck_assert_ptr_null(ts_family_at(ts_family_count()));
}
END_TEST

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_family(const ts_family *family) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t i = 0; i < 1000; ++i) {
        ts_ccd_query query;
        family->generate(1, i / TS_CCD_KINDS, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
        hash = hash_bytes(hash, query.x0, sizeof query.x0);
        hash = hash_bytes(hash, query.x1, sizeof query.x1);
        hash = hash_bytes(hash, &query.min_distance, sizeof query.min_distance);
        hash = hash_bytes(hash, &query.t_max, sizeof query.t_max);
    }
    return hash;
}

/* A change here changes every generated data set: say so in the commit. */
static const struct {
    const char *family;
    uint64_t hash;
} HASHES[] = {
    {"generic", UINT64_C(0x23b46cf880b1eaae)},     {"cloth", UINT64_C(0xd9d58af386ce7d92)},
    {"cloth-thick", UINT64_C(0x3a88bee3c50ffc18)}, {"lattice", UINT64_C(0xf834fa6ba5504129)},
    {"coplanar", UINT64_C(0xda17b00c642a3279)},    {"parallel", UINT64_C(0x474aee810b1edb23)},
    {"degenerate", UINT64_C(0xb7bcd34e617adf72)},  {"far", UINT64_C(0x734df0ff2ed71099)},
    {"extreme", UINT64_C(0xf80466bf2adbb9a3)},     {"touching", UINT64_C(0x7e3d3c75232d358d)},
    {"needle", UINT64_C(0x3db529ce4765afcf)},      {"grazing", UINT64_C(0x200e216c76c2b43b)},
    {"sliding", UINT64_C(0x8c8ba578f4a1436e)},     {"even", UINT64_C(0xcb6f9dd30b2722b3)},
};

START_TEST(the_first_queries_are_those_of_every_machine) {
    ck_assert_uint_eq(sizeof HASHES / sizeof *HASHES, ts_family_count());
    for (size_t f = 0; f < ts_family_count(); ++f) {
        const uint64_t hash = hash_family(ts_family_at(f));
        ck_assert_str_eq(HASHES[f].family, ts_family_at(f)->name);
        ck_assert_msg(hash == HASHES[f].hash, "{\"%s\", UINT64_C(0x%016llx)},", ts_family_at(f)->name,
                      (unsigned long long)hash);
    }
}
END_TEST

/* ---- Claims of single families ---- */

START_TEST(coplanar_is_coplanar_at_both_ends) {
    int always = 0;
    const int cases = 500;
    for (int i = 0; i < 2 * cases; ++i) {
        const ts_ccd_query query = make("coplanar", (uint64_t)(i / 2), (ts_ccd_kind)(i % 2));
        ck_assert_int_eq(coplanarity(&query, 0.0), 0);
        ck_assert_int_eq(coplanarity(&query, 1.0), 0);
        always += coplanarity(&query, 0.25) == 0 && coplanarity(&query, 0.5) == 0;
    }
    ck_assert_int_gt(always, cases); /* a plane that stays or is translated: three of four */
}
END_TEST

START_TEST(touching_first_touches_at_an_eighth) {
    int beyond = 0, at_zero = 0, at_one = 0, thick = 0;
    const int cases = ts_test_cases(200) * TS_CCD_KINDS;
    for (int i = 0; i < cases; ++i) {
        const ts_ccd_query query = make("touching", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        int k = 0;
        while (k < 8 && compare_at(&query, k) > 0) ++k;
        ck_assert_msg(compare_at(&query, k) == 0, "query %d does not touch at %d/8", i, k);
        beyond += query.t_max < k / 8.0;
        at_zero += k == 0;
        at_one += k == 8;
        thick += query.min_distance > 0.0;
    }
    ck_assert_int_gt(beyond, cases / 20);
    ck_assert_int_gt(at_zero, cases / 8);
    ck_assert_int_gt(at_one, cases / 8);
    ck_assert_int_gt(thick, cases / 4);
}
END_TEST

/* Exactly: apart at every eighth but one, equal there. Nearly: min_distance within 2^-29 of that. */
START_TEST(grazing_touches_at_one_eighth_only) {
    int exact = 0;
    const int cases = ts_test_cases(200) * TS_CCD_KINDS;
    for (int i = 0; i < cases; ++i) {
        ts_ccd_query query = make("grazing", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        int equal = 0, below = 0;
        for (int k = 0; k <= 8; ++k) {
            const int sign = compare_at(&query, k);
            equal += sign == 0;
            below += sign < 0;
        }
        exact += equal == 1 && below == 0;
        if (query.min_distance == 0.0) continue;
        int inside = 0;
        query.min_distance *= 1.0 + 0x1p-29;
        for (int k = 0; k <= 8; ++k) inside += compare_at(&query, k) < 0;
        ck_assert_int_eq(inside, 1);
        query.min_distance *= 1.0 - 0x1p-27;
        for (int k = 0; k <= 8; ++k) ck_assert_int_gt(compare_at(&query, k), 0);
    }
    ck_assert_int_gt(exact, cases * 45 / 100);
}
END_TEST

static bool same_row(const double a[3], const double b[3]) {
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

/* Squared area of the rows 1 to 3, or squared length of an edge, is exactly 0 at one of the ends. */
static bool has_no_size(const ts_ccd_query *query) {
    for (int end = 0; end < 2; ++end) {
        const double(*x)[3] = end ? query->x1 : query->x0;
        if (query->kind == TS_POINT_POINT && same_row(x[0], x[1])) return true;
        if (query->kind == TS_POINT_EDGE && same_row(x[1], x[2])) return true;
        if (query->kind == TS_EDGE_EDGE && (same_row(x[0], x[1]) || same_row(x[2], x[3]))) return true;
        if (query->kind != TS_POINT_TRIANGLE) continue;
        if (same_row(x[1], x[2]) || same_row(x[2], x[3]) || same_row(x[1], x[3])) return true;
        double u[3], v[3]; /* exact: collinear triangles are on the lattice */
        for (int c = 0; c < 3; ++c) {
            u[c] = x[2][c] - x[1][c];
            v[c] = x[3][c] - x[1][c];
        }
        if (u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0]) return true;
    }
    return false;
}

START_TEST(degenerate_is_without_size_or_motion) {
    int still = 0, point = 0;
    const int cases = 4000;
    for (int i = 0; i < cases; ++i) {
        const ts_ccd_query query = make("degenerate", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        const bool no_motion = memcmp(query.x0, query.x1, sizeof query.x0) == 0;
        ck_assert_msg(no_motion || has_no_size(&query), "query %d is an ordinary one", i);
        still += no_motion;
        point +=
            query.kind == TS_POINT_TRIANGLE && same_row(query.x0[1], query.x0[2]) && same_row(query.x0[1], query.x0[3]);
    }
    ck_assert_int_gt(still, cases / 4);
    ck_assert_int_gt(point, cases / 50);
}
END_TEST

START_TEST(lattice_is_of_small_integers) {
    for (int i = 0; i < 4000; ++i) {
        const ts_ccd_query query = make("lattice", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        bool small = false;
        for (int exponent = -10; exponent <= 10 && !small; ++exponent) {
            small = true;
            for (int k = 0; k < 12 && small; ++k) {
                const double a = ldexp((&query.x0[0][0])[k], -exponent), b = ldexp((&query.x1[0][0])[k], -exponent);
                small = a == rint(a) && b == rint(b) && fabs(a) <= 8.0 && fabs(b) <= 8.0;
            }
        }
        ck_assert_msg(small, "query %d is not on a lattice of 17 points a side", i);
    }
}
END_TEST

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void difference(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

/* |u x v| / (|u| |v|); 0 when one is zero. */
static double sine(const double u[3], const double v[3]) {
    const double w[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double size = length(u) * length(v);
    return size > 0.0 ? length(w) / size : 0.0;
}

START_TEST(parallel_edges_have_sines_up_to_a_thousandth) {
    int exact = 0;
    const int cases = 4000;
    for (int i = 0; i < cases; ++i) {
        const ts_ccd_query query = make("parallel", (uint64_t)i, TS_EDGE_EDGE);
        double u[3], v[3];
        difference(query.x0[1], query.x0[0], u);
        difference(query.x0[3], query.x0[2], v);
        /* The edges may have been swapped, or turned about the end of a long motion. */
        ck_assert_double_le(sine(u, v), 1.01e-3);
        exact += sine(u, v) == 0.0;
    }
    ck_assert_int_gt(exact, cases / 2);
    ck_assert_int_lt(exact, cases * 3 / 4);
}
END_TEST

START_TEST(needles_are_thin) {
    for (int i = 0; i < 4000; ++i) {
        const ts_ccd_query query = make("needle", (uint64_t)i, TS_POINT_TRIANGLE);
        double u[3], v[3];
        difference(query.x0[2], query.x0[1], u);
        difference(query.x0[3], query.x0[1], v);
        /* Of size 1, up to the uneven motion of at most a tenth of the gap. */
        ck_assert_double_le(sine(u, v) * length(v), 2e-3);
        ck_assert_double_ge(length(u), 0.99);
    }
}
END_TEST

START_TEST(even_crosses_the_plane_twice) {
    int twice = 0;
    const int cases = ts_test_cases(400);
    for (int i = 0; i < cases; ++i) {
        const ts_ccd_query query = make("even", (uint64_t)(i / 2), (ts_ccd_kind)(i % 2));
        int changes = 0, last = 0;
        for (int k = 0; k <= 64; ++k) {
            const int sign = coplanarity(&query, k / 64.0);
            changes += sign * last < 0;
            if (sign) last = sign;
        }
        twice += changes >= 2;
    }
    ck_assert_int_gt(twice, cases * 9 / 10);
}
END_TEST

static double largest(const ts_ccd_query *query) {
    double most = 0.0;
    for (int row = 0; row < ts_ccd_vertices(query->kind); ++row) {
        most = fmax(most, fmax(length(query->x0[row]), length(query->x1[row])));
    }
    return most;
}

START_TEST(far_and_extreme_are) {
    int tiny = 0, huge = 0, subnormal = 0;
    const int cases = 4000;
    for (int i = 0; i < cases; ++i) {
        const ts_ccd_query far = make("far", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        ck_assert_double_gt(largest(&far), 0.99e3);
        ck_assert_double_lt(largest(&far), 1.01e7);
        const ts_ccd_query extreme = make("extreme", (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
        bool any_tiny = false, any_huge = false, any_subnormal = false;
        for (int k = 0; k < 12; ++k) {
            const double x = fabs((&extreme.x0[0][0])[k]);
            any_huge |= x > 1e140;
            any_tiny |= x > 0.0 && x < 1e-190;
            any_subnormal |= fpclassify(x) == FP_SUBNORMAL;
            ck_assert_double_lt(x, 1e155);
        }
        tiny += any_tiny;
        huge += any_huge;
        subnormal += any_subnormal;
    }
    ck_assert_int_gt(tiny, cases / 4);
    ck_assert_int_gt(huge, cases / 8);
    ck_assert_int_gt(subnormal, cases / 10);
}
END_TEST

/* Half of the near contacts touch: the others pass at the distance of their gap. */
START_TEST(cloth_starts_apart) {
    static const char *const families[] = {"cloth", "cloth-thick", "sliding"};
    for (size_t f = 0; f < 3; ++f) {
        int apart = 0;
        const int cases = ts_test_cases(200) * TS_CCD_KINDS;
        for (int i = 0; i < cases; ++i) {
            const ts_ccd_query query = make(families[f], (uint64_t)(i / 4), (ts_ccd_kind)(i % 4));
            ck_assert((f == 1) <= (query.min_distance > 0.0));
            apart += compare_at(&query, 0) > 0;
        }
        ck_assert_int_gt(apart, cases * 95 / 100);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generators");
    TCase *all = tcase_create("all families");
    tcase_add_test(all, every_query_is_valid_and_repeatable);
    tcase_add_test(all, families_kinds_seeds_and_indexes_differ);
    tcase_add_test(all, the_first_queries_are_those_of_every_machine);
    suite_add_tcase(suite, all);
    TCase *claims = tcase_create("claims");
    tcase_add_test(claims, coplanar_is_coplanar_at_both_ends);
    tcase_add_test(claims, touching_first_touches_at_an_eighth);
    tcase_add_test(claims, grazing_touches_at_one_eighth_only);
    tcase_add_test(claims, degenerate_is_without_size_or_motion);
    tcase_add_test(claims, lattice_is_of_small_integers);
    tcase_add_test(claims, parallel_edges_have_sines_up_to_a_thousandth);
    tcase_add_test(claims, needles_are_thin);
    tcase_add_test(claims, even_crosses_the_plane_twice);
    tcase_add_test(claims, far_and_extreme_are);
    tcase_add_test(claims, cloth_starts_apart);
    suite_add_tcase(suite, claims);
    return ts_run_suite(suite);
}
