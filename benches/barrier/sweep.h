/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps: where a term is asked, so that what is hard about it is met. Chosen by the reference of the term. */
#ifndef TS_BENCHES_BARRIER_SWEEP_H
#define TS_BENCHES_BARRIER_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/term.h>

#include "cipc/terms.h"
#include "core/random.h"

typedef struct ts_term_point {
    double inputs[TS_TERM_MOST_INPUTS], parameters[TS_TERM_MOST_PARAMETERS];
    double variable; /* what the sweep varies, > 0 */
} ts_term_point;

/* A straight line through the inputs: from + u (to - from), the parameters held. */
typedef struct ts_term_line {
    double from[TS_TERM_MOST_INPUTS], to[TS_TERM_MOST_INPUTS], parameters[TS_TERM_MOST_PARAMETERS];
    double nearest; /* to u = 0 that is worth asking, in (0, 1/2) */
} ts_term_line;

/* Lines through what is hard about a term: at u = 0 contact, a limit, an element without volume, at u = 1 the clamp, or
 * rest. */
typedef struct ts_term_path {
    void (*draw)(ts_random *random, ts_term_line *line); /* of a zeroed line, all that the term has; more do no harm */
    double farthest;                                     /* u, 2 or more */
    bool below;                                          /* u < 0 is asked too: outside the domain, or the other side */
} ts_term_path;

typedef struct ts_term_sweep {
    const char *reference;
    const char *name;
    const char *variable; /* "gap (m)" */
    /* Every number of a zeroed point that the term has; more do no harm. NULL: `range` has all of them. */
    void (*fill)(ts_random *random, ts_term_point *point);
    const ts_term_range *range; /* of the last `ranges` numbers, which are drawn after `fill` */
    int ranges;
    const ts_term_path *path; /* NULL: none is known */
} ts_term_sweep;

/* All sweeps, first those written here, then those that the solver's terms without one name (ts_solver_term_domain);
 * those of one reference follow each other. */
size_t ts_term_sweep_count(void);
const ts_term_sweep *ts_term_sweep_at(size_t index);

/* The sweeps that a domain declares for a term, at most `room`; returns how many. */
size_t ts_term_sweeps_declared(const ts_term *term, const ts_term_domain *domain, ts_term_sweep *sweep, size_t room);

/* The sweeps of the term's reference; of a term without one those of the first reference whose inputs and parameters
 * have the same names; else one that knows nothing of the term. *count of them, at least one. */
const ts_term_sweep *ts_term_sweeps_of(const ts_term *term, size_t *count);

/* Point number `index`: the same for every run and machine. */
void ts_term_sweep_point(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_point *point);

/* Line number `index`, likewise: along the path of the sweep, or from one of its points to another, or to somewhere
 * between the two. */
void ts_term_sweep_line(const ts_term_sweep *sweep, uint64_t seed, uint64_t index, ts_term_line *line);

/* ---- parts of the list, one file each ---- */

typedef struct ts_term_sweep_list {
    const ts_term_sweep *sweep;
    size_t count;
} ts_term_sweep_list;

extern const ts_term_sweep_list ts_contact_sweeps, ts_feature_sweeps, ts_stretch_sweeps, ts_bending_sweeps;

#define TS_SWEEP(of, by, number, draw)                                                                                 \
    { .reference = (of), .name = (by), .variable = (number), .fill = (draw) }
#define TS_SWEEP_ALONG(of, by, number, draw, along)                                                                    \
    { .reference = (of), .name = (by), .variable = (number), .fill = (draw), .path = (along) }
#define TS_SWEEP_LIST(sweeps)                                                                                          \
    { sweeps, sizeof(sweeps) / sizeof *(sweeps) }

#endif
