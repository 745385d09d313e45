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

static const ts_term_sweep *written_at(size_t index) {
    for (int i = 0; i < LIST_COUNT; ++i) {
        if (index < LISTS[i]->count) return &LISTS[i]->sweep[index];
        index -= LISTS[i]->count;
    }
    return NULL;
}

size_t ts_term_sweeps_declared(const ts_term *term, const ts_term_domain *domain, ts_term_sweep *sweep, size_t room) {
    const ts_term_sweep *written;
    size_t count = 0;
    for (size_t i = 0; domain->like && (written = written_at(i)) != NULL && count < room; ++i) {
        if (strcmp(written->reference, domain->like) == 0) sweep[count++] = *written;
    }
    const bool has_all = domain->ranges == term->inputs + term->parameters;
    if (!domain->like && has_all && room > 0) {
        sweep[count++] = (ts_term_sweep){.name = "range", .variable = term->input_names[0]};
    }
    for (size_t i = 0; i < count; ++i) {
        sweep[i].reference = term->reference;
        sweep[i].range = domain->range;
        sweep[i].ranges = domain->ranges;
    }
    return count;
}

static bool is_listed(const char *reference) {
    for (size_t i = 0; i < listed; ++i) {
        if (strcmp(all[i].reference, reference) == 0) return true;
    }
    return false;
}

static void fill_list(void) {
    const ts_term_sweep *written;
    while (listed < MOST_SWEEPS && (written = written_at(listed)) != NULL) all[listed++] = *written;
    for (size_t i = 0; i < ts_solver_term_count(); ++i) {
        const ts_term *term = ts_solver_term_at(i);
        if (is_listed(term->reference)) continue;
        listed += ts_term_sweeps_declared(term, ts_solver_term_domain(i), all + listed, MOST_SWEEPS - listed);
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
static void draw_ranges(const ts_term_sweep *sweep, ts_random *random, double *inputs, double *parameters) {
    const ts_term *term = ts_term_find(sweep->reference);
    const int first = term->inputs + term->parameters - sweep->ranges;
    for (int k = 0; k < sweep->ranges; ++k) {
        const int at = first + k;
        *(at < term->inputs ? &inputs[at] : &parameters[at - term->inputs]) = draw(random, &sweep->range[k]);
    }
}

static void start_random(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_random *random) {
    const uint64_t name = hash_text(hash_text(TS_HASH_START, sweep->reference), sweep->name);
    ts_random_init(random, seed, ts_hash_word(name, index));
}

void ts_term_sweep_point(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_point *point) {
    ts_random random;
    start_random(sweep, seed, index, &random);
    *point = (ts_term_point){{0}, {0}, 0.0};
    if (sweep->fill) sweep->fill(&random, point);
    if (sweep->ranges > 0) draw_ranges(sweep, &random, point->inputs, point->parameters);
    if (!sweep->fill) point->variable = fmax(fabs(point->inputs[0]), DBL_MIN);
}

/* ---- lines ---- */

/* No point of a sweep has the number of one of these. */
enum { LINES_BEGIN = 1 << 30 };

/* To another point; by turns a part of the way only, which every input chooses for itself. */
static void draw_between(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_line *line) {
    ts_term_point one, two;
    ts_random random;
    ts_term_sweep_point(sweep, seed, LINES_BEGIN + 2 * index, &one);
    ts_term_sweep_point(sweep, seed, LINES_BEGIN + 2 * index + 1, &two);
    start_random(sweep, ~seed, LINES_BEGIN + index, &random);
    memcpy(line->parameters, one.parameters, sizeof one.parameters);
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) {
        const double way = index % 2 == 0 ? 1.0 : ts_random_unit(&random);
        line->from[i] = one.inputs[i];
        line->to[i] = one.inputs[i] + way * (two.inputs[i] - one.inputs[i]);
    }
    line->nearest = 1e-12;
}

void ts_term_sweep_line(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_line *line) {
    ts_random random;
    *line = (ts_term_line){{0}, {0}, {0}, 0.0};
    if (!sweep->path) {
        draw_between(sweep, seed, index, line);
        return;
    }
    start_random(sweep, seed, LINES_BEGIN + index, &random);
    sweep->path->draw(&random, line);
    if (sweep->ranges == 0) return;
    draw_ranges(sweep, &random, line->from, line->parameters);
}
