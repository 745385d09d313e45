/* SPDX-License-Identifier: MIT
 * Waypoints by the pairs that met: a straight way is tried, the pairs that met on it demand waypoints, the longest
 * pieces on which none of the pairs known so far meets are taken, and so on, until a walk finds no pair that meets. */
#include "scenes/proof/waypoints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scenes/collision/ccd_filter.h"

enum {
    MOST_ATTEMPTS = 200,
    UNITS = 3,        /* grids that are tried before the iterates as they are */
    FIRST_UNIT = -20, /* of the largest coordinate */
    FINER = -10       /* from one grid to the next */
};

/* A piece that may not be taken: no proof was found along it, though nothing meets. */
typedef struct barred {
    size_t from, to;
} barred;

typedef struct finding {
    const ts_prover_task *task;
    const ts_prover_trail *trail;
    ts_prover_proof *proof;
    double most; /* the largest coordinate */
    size_t known, known_room;
    ts_prover_failure *pair; /* that met; the ones that met last first */
    size_t bars, bars_room;
    barred *bar;
    double (**rounded)[3]; /* of each place: owned; NULL: not made */
    const double (**row)[3];
} finding;

/* x to the nearest multiple of 2^unit. */
static double round_to(double x, int unit) {
    return ldexp(rint(ldexp(x, -unit)), unit);
}

/* ---- Places ---- */

/* Two places of the trail, as the way goes through them. */
typedef struct between {
    ts_prover_places places; /* first: a pointer to it is one to all */
    const finding *f;
    size_t from, to;
} between;

static bool is_rounded(const finding *f, size_t place) {
    return f->proof->on_grid && place > 0 && place + 1 < f->trail->count;
}

static void place_between(const ts_prover_places *places, int end, int32_t vertex, double x[3]) {
    const between *b = (const between *)places;
    const size_t place = end ? b->to : b->from;
    memcpy(x, b->f->trail->x[place][vertex], 3 * sizeof *x);
    if (!is_rounded(b->f, place)) return;
    for (int c = 0; c < 3; ++c) x[c] = round_to(x[c], b->f->proof->unit);
}

/* Does this pair meet on the piece? */
static bool meets(const finding *f, size_t from, size_t to, ts_prover_failure *pair) {
    const between given = {{place_between}, f, from, to};
    return ts_prover_meet_pair(f->task->forest->shape, &given.places, pair);
}

/* Does a pair that is known meet on this piece? It goes to the front. */
static bool is_met(finding *f, size_t from, size_t to) {
    for (size_t k = 0; k < f->bars; ++k) {
        if (f->bar[k].from == from && f->bar[k].to == to) return true;
    }
    for (size_t k = 0; k < f->known; ++k) {
        ts_prover_failure pair = f->pair[k];
        if (!meets(f, from, to, &pair)) continue;
        memmove(f->pair + 1, f->pair, k * sizeof *f->pair);
        f->pair[0] = pair;
        return true;
    }
    return false;
}

/* The longest pieces; false: some piece from a place to the next is met, the pair in front says which. */
static bool choose_places(finding *f, size_t *stuck) {
    const size_t last = f->trail->count - 1;
    size_t at = 0;
    f->proof->waypoints = 0;
    while (at < last) {
        size_t to = last;
        while (to > at && is_met(f, at, to)) --to;
        if (to == at) {
            *stuck = at;
            return false;
        }
        if (to < last) f->proof->place[f->proof->waypoints++] = to;
        at = to;
    }
    return true;
}

/* ---- Walks ---- */

static ts_status make_rows(finding *f, ts_prover_way *way, ts_error *error) {
    const size_t vertices = f->task->forest->shape->vertices;
    way->pieces = 0;
    f->row[0] = f->trail->x[0];
    for (size_t k = 0; k <= f->proof->waypoints && f->trail->count > 1; ++k) {
        const size_t place = k < f->proof->waypoints ? f->proof->place[k] : f->trail->count - 1;
        const double(*x)[3] = f->trail->x[place];
        if (is_rounded(f, place)) {
            if (!f->rounded[place]) f->rounded[place] = malloc(vertices * sizeof *f->rounded[place]);
            if (!f->rounded[place]) return ts_fail_memory(error, "the waypoints of a proof");
            for (size_t v = 0; v < 3 * vertices; ++v) {
                f->rounded[place][v / 3][v % 3] = round_to(x[v / 3][v % 3], f->proof->unit);
            }
            x = (const double(*)[3])f->rounded[place];
        }
        f->row[++way->pieces] = x;
    }
    way->x = f->row;
    way->most = f->most;
    return TS_OK;
}

static ts_status remember(finding *f, const ts_prover_failure *failure, ts_error *error) {
    if (f->known == f->known_room) {
        const size_t room = 2 * f->known_room + 64;
        ts_prover_failure *more = realloc(f->pair, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "the pairs of a proof");
        f->pair = more;
        f->known_room = room;
    }
    f->pair[f->known++] = *failure;
    return TS_OK;
}

static ts_status bar_piece(finding *f, size_t piece, ts_error *error) {
    if (f->bars == f->bars_room) {
        const size_t room = 2 * f->bars_room + 16;
        barred *more = realloc(f->bar, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "the pieces of a proof");
        f->bar = more;
        f->bars_room = room;
    }
    const size_t *place = f->proof->place;
    const size_t last = f->trail->count - 1;
    f->bar[f->bars++] = (barred){piece > 0 ? place[piece - 1] : 0, piece < f->proof->waypoints ? place[piece] : last};
    return TS_OK;
}

/* What the failures of a walk teach; *again: other waypoints may help. */
static ts_status learn(finding *f, bool *again, ts_error *error) {
    const ts_prover_recorded *recorded = &f->proof->recorded;
    ts_status status = TS_OK;
    *again = f->trail->count > 2;
    for (size_t k = 0; status == TS_OK && *again && k < recorded->failures; ++k) {
        const ts_prover_failure *failure = &recorded->failure[k];
        if (failure->end == TS_PROVER_INTERSECTS && failure->piece == 0) *again = false; /* from the start on */
        status = failure->end == TS_PROVER_MEETS ? remember(f, failure, error) : bar_piece(f, failure->piece, error);
    }
    return status;
}

static ts_status walk(finding *f, ts_error *error) {
    ts_prover_way way;
    ts_prover_task task = *f->task;
    task.way = &way;
    ts_prover_recorded_clear(&f->proof->recorded);
    ts_status status = make_rows(f, &way, error);
    if (status == TS_OK) status = ts_prover_record_way(&task, &f->proof->recorded, error);
    ++f->proof->attempts;
    return status;
}

/* The piece from `stuck` to the next place, and of the pairs that are known the one that meets first there. */
static void say_stuck(finding *f, size_t stuck) {
    ts_prover_recorded *recorded = &f->proof->recorded;
    for (size_t k = 0; k < f->bars; ++k) {
        if (f->bar[k].from == stuck && f->bar[k].to == stuck + 1) return; /* what the last walk said stands */
    }
    ts_prover_failure *first = &recorded->failure[0];
    *first = f->pair[0];
    for (size_t k = 1; k < f->known; ++k) {
        ts_prover_failure pair = f->pair[k];
        if (meets(f, stuck, stuck + 1, &pair) && pair.time < first->time) *first = pair;
    }
    first->piece = stuck;
    recorded->failures = 1;
}

/* On one grid; proof->recorded has no failures when it went well. */
static ts_status find_on_grid(finding *f, ts_error *error) {
    ts_status status = TS_OK;
    for (bool again = true; status == TS_OK && again && f->proof->attempts < MOST_ATTEMPTS;) {
        const double start = ts_ccd_filter_clock();
        size_t stuck;
        if (!choose_places(f, &stuck)) {
            say_stuck(f, stuck);
            break;
        }
        f->proof->search_seconds += ts_ccd_filter_clock() - start;
        const double walking = ts_ccd_filter_clock();
        status = walk(f, error);
        again = status == TS_OK && f->proof->recorded.failures > 0;
        if (again) status = learn(f, &again, error);
        if (again) f->proof->search_seconds += ts_ccd_filter_clock() - walking;
    }
    return status;
}

static void forget_grid(finding *f) {
    f->bars = 0;
    for (size_t k = 0; k < f->trail->count; ++k) {
        free(f->rounded[k]);
        f->rounded[k] = NULL;
    }
}

static ts_status find(finding *f, ts_error *error) {
    const int size = f->most > 0.0 ? ilogb(f->most) : 0;
    ts_status status = TS_OK;
    for (int k = 0; k <= UNITS; ++k) {
        f->proof->on_grid = k < UNITS && f->trail->count > 2 && abs(size) < 40;
        f->proof->unit = size + FIRST_UNIT + k * FINER;
        if (!f->proof->on_grid) k = UNITS;
        status = find_on_grid(f, error);
        forget_grid(f);
        if (status != TS_OK || f->proof->recorded.failures == 0) break;
    }
    return status;
}

ts_status ts_prover_find(const ts_prover_task *task, const ts_prover_trail *trail, ts_prover_proof *proof,
                         ts_error *error) {
    *proof = (ts_prover_proof){.place = malloc((trail->count + 1) * sizeof *proof->place)};
    finding f = {
        .task = task,
        .trail = trail,
        .proof = proof,
        .rounded = calloc(trail->count + 1, sizeof *f.rounded),
        .row = malloc((trail->count + 1) * sizeof *f.row),
    };
    ts_status status = TS_OK;
    for (size_t k = 0; k < trail->count; ++k) {
        for (size_t v = 0; v < 3 * task->forest->shape->vertices; ++v) {
            f.most = fmax(f.most, fabs(trail->x[k][v / 3][v % 3]));
        }
    }
    if (!proof->place || !f.rounded || !f.row)
        status = ts_fail_memory(error, "the waypoints of a proof");
    else
        status = find(&f, error);
    free(f.pair);
    free(f.bar);
    free(f.rounded);
    free(f.row);
    if (status != TS_OK) ts_prover_proof_clear(proof);
    return status;
}

void ts_prover_proof_clear(ts_prover_proof *proof) {
    ts_prover_recorded_clear(&proof->recorded);
    free(proof->place);
    *proof = (ts_prover_proof){0};
}
