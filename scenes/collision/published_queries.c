/* SPDX-License-Identifier: MIT
 * Pairs of one kind by the box test, sorted by their first primitive, and asked in blocks: primitives side by side, the
 * queries of each one after the other. */
#include "scenes/collision/published_queries.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

typedef int32_t pair_of[2];

struct ts_published_queries {
    const ts_surface *surface; /* borrowed */
    ts_ccd_method accd;
    bool *is_particle;       /* of each node */
    double *left;            /* of each node, or each edge: the shortest step that its queries have left */
    size_t capacity, count;  /* of pairs, room for those of any kind */
    pair_of *pair, *sorting; /* of one kind that pass the box test */
    uint32_t *place;         /* for sorting: of each primitive */
    size_t *group;           /* of a block: where the queries of each first primitive begin */
};

/* One kind of pair, being asked. */
typedef struct asking {
    ts_ccd_filter *filter;
    ts_published_queries *queries;
    const ts_sweep *motion;
    ts_ccd_kind kind;
    ts_ccd_filter_report *report;
} asking;

/* ---- Which pairs ---- */

/* Do the boxes of the two primitives over the whole displacement come within xi, along every axis? */
static bool boxes_come_near(const asking *all, const ts_stencil node, int second, double xi) {
    const double(*x0)[3] = all->motion->x, (*x1)[3] = (const double(*)[3])all->filter->x1;
    const int vertices = ts_ccd_vertices(all->kind);
    for (int k = 0; k < 3; ++k) {
        double lo[2], hi[2];
        for (int v = 0; v < vertices; ++v) {
            const int side = v >= second;
            const double a = x0[node[v]][k], b = x1[node[v]][k];
            const double least = a < b ? a : b, most = a < b ? b : a;
            const bool is_first = v == 0 || v == second;
            lo[side] = is_first || least < lo[side] ? least : lo[side];
            hi[side] = is_first || most > hi[side] ? most : hi[side];
        }
        if (lo[0] - hi[1] > xi || lo[1] - hi[0] > xi) return false;
    }
    return true;
}

static bool is_asked(const asking *all, const int32_t pair[2]) {
    const ts_surface *surface = all->queries->surface;
    const int second = ts_ccd_first_vertices(all->kind);
    ts_stencil node;
    ts_surface_stencil(surface, all->kind, pair, node);
    if (all->kind == TS_POINT_EDGE && !all->queries->is_particle[node[0]]) return false;
    return boxes_come_near(all, node, second, ts_surface_thickness(surface, node[0], node[second]));
}

/* Each chunk of the list to its own part of the pairs, then moved together. */
static void choose_pairs(const asking *all, const ts_pair_list *list) {
    enum { MOST_CHUNKS = 1024 };
    ts_published_queries *queries = all->queries;
    const size_t chunks = list->count < MOST_CHUNKS ? list->count : MOST_CHUNKS;
    size_t chosen[MOST_CHUNKS] = {0};
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t c = 0; c < chunks; ++c) {
        const size_t first = list->count * c / chunks, end = list->count * (c + 1) / chunks;
        for (size_t i = first; i < end; ++i) {
            if (is_asked(all, list->pair[i]))
                memcpy(queries->pair[first + chosen[c]++], list->pair[i], sizeof(pair_of));
        }
    }
    queries->count = 0;
    for (size_t c = 0; c < chunks; ++c) {
        const size_t first = list->count * c / chunks;
        memmove(queries->pair + queries->count, queries->pair + first, chosen[c] * sizeof(pair_of));
        queries->count += chosen[c];
    }
}

/* Stable, by the primitive on one side of the pairs. */
static void sort_by_side(ts_published_queries *queries, int side, size_t primitives) {
    uint32_t *place = queries->place;
    memset(place, 0, (primitives + 1) * sizeof *place);
    for (size_t i = 0; i < queries->count; ++i) ++place[queries->pair[i][side] + 1];
    for (size_t p = 0; p < primitives; ++p) place[p + 1] += place[p];
    for (size_t i = 0; i < queries->count; ++i) {
        memcpy(queries->sorting[place[queries->pair[i][side]]++], queries->pair[i], sizeof(pair_of));
    }
    pair_of *sorted = queries->sorting;
    queries->sorting = queries->pair;
    queries->pair = sorted;
}

/* ---- Asking ---- */

/* Who asks: the node, of an edge-edge pair the first edge. */
static size_t asker_of(const asking *all, const int32_t pair[2]) {
    if (all->kind == TS_EDGE_EDGE) return (size_t)pair[0];
    int size;
    return (size_t)*ts_surface_nodes(all->queries->surface, ts_surface_side(all->kind, 0), pair[0], &size);
}

static void write_block(const asking *all, size_t first, size_t count) {
    const ts_surface *surface = all->queries->surface;
    const int second = ts_ccd_first_vertices(all->kind);
#pragma omp parallel for schedule(static) if (count > 512)
    for (size_t q = 0; q < count; ++q) {
        ts_ccd_query *query = &all->filter->query[q];
        ts_stencil node;
        ts_surface_stencil(surface, all->kind, all->queries->pair[first + q], node);
        query->kind = all->kind;
        query->min_distance = ts_surface_thickness(surface, node[0], node[second]);
        ts_ccd_filter_write(all->filter, all->motion, node, query);
    }
}

static size_t find_groups(ts_published_queries *queries, size_t first, size_t count) {
    const pair_of *pair = (const pair_of *)queries->pair + first;
    size_t groups = 0;
    for (size_t q = 0; q < count; ++q) {
        if (q == 0 || pair[q][0] != pair[q - 1][0]) queries->group[groups++] = q;
    }
    queries->group[groups] = count;
    return groups;
}

/* Nothing but the method, so that the time is its own. A query that is not asked, since no step is left, has t_max 0.
 */
static void answer_block(const asking *all, size_t first, size_t groups) {
    ts_ccd_filter *filter = all->filter;
    const ts_published_queries *queries = all->queries;
    const bool by_accd = ts_ccd_leaves_to_accd(TS_ASK_PUBLISHED, filter->method, all->kind);
    const ts_ccd_method *method = by_accd ? &queries->accd : filter->method;
    const double start = ts_ccd_filter_clock();
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t g = 0; g < groups; ++g) {
        double *left = &queries->left[asker_of(all, queries->pair[first + queries->group[g]])];
        for (size_t q = queries->group[g]; q < queries->group[g + 1]; ++q) {
            filter->query[q].t_max = *left;
            if (!(*left > 0.0)) continue;
            ts_ccd_answer_why(method, &filter->query[q], &filter->result[q], &filter->failure[q]);
            const double step = ts_ccd_filter_allowed(&filter->result[q], *left);
            *left = step < *left ? step : *left;
        }
    }
    all->report->seconds += ts_ccd_filter_clock() - start;
}

/* Counts the answers of a block and tells of them; returns the shortest step that they leave of `most`. */
static double hear_block(const asking *all, size_t count, double most) {
    ts_ccd_filter *filter = all->filter;
    double step = most;
    size_t asked = 0;
    for (size_t q = 0; q < count; ++q) {
        const double t_max = filter->query[q].t_max;
        if (!(t_max > 0.0)) continue;
        const double here = ts_ccd_filter_allowed(&filter->result[q], t_max);
        step = here < step ? here : step;
        ++all->report->statuses[filter->result[q].status];
        if (asked < q) {
            filter->query[asked] = filter->query[q];
            filter->result[asked] = filter->result[q];
            filter->failure[asked] = filter->failure[q];
        }
        ++asked;
    }
    all->report->queries += asked;
    const ts_ccd_listener *listener = &filter->listener;
    const ts_ccd_block block = {asked, filter->query, filter->result, filter->failure};
    if (listener->listen && asked > 0) listener->listen(listener->self, &block);
    return step;
}

/* All pairs of a kind; returns the step that they leave of `step`. */
static double ask_kind(const asking *all, const ts_pair_list *list, double step) {
    ts_published_queries *queries = all->queries;
    const size_t *primitives = queries->surface->count;
    choose_pairs(all, list);
    for (int side = 1; side >= 0; --side) sort_by_side(queries, side, primitives[ts_surface_side(all->kind, side)]);
    for (size_t first = 0; first < queries->count && step > 0.0; first += TS_CCD_BLOCK) {
        const size_t rest = queries->count - first, count = rest < TS_CCD_BLOCK ? rest : TS_CCD_BLOCK;
        write_block(all, first, count);
        answer_block(all, first, find_groups(queries, first, count));
        step = hear_block(all, count, step);
    }
    return step;
}

double ts_published_queries_step(ts_ccd_filter *filter, const ts_candidates *candidates, const ts_sweep *motion,
                                 ts_ccd_filter_report *report) {
    static const ts_ccd_kind ORDER[TS_CCD_KINDS] = {TS_POINT_TRIANGLE, TS_POINT_EDGE, TS_POINT_POINT, TS_EDGE_EDGE};
    ts_published_queries *queries = filter->published;
    const ts_surface *surface = queries->surface;
    asking all = {filter, queries, motion, TS_POINT_TRIANGLE, report};
    double left = motion->alpha;
    for (size_t n = 0; n < surface->bodies->nodes; ++n) queries->left[n] = left;
    for (int k = 0; k < TS_CCD_KINDS && left > 0.0; ++k) {
        all.kind = ORDER[k];
        for (size_t e = 0; all.kind == TS_EDGE_EDGE && e < surface->count[TS_EDGES]; ++e) queries->left[e] = left;
        left = ask_kind(&all, &candidates->list[all.kind], left);
    }
    return left;
}

/* ---- Life ---- */

ts_status ts_published_queries_reserve(ts_published_queries *queries, const ts_candidates *candidates,
                                       ts_error *error) {
    size_t count = 0;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        count = candidates->list[kind].count > count ? candidates->list[kind].count : count;
    }
    if (count <= queries->capacity) return TS_OK;
    free(queries->pair);
    free(queries->sorting);
    queries->capacity = count + count / 2;
    queries->pair = malloc(queries->capacity * sizeof *queries->pair);
    queries->sorting = malloc(queries->capacity * sizeof *queries->sorting);
    if (queries->pair && queries->sorting) return TS_OK;
    queries->capacity = 0;
    return ts_fail_memory(error, "the CCD queries of a step");
}

ts_status ts_published_queries_create(const ts_surface *surface, ts_published_queries **queries, ts_error *error) {
    ts_published_queries *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the CCD queries of a step");
    const size_t nodes = surface->bodies->nodes, edges = surface->count[TS_EDGES];
    size_t most = 0;
    for (int kind = 0; kind < TS_PRIMITIVES; ++kind) most = surface->count[kind] > most ? surface->count[kind] : most;
    made->surface = surface;
    made->is_particle = calloc(nodes + 1, sizeof *made->is_particle);
    made->left = malloc(((nodes > edges ? nodes : edges) + 1) * sizeof *made->left);
    made->place = malloc((most + 1) * sizeof *made->place);
    made->group = malloc((TS_CCD_BLOCK + 1) * sizeof *made->group);
    ts_status status = TS_OK;
    if (!made->is_particle || !made->left || !made->place || !made->group)
        status = ts_fail_memory(error, "the CCD queries of a step");
    if (status == TS_OK) status = ts_ccd_method_init(&made->accd, "accd", NULL, error);
    if (status != TS_OK) {
        ts_published_queries_destroy(made);
        return status;
    }
    for (size_t p = 0; p < surface->count[TS_PARTICLES]; ++p) made->is_particle[surface->particle[p]] = true;
    *queries = made;
    return TS_OK;
}

void ts_published_queries_destroy(ts_published_queries *queries) {
    if (!queries) return;
    ts_ccd_method_clear(&queries->accd);
    free(queries->is_particle);
    free(queries->left);
    free(queries->pair);
    free(queries->sorting);
    free(queries->place);
    free(queries->group);
    free(queries);
}
