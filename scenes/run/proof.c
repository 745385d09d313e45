/* SPDX-License-Identifier: MIT
 * Places of a step, kept until it is proven. */
#include "scenes/run/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "scenes/run/run_end.h"

static const size_t MOST_BYTES = (size_t)1 << 30; /* of the places of a step */

struct ts_run_proof {
    const ts_simulation *simulation;
    ts_prover *prover;
    size_t first;       /* step of the simulation whose state is the first of the proof */
    size_t nodes, most; /* places that may be kept */
    size_t count, lost; /* of this step */
    size_t made;        /* rows that exist */
    double (**row)[3];  /* owned: places where a displacement began, in order */
    const double (**trail)[3];
};

static ts_run_proof_sum sum_of(const ts_run_proof *proof, const ts_prover_result *result) {
    ts_run_proof_sum sum = {
        .proven = result->proven,
        .open = !result->proven,
        .pieces = result->proven ? result->pieces : 0,
        .most_pieces = result->proven ? result->pieces : 0,
        .bytes = result->bytes,
        .seconds = result->seconds,
        .search_seconds = result->search_seconds,
        .first_open = proof->first + result->step,
        .places_lost = proof->lost,
    };
    if (result->proven) return sum;
    ts_prover_failure_text(proof->prover, result, 0, sum.failure, sizeof sum.failure);
    sum.has_query = result->failure[0].end == TS_PROVER_MEETS && result->step > 0; /* a state has no way */
    sum.query = result->failure[0].query;
    return sum;
}

void ts_run_proof_add(ts_run_proof_sum *sum, const ts_run_proof_sum *step) {
    if (sum->open == 0 && step->open > 0) {
        sum->first_open = step->first_open;
        memcpy(sum->failure, step->failure, sizeof sum->failure);
        sum->has_query = step->has_query;
        sum->query = step->query;
    }
    sum->proven += step->proven;
    sum->open += step->open;
    sum->pieces += step->pieces;
    sum->bytes += step->bytes;
    sum->seconds += step->seconds;
    sum->search_seconds += step->search_seconds;
    sum->places_lost += step->places_lost;
    if (step->most_pieces > sum->most_pieces) sum->most_pieces = step->most_pieces;
}

static ts_status start_prover(const ts_run_proof_options *options, ts_run_proof *proof, ts_run_proof_sum *sum,
                              ts_error *error) {
    const ts_state *state = &proof->simulation->state;
    const ts_prover_options given = {
        .folder = options->folder,
        .replace = options->replace,
        .resume = options->resume,
        .from = state->step - options->first,
        .limits = options->limits,
    };
    ts_prover_shape shape;
    ts_prover_result result;
    ts_status status = ts_prover_shape_of_bodies(&proof->simulation->bodies, &shape, error);
    if (status != TS_OK) return status;
    status = ts_prover_create(&given, &shape, (const double(*)[3])state->x, &proof->prover, &result, error);
    if (status == TS_OK && !options->resume) *sum = sum_of(proof, &result);
    return status;
}

ts_status ts_run_proof_create(const ts_run_proof_options *options, const ts_simulation *simulation,
                              ts_run_proof **proof, ts_run_proof_sum *sum, ts_error *error) {
    ts_run_proof *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the proof of a run");
    const size_t nodes = simulation->bodies.nodes;
    made->simulation = simulation;
    made->nodes = nodes;
    made->first = options->first;
    made->most = MOST_BYTES / ((nodes + 1) * sizeof **made->row) + 1;
    if (made->most > 65536) made->most = 65536;
    made->row = calloc(made->most, sizeof *made->row);
    made->trail = malloc((made->most + 2) * sizeof *made->trail);
    ts_status status = made->row && made->trail ? TS_OK : ts_fail_memory(error, "the proof of a run");
    if (status == TS_OK) status = start_prover(options, made, sum, error);
    if (status == TS_OK)
        *proof = made;
    else
        ts_run_proof_destroy(made);
    return status;
}

void ts_run_proof_destroy(ts_run_proof *proof) {
    if (!proof) return;
    for (size_t k = 0; k < proof->made; ++k) free(proof->row[k]);
    free(proof->row);
    free(proof->trail);
    ts_prover_destroy(proof->prover);
    free(proof);
}

void ts_run_proof_listen(ts_run_proof *proof, const ts_displacement *displacement) {
    const size_t bytes = proof->nodes * sizeof *displacement->from;
    if (proof->count > 0 && memcmp(proof->row[proof->count - 1], displacement->from, bytes) == 0) return;
    if (proof->count == proof->made && proof->made < proof->most) {
        proof->row[proof->made] = malloc(bytes + 1);
        proof->made += proof->row[proof->made] != NULL;
    }
    if (proof->count == proof->made) {
        ++proof->lost;
        return;
    }
    memcpy(proof->row[proof->count++], displacement->from, bytes);
}

ts_status ts_run_proof_step(ts_run_proof *proof, const double (*x_before)[3], ts_prover_result *result,
                            ts_run_proof_sum *sum, ts_error *error) {
    const double(*after)[3] = (const double(*)[3])proof->simulation->state.x;
    const size_t bytes = proof->nodes * sizeof *after;
    size_t places = 0;
    proof->trail[places++] = x_before;
    for (size_t k = 0; k < proof->count; ++k) {
        if (memcmp(proof->row[k], proof->trail[places - 1], bytes) != 0) {
            proof->trail[places++] = (const double(*)[3])proof->row[k];
        }
    }
    if (places > 1 && memcmp(proof->trail[places - 1], after, bytes) == 0) --places;
    proof->trail[places++] = after;
    const ts_prover_trail trail = {.count = places, .x = proof->trail};
    const ts_status status = ts_prover_step(proof->prover, &trail, result, error);
    if (status == TS_OK) *sum = sum_of(proof, result);
    result->step += proof->first;
    proof->count = proof->lost = 0;
    return status;
}

ts_status ts_run_proof_store(ts_run_proof_sum *sum, const char *folder, const char *scene, ts_error *error) {
    if (!sum->has_query) return TS_OK;
    ts_run_at at = {.step = sum->first_open, .iteration = -1, .query = sum->query};
    snprintf(at.message, sizeof at.message, "%s", sum->failure);
    char *path = ts_path_join(folder, TS_RUN_UNPROVEN_FILE);
    if (!path) return ts_fail_memory(error, "a path");
    const ts_status status = ts_run_store_query(path, scene, "The pair that broke the proof", &at, error);
    free(path);
    sum->is_stored = status == TS_OK;
    return status;
}

ts_status ts_run_proof_forget(const char *folder, ts_error *error) {
    char *path = ts_path_join(folder, TS_RUN_UNPROVEN_FILE);
    if (!path) return ts_fail_memory(error, "a path");
    unlink(path);
    free(path);
    return TS_OK;
}
