/* SPDX-License-Identifier: MIT
 * Halving a cell, and many halvings at once. */
#include "oracles/cell.h"

void ts_cell_init(ts_cell *cell) {
    cell->at.depth = 0;
    cell->degree = 0;
    mpz_init(cell->at.k);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_init(cell->b[i]);
}

void ts_cell_clear(ts_cell *cell) {
    mpz_clear(cell->at.k);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_clear(cell->b[i]);
}

void ts_cell_copy(ts_cell *to, const ts_cell *from) {
    to->at.depth = from->at.depth;
    to->degree = from->degree;
    mpz_set(to->at.k, from->at.k);
    for (int i = 0; i <= from->degree; ++i) mpz_set(to->b[i], from->b[i]);
}

void ts_cell_swap(ts_cell *a, ts_cell *b) {
    const ts_cell old = *a;
    *a = *b;
    *b = old;
}

void ts_cell_set(ts_cell *cell, const ts_zpoly *f) {
    cell->degree = f->degree;
    ts_zpoly_bernstein(f, &cell->at, cell->b);
}

int ts_cell_variations(const ts_cell *cell) {
    int variations = 0, last = 0;
    for (int i = 0; i <= cell->degree; ++i) {
        const int sign = mpz_sgn(cell->b[i]);
        if (sign != 0 && last != 0 && sign != last) ++variations;
        if (sign != 0) last = sign;
    }
    return variations;
}

void ts_cell_halve(const ts_cell *cell, ts_cell *left, ts_cell *right) {
    const int n = cell->degree;
    left->degree = right->degree = n;
    left->at.depth = right->at.depth = cell->at.depth + 1;
    mpz_mul_2exp(left->at.k, cell->at.k, 1);
    mpz_add_ui(right->at.k, left->at.k, 1);
    /* Sums in place of averages: those of level r are 2^r times what they should be. */
    for (int i = 0; i <= n; ++i) mpz_set(right->b[i], cell->b[i]);
    for (int r = 0; r <= n; ++r) {
        mpz_mul_2exp(left->b[r], right->b[0], (mp_bitcnt_t)(n - r));
        for (int i = 0; i < n - r; ++i) mpz_add(right->b[i], right->b[i], right->b[i + 1]);
        mpz_mul_2exp(right->b[n - r], right->b[n - r], (mp_bitcnt_t)(n - r));
    }
}

/* ---- many halvings at once ----
 * Near a cluster of close roots, real or complex, only ever smaller intervals tell how many of them are real: hundreds
 * of halvings where magnitudes are mixed. The variations of the parts of an interval add up to at most those of the
 * whole, less one where f, with simple roots, vanishes between two parts. So a part with as many as the whole is where
 * halving would arrive. Which part, says Newton's step for a root of that multiplicity (Sagraloff 2012). */

/* The part, counted from an end of the cell, where Newton's step from that end leads; it stays in the cell. `end` is
 * the coefficient there, the one next to it is `next`. */
static void newton_part(mpz_t part, const ts_cell *cell, int end, int next, const mpz_t last, unsigned stride) {
    mpz_t fall;
    mpz_init(fall);
    mpz_sub(fall, cell->b[end], cell->b[next]);
    mpz_mul_ui(fall, fall, (unsigned long)cell->degree);
    mpz_mul_ui(part, cell->b[end], (unsigned long)ts_cell_variations(cell));
    mpz_mul_2exp(part, part, stride);
    if (mpz_sgn(fall) == 0)
        mpz_set_ui(part, 0);
    else
        mpz_fdiv_q(part, part, fall);
    if (mpz_sgn(part) < 0) mpz_set_ui(part, 0);
    if (mpz_cmp(part, last) > 0) mpz_set(part, last);
    mpz_clear(fall);
}

/* Parts to look at, by index: Newton's from both ends, then the first and the last, for a cluster may lie at an end and
 * not be what Newton takes it for. */
enum { PARTS = 4, NEWTON_PARTS = 2, LONG_STRIDE = 8 };

static void list_parts(const ts_cell *cell, unsigned stride, mpz_t *index) {
    const int n = cell->degree;
    mpz_setbit(index[3], stride);
    mpz_sub_ui(index[3], index[3], 1);
    newton_part(index[0], cell, 0, 1, index[3], stride);
    newton_part(index[1], cell, n, n - 1, index[3], stride);
    mpz_sub(index[1], index[3], index[1]);
}

bool ts_cell_shrink(const ts_cell *cell, const ts_zpoly *f, unsigned stride, ts_cell *part) {
    const int count = stride < LONG_STRIDE ? PARTS : NEWTON_PARTS, variations = ts_cell_variations(cell);
    mpz_t index[PARTS];
    bool found = false;
    for (int i = 0; i < PARTS; ++i) mpz_init(index[i]);
    list_parts(cell, stride, index);
    part->at.depth = cell->at.depth + stride;
    for (int i = 0; i < count && !found; ++i) {
        bool is_new = true;
        for (int j = 0; j < i; ++j) is_new = is_new && mpz_cmp(index[i], index[j]) != 0;
        if (!is_new) continue;
        mpz_mul_2exp(part->at.k, cell->at.k, stride);
        mpz_add(part->at.k, part->at.k, index[i]);
        ts_cell_set(part, f);
        found = ts_cell_variations(part) == variations;
    }
    for (int i = 0; i < PARTS; ++i) mpz_clear(index[i]);
    return found;
}
