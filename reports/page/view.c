/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading failing queries once more, and asking oracle and methods about them. */
#include "reports/page/view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/lower_bound.h"
#include "core/crash.h"
#include "core/error.h"
#include "core/interrupt.h"

/* ---- Reading ---- */

/* A file stays open while its queries follow each other. */
typedef struct open_file {
    ts_query_reader *reader;
    const ts_report_view *of; /* a view of the same run and file */
    ts_error why;             /* it cannot be opened */
} open_file;

static void open_for(open_file *file, const ts_report_view *view) {
    const bool same =
        file->of && file->of->run == view->run && strcmp(file->of->failing->file, view->failing->file) == 0;
    if (same) return;
    ts_query_reader_close(file->reader);
    *file = (open_file){.of = view};
    if (ts_reading_open(view->failing->file, &view->run->reading, &file->reader, &file->why) != TS_OK)
        file->reader = NULL;
}

static void read_note(ts_report_view *view, const ts_query_note *note, const ts_query_meta *meta) {
    if (note->scene < meta->scene_count) view->scene = strdup(meta->scenes[note->scene]);
    view->step = note->step;
    view->iteration = note->iteration;
}

static ts_status read_query(ts_report_view *view, open_file *file, ts_query_chunk *chunk, ts_error *error) {
    open_for(file, view);
    if (!file->reader) {
        *error = file->why;
        return error->status;
    }
    ts_status status = ts_query_reader_seek(file->reader, view->failing->index, error);
    if (status == TS_OK) status = ts_query_reader_next(file->reader, chunk, error);
    if (status == TS_OK && chunk->count == 0) {
        status = ts_fail(error, TS_ERROR_DATA, "%s has no query %" PRIu64 " any more", view->failing->file,
                         view->failing->index);
    }
    if (status != TS_OK) return status;
    view->query = chunk->queries[0];
    if (!ts_query_reader_has_min_distance(file->reader)) view->query.min_distance = view->run->min_distance;
    if (!ts_query_reader_has_t_max(file->reader)) view->query.t_max = view->run->t_max;
    read_note(view, &chunk->notes[0], ts_query_reader_meta(file->reader));
    return TS_OK;
}

static ts_status read_queries(ts_report_views *views, ts_error *error) {
    ts_query_chunk chunk;
    const ts_status status = ts_query_chunk_init(&chunk, 1, error);
    if (status != TS_OK) return status;
    open_file file = {0};
    for (size_t v = 0; v < views->count; ++v) {
        ts_error_clear(&views->items[v].missing);
        read_query(&views->items[v], &file, &chunk, &views->items[v].missing);
    }
    ts_query_reader_close(file.reader);
    ts_query_chunk_clear(&chunk);
    return TS_OK;
}

/* ---- Asking ---- */

static void ask_method(const ts_report_view *view, const ts_report_backend *backend, ts_report_answer *answer) {
    const ts_report_query *failing = view->failing;
    const ts_crash_scene scene = {backend->name, failing->file, failing->index, failing->index};
    ts_ccd_certificate certificate;
    ts_crash_set_scene(&scene);
    ts_ask(&backend->method, &view->query, &view->known, &answer->asked);
    answer->proof = ts_prove(&backend->method, &view->query, &answer->asked.result, &certificate, &answer->refusal);
    ts_crash_set_scene(NULL);
}

/* Samples the gap around t* and the hits that failed. */
static ts_status look_near(ts_report_view *view) {
    double times[TS_CCD_MAX_BACKENDS + 2];
    size_t count = 0;
    if (view->known.truth.contact) {
        times[count++] = view->known.truth.lo;
        times[count++] = view->known.truth.hi;
    }
    for (size_t f = 0; f < view->failing->fault_count && count < TS_CCD_MAX_BACKENDS + 2; ++f) {
        const ts_report_backend *backend = ts_report_run_backend(view->run, view->failing->faults[f].backend);
        if (!backend || !backend->is_here) continue;
        const ts_ccd_result *result = &view->answers[backend - view->run->backends].asked.result;
        if (result->status == TS_CCD_HIT) times[count++] = result->toi;
    }
    return ts_report_gap_near(&view->near, &view->query, times, count);
}

static void ask(ts_report_view *view) {
    ts_status status = ts_oracle_toi(&view->query, TS_ORACLE_ALL, &view->known.truth);
    if (status == TS_OK) {
        view->known.source = TS_TRUTH_BRACKET;
        view->bound = ts_toi_lower_bound(&view->query);
        ts_report_gap_whole(&view->whole, &view->query);
        for (size_t b = 0; b < view->run->backend_count; ++b) {
            const ts_report_backend *backend = &view->run->backends[b];
            if (backend->is_here) ask_method(view, backend, &view->answers[b]);
        }
        status = look_near(view);
    }
    if (status != TS_OK) {
        ts_fail(&view->missing, status, "the oracle has no answer for this query; please report it");
    }
}

static ts_status ask_all(ts_report_views *views, ts_error *error) {
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t v = 0; v < views->count; ++v) {
        if (!ts_interrupted() && views->items[v].missing.status == TS_OK) ask(&views->items[v]);
    }
    if (!ts_interrupted()) return TS_OK;
    return ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted; no report was written");
}

ts_status ts_report_views_init(ts_report_views *views, const ts_report_run *runs, const ts_report_failures *failures,
                               ts_error *error) {
    ts_report_views made = {.items = calloc(failures->count + 1, sizeof *made.items), .count = failures->count};
    if (!made.items) return ts_fail_memory(error, "the failing queries");
    ts_status status = TS_OK;
    for (size_t v = 0; v < made.count; ++v) {
        ts_report_view *view = &made.items[v];
        view->failing = &failures->queries[v];
        view->run = &runs[view->failing->run];
        view->answers = calloc(view->run->backend_count + 1, sizeof *view->answers);
        if (!view->answers) status = ts_fail_memory(error, "the answers");
    }
    if (status == TS_OK) status = read_queries(&made, error);
    if (status == TS_OK) status = ask_all(&made, error);
    if (status == TS_OK)
        *views = made;
    else
        ts_report_views_clear(&made);
    return status;
}

void ts_report_views_clear(ts_report_views *views) {
    for (size_t v = 0; v < views->count; ++v) {
        free(views->items[v].scene);
        free(views->items[v].answers);
    }
    free(views->items);
    *views = (ts_report_views){0};
}
