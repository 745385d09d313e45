/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding one query, its truth, and what the methods answer. */
#include "benches/shown_query.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "benches/lower_bound.h"
#include "core/error.h"

static ts_status read_query(ts_shown_query *made, ts_error *error) {
    const ts_shown_place *place = &made->place;
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ts_status status = ts_reading_open(place->path, &place->reading, &reader, error);
    if (status != TS_OK) return status;
    status = ts_query_chunk_init(&chunk, 1, error);
    if (status == TS_OK) {
        status = ts_query_reader_seek(reader, place->index, error);
        if (status == TS_OK) status = ts_query_reader_next(reader, &chunk, error);
        if (status == TS_OK && chunk.count == 0) {
            status = ts_fail(error, TS_ERROR_DATA, "%s has no query %" PRIu64 "; indexes count from 0", place->path,
                             place->index);
        }
        if (status == TS_OK) {
            const ts_query_meta *meta = ts_query_reader_meta(reader);
            made->query = chunk.queries[0];
            made->note = chunk.notes[0];
            if (made->note.scene < meta->scene_count) made->scene = strdup(meta->scenes[made->note.scene]);
            if (!ts_query_reader_has_min_distance(reader)) made->query.min_distance = place->min_distance;
            if (!ts_query_reader_has_t_max(reader)) made->query.t_max = place->t_max;
        }
        ts_query_chunk_clear(&chunk);
    }
    ts_query_reader_close(reader);
    return status;
}

static ts_status judge_query(ts_shown_query *made, ts_error *error) {
    ts_oracle_distance_result start;
    ts_status status = ts_oracle_toi(&made->query, TS_ORACLE_ALL, &made->known.truth);
    if (status == TS_OK) status = ts_oracle_distance(&made->query, 0.0, made->query.min_distance, &made->start);
    if (status == TS_OK) status = ts_oracle_distance(&made->query, 0.0, 0.0, &start);
    if (status != TS_OK) return ts_fail(error, status, "the oracle has no answer for this query; please report it");
    made->distance = start.gap_lo;
    made->known.source = TS_TRUTH_BRACKET;
    made->bound = ts_toi_lower_bound(&made->query);
    return TS_OK;
}

static ts_status prove_answer(const ts_shown_query *made, const ts_ccd_method *method, ts_shown_answer *answer,
                              ts_error *error) {
    answer->certificate = malloc(sizeof *answer->certificate);
    if (!answer->certificate) return ts_fail_memory(error, "a certificate");
    answer->proof = ts_prove(method, &made->query, &answer->asked.result, answer->certificate, &answer->refusal);
    if (answer->proof == TS_PROOF_NONE) {
        free(answer->certificate);
        answer->certificate = NULL;
    }
    return TS_OK;
}

static ts_status ask_methods(ts_shown_query *made, const ts_ccd_method *methods, size_t count, ts_error *error) {
    made->answers = calloc(count + 1, sizeof *made->answers);
    if (!made->answers) return ts_fail_memory(error, "the answers");
    made->answer_count = count;
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < count; ++i) {
        const ts_ccd_method *method = &methods[i];
        ts_shown_answer *answer = &made->answers[i];
        answer->backend = method->backend->name;
        ts_ask(method, &made->query, &made->known, &answer->asked);
        status = prove_answer(made, method, answer, error);
    }
    return status;
}

ts_status ts_shown_query_init(ts_shown_query *shown, const ts_shown_place *place, const ts_ccd_method *methods,
                              size_t count, ts_error *error) {
    ts_shown_query made = {.place = *place};
    ts_status status = read_query(&made, error);
    if (status == TS_OK) status = judge_query(&made, error);
    if (status == TS_OK) status = ask_methods(&made, methods, count, error);
    if (status == TS_OK) {
        *shown = made;
    } else {
        ts_shown_query_clear(&made);
    }
    return status;
}

void ts_shown_query_clear(ts_shown_query *shown) {
    for (size_t i = 0; i < shown->answer_count; ++i) free(shown->answers[i].certificate);
    free(shown->scene);
    free(shown->answers);
    *shown = (ts_shown_query){0};
}

size_t ts_shown_pieces(const ts_shown_answer *answer) {
    const size_t count = answer->certificate ? answer->certificate->count : 0;
    return count < TS_CCD_MOST_PIECES ? count : TS_CCD_MOST_PIECES;
}
