/* SPDX-License-Identifier: MIT
 * The exact check of certificates on random proofs: against the definition in rationals at many times, and
 * against the exact time of impact. */
#include <gmp.h>

#include "core/random.h"
#include "tests/oracles/truths.h"
#include <touchstone/distance.h>

static uint64_t seed;

/* Is the motion free up to the end of the piece, says the check? */
static bool accepts(const ts_ccd_query *query, const ts_ccd_proof_piece *proof) {
    const ts_ccd_result answer = {.status = TS_CCD_HIT, .toi = proof->t1};
    ts_ccd_certificate certificate = {.count = 1};
    certificate.pieces[0] = *proof;
    return ts_oracle_check_certificate(query, &answer, &certificate, NULL) == TS_OK;
}

typedef struct rational_vector {
    mpq_t c[3];
} rational_vector;

enum { TEMPORARIES = 3 };

/* The rows and the direction at one time. */
typedef struct moment {
    rational_vector x[4], n, u, v, w;
    mpq_t value[TEMPORARIES];
} moment;

static void for_each_number(moment *at, void (*visit)(mpq_ptr)) {
    rational_vector *const vectors[] = {&at->x[0], &at->x[1], &at->x[2], &at->x[3], &at->n, &at->u, &at->v, &at->w};
    for (int i = 0; i < 24; ++i) visit(vectors[i / 3]->c[i % 3]);
    for (int i = 0; i < TEMPORARIES; ++i) visit(at->value[i]);
}

static void init_number(mpq_ptr x) {
    mpq_init(x);
}

static void clear_number(mpq_ptr x) {
    mpq_clear(x);
}

static void dot(moment *at, const rational_vector *a, const rational_vector *b, mpq_t out) {
    mpq_set_ui(out, 0, 1);
    for (int c = 0; c < 3; ++c) {
        mpq_mul(at->value[2], a->c[c], b->c[c]);
        mpq_add(out, out, at->value[2]);
    }
}

static void subtract(rational_vector *out, const rational_vector *a, const rational_vector *b) {
    for (int c = 0; c < 3; ++c) mpq_sub(out->c[c], a->c[c], b->c[c]);
}

static void set_rows(moment *at, const ts_ccd_query *query, const mpq_t t) {
    for (int i = 0; i < 12; ++i) {
        mpq_t *x = &at->x[i / 3].c[i % 3];
        mpq_set_d(at->value[0], query->x0[i / 3][i % 3]);
        mpq_set_d(*x, query->x1[i / 3][i % 3]);
        mpq_sub(*x, *x, at->value[0]);
        mpq_mul(*x, *x, t);
        mpq_add(*x, *x, at->value[0]);
    }
}

static void set_cross(moment *at) {
    for (int c = 0; c < 3; ++c) {
        mpq_mul(at->value[0], at->u.c[(c + 1) % 3], at->v.c[(c + 2) % 3]);
        mpq_mul(at->value[1], at->u.c[(c + 2) % 3], at->v.c[(c + 1) % 3]);
        mpq_sub(at->n.c[c], at->value[0], at->value[1]);
    }
}

/* w less its part along u, times |u|^2. */
static void set_rejection(moment *at) {
    dot(at, &at->u, &at->u, at->value[0]);
    dot(at, &at->w, &at->u, at->value[1]);
    for (int c = 0; c < 3; ++c) {
        mpq_mul(at->n.c[c], at->value[0], at->w.c[c]);
        mpq_mul(at->value[2], at->value[1], at->u.c[c]);
        mpq_sub(at->n.c[c], at->n.c[c], at->value[2]);
    }
}

/* The direction as touchstone/ccd.h words it. */
static void set_direction(moment *at, ts_ccd_kind kind, const ts_ccd_proof_piece *proof) {
    const unsigned first = proof->feature & ((1u << ts_ccd_first_vertices(kind)) - 1), second = proof->feature & ~first;
    if (proof->feature == 0) {
        for (int c = 0; c < 3; ++c) mpq_set_d(at->n.c[c], proof->n[c]);
    } else if (proof->feature == 15u) {
        const bool lines = kind == TS_EDGE_EDGE;
        subtract(&at->u, &at->x[lines ? 1 : 2], &at->x[lines ? 0 : 1]);
        subtract(&at->v, &at->x[3], &at->x[lines ? 2 : 1]);
        set_cross(at);
    } else if (__builtin_popcount(proof->feature) == 3) {
        const unsigned line = __builtin_popcount(first) == 2 ? first : second, point = proof->feature & ~line;
        const int low = __builtin_ctz(line), high = __builtin_ctz(line & (line - 1));
        subtract(&at->u, &at->x[high], &at->x[low]);
        subtract(&at->w, &at->x[__builtin_ctz(point)], &at->x[low]);
        set_rejection(at);
    } else {
        subtract(&at->n, &at->x[__builtin_ctz(first)], &at->x[__builtin_ctz(second)]);
    }
    if (proof->feature == 0 || proof->sign > 0) return;
    for (int c = 0; c < 3; ++c) mpq_neg(at->n.c[c], at->n.c[c]);
}

/* s > 0 and s^2 > xi^2 |n|^2 for every pair of vertices at this moment. */
static bool is_apart(moment *at, const ts_ccd_query *query) {
    const int first = ts_ccd_first_vertices(query->kind);
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < ts_ccd_vertices(query->kind); ++b) {
            subtract(&at->w, &at->x[b], &at->x[a]);
            dot(at, &at->n, &at->w, at->value[0]);
            if (mpq_sgn(at->value[0]) <= 0) return false;
            mpq_mul(at->value[0], at->value[0], at->value[0]);
            dot(at, &at->n, &at->n, at->value[1]);
            mpq_set_d(at->value[2], query->min_distance);
            mpq_mul(at->value[1], at->value[1], at->value[2]);
            mpq_mul(at->value[1], at->value[1], at->value[2]);
            if (mpq_cmp(at->value[0], at->value[1]) <= 0) return false;
        }
    }
    return true;
}

/* At the ends and at 95 times between them. */
static bool is_apart_at_samples(moment *at, const ts_ccd_query *query, const ts_ccd_proof_piece *proof) {
    enum { SAMPLES = 96 };
    bool apart = true;
    mpq_t t, length, part;
    mpq_inits(t, length, part, NULL);
    mpq_set_d(length, proof->t1);
    mpq_set_d(t, proof->t0);
    mpq_sub(length, length, t);
    for (unsigned k = 0; apart && k <= SAMPLES; ++k) {
        mpq_set_ui(part, k, SAMPLES);
        mpq_canonicalize(part);
        mpq_mul(part, part, length);
        mpq_set_d(t, proof->t0);
        mpq_add(t, t, part);
        set_rows(at, query, t);
        set_direction(at, query->kind, proof);
        apart = is_apart(at, query);
    }
    mpq_clears(t, length, part, NULL);
    return apart;
}

/* Small whole coordinates, so that coincidences occur; the primitives mostly on two sides of z = 0. */
static void sample_proof(ts_random *random, ts_ccd_query *query, ts_ccd_proof_piece *proof) {
    *query = (ts_ccd_query){.kind = (ts_ccd_kind)ts_random_below(random, TS_CCD_KINDS), .t_max = 1.0};
    query->min_distance = 0.5 * (double)ts_random_below(random, 4);
    const int vertices = ts_ccd_vertices(query->kind), first = ts_ccd_first_vertices(query->kind);
    for (int i = 0; i < 3 * vertices; ++i) {
        const double shift = i % 3 == 2 ? (i / 3 < first ? 3.0 : -3.0) : 0.0;
        query->x0[i / 3][i % 3] = (double)ts_random_below(random, 7) - 3.0 + shift;
        query->x1[i / 3][i % 3] = (double)ts_random_below(random, 7) - 3.0 + shift;
    }
    do {
        proof->feature = (uint8_t)ts_random_below(random, 1u << vertices);
    } while (proof->feature && strcmp(ts_feature_name(query->kind, proof->feature), "none") == 0);
    proof->sign = ts_random_below(random, 2) ? 1 : -1;
    proof->n[0] = (double)ts_random_below(random, 3) - 1.0;
    proof->n[1] = (double)ts_random_below(random, 3) - 1.0;
    proof->n[2] = -(double)ts_random_below(random, 4);
    proof->t0 = 0.0;
    proof->t1 = (double)(1 + ts_random_below(random, 8)) / 8.0;
}

START_TEST(random_proofs_hold_at_every_sampled_time_and_imply_no_contact) {
    ts_random random;
    moment at;
    int accepted = 0, unexplained = 0;
    const int cases = ts_test_cases(2000);
    ts_random_init(&random, seed, 1);
    for_each_number(&at, init_number);
    for (int n = 0; n < cases; ++n) {
        ts_ccd_query query;
        ts_ccd_proof_piece proof;
        sample_proof(&random, &query, &proof);
        const bool good = accepts(&query, &proof);
        const bool apart = is_apart_at_samples(&at, &query, &proof);
        ck_assert_msg(!good || apart, "accepted, but it fails at a sampled time: %s", query_text(&query));
        accepted += good;
        unexplained += !good && apart; /* fails between two samples */
        query.t_max = proof.t1;
        ck_assert_msg(!good || !truth_of(&query).contact, "accepted, but there is a contact: %s", query_text(&query));
    }
    for_each_number(&at, clear_number);
    ck_assert_int_gt(accepted, cases / 50);
    ck_assert_int_le(unexplained, 1 + cases / 500);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    TCase *cases = tcase_create("certificate_random");
    tcase_add_test(cases, random_proofs_hold_at_every_sampled_time_and_imply_no_contact);
    Suite *suite = suite_create("certificate_random");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
