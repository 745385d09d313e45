/* SPDX-License-Identifier: GPL-2.0-or-later
 * The system of all rigid motions, by its columns. Simplicial: no BLAS, so that its bits depend on no kernels. */
#include "ndb/rigid.h"

#include <stdlib.h>
#include <string.h>

#include <suitesparse/cholmod.h>

#include "core/error.h"

enum { SIX = 6 };

void ts_ndb_moments_block(const ts_ndb_moments *sum, ts_ndb_rigid_block block) {
    static const int AT[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    const double *s = sum->first, *yy = sum->second;
    const double cross[3][3] = {{0.0, -s[2], s[1]}, {s[2], 0.0, -s[0]}, {-s[1], s[0], 0.0}}; /* [s]x */
    const double trace = yy[0] + yy[3] + yy[5];
    for (int i = 0; i < 3; ++i) {
        block[i][i] += sum->weight;
        block[3 + i][3 + i] += trace;
        for (int j = 0; j < 3; ++j) {
            block[i][3 + j] -= cross[i][j];
            block[3 + i][j] += cross[i][j];
            block[3 + i][3 + j] -= yy[AT[i][j]];
        }
    }
}

struct ts_ndb_rigid_system {
    size_t bodies;
    cholmod_common common;
    cholmod_sparse *lower; /* with room for the links of `couple` */
    cholmod_factor *factor;
    cholmod_dense *solution, *forward, *permuted; /* of CHOLMOD's solves: it makes them */
    ts_ndb_rigid_block *diagonal;                 /* of each body */
    size_t couples, capacity;
    int32_t (*couple)[2]; /* bodies of the links that the factor is analysed for */
};

ts_status ts_ndb_rigid_system_create(size_t bodies, ts_ndb_rigid_system **system, ts_error *error) {
    ts_ndb_rigid_system *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the motions of whole bodies");
    cholmod_l_start(&made->common);
    made->common.print = 0;
    made->common.supernodal = CHOLMOD_SIMPLICIAL;
    made->common.final_ll = 1; /* fails where the matrix is not positive definite */
    made->common.nmethods = 1;
    made->common.method[0].ordering = CHOLMOD_AMD;
    made->bodies = bodies;
    made->diagonal = calloc(bodies + 1, sizeof *made->diagonal);
    if (!made->diagonal) {
        ts_ndb_rigid_system_destroy(made);
        return ts_fail_memory(error, "the motions of whole bodies");
    }
    *system = made;
    return TS_OK;
}

static void forget(ts_ndb_rigid_system *s) {
    cholmod_l_free_factor(&s->factor, &s->common);
    cholmod_l_free_sparse(&s->lower, &s->common);
}

void ts_ndb_rigid_system_destroy(ts_ndb_rigid_system *s) {
    if (!s) return;
    forget(s);
    cholmod_l_free_dense(&s->solution, &s->common);
    cholmod_l_free_dense(&s->forward, &s->common);
    cholmod_l_free_dense(&s->permuted, &s->common);
    cholmod_l_finish(&s->common);
    free(s->diagonal);
    free(s->couple);
    free(s);
}

/* ---- The pattern ---- */

static bool has_pattern(const ts_ndb_rigid_system *s, const ts_ndb_link *link, size_t links) {
    if (!s->factor || s->couples != links) return false;
    for (size_t k = 0; k < links; ++k)
        if (memcmp(s->couple[k], link[k].body, sizeof link[k].body) != 0) return false;
    return true;
}

static bool note_couples(ts_ndb_rigid_system *s, const ts_ndb_link *link, size_t links) {
    if (links > s->capacity) {
        int32_t(*larger)[2] = realloc(s->couple, 2 * links * sizeof *larger);
        if (!larger) return false;
        s->couple = larger;
        s->capacity = 2 * links;
    }
    for (size_t k = 0; k < links; ++k) memcpy(s->couple[k], link[k].body, sizeof link[k].body);
    s->couples = links;
    return true;
}

/* The rows of six columns, which are those of the body itself from the diagonal on, and of what it is linked to. */
static void write_rows(ts_ndb_rigid_system *s, size_t body, const ts_ndb_link *link, size_t links, int64_t *used) {
    int64_t *column = s->lower->p, *row = s->lower->i;
    for (size_t j = 0; j < SIX; ++j) {
        column[SIX * body + j] = *used;
        for (size_t i = j; i < SIX; ++i) row[(*used)++] = (int64_t)(SIX * body + i);
        for (size_t k = 0; k < links && link[k].body[1] >= 0; ++k)
            for (size_t i = 0; i < SIX; ++i) row[(*used)++] = SIX * (int64_t)link[k].body[1] + (int64_t)i;
    }
    column[SIX * (body + 1)] = *used;
}

/* How many links from `first` on have this body as their first one. */
static size_t count_of(size_t body, const ts_ndb_link *link, size_t first, size_t links) {
    size_t end = first;
    while (end < links && link[end].body[0] == (int32_t)body) ++end;
    return end - first;
}

static bool analyse(ts_ndb_rigid_system *s, const ts_ndb_link *link, size_t links) {
    forget(s);
    const size_t n = SIX * s->bodies;
    if (!note_couples(s, link, links)) return false;
    s->lower = cholmod_l_allocate_sparse(n, n, SIX * SIX * (s->bodies + links), 1, 1, -1, CHOLMOD_REAL, &s->common);
    if (!s->lower) return false;
    int64_t used = 0;
    for (size_t body = 0, at = 0; body < s->bodies; ++body) {
        const size_t here = count_of(body, link, at, links);
        write_rows(s, body, link + at, here, &used);
        at += here;
    }
    s->factor = cholmod_l_analyze(s->lower, &s->common);
    return s->factor != NULL;
}

/* ---- The values ---- */

static void add_block(const ts_ndb_rigid_block from, ts_ndb_rigid_block to) {
    for (int i = 0; i < SIX; ++i)
        for (int j = 0; j < SIX; ++j) to[i][j] += from[i][j];
}

static void sum_diagonal(ts_ndb_rigid_system *s, const ts_ndb_rigid_block *own, const ts_ndb_link *link, size_t links) {
    memcpy(s->diagonal, own, s->bodies * sizeof *own);
    for (size_t k = 0; k < links; ++k)
        for (int e = 0; e < 2; ++e)
            if (link[k].body[e] >= 0) add_block(link[k].block, s->diagonal[link[k].body[e]]);
}

static void write_values(ts_ndb_rigid_system *s, size_t body, const ts_ndb_link *link, size_t links, double **value) {
    for (size_t j = 0; j < SIX; ++j) {
        for (size_t i = j; i < SIX; ++i) *(*value)++ = s->diagonal[body][i][j];
        for (size_t k = 0; k < links && link[k].body[1] >= 0; ++k)
            for (size_t i = 0; i < SIX; ++i) *(*value)++ = -link[k].block[i][j];
    }
}

static bool factorize(ts_ndb_rigid_system *s, const ts_ndb_rigid_block *own, const ts_ndb_link *link, size_t links) {
    double *value = s->lower->x;
    sum_diagonal(s, own, link, links);
    for (size_t body = 0, at = 0; body < s->bodies; ++body) {
        const size_t here = count_of(body, link, at, links);
        write_values(s, body, link + at, here, &value);
        at += here;
    }
    cholmod_l_factorize(s->lower, s->factor, &s->common);
    return s->common.status == CHOLMOD_OK;
}

bool ts_ndb_rigid_solve(ts_ndb_rigid_system *s, const ts_ndb_rigid_block *own, const ts_ndb_link *link, size_t links,
                        double (*motion)[6]) {
    const size_t n = SIX * s->bodies;
    if (!has_pattern(s, link, links) && !analyse(s, link, links)) return false;
    if (!factorize(s, own, link, links)) return false;
    cholmod_dense right = {
        .nrow = n, .ncol = 1, .nzmax = n, .d = n, .x = motion, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE};
    if (!cholmod_l_solve2(CHOLMOD_A, s->factor, &right, NULL, &s->solution, NULL, &s->forward, &s->permuted,
                          &s->common))
        return false;
    memcpy(motion, s->solution->x, n * sizeof(double));
    return true;
}
