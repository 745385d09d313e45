/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding the sweeps of a term, and their points by number. */
#include "benches/barrier/sweep.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <threads.h>

#include "core/hash.h"

static const ts_term_sweep_list *const LISTS[] = {&ts_contact_sweeps, &ts_feature_sweeps, &ts_stretch_sweeps,
                                                  &ts_bending_sweeps};
enum { LIST_COUNT = sizeof LISTS / sizeof *LISTS, MOST_SWEEPS = 512 };

static ts_term_sweep all[MOST_SWEEPS];
static size_t listed;
static once_flag listing = ONCE_FLAG_INIT;

/* ---- the list ---- */

static void add(const ts_term_sweep *sweep) {
    if (listed < MOST_SWEEPS) all[listed++] = *sweep;
}

static bool is_listed(const char *reference) {
    for (size_t i = 0; i < listed; ++i) {
        if (strcmp(all[i].reference, reference) == 0) return true;
    }
    return false;
}

/* The sweeps of a term like this one, or one that draws every number by itself. */
static void add_declared(const ts_term *term, const ts_term_domain *domain, size_t written) {
    ts_term_sweep sweep = {
        term->reference, "range", term->input_names[0], NULL, domain->range, domain->ranges,
    };
    for (size_t i = 0; domain->like && i < written; ++i) {
        if (strcmp(all[i].reference, domain->like) != 0) continue;
        sweep = all[i];
        sweep.reference = term->reference;
        sweep.range = domain->range;
        sweep.ranges = domain->ranges;
        add(&sweep);
    }
    if (!domain->like && domain->ranges == term->inputs + term->parameters) add(&sweep);
}

static void fill_list(void) {
    for (int i = 0; i < LIST_COUNT; ++i) {
        for (size_t k = 0; k < LISTS[i]->count; ++k) add(&LISTS[i]->sweep[k]);
    }
    const size_t written = listed;
    for (size_t i = 0; i < ts_solver_term_count(); ++i) {
        const ts_term *term = ts_solver_term_at(i);
        if (!is_listed(term->reference)) add_declared(term, ts_solver_term_domain(i), written);
    }
}

size_t ts_term_sweep_count(void) {
    call_once(&listing, fill_list);
    return listed;
}

const ts_term_sweep *ts_term_sweep_at(size_t index) {
    return index < ts_term_sweep_count() ? &all[index] : NULL;
}

/* ---- the sweeps of a term ---- */

/* Knows nothing: numbers from 1e-6 to 1e3, inputs of both signs. */
static void fill_anything(ts_random *random, ts_term_point *point) {
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) {
        const double sign = ts_random_below(random, 2) == 0 ? 1.0 : -1.0;
        point->inputs[i] = sign * ts_random_log(random, 1e-6, 1e3);
    }
    point->variable = fabs(point->inputs[0]);
    for (int i = 0; i < TS_TERM_MOST_PARAMETERS; ++i) point->parameters[i] = ts_random_log(random, 1e-3, 1e3);
}

static const ts_term_sweep ANYTHING = TS_SWEEP("", "anything", "size of the first input", fill_anything);

static bool same_names(int count, const char *const *a, const char *const *b) {
    for (int i = 0; i < count; ++i) {
        if (strcmp(a[i], b[i]) != 0) return false;
    }
    return true;
}

static bool looks_like(const ts_term *term, const ts_term *reference) {
    return term->inputs == reference->inputs && term->parameters == reference->parameters &&
           same_names(term->inputs, term->input_names, reference->input_names) &&
           same_names(term->parameters, term->parameter_names, reference->parameter_names);
}

static const char *reference_of(const ts_term *term) {
    if (term->reference) return term->reference;
    const ts_term *reference;
    for (size_t i = 0; (reference = ts_term_at(i)) != NULL; ++i) {
        if (looks_like(term, reference)) return reference->name;
    }
    return "";
}

const ts_term_sweep *ts_term_sweeps_of(const ts_term *term, size_t *count) {
    const char *name = reference_of(term);
    const ts_term_sweep *sweep, *first = NULL;
    *count = 0;
    for (size_t i = 0; (sweep = ts_term_sweep_at(i)) != NULL; ++i) {
        if (strcmp(sweep->reference, name) != 0) continue;
        first = first ? first : sweep;
        ++*count;
    }
    if (first) return first;
    *count = 1;
    return &ANYTHING;
}

/* ---- points ---- */

static uint64_t hash_text(uint64_t hash, const char *text) {
    for (; *text; ++text) hash = ts_hash_word(hash, (uint64_t)(unsigned char)*text);
    return hash;
}

static double draw(ts_random *random, const ts_term_range *range) {
    const bool one_sign = range->least > 0.0;
    return (one_sign ? ts_random_log : ts_random_between)(random, range->least, range->most);
}

/* The last numbers of the term, by their ranges. */
static void draw_ranges(const ts_term_sweep *sweep, ts_random *random, ts_term_point *point) {
    const ts_term *term = ts_term_find(sweep->reference);
    const int first = term->inputs + term->parameters - sweep->ranges;
    for (int k = 0; k < sweep->ranges; ++k) {
        const int at = first + k;
        *(at < term->inputs ? &point->inputs[at] : &point->parameters[at - term->inputs]) =
            draw(random, &sweep->range[k]);
    }
}

void ts_term_sweep_point(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_point *point) {
    const uint64_t name = hash_text(hash_text(TS_HASH_START, sweep->reference), sweep->name);
    ts_random random;
    ts_random_init(&random, seed, ts_hash_word(name, index));
    *point = (ts_term_point){{0}, {0}, 0.0};
    if (sweep->fill) sweep->fill(&random, point);
    if (sweep->ranges > 0) draw_ranges(sweep, &random, point);
    if (!sweep->fill) point->variable = fmax(fabs(point->inputs[0]), DBL_MIN);
}
