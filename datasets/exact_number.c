/* SPDX-License-Identifier: MIT
 * Exact numbers: expressions become polynomials with rational coefficients, in the variable of a Root or in one square
 * root; then the doubles around the number are found by halving, where each comparison is exact (Sturm's theorem for
 * roots, a sign for p + q sqrt(d)). */
#include "datasets/exact_number.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEGREE = 8, TERMS = MOST_DEGREE + 1, MOST_EXPONENT = 64 };

/* Larger numbers are no coordinates of a contact. */
enum { MOST_BITS = 1 << 14 };

/* c[0] + c[1] x + ... */
typedef struct polynomial {
    mpq_t c[TERMS];
} polynomial;

static void polynomial_init(polynomial *p) {
    for (int k = 0; k < TERMS; ++k) mpq_init(p->c[k]);
}

static void polynomial_clear(polynomial *p) {
    for (int k = 0; k < TERMS; ++k) mpq_clear(p->c[k]);
}

static void polynomial_set(polynomial *to, const polynomial *from) {
    for (int k = 0; k < TERMS; ++k) mpq_set(to->c[k], from->c[k]);
}

/* -1: it is 0. */
static int degree_of(const polynomial *p) {
    int degree = MOST_DEGREE;
    while (degree >= 0 && mpq_sgn(p->c[degree]) == 0) --degree;
    return degree;
}

static bool is_too_large(const mpq_t x) {
    return mpz_sizeinbase(mpq_numref(x), 2) > MOST_BITS || mpz_sizeinbase(mpq_denref(x), 2) > MOST_BITS;
}

/* What x means while an expression is read. */
typedef struct meaning {
    const ts_wxf *of;
    bool is_variable; /* the argument of a pure function; else the square root of `square`, once there is one */
    bool has_square;
    mpq_t square;
} meaning;

/* ---- Arithmetic ---- */

/* x^2 is `square`: nothing but c[0] and c[1] is left. */
static void reduce(const meaning *m, polynomial *p) {
    if (m->is_variable || !m->has_square) return;
    mpq_t product;
    mpq_init(product);
    for (int k = MOST_DEGREE; k >= 2; --k) {
        mpq_mul(product, p->c[k], m->square);
        mpq_add(p->c[k - 2], p->c[k - 2], product);
        mpq_set_ui(p->c[k], 0, 1);
    }
    mpq_clear(product);
}

/* p times q; false when the product is of too high a degree, or too large. */
static bool multiply(const meaning *m, polynomial *p, const polynomial *q) {
    const int highest = degree_of(p) + degree_of(q);
    if (highest > MOST_DEGREE) return false;
    polynomial product;
    mpq_t term;
    polynomial_init(&product);
    mpq_init(term);
    for (int i = 0; i < TERMS; ++i) {
        for (int k = 0; i + k < TERMS; ++k) {
            mpq_mul(term, p->c[i], q->c[k]);
            mpq_add(product.c[i + k], product.c[i + k], term);
        }
    }
    reduce(m, &product);
    bool fits = true;
    for (int k = 0; k < TERMS; ++k) fits &= !is_too_large(product.c[k]);
    polynomial_set(p, &product);
    polynomial_clear(&product);
    mpq_clear(term);
    return fits;
}

/* 1 / p: for a number p + q x this is (p - q x) / (p^2 - q^2 square). */
static bool invert(const meaning *m, polynomial *p) {
    if (degree_of(p) > (m->is_variable ? 0 : 1)) return false;
    mpq_t norm, part;
    mpq_inits(norm, part, NULL);
    mpq_mul(norm, p->c[0], p->c[0]);
    if (m->has_square) {
        mpq_mul(part, p->c[1], p->c[1]);
        mpq_mul(part, part, m->square);
        mpq_sub(norm, norm, part);
    }
    const bool there = mpq_sgn(norm) != 0;
    if (there) {
        mpq_neg(p->c[1], p->c[1]);
        for (int k = 0; k < 2; ++k) mpq_div(p->c[k], p->c[k], norm);
    }
    mpq_clears(norm, part, NULL);
    return there;
}

static bool raise(const meaning *m, polynomial *p, int64_t exponent) {
    if (exponent > MOST_EXPONENT || exponent < -MOST_EXPONENT) return false;
    if (exponent < 0 && !invert(m, p)) return false;
    polynomial base;
    polynomial_init(&base);
    polynomial_set(&base, p);
    for (int k = 0; k < TERMS; ++k) mpq_set_ui(p->c[k], k == 0, 1);
    bool fits = true;
    for (int64_t n = exponent < 0 ? -exponent : exponent; fits && n > 0; --n) fits = multiply(m, p, &base);
    polynomial_clear(&base);
    return fits;
}

/* ---- Expressions ---- */

static bool read_expression(meaning *m, size_t node, polynomial *value);

static bool read_integer(const ts_wxf_node *n, mpz_t value) {
    if (!n->text) {
        mpz_set_si(value, (long)n->value);
        return true;
    }
    if (n->length == 0 || n->length > MOST_BITS / 4) return false;
    char *digits = strndup(n->text, n->length);
    const bool read = digits && digits[strspn(digits, "-0123456789")] == '\0' && mpz_set_str(value, digits, 10) == 0;
    free(digits);
    return read;
}

static bool is_integer(const meaning *m, size_t node, int64_t *value) {
    const ts_wxf_node *n = &m->of->node[node];
    if (n->sort != TS_WXF_INTEGER || n->text) return false;
    *value = n->value;
    return true;
}

static bool read_rational(const meaning *m, size_t node, mpq_t value) {
    const ts_wxf_node *top = &m->of->node[ts_wxf_argument(m->of, node, 0)];
    const ts_wxf_node *bottom = &m->of->node[ts_wxf_argument(m->of, node, 1)];
    if (top->sort != TS_WXF_INTEGER || bottom->sort != TS_WXF_INTEGER) return false;
    if (!read_integer(top, mpq_numref(value)) || !read_integer(bottom, mpq_denref(value))) return false;
    if (mpz_sgn(mpq_denref(value)) <= 0) return false;
    mpq_canonicalize(value);
    return true;
}

static bool read_sum(meaning *m, size_t node, polynomial *value) {
    polynomial part;
    bool read = true;
    polynomial_init(&part);
    for (size_t k = 0; read && k < ts_wxf_arguments(m->of, node); ++k) {
        for (int d = 0; d < TERMS; ++d) mpq_set_ui(part.c[d], 0, 1);
        read = read_expression(m, ts_wxf_argument(m->of, node, k), &part);
        for (int d = 0; read && d < TERMS; ++d) {
            mpq_add(value->c[d], value->c[d], part.c[d]);
            read = !is_too_large(value->c[d]);
        }
    }
    polynomial_clear(&part);
    return read;
}

static bool read_product(meaning *m, size_t node, polynomial *value) {
    polynomial part;
    bool read = true;
    polynomial_init(&part);
    mpq_set_ui(value->c[0], 1, 1);
    for (size_t k = 0; read && k < ts_wxf_arguments(m->of, node); ++k) {
        for (int d = 0; d < TERMS; ++d) mpq_set_ui(part.c[d], 0, 1);
        read = read_expression(m, ts_wxf_argument(m->of, node, k), &part) && multiply(m, value, &part);
    }
    polynomial_clear(&part);
    return read;
}

/* base^(n/2), n odd: the square root of a positive rational, the same one wherever it stands. */
static bool read_root_power(meaning *m, size_t exponent, polynomial *value) {
    int64_t n, two;
    if (m->is_variable || ts_wxf_arguments(m->of, exponent) != 2 || degree_of(value) != 0) return false;
    if (!is_integer(m, ts_wxf_argument(m->of, exponent, 0), &n)) return false;
    if (!is_integer(m, ts_wxf_argument(m->of, exponent, 1), &two) || two != 2) return false;
    if (n % 2 == 0 || mpq_sgn(value->c[0]) <= 0) return false;
    if (m->has_square && mpq_cmp(m->square, value->c[0]) != 0) return false;
    mpq_set(m->square, value->c[0]);
    m->has_square = true;
    mpq_set_ui(value->c[0], 0, 1);
    mpq_set_ui(value->c[1], 1, 1);
    return raise(m, value, n);
}

static bool read_power(meaning *m, size_t node, polynomial *value) {
    const size_t exponent = ts_wxf_argument(m->of, node, 1);
    int64_t whole;
    if (!read_expression(m, ts_wxf_argument(m->of, node, 0), value)) return false;
    if (is_integer(m, exponent, &whole)) return raise(m, value, whole);
    return ts_wxf_is(m->of, exponent, "Rational") && read_root_power(m, exponent, value);
}

/* `value` is 0 before. False: it is nothing that is read, and `value` perhaps no number (a denominator of 0). */
static bool read_expression(meaning *m, size_t node, polynomial *value) {
    const ts_wxf_node *n = &m->of->node[node];
    int64_t slot;
    if (n->sort == TS_WXF_INTEGER) return read_integer(n, mpq_numref(value->c[0]));
    if (n->sort != TS_WXF_FUNCTION) return false;
    const size_t arguments = ts_wxf_arguments(m->of, node);
    if (ts_wxf_is(m->of, node, "Plus")) return read_sum(m, node, value);
    if (ts_wxf_is(m->of, node, "Times")) return read_product(m, node, value);
    if (ts_wxf_is(m->of, node, "Power") && arguments == 2) return read_power(m, node, value);
    if (ts_wxf_is(m->of, node, "Rational") && arguments == 2) return read_rational(m, node, value->c[0]);
    if (!m->is_variable || !ts_wxf_is(m->of, node, "Slot") || arguments != 1) return false;
    if (!is_integer(m, ts_wxf_argument(m->of, node, 0), &slot) || slot != 1) return false;
    mpq_set_ui(value->c[1], 1, 1);
    return true;
}

/* ---- Numbers ---- */

/* A number t and how it compares with v = m 2^-e. */
typedef struct number {
    bool is_root;
    polynomial value;          /* p + q sqrt(square) */
    mpq_t square;              /* 0 without a root */
    mpz_t chain[TERMS][TERMS]; /* Sturm's, whole coefficients, the polynomial first */
    int degree[TERMS], links;
    int before; /* sign changes at minus infinity */
    int64_t k;  /* the k-th least real root */
} number;

static void number_init(number *t) {
    polynomial_init(&t->value);
    mpq_init(t->square);
    for (int i = 0; i < TERMS * TERMS; ++i) mpz_init(t->chain[i / TERMS][i % TERMS]);
}

static void number_clear(number *t) {
    polynomial_clear(&t->value);
    mpq_clear(t->square);
    for (int i = 0; i < TERMS * TERMS; ++i) mpz_clear(t->chain[i / TERMS][i % TERMS]);
}

/* The sign of v - (p + q sqrt(d)). */
static int sign_beyond(const number *t, const mpq_t v) {
    mpq_t s, right;
    mpq_inits(s, right, NULL);
    mpq_sub(s, v, t->value.c[0]);
    const int left_sign = mpq_sgn(s), right_sign = mpq_sgn(t->square) ? mpq_sgn(t->value.c[1]) : 0;
    int sign = left_sign != 0 ? left_sign : -right_sign;
    if (left_sign != 0 && left_sign == right_sign) {
        mpq_mul(s, s, s);
        mpq_mul(right, t->value.c[1], t->value.c[1]);
        mpq_mul(right, right, t->square);
        sign = left_sign * mpq_cmp(s, right);
    }
    mpq_clears(s, right, NULL);
    return sign;
}

/* The sign of link `i` of the chain at m / 2^e. */
static int sign_at(const number *t, int i, const mpz_t m, mp_bitcnt_t e) {
    mpz_t sum, term;
    mpz_inits(sum, term, NULL);
    for (int d = t->degree[i]; d >= 0; --d) {
        mpz_mul(sum, sum, m);
        mpz_mul_2exp(term, t->chain[i][d], e * (mp_bitcnt_t)(t->degree[i] - d));
        mpz_add(sum, sum, term);
    }
    const int sign = mpz_sgn(sum);
    mpz_clears(sum, term, NULL);
    return sign;
}

static int count_changes(const int *sign, int count) {
    int changes = 0, last = 0;
    for (int i = 0; i < count; ++i) {
        changes += sign[i] * last < 0;
        if (sign[i]) last = sign[i];
    }
    return changes;
}

/* Is t <= v? *equal: t is v. */
static bool is_reached(const number *t, double v, bool *equal) {
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, v);
    bool reached;
    if (t->is_root) {
        int sign[TERMS];
        const mp_bitcnt_t e = mpz_scan1(mpq_denref(exact), 0); /* a power of two */
        for (int i = 0; i < t->links; ++i) sign[i] = sign_at(t, i, mpq_numref(exact), e);
        const int roots = t->before - count_changes(sign, t->links); /* in (-infinity, v] */
        reached = roots >= t->k;
        *equal = roots == t->k && sign[0] == 0;
    } else {
        const int sign = sign_beyond(t, exact);
        reached = sign >= 0;
        *equal = sign == 0;
    }
    mpq_clear(exact);
    return reached;
}

/* ---- Sturm's chain ---- */

/* a becomes the remainder of a by b, negated. */
static void remainder_of(polynomial *a, const polynomial *b) {
    const int low = degree_of(b);
    mpq_t factor, term;
    mpq_inits(factor, term, NULL);
    for (int high = degree_of(a); high >= low; high = degree_of(a)) {
        mpq_div(factor, a->c[high], b->c[low]);
        for (int d = 0; d <= low; ++d) {
            mpq_mul(term, factor, b->c[d]);
            mpq_sub(a->c[high - low + d], a->c[high - low + d], term);
        }
    }
    for (int d = 0; d < TERMS; ++d) mpq_neg(a->c[d], a->c[d]);
    mpq_clears(factor, term, NULL);
}

/* With whole coefficients without a common divisor: times a positive number. */
static void add_link(number *t, const polynomial *p) {
    mpz_t *c = t->chain[t->links];
    mpz_t common;
    mpz_init_set_ui(common, 1);
    t->degree[t->links] = degree_of(p);
    for (int d = 0; d < TERMS; ++d) mpz_lcm(common, common, mpq_denref(p->c[d]));
    for (int d = 0; d < TERMS; ++d) {
        mpz_divexact(c[d], common, mpq_denref(p->c[d]));
        mpz_mul(c[d], c[d], mpq_numref(p->c[d]));
    }
    mpz_set_ui(common, 0);
    for (int d = 0; d < TERMS; ++d) mpz_gcd(common, common, c[d]);
    for (int d = 0; d < TERMS; ++d) mpz_divexact(c[d], c[d], common);
    mpz_clear(common);
    ++t->links;
}

/* False: it has a root twice, or none. */
static bool make_chain(number *t, const polynomial *p) {
    polynomial a, b, next;
    polynomial_init(&a);
    polynomial_init(&b);
    polynomial_init(&next);
    polynomial_set(&a, p);
    for (int d = 1; d < TERMS; ++d) {
        mpq_set_ui(b.c[d - 1], (unsigned long)d, 1);
        mpq_mul(b.c[d - 1], b.c[d - 1], p->c[d]);
    }
    bool fits = degree_of(&a) >= 1;
    if (fits) add_link(t, &a);
    while (fits && degree_of(&b) >= 0) {
        add_link(t, &b);
        polynomial_set(&next, &a);
        remainder_of(&next, &b);
        polynomial_set(&a, &b);
        polynomial_set(&b, &next);
    }
    fits = fits && t->degree[t->links - 1] == 0;
    int sign[TERMS];
    for (int i = 0; i < t->links; ++i) {
        sign[i] = mpz_sgn(t->chain[i][t->degree[i]]) * (t->degree[i] % 2 ? -1 : 1);
    }
    t->before = count_changes(sign, t->links);
    polynomial_clear(&a);
    polynomial_clear(&b);
    polynomial_clear(&next);
    return fits;
}

/* Root[polynomial &, k, 0], or without the 0. */
static bool read_root(meaning *m, size_t node, number *t) {
    const size_t arguments = ts_wxf_arguments(m->of, node);
    if (arguments < 2 || arguments > 3 || !is_integer(m, ts_wxf_argument(m->of, node, 1), &t->k) || t->k < 1)
        return false;
    const size_t function = ts_wxf_argument(m->of, node, 0);
    if (!ts_wxf_is(m->of, function, "Function") || ts_wxf_arguments(m->of, function) != 1) return false;
    m->is_variable = t->is_root = true;
    return read_expression(m, ts_wxf_argument(m->of, function, 0), &t->value) && make_chain(t, &t->value);
}

static bool read_number(meaning *m, size_t node, number *t) {
    if (ts_wxf_is(m->of, node, "Root")) return read_root(m, node, t);
    if (!read_expression(m, node, &t->value)) return false;
    if (m->has_square) mpq_set(t->square, m->square);
    return true;
}

/* ---- The doubles around it ---- */

/* Doubles from 0 on are in the order of their bits. */
static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool find_doubles(const number *t, double *lo, double *hi) {
    static const double ONE = 1.0;
    uint64_t below = 0, reached;
    bool equal, at_zero;
    memcpy(&reached, &ONE, sizeof reached);
    if (!is_reached(t, 1.0, &equal)) return false;
    if (is_reached(t, 0.0, &at_zero)) {
        *lo = *hi = 0.0;
        return at_zero;
    }
    while (reached - below > 1) {
        const uint64_t middle = below + (reached - below) / 2;
        bool same;
        if (is_reached(t, double_of(middle), &same)) {
            reached = middle;
            equal = same;
        } else {
            below = middle;
        }
    }
    *hi = double_of(reached);
    *lo = equal ? *hi : double_of(below);
    return true;
}

ts_number_result ts_exact_number(const ts_wxf *expression, size_t node, double *lo, double *hi) {
    meaning m = {.of = expression};
    number *t = calloc(1, sizeof *t);
    if (!t) return TS_NUMBER_NO_MEMORY;
    number_init(t);
    mpq_init(m.square);
    const bool found = read_number(&m, node, t) && find_doubles(t, lo, hi);
    mpq_clear(m.square);
    number_clear(t);
    free(t);
    return found ? TS_NUMBER_FOUND : TS_NUMBER_UNKNOWN;
}
