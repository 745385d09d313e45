/* SPDX-License-Identifier: MIT
 * Exact check of a proof that a motion is free: on every piece, for all pairs of vertices, s = n.(b - a) > 0 and
 * s^2 > xi^2 |n|^2, as integer polynomials without a root on the piece. What doubles can prove they do first. */
#include "oracles/certificate.h"

#include <math.h>

#include <touchstone/oracle.h>

#include "core/error.h"
#include "oracles/certificate_filter.h"
#include "oracles/exact_query.h"
#include "oracles/zpoly.h"

/* The motion on one piece: rows as integer linear polynomials in x, t = t0 + x (t1 - t0), x in [0,1]. */
typedef struct piece {
    ts_zpoly row[4][3];
    ts_zpoly n[3], w[3], u[3], v[3];
    ts_zpoly s, square, length2, uu, wu;
    mpz_t xi2;
} piece;

static void for_each(piece *p, void (*visit)(ts_zpoly *)) {
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) visit(&p->row[i][c]);
    }
    for (int c = 0; c < 3; ++c) {
        visit(&p->n[c]);
        visit(&p->w[c]);
        visit(&p->u[c]);
        visit(&p->v[c]);
    }
    visit(&p->s);
    visit(&p->square);
    visit(&p->length2);
    visit(&p->uu);
    visit(&p->wu);
}

/* t0 = m0 / 2^shift and t1 - t0 = dm / 2^shift. */
static void common_denominator(double t0, double t1, mpz_t m0, mpz_t dm, mp_bitcnt_t *shift) {
    long e0, e1;
    ts_split_double(t0, m0, &e0);
    ts_split_double(t1, dm, &e1);
    const long least = e0 < e1 ? e0 : e1;
    const long e = least < 0 ? least : 0;
    mpz_mul_2exp(m0, m0, (mp_bitcnt_t)(e0 - e));
    mpz_mul_2exp(dm, dm, (mp_bitcnt_t)(e1 - e));
    mpz_sub(dm, dm, m0);
    *shift = (mp_bitcnt_t)-e;
}

static void set_rows(piece *p, const ts_exact_query *q, double t0, double t1) {
    mpz_t m0, dm;
    mpz_inits(m0, dm, NULL);
    mp_bitcnt_t shift;
    common_denominator(t0, t1, m0, dm, &shift);
    for (int i = 0; i < q->vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            ts_zpoly *r = &p->row[i][c];
            mpz_mul_2exp(r->c[0], q->start[i][c], shift);
            mpz_addmul(r->c[0], q->motion[i][c], m0);
            mpz_mul(r->c[1], q->motion[i][c], dm);
            r->degree = mpz_sgn(r->c[1]) != 0 ? 1 : mpz_sgn(r->c[0]) != 0 ? 0 : -1;
        }
    }
    mpz_mul_2exp(p->xi2, q->xi, shift);
    mpz_mul(p->xi2, p->xi2, p->xi2);
    mpz_clears(m0, dm, NULL);
}

static void between(ts_zpoly r[3], piece *p, int from, int to) {
    for (int c = 0; c < 3; ++c) ts_zpoly_sub(&r[c], &p->row[to][c], &p->row[from][c]);
}

/* A constant direction in integers; a positive factor does not matter. */
static void constant_direction(piece *p, const double n[3]) {
    long least = 0;
    for (int c = 0; c < 3; ++c) {
        if (n[c] != 0.0 && ts_lowest_bit(n[c]) < least) least = ts_lowest_bit(n[c]);
    }
    for (int c = 0; c < 3; ++c) {
        ts_scaled_integer(p->n[c].c[0], n[c], least);
        p->n[c].degree = n[c] != 0.0 ? 0 : -1;
    }
}

static void point_line_direction(piece *p, int point, int line, int end) {
    between(p->w, p, line, point);
    between(p->u, p, line, end);
    ts_zpoly_dot(&p->uu, p->u, p->u);
    ts_zpoly_dot(&p->wu, p->w, p->u);
    for (int c = 0; c < 3; ++c) {
        ts_zpoly_mul(&p->n[c], &p->uu, &p->w[c]);
        ts_zpoly_sub_mul(&p->n[c], &p->wu, &p->u[c]);
    }
}

/* The rows of a set, lowest first; returns how many. */
static int list_rows(unsigned set, int rows[4]) {
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        if (set & (1u << i)) rows[count++] = i;
    }
    return count;
}

/* The moving directions of ts_ccd_proof_piece; false for a set that is no pair of features. */
static bool moving_direction(piece *p, ts_ccd_kind kind, unsigned feature) {
    const unsigned first_rows = (1u << ts_ccd_first_vertices(kind)) - 1;
    if (feature >= 1u << ts_ccd_vertices(kind)) return false;
    int a[4], b[4];
    const int in_first = list_rows(feature & first_rows, a), in_second = list_rows(feature & ~first_rows, b);
    if (in_first == 0 || in_second == 0) return false;
    if (in_first + in_second == 4) {
        between(p->u, p, kind == TS_EDGE_EDGE ? 0 : 1, kind == TS_EDGE_EDGE ? 1 : 2);
        between(p->v, p, kind == TS_EDGE_EDGE ? 2 : 1, 3);
        ts_zpoly_cross(p->n, p->u, p->v);
    } else if (in_second == 2) {
        point_line_direction(p, a[0], b[0], b[1]);
    } else if (in_first == 2) {
        point_line_direction(p, b[0], a[0], a[1]);
    } else {
        between(p->n, p, b[0], a[0]);
    }
    return true;
}

/* Has the polynomial a root inside the open unit interval? It has none at the ends. */
static bool has_root_inside(const ts_zpoly *f, ts_dyadic *interval, mpz_t *b) {
    ts_zpoly_bernstein(f, interval, b);
    int variations = 0, last = 0;
    for (int i = 0; i <= f->degree; ++i) {
        const int sign = mpz_sgn(b[i]);
        if (sign != 0 && last != 0 && sign != last) ++variations;
        if (sign != 0) last = sign;
    }
    if (variations < 2) return variations == 1;
    ts_dyadic half = {.depth = interval->depth + 1};
    mpz_init(half.k);
    mpz_mul_2exp(half.k, interval->k, 1);
    bool found = has_root_inside(f, &half, b);
    if (!found) {
        mpz_add_ui(half.k, half.k, 1);
        found = ts_zpoly_sign_at_start(f, &half) == 0 || has_root_inside(f, &half, b);
    }
    mpz_clear(half.k);
    return found;
}

/* Positive on the closed unit interval? May replace f by its square-free part. */
static bool is_positive(ts_zpoly *f) {
    ts_dyadic unit = {.depth = 0};
    mpz_t b[TS_ZPOLY_DEGREE + 1];
    mpz_init_set_ui(unit.k, 1);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_init(b[i]);
    bool positive = f->degree >= 0 && mpz_sgn(f->c[0]) > 0 && ts_zpoly_sign_at_start(f, &unit) > 0;
    if (positive && f->degree > 1) {
        mpz_set_ui(unit.k, 0);
        ts_zpoly_squarefree(f);
        positive = !has_root_inside(f, &unit, b);
    }
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_clear(b[i]);
    mpz_clear(unit.k);
    return positive;
}

/* n.(b - a) > xi |n| on the whole piece? */
static bool keeps_apart(piece *p, int a, int b) {
    between(p->w, p, a, b);
    ts_zpoly_dot(&p->s, p->n, p->w);
    ts_zpoly_mul(&p->square, &p->s, &p->s);
    if (!is_positive(&p->s)) return false;
    if (mpz_sgn(p->xi2) == 0) return true;
    ts_zpoly_dot(&p->length2, p->n, p->n);
    ts_zpoly_scale(&p->length2, p->xi2);
    ts_zpoly_sub(&p->square, &p->square, &p->length2);
    return is_positive(&p->square);
}

static ts_status check_piece(piece *p, const ts_exact_query *q, const ts_ccd_proof_piece *proof, size_t index,
                             ts_error *error) {
    set_rows(p, q, proof->t0, proof->t1);
    if (proof->feature == 0) {
        constant_direction(p, proof->n);
    } else if (!moving_direction(p, q->kind, proof->feature)) {
        return ts_fail(error, TS_ERROR_DATA, "piece %zu: set %u is no pair of features", index, proof->feature);
    } else if (proof->sign < 0) {
        for (int c = 0; c < 3; ++c) ts_zpoly_neg(&p->n[c]);
    }
    for (int a = 0; a < ts_ccd_first_vertices(q->kind); ++a) {
        for (int b = ts_ccd_first_vertices(q->kind); b < q->vertices; ++b) {
            if (!keeps_apart(p, a, b)) {
                return ts_fail(error, TS_ERROR_DATA,
                               "piece %zu, [%.17g, %.17g]: its direction does not keep rows %d and %d apart", index,
                               proof->t0, proof->t1, a, b);
            }
        }
    }
    return TS_OK;
}

static bool is_time(double t) {
    return t >= 0.0 && t <= 1.0;
}

/* The pieces are of this world and cover [0, end] without a hole. */
static ts_status check_cover(const ts_ccd_certificate *certificate, double end, ts_error *error) {
    double reached = 0.0;
    if (certificate->count > TS_CCD_MOST_PIECES) {
        return ts_fail(error, TS_ERROR_DATA, "%zu pieces; at most %d fit", certificate->count, TS_CCD_MOST_PIECES);
    }
    for (size_t i = 0; i < certificate->count; ++i) {
        const ts_ccd_proof_piece *p = &certificate->pieces[i];
        if (!is_time(p->t0) || !is_time(p->t1) || !(p->t1 > p->t0) || !isfinite(p->n[0]) || !isfinite(p->n[1]) ||
            !isfinite(p->n[2])) {
            return ts_fail(error, TS_ERROR_DATA, "piece %zu: [%.17g, %.17g] or its direction is not of this world", i,
                           p->t0, p->t1);
        }
        if (!(p->t0 <= reached)) {
            return ts_fail(error, TS_ERROR_DATA, "piece %zu begins at %.17g; proven so far is [0, %.17g]", i, p->t0,
                           reached);
        }
        reached = fmax(reached, p->t1);
    }
    if (reached >= end) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "the pieces prove [0, %.17g], the answer needs [0, %.17g]", reached, end);
}

/* The pieces that a list of indexes names. */
static ts_status check_pieces(const ts_ccd_query *query, const ts_ccd_proof_piece *pieces, const size_t *list,
                              size_t count, ts_error *error) {
    ts_exact_query q;
    piece p;
    ts_status status = TS_OK;
    ts_exact_query_init(&q);
    ts_exact_query_set(&q, query);
    for_each(&p, ts_zpoly_init);
    mpz_init(p.xi2);
    for (size_t i = 0; i < count && status == TS_OK; ++i)
        status = check_piece(&p, &q, &pieces[list[i]], list[i], error);
    mpz_clear(p.xi2);
    for_each(&p, ts_zpoly_clear);
    ts_exact_query_clear(&q);
    return status;
}

bool ts_piece_apart_exactly(const ts_ccd_query *query, const ts_ccd_proof_piece *proof) {
    return check_pieces(query, proof, &(size_t){0}, 1, NULL) == TS_OK;
}

/* Lists the pieces that are left when doubles have accepted what they can; returns how many. */
static size_t list_open(const ts_ccd_query *query, const ts_ccd_certificate *certificate, size_t *list) {
    ts_float_query q;
    const bool fits = ts_float_query_init(&q, query);
    size_t count = 0;
    for (size_t i = 0; i < certificate->count; ++i) {
        if (!fits || !ts_piece_surely_apart(&q, query->kind, &certificate->pieces[i])) list[count++] = i;
    }
    return count;
}

ts_status ts_oracle_check_certificate(const ts_ccd_query *query, const ts_ccd_result *answer,
                                      const ts_ccd_certificate *certificate, ts_error *error) {
    ts_status status = ts_ccd_query_check(query, error);
    if (status != TS_OK) return status;
    if (answer->status != TS_CCD_FREE && answer->status != TS_CCD_HIT) {
        return ts_fail(error, TS_ERROR_DATA, "answer '%s' claims nothing that could be proven",
                       ts_ccd_status_name(answer->status));
    }
    if (answer->status == TS_CCD_HIT && !(answer->toi >= 0.0 && answer->toi <= query->t_max)) { /* or no number */
        return ts_fail(error, TS_ERROR_DATA, "the answer's toi %.17g is not in [0, %.17g]", answer->toi, query->t_max);
    }
    status = check_cover(certificate, answer->status == TS_CCD_FREE ? query->t_max : answer->toi, error);
    if (status != TS_OK) return status;
    size_t open[TS_CCD_MOST_PIECES];
    const size_t count = list_open(query, certificate, open);
    return count > 0 ? check_pieces(query, certificate->pieces, open, count, error) : TS_OK;
}
