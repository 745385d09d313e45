/* SPDX-License-Identifier: GPL-2.0-or-later
 * The bank of mutants, made by number. */
#include "benches/micro/mutants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "benches/barrier/sweep.h"
#include "cipc/terms.h"
#include "core/hash.h"
#include "core/vec3.h"

/* ---- what windows are of ---- */

/* p = xi, dhat */
static double range_of(double d2, const double *p) {
    return (d2 - p[0] * p[0]) / (p[1] * (p[1] + 2.0 * p[0]));
}

static double by_distance(const double *x, const double *p) {
    return range_of(x[0], p);
}

static double by_plane(const double *x, const double *p) {
    double u[3], v[3], w[3], normal[3];
    for (int c = 0; c < 3; ++c) {
        u[c] = x[6 + c] - x[3 + c];
        v[c] = x[9 + c] - x[3 + c];
        w[c] = x[c] - x[3 + c];
    }
    ts_cross(u, v, normal);
    const double height = ts_dot(normal, w);
    return range_of(height * height / ts_norm2(normal), p);
}

static double by_slide(const double *u, const double *p) {
    return hypot(u[0], u[1]) / p[0];
}

/* (s - sigma)/(s - shat) of the largest singular value of F, 3 by 2 */
static double by_stretch(const double *f, const double *p) {
    double c00 = 0.0, c01 = 0.0, c11 = 0.0;
    for (int i = 0; i < 3; ++i) {
        c00 += f[2 * i] * f[2 * i];
        c01 += f[2 * i] * f[2 * i + 1];
        c11 += f[2 * i + 1] * f[2 * i + 1];
    }
    const double sigma = sqrt(0.5 * (c00 + c11) + hypot(0.5 * (c00 - c11), c01));
    return (p[0] - sigma) / (p[0] - p[1]);
}

static double by_volume(const double *f, const double *p) {
    double first[3];
    (void)p;
    ts_cross(f, f + 3, first);
    return ts_dot(first, f + 6);
}

static const ts_mutated MUTATED[] = {
    {"barrier", by_distance},         {"barrier-point-plane", by_plane}, {"friction", by_slide},
    {"strain-limit-3x2", by_stretch}, {"neo-hookean", by_volume},
};

size_t ts_mutated_count(void) {
    return sizeof MUTATED / sizeof *MUTATED;
}

const ts_mutated *ts_mutated_at(size_t index) {
    return index < ts_mutated_count() ? &MUTATED[index] : NULL;
}

/* ---- mutating ---- */

static double norm_of(const ts_mutant *m, const ts_term_value *value) {
    double sum = 0.0;
    if (m->row < 0) return fabs(value->value);
    for (int i = 0; i < m->base->inputs; ++i) {
        if (m->column < 0) sum = hypot(sum, value->gradient[i]);
        for (int j = 0; j < m->base->inputs && m->column >= 0; ++j) sum = hypot(sum, value->hessian[i][j]);
    }
    return sum;
}

static double mutated(const ts_mutant *m, double number, double norm) {
    switch (m->mutation) {
    case TS_MUTATION_SIGN: return -number;
    case TS_MUTATION_OFFSET: return number + m->amount * (norm > 0.0 ? norm : 1.0);
    case TS_MUTATION_ZERO: return 0.0;
    case TS_MUTATION_NAN: return NAN;
    default: return number * (1.0 + m->amount);
    }
}

/* The mutation counts, or looks back. */
static bool happens(ts_mutant *m, bool inside) {
    const uint64_t call = atomic_fetch_add(&m->calls, 1);
    const bool was_inside = atomic_exchange(&m->was_inside, inside);
    switch (m->mutation) {
    case TS_MUTATION_LATE: return call >= m->period;
    case TS_MUTATION_NOW_AND_THEN: return call % m->period == m->period - 1;
    case TS_MUTATION_AFTER: return was_inside;
    default: return inside;
    }
}

static void mutate(const ts_mutant *m, ts_term_value *out) {
    const double norm = norm_of(m, out);
    if (m->row < 0) {
        out->value = mutated(m, out->value, norm);
    } else if (m->column < 0) {
        out->gradient[m->row] = mutated(m, out->gradient[m->row], norm);
    } else {
        const double entry = mutated(m, out->hessian[m->row][m->column], norm);
        out->hessian[m->row][m->column] = out->hessian[m->column][m->row] = entry;
    }
}

static void evaluate(const ts_term *self, const double *x, const double *p, ts_term_value *out) {
    ts_mutant *m = (ts_mutant *)(void *)self; /* whose calls are counted */
    const double at = m->of->variable(x, p);
    m->base->evaluate(m->base, x, p, out);
    if (happens(m, at >= m->least && at < m->most)) mutate(m, out);
}

/* ---- the bank ---- */

static const ts_term *find_term(const char *name) {
    const ts_term *term;
    for (size_t i = 0; (term = ts_solver_term_at(i)) != NULL; ++i) {
        if (strcmp(term->name, name) == 0) return term;
    }
    return NULL;
}

static void draw_window(ts_random *random, ts_mutant *m) {
    const double free = ts_random_unit(random);
    switch (m->place) {
    case TS_MUTANT_WITHIN: m->least = (1.0 - m->width) * free; break;
    case TS_MUTANT_NEAR_0: m->least = m->width * free; break;
    case TS_MUTANT_NEAR_1: m->least = 1.0 - m->width * (1.0 + free); break;
    case TS_MUTANT_BEYOND: m->least = 1.0 + (1.0 - m->width) * free; break;
    }
    m->most = m->least + m->width;
}

static void draw_entry(ts_random *random, ts_mutant *m) {
    const uint64_t n = (uint64_t)m->base->inputs;
    m->row = m->column = -1;
    const uint64_t kind = ts_random_below(random, 3);
    if (kind > 0) m->row = (int)ts_random_below(random, n);
    if (kind > 1) m->column = (int)ts_random_below(random, n);
}

/* Does it change anything somewhere in its window? By more than the last digits of the norm. */
static bool is_felt(const ts_mutant *m) {
    size_t sweeps;
    const ts_term_sweep *sweep = ts_term_sweeps_of(m->base, &sweeps);
    for (uint64_t i = 0; i < 32; ++i) {
        ts_term_line line;
        ts_term_sweep_line(sweep, 7, i, &line);
        /* u up to a window's middle, by halving: the variable grows along paths */
        double low = 0.0, high = 2.0, x[TS_TERM_MOST_INPUTS];
        for (int halving = 0; halving < 60; ++halving) {
            const double u = 0.5 * (low + high);
            for (int k = 0; k < TS_TERM_MOST_INPUTS; ++k) x[k] = line.from[k] + u * (line.to[k] - line.from[k]);
            *(m->of->variable(x, line.parameters) < 0.5 * (m->least + m->most) ? &low : &high) = u;
        }
        ts_term_value value = {0}, before;
        m->base->evaluate(m->base, x, line.parameters, &value);
        before = value;
        mutate(m, &value);
        const double was = m->row < 0      ? before.value
                           : m->column < 0 ? before.gradient[m->row]
                                           : before.hessian[m->row][m->column];
        const double is = m->row < 0      ? value.value
                          : m->column < 0 ? value.gradient[m->row]
                                          : value.hessian[m->row][m->column];
        if (isfinite(was) && !(fabs(is - was) <= 1e-12 * norm_of(m, &before))) return true;
    }
    return false;
}

bool ts_mutant_init(const ts_mutated *of, uint64_t seed, uint64_t index, ts_mutant *m) {
    static const double WIDTH[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5};
    uint64_t stream = TS_HASH_START;
    for (const char *letter = of->name; *letter; ++letter) stream = ts_hash_word(stream, (uint64_t)*letter);
    ts_random random;
    ts_random_init(&random, seed, ts_hash_word(stream, index));
    *m = (ts_mutant){.base = find_term(of->name), .of = of};
    m->term = *m->base;
    m->term.evaluate = evaluate;
    m->width = WIDTH[index % 5];
    m->mutation = (ts_mutation)(ts_random_below(&random, TS_MUTATIONS));
    m->place = (ts_mutant_place)(index / 5 % 4);
    draw_entry(&random, m);
    draw_window(&random, m);
    m->amount = ts_random_log(&random, 1e-9, 1e-3) * (ts_random_below(&random, 2) == 0 ? 1.0 : -1.0);
    m->period = (uint64_t)ts_random_log(&random, 300.0, 30000.0);
    return is_felt(m);
}

const char *ts_mutation_name(ts_mutation mutation) {
    static const char *const NAME[TS_MUTATIONS] = {"sign", "factor", "offset",       "zero",
                                                   "NaN",  "late",   "now and then", "after a call"};
    return NAME[mutation];
}

const char *ts_mutant_place_name(ts_mutant_place place) {
    static const char *const NAME[] = {"within", "near 0", "near 1", "beyond"};
    return NAME[place];
}

void ts_mutant_entry_name(const ts_mutant *m, char name[32]) {
    if (m->row < 0)
        snprintf(name, 32, "value");
    else if (m->column < 0)
        snprintf(name, 32, "g%d", m->row);
    else
        snprintf(name, 32, "H%d,%d", m->row, m->column);
}
