/* SPDX-License-Identifier: MIT
 * Directions between two hulls over all times of an interval: GJK (Gilbert, Johnson, Keerthi 1988) on the differences
 * of vertices at the same time, then rounding to what is short to write. */
#include "scenes/proof/separate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"
#include "scenes/proof/simplex.h"

enum {
    CODE_INTEGERS = 4, /* of 1, 2, 4, 8 bytes */
    CODE_TABLE = 8,
    DIRECTIONS = 218,
    CELLS = 24, /* of a face of the cube of directions, along an edge */
    NEAREST = 4 /* directions of the table that are tried */
};

/* What a direction must keep beside the thickness, as a share of the largest coordinate: so that a checker seldom needs
 * integers. */
static const double MARGIN = 1e-13;

struct ts_prover_table {
    signed char n[DIRECTIONS][3];
    double unit[DIRECTIONS][3];
    unsigned char nearest[6][CELLS][CELLS][NEAREST];
};

/* ---- The table ---- */

static int gcd(int a, int b) {
    return b == 0 ? abs(a) : gcd(b, a % b);
}

static void list_directions(ts_prover_table *table) {
    int found = 0;
    for (int k = 0; k < 7 * 7 * 7; ++k) {
        const int n[3] = {k / 49 - 3, k / 7 % 7 - 3, k % 7 - 3};
        const int norm = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        if (norm > 14 || gcd(gcd(n[0], n[1]), n[2]) != 1) continue;
        for (int c = 0; c < 3; ++c) {
            table->n[found][c] = (signed char)n[c];
            table->unit[found][c] = n[c] / sqrt(norm);
        }
        ++found;
    }
}

static void find_nearest(const ts_prover_table *table, const double n[3], unsigned char nearest[NEAREST]) {
    double best[NEAREST];
    int count = 0;
    for (int k = 0; k < DIRECTIONS; ++k) {
        const double value = ts_dot(n, table->unit[k]);
        if (count == NEAREST && value <= best[NEAREST - 1]) continue;
        int at = count < NEAREST ? count++ : NEAREST - 1;
        for (; at > 0 && best[at - 1] < value; --at) {
            best[at] = best[at - 1];
            nearest[at] = nearest[at - 1];
        }
        best[at] = value;
        nearest[at] = (unsigned char)k;
    }
}

ts_status ts_prover_table_create(ts_prover_table **table, ts_error *error) {
    ts_prover_table *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the directions of a proof");
    list_directions(made);
    for (int face = 0; face < 6; ++face) {
        for (int i = 0; i < CELLS * CELLS; ++i) {
            const int row = i / CELLS, column = i % CELLS;
            double n[3];
            n[face / 2] = face % 2 ? -1.0 : 1.0;
            n[(face / 2 + 1) % 3] = (2.0 * row + 1.0) / (double)CELLS - 1.0;
            n[(face / 2 + 2) % 3] = (2.0 * column + 1.0) / (double)CELLS - 1.0;
            find_nearest(made, n, made->nearest[face][row][column]);
        }
    }
    *table = made;
    return TS_OK;
}

void ts_prover_table_destroy(ts_prover_table *table) {
    free(table);
}

static int cell_of(double share) {
    const int cell = (int)((share + 1.0) * 0.5 * (double)CELLS);
    return cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : cell;
}

static const unsigned char *nearest_in_table(const ts_prover_table *table, const double n[3]) {
    int axis = 0;
    for (int c = 1; c < 3; ++c) {
        if (fabs(n[c]) > fabs(n[axis])) axis = c;
    }
    const double size = fabs(n[axis]);
    const int i = cell_of(n[(axis + 1) % 3] / size), j = cell_of(n[(axis + 2) % 3] / size);
    return table->nearest[2 * axis + (n[axis] < 0.0)][i][j];
}

/* ---- Differences ---- */

/* The difference b - a along n that is least over both nodes and all times: where, and how large. */
typedef struct support {
    double value, point[3];
} support;

/* A time of the way: between two rows. */
typedef struct moment {
    const double (*x)[3], (*y)[3];
    double t;
} moment;

static moment moment_at(const ts_prover_way *way, int64_t time) {
    const size_t piece = (size_t)(time / TS_PROVER_PIECE);
    const int64_t part = time % TS_PROVER_PIECE;
    return (moment){way->x[piece], part ? way->x[piece + 1] : NULL, (double)part / (double)TS_PROVER_PIECE};
}

static void position(const moment *at, int32_t vertex, double x[3]) {
    memcpy(x, at->x[vertex], 3 * sizeof *x);
    if (!at->y) return;
    for (int c = 0; c < 3; ++c) x[c] = (1.0 - at->t) * x[c] + at->t * at->y[vertex][c];
}

/* The vertex of a node that is farthest along sign * n. */
static int32_t farthest(const ts_prover_forest *forest, const ts_prover_node *node, const moment *at,
                        const double n[3]) {
    const int32_t *vertex = forest->vertex + node->vertex_first;
    int32_t found = vertex[0];
    double most = -INFINITY;
    for (size_t k = 0; k < node->vertices; ++k) {
        double value = ts_dot(n, at->x[vertex[k]]);
        if (at->y) value += at->t * (ts_dot(n, at->y[vertex[k]]) - value);
        if (value > most) {
            most = value;
            found = vertex[k];
        }
    }
    return found;
}

static support support_at(const ts_prover_search *search, const ts_prover_pair *pair, const moment *at,
                          const double n[3]) {
    const ts_prover_forest *forest = search->forest;
    const double back[3] = {-n[0], -n[1], -n[2]};
    support s;
    double a[3], b[3];
    position(at, farthest(forest, &forest->node[pair->a], at, n), a);
    position(at, farthest(forest, &forest->node[pair->b], at, back), b);
    ts_sub(b, a, s.point);
    s.value = ts_dot(n, s.point);
    return s;
}

/* Stops early once the value is at most `enough`. */
static support support_of(const ts_prover_search *search, const ts_prover_pair *pair, const double n[3],
                          double enough) {
    support least = {.value = INFINITY};
    int64_t time = pair->start;
    for (;;) {
        const moment at = moment_at(search->way, time);
        const support s = support_at(search, pair, &at, n);
        if (s.value < least.value) least = s;
        if (time == pair->stop || least.value <= enough) return least;
        const int64_t next = (time / TS_PROVER_PIECE + 1) * TS_PROVER_PIECE;
        time = next < pair->stop ? next : pair->stop;
    }
}

/* ---- Directions ---- */

static double needed_along(const ts_prover_search *search, const ts_prover_pair *pair, const double n[3]) {
    const ts_prover_node *node = search->forest->node;
    const double r = node[pair->a].radius + node[pair->b].radius;
    return (r + MARGIN * search->way->most) * sqrt(ts_norm2(n)) * (1.0 + 1e-14);
}

static bool separates(const ts_prover_search *search, const ts_prover_pair *pair, const double n[3]) {
    const double needed = needed_along(search, pair, n);
    return support_of(search, pair, n, needed).value > needed;
}

/* Tries the directions of one byte next to n. */
static bool try_table(const ts_prover_search *search, const ts_prover_pair *pair, const double n[3], int most,
                      ts_prover_record *record) {
    const unsigned char *nearest = nearest_in_table(search->table, n);
    for (int k = 0; k < most; ++k) {
        const signed char *m = search->table->n[nearest[k]];
        const double direction[3] = {m[0], m[1], m[2]};
        if (!separates(search, pair, direction)) continue;
        *record = (ts_prover_record){.size = 1, .byte = {(unsigned char)(CODE_TABLE + nearest[k])}};
        return true;
    }
    return false;
}

/* Tries n rounded to integers of 1, 2, 4, 8 bytes. */
static bool try_integers(const ts_prover_search *search, const ts_prover_pair *pair, const double n[3],
                         ts_prover_record *record) {
    static const double MOST[4] = {127.0, 32767.0, 2147483647.0, 0x1p52};
    const double size = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (!(size > 0.0)) return false;
    for (int log = 0; log < 4; ++log) {
        double m[3];
        for (int c = 0; c < 3; ++c) m[c] = rint(n[c] / size * MOST[log]);
        if (!separates(search, pair, m)) continue;
        *record = (ts_prover_record){.size = 1 + ((size_t)3 << log), .byte = {(unsigned char)(CODE_INTEGERS + log)}};
        for (int c = 0; c < 3; ++c) {
            const int64_t whole = (int64_t)m[c];
            memcpy(record->byte + 1 + (size_t)(c << log), &whole, (size_t)1 << log);
        }
        return true;
    }
    return false;
}

/* The direction between the hulls, widest first found; false: they meet as far as can be seen, or rounds are over. */
static bool find_direction(const ts_prover_search *search, const ts_prover_pair *pair, int rounds, double n[3]) {
    ts_prover_simplex simplex = {.count = 1};
    double v[3], widest = 0.0;
    const support first = support_of(search, pair, n, -INFINITY);
    memcpy(simplex.point[0], first.point, sizeof first.point);
    memcpy(v, first.point, sizeof v);
    for (int round = 0; round < rounds; ++round) {
        const double size = sqrt(ts_norm2(v)), needed = needed_along(search, pair, v);
        if (!(size * size > needed)) break; /* the hull comes nearer than that */
        const support s = support_of(search, pair, v, -INFINITY);
        if (s.value > needed && s.value / size > widest) {
            widest = s.value / size;
            ts_scale(1.0 / size, v, n);
        }
        if (s.value >= (widest > 0.0 ? 0.8 : 1.0 - 1e-12) * size * size) break;
        memcpy(simplex.point[simplex.count++], s.point, sizeof s.point);
        ts_prover_nearest(&simplex, v);
        if (simplex.count == 4) break; /* the origin is inside */
    }
    return widest > 0.0;
}

static void centre_of(const ts_prover_search *search, int32_t node, const moment *at, double centre[3]) {
    const ts_prover_node *of = &search->forest->node[node];
    const int32_t *vertex = search->forest->vertex + of->vertex_first;
    const size_t step = of->vertices / 8 + 1; /* some of many will do */
    size_t count = 0;
    memset(centre, 0, 3 * sizeof *centre);
    for (size_t k = 0; k < of->vertices; k += step, ++count) {
        double x[3];
        position(at, vertex[k], x);
        ts_add(centre, x, centre);
    }
    ts_scale(1.0 / (double)count, centre, centre);
}

static void guess_direction(const ts_prover_search *search, const ts_prover_pair *pair, double n[3]) {
    const int64_t half = (pair->stop - pair->start) / 2;
    const moment at = moment_at(search->way, pair->start + half);
    double a[3], b[3];
    centre_of(search, pair->a, &at, a);
    centre_of(search, pair->b, &at, b);
    ts_sub(b, a, n);
    if (!(ts_norm2(n) > 0.0)) n[0] = 1.0;
}

bool ts_prover_separate(ts_prover_search *search, const ts_prover_pair *pair, int rounds, ts_prover_record *record) {
    double n[3];
    if (ts_norm2(search->guess) > 0.0 && try_table(search, pair, search->guess, 1, record)) return true;
    guess_direction(search, pair, n);
    if (try_table(search, pair, n, 1, record)) {
        memcpy(search->guess, n, sizeof n);
        return true;
    }
    if (!find_direction(search, pair, rounds, n)) return false;
    memcpy(search->guess, n, sizeof n);
    return try_table(search, pair, n, NEAREST, record) || try_integers(search, pair, n, record);
}
