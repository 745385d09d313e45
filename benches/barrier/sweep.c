/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding the sweeps of a term, and their points by number. */
#include "benches/barrier/sweep.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/hash.h"

static const ts_term_sweep_list *const LISTS[] = {&ts_contact_sweeps, &ts_feature_sweeps, &ts_stretch_sweeps,
                                                  &ts_bending_sweeps};
enum { LIST_COUNT = sizeof LISTS / sizeof *LISTS };

size_t ts_term_sweep_count(void) {
    size_t count = 0;
    for (int i = 0; i < LIST_COUNT; ++i) count += LISTS[i]->count;
    return count;
}

const ts_term_sweep *ts_term_sweep_at(size_t index) {
    for (int i = 0; i < LIST_COUNT; ++i) {
        if (index < LISTS[i]->count) return &LISTS[i]->sweep[index];
        index -= LISTS[i]->count;
    }
    return NULL;
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

static const ts_term_sweep ANYTHING = {"", "anything", "size of the first input", fill_anything};

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

void ts_term_sweep_point(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_point *point) {
    const uint64_t name = hash_text(hash_text(TS_HASH_START, sweep->reference), sweep->name);
    ts_random random;
    ts_random_init(&random, seed, ts_hash_word(name, index));
    *point = (ts_term_point){{0}, {0}, 0.0};
    sweep->fill(&random, point);
}
