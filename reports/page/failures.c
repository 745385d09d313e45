/* SPDX-License-Identifier: GPL-2.0-or-later
 * Gathering the failed answers of results, and choosing the queries to show. */
#include "reports/page/failures.h"

#include <stdlib.h>
#include <string.h>

#include "benches/fault.h"
#include "core/error.h"

/* An answer that failed; `turn` counts those of the same method, data set and class before it. */
typedef struct candidate {
    size_t run, set, turn, order;
    const char *file;
    uint64_t index;
    ts_report_fault fault;
} candidate;

typedef struct gathering {
    candidate *items;
    size_t count, room;
    uint64_t answers;
    bool failed; /* no memory */
} gathering;

static void add(gathering *all, candidate item) {
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 256;
        candidate *more = realloc(all->items, room * sizeof *more);
        if (!more) {
            all->failed = true;
            return;
        }
        all->items = more;
        all->room = room;
    }
    item.order = all->count;
    all->items[all->count++] = item;
}

static const cJSON *member(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

/* ---- Replays ---- */

/* The places of one class in a cell: [file, index] each. */
static void gather_class(gathering *all, candidate item, const cJSON *fault, const cJSON *file_names) {
    const cJSON *count = member(fault, "count"), *place;
    if (cJSON_IsNumber(count)) all->answers += (uint64_t)count->valuedouble;
    cJSON_ArrayForEach(place, member(fault, "first")) {
        const cJSON *file = cJSON_GetArrayItem(place, 0), *index = cJSON_GetArrayItem(place, 1);
        const char *name =
            cJSON_IsNumber(file) ? cJSON_GetStringValue(cJSON_GetArrayItem(file_names, file->valueint)) : NULL;
        if (!name || !cJSON_IsNumber(index)) continue;
        item.file = name;
        item.index = (uint64_t)index->valuedouble;
        item.fault.why = cJSON_GetStringValue(cJSON_GetArrayItem(place, 2));
        add(all, item);
        ++item.turn;
    }
}

/* Version 1 names the worst query of each sort only. */
static void gather_worst(gathering *all, candidate item, const cJSON *worst) {
    static const struct {
        const char *worst;
        ts_fault fault;
    } kinds[] = {{"false_negative", TS_FAULT_UNSAFE},
                 {"late", TS_FAULT_UNSAFE},
                 {"certificate", TS_FAULT_CERTIFICATE},
                 {"stall", TS_FAULT_STALL},
                 {"error", TS_FAULT_ERROR}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        const cJSON *place = member(worst, kinds[k].worst), *index = member(place, "query");
        item.file = cJSON_GetStringValue(member(place, "file"));
        if (!item.file || !cJSON_IsNumber(index)) continue;
        item.index = (uint64_t)index->valuedouble;
        item.fault.what = ts_fault_name(kinds[k].fault);
        add(all, item);
        ++all->answers;
    }
}

static void gather_cell(gathering *all, candidate item, const cJSON *cell, const cJSON *file_names) {
    const char *kind = cJSON_GetStringValue(member(cell, "kind"));
    item.fault.backend = cJSON_GetStringValue(member(cell, "backend"));
    if (!item.fault.backend || !kind || strcmp(kind, "all") != 0) return; /* each kind's are among all's */
    const cJSON *faults = member(cell, "faults");
    if (!faults) gather_worst(all, item, member(cell, "worst"));
    for (int f = 0; f < TS_FAULTS; ++f) {
        if (f == TS_FAULT_UNSUPPORTED) continue;
        item.fault.what = ts_fault_name((ts_fault)f);
        gather_class(all, item, member(faults, item.fault.what), file_names);
    }
}

static void gather_replay(gathering *all, const ts_report_run *run, size_t number) {
    const cJSON *data_set, *cell;
    candidate item = {.run = number};
    cJSON_ArrayForEach(data_set, member(run->root, "data_sets")) {
        cJSON_ArrayForEach(cell, member(data_set, "cells")) {
            gather_cell(all, item, cell, member(data_set, "file_names"));
        }
        ++item.set;
    }
}

/* ---- Simulations ---- */

static void gather_query(gathering *all, candidate item, const cJSON *query) {
    const cJSON *index = member(query, "index");
    item.file = cJSON_GetStringValue(member(query, "path"));
    if (!item.file || !cJSON_IsNumber(index) || !item.fault.backend || !item.fault.what) return;
    item.index = (uint64_t)index->valuedouble;
    ++all->answers;
    add(all, item);
}

/* The query at which a run of the solver ended, and the pair that broke its proof, if they were kept. */
static void gather_run(gathering *all, candidate item, const cJSON *run, const char *backend) {
    const cJSON *proof = member(run, "proof");
    item.fault.backend = backend;
    item.fault.what = cJSON_GetStringValue(member(run, "outcome"));
    gather_query(all, item, member(member(run, "at"), "query"));
    item.fault.what = "no proof";
    item.fault.why = cJSON_GetStringValue(member(proof, "failure"));
    gather_query(all, item, member(proof, "query"));
}

static void gather(gathering *all, const ts_report_run *run, size_t number) {
    const cJSON *root = run->root, *cell;
    if (run->kind == TS_RESULTS_REPLAY) gather_replay(all, run, number);
    if (run->kind == TS_RESULTS_SIMULATE) {
        gather_run(all, (candidate){.run = number}, root, cJSON_GetStringValue(member(member(root, "ccd"), "name")));
    }
    if (run->kind == TS_RESULTS_TABLE) {
        cJSON_ArrayForEach(cell, member(root, "cells")) {
            gather_run(all, (candidate){.run = number}, cell, cJSON_GetStringValue(member(cell, "backend")));
        }
    }
}

/* ---- Choosing ---- */

static int by_turn(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->turn != b->turn) return a->turn < b->turn ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static int by_place(const void *left, const void *right) {
    const ts_report_query *a = left, *b = right;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    if (a->set != b->set) return a->set < b->set ? -1 : 1;
    const int names = strcmp(a->file, b->file);
    if (names != 0) return names;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The query that failed, new if it may be; NULL: not shown. */
static ts_report_query *query_of(ts_report_failures *made, const candidate *item) {
    const ts_report_query wanted = {.run = item->run, .set = item->set, .file = item->file, .index = item->index};
    for (size_t q = 0; q < made->count; ++q) {
        if (by_place(&made->queries[q], &wanted) == 0) return &made->queries[q];
    }
    if (made->count == TS_REPORT_QUERIES) return NULL;
    made->queries[made->count] = wanted;
    return &made->queries[made->count++];
}

static bool choose(ts_report_failures *made, const gathering *all) {
    made->queries = calloc(TS_REPORT_QUERIES, sizeof *made->queries);
    if (!made->queries) return false;
    for (size_t i = 0; i < all->count; ++i) {
        ts_report_query *query = query_of(made, &all->items[i]);
        if (!query) continue;
        ts_report_fault *more = realloc(query->faults, (query->fault_count + 1) * sizeof *more);
        if (!more) return false;
        query->faults = more;
        query->faults[query->fault_count++] = all->items[i].fault;
        ++made->shown;
    }
    qsort(made->queries, made->count, sizeof *made->queries, by_place);
    return true;
}

ts_status ts_report_failures_init(ts_report_failures *failures, const ts_report_run *runs, size_t run_count,
                                  ts_error *error) {
    gathering all = {0};
    for (size_t r = 0; r < run_count; ++r) gather(&all, &runs[r], r);
    if (all.count > 0) qsort(all.items, all.count, sizeof *all.items, by_turn);
    ts_report_failures made = {.answers = all.answers};
    const bool fine = !all.failed && choose(&made, &all);
    free(all.items);
    if (!fine) {
        ts_report_failures_clear(&made);
        return ts_fail_memory(error, "the failing queries");
    }
    *failures = made;
    return TS_OK;
}

void ts_report_failures_clear(ts_report_failures *failures) {
    for (size_t q = 0; q < failures->count; ++q) free(failures->queries[q].faults);
    free(failures->queries);
    *failures = (ts_report_failures){0};
}
