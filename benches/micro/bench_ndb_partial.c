/* SPDX-License-Identifier: GPL-2.0-or-later
 * bench-ndb-partial: ns per pair of partial CCD as the second solver asks it, in all its forms, against full CCD of the
 * same motion by other methods; and how many pairs each calls active, or free where full CCD finds a contact. Lanes are
 * held to the time of reading what a pair's answer depends on, by the same indices and without an answer.
 * Passes of all contenders take turns on one thread, timed by its own clock. A method that knows no thickness is asked
 * about the pairs without.
 *
 * usage: bench-ndb-partial [PATH ...]; the recorded queries that come with Touchstone without a path */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/distance.h>

#include "benches/micro/operands.h"
#include "benches/micro/query_list.h"
#include "ccd/partial.h"
#include "ccd/timing.h"
#include "core/clock.h"
#include "ndb/contact/probe.h"

enum { PASSES = 21, MOST = 20000 };

typedef struct pairs {
    ts_query_list list;
    ts_ndb_probe *known;       /* what a solver knows of a pair before the motion; the nodes of pair q are 4 q + row */
    double (*x0)[3], (*x1)[3]; /* of the nodes */
    uint8_t *meets;
    ts_ccd_result *result;
    bool *contact; /* says the exact method */
} pairs;

/* Fills meets[q] of all pairs. */
typedef struct contender {
    const char *name;
    void (*ask)(const struct contender *self, const pairs *all, bool *meets);
    int order;            /* of samples */
    ts_ccd_method method; /* of full CCD */
    bool in_batch;
    ts_ndb_probing probing;
    double ns[PASSES];
    size_t active, falsely_free;
} contender;

static void ask_samples(const contender *self, const pairs *all, bool *meets) {
    for (size_t q = 0; q < all->list.count; ++q) {
        const ts_ccd_query *query = &all->list.items[q];
        meets[q] =
            ts_partial_meets_at(query, all->known[q].projection) || ts_partial_meets_at_samples(query, self->order);
    }
}

static void ask_form(const contender *self, const pairs *all, bool *meets) {
    (void)self;
    for (size_t q = 0; q < all->list.count; ++q)
        meets[q] = ts_partial_form_may_meet(&all->list.items[q], all->known[q].near);
}

static void ask_whole(const contender *self, const pairs *all, bool *meets) {
    (void)self;
    for (size_t q = 0; q < all->list.count; ++q) {
        const ts_ccd_query *query = &all->list.items[q];
        meets[q] = !ts_partial_form_is_separated(query, all->known[q].direction) &&
                   ts_partial_form_may_meet(query, all->known[q].near);
    }
}

static void ask_lanes(const contender *self, const pairs *all, bool *meets) {
    ts_ndb_probing probing = self->probing;
    probing.x0 = (const double(*)[3])all->x0;
    probing.x1 = (const double(*)[3])all->x1;
    ts_ndb_probe_ask(&probing, all->list.count, all->known, all->meets);
    for (size_t q = 0; q < all->list.count; ++q) meets[q] = all->meets[q] != 0;
}

/* Reads what lanes read, and no more. */
static void read_only(const contender *self, const pairs *all, bool *meets) {
    (void)self;
    for (size_t q = 0; q < all->list.count; ++q) {
        const ts_ndb_probe *probe = &all->known[q];
        double sum[3] = {probe->separation, probe->near, probe->projection[0] + probe->projection[3]};
        for (int i = 0; i < TS_STENCIL_NODES && probe->node[i] >= 0; ++i) {
            for (int k = 0; k < 3; ++k) sum[k] += all->x0[probe->node[i]][k] + all->x1[probe->node[i]][k];
        }
        meets[q] = sum[0] + sum[1] + sum[2] + probe->direction[0] == 0.12345;
    }
}

static bool can_answer(const ts_ccd_backend *backend, const ts_ccd_query *query) {
    return query->min_distance == 0.0 || (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE);
}

static void ask_method(const contender *self, const pairs *all, bool *meets) {
    const ts_ccd_backend *backend = self->method.backend;
    if (self->in_batch) {
        backend->query_batch(self->method.self, all->list.count, all->list.items, all->result);
    } else {
        for (size_t q = 0; q < all->list.count; ++q) {
            all->result[q].status = TS_CCD_UNSUPPORTED;
            if (can_answer(backend, &all->list.items[q]))
                backend->query(self->method.self, &all->list.items[q], &all->result[q]);
        }
    }
    for (size_t q = 0; q < all->list.count; ++q) meets[q] = all->result[q].status != TS_CCD_FREE;
}

/* ---- Queries ---- */

static void learn(pairs *all, size_t q) {
    const ts_ccd_query *query = &all->list.items[q];
    ts_ndb_probe *out = &all->known[q];
    ts_closest closest;
    ts_closest_points(query->kind, query->x0, &closest);
    *out = (ts_ndb_probe){.kind = query->kind, .separation = query->min_distance, .near = sqrt(closest.distance2)};
    memcpy(out->projection, closest.weight, sizeof out->projection);
    const int first = ts_ccd_first_vertices(query->kind), rows = ts_ccd_vertices(query->kind);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        const size_t node = 4 * q + (size_t)i;
        out->node[i] = i < rows ? (int32_t)node : -1;
        memcpy(all->x0[node], query->x0[i], sizeof all->x0[node]);
        memcpy(all->x1[node], query->x1[i], sizeof all->x1[node]);
        const double share = i < first ? closest.weight[i] : -closest.weight[i];
        for (int k = 0; k < 3 && i < rows; ++k) out->direction[k] += share * query->x0[i][k];
    }
}

static ts_status read_pairs(pairs *all, ts_ccd_kind kind, int paths, char **path, ts_error *error) {
    ts_status status = TS_OK;
    for (int p = 0; p < paths && status == TS_OK; ++p)
        status = ts_query_list_add_path(&all->list, path[p], MOST, kind, error);
    const size_t count = all->list.count;
    all->known = malloc((count + 1) * sizeof *all->known);
    all->result = malloc((count + 1) * sizeof *all->result);
    all->contact = calloc(count + 1, sizeof *all->contact);
    all->meets = malloc(count + 1);
    all->x0 = calloc(4 * count + 1, sizeof *all->x0);
    all->x1 = calloc(4 * count + 1, sizeof *all->x1);
    if (status != TS_OK) return status;
    if (!all->known || !all->result || !all->contact || !all->meets || !all->x0 || !all->x1) return TS_ERROR_MEMORY;
    for (size_t q = 0; q < count; ++q) {
        all->list.items[q].t_max = 1.0; /* partial CCD knows the whole way alone */
        learn(all, q);
    }
    return TS_OK;
}

/* ---- Measuring ---- */

static void measure(contender *list, int count, const pairs *all, bool *meets) {
    for (int pass = 0; pass < PASSES; ++pass) {
        for (int c = 0; c < count; ++c) {
            const double start = ts_thread_seconds();
            list[c].ask(&list[c], all, meets);
            list[c].ns[pass] = 1e9 * (ts_thread_seconds() - start) / (double)all->list.count;
            if (pass > 0) continue;
            list[c].active = list[c].falsely_free = 0;
            for (size_t q = 0; q < all->list.count; ++q) {
                list[c].active += meets[q];
                list[c].falsely_free += all->contact[q] && !meets[q];
            }
        }
    }
}

static void print(contender *list, int count, ts_ccd_kind kind, const pairs *all) {
    size_t contacts = 0;
    for (size_t q = 0; q < all->list.count; ++q) contacts += all->contact[q];
    printf("%s: %zu pairs, %zu in contact (says `certified` without a kept gap)\n", ts_ccd_kind_name(kind),
           all->list.count, contacts);
    for (int c = 0; c < count; ++c) {
        const double ns = ts_median(list[c].ns, PASSES);
        printf("  %-28s %9.1f ns  active %6zu  falsely free %5zu\n", list[c].name, ns, list[c].active,
               list[c].falsely_free);
    }
}

static contender full(const char *name, const char *title, bool in_batch) {
    contender made = {.name = title, .ask = ask_method, .in_batch = in_batch};
    ts_error error;
    if (ts_ccd_method_init(&made.method, name, NULL, &error) != TS_OK) exit(EXIT_FAILURE);
    return made;
}

static int run_kind(ts_ccd_kind kind, int paths, char **path, ts_error *error) {
    pairs all = {0};
    const ts_status status = read_pairs(&all, kind, paths, path, error);
    if (status == TS_OK && all.list.count > 0) {
        contender list[] = {
            {.name = "1 sample, closest points", .ask = ask_samples, .order = 1},
            {.name = "3 samples, closest points", .ask = ask_samples, .order = 2},
            {.name = "10 samples, closest points", .ask = ask_samples, .order = 4},
            {.name = "form", .ask = ask_form},
            {.name = "direction, form", .ask = ask_whole},
            {.name = "lanes: 1 sample", .ask = ask_lanes, .probing = {.order = 1, .projection = true}},
            {.name = "lanes: 3 samples", .ask = ask_lanes, .probing = {.order = 2, .projection = true}},
            {.name = "lanes: 10 samples", .ask = ask_lanes, .probing = {.order = 4, .projection = true}},
            {.name = "lanes: direction, form", .ask = ask_lanes, .probing = {.whole = true}},
            {.name = "reading only", .ask = read_only},
            full("certified", "certified, in a batch", true),
            full("certified", "certified, one by one", false),
            full("cubic", "cubic", false),
            full("polynomial", "polynomial", false),
        };
        const int count = (int)(sizeof list / sizeof *list) - (kind > TS_EDGE_EDGE); /* polynomial has two kinds */
        bool *meets = calloc(all.list.count, sizeof *meets);
        ts_ccd_method exact;
        if (meets && ts_ccd_method_init(&exact, "certified", "{\"s\": 0}", error) == TS_OK) {
            for (size_t q = 0; q < all.list.count; ++q) {
                ts_ccd_answer(&exact, &all.list.items[q], &all.result[q]);
                all.contact[q] = all.result[q].status != TS_CCD_FREE;
            }
            measure(list, count, &all, meets);
            print(list, count, kind, &all);
            ts_ccd_method_clear(&exact);
        }
        for (size_t c = 0; c < sizeof list / sizeof *list; ++c) {
            if (list[c].ask == ask_method) ts_ccd_method_clear(&list[c].method);
        }
        free(meets);
    }
    ts_query_list_clear(&all.list);
    free(all.known);
    free(all.result);
    free(all.contact);
    free(all.meets);
    free(all.x0);
    free(all.x1);
    return status == TS_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    static char recorded[] = "datasets/recorded";
    char *standard[] = {recorded};
    if (!ts_bench_has_operands(argc, argv, 0, INT_MAX)) return ts_bench_usage("bench-ndb-partial [PATH ...]");
    const int paths = optind < argc ? argc - optind : 1;
    char **path = optind < argc ? argv + optind : standard;
    ts_error error = {0};
    int worst = ts_ccd_register_builtin(&error) == TS_OK ? EXIT_SUCCESS : EXIT_FAILURE;
    for (int kind = 0; kind < TS_CCD_KINDS && worst == EXIT_SUCCESS; ++kind)
        worst = run_kind((ts_ccd_kind)kind, paths, path, &error);
    if (worst != EXIT_SUCCESS) fprintf(stderr, "bench-ndb-partial: %s\n", error.message);
    return worst;
}
