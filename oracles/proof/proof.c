/* SPDX-License-Identifier: MIT
 * The folder of a proof, and its steps. */
#include "oracles/proof/proof.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* ---- The folder ---- */

enum { LEAST_DIGITS = 6 }; /* of a number in a name */

/* The numbers of the files KIND_000012.tsp. */
typedef struct numbers {
    size_t *number, count, room;
} numbers;

static ts_status add_number(numbers *list, size_t number, ts_error *error) {
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 64;
        size_t *more = realloc(list->number, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "the files of a proof");
        list->number = more;
        list->room = room;
    }
    list->number[list->count++] = number;
    return TS_OK;
}

/* A number that a word cannot hold is the largest: beyond all states, as it is. */
static bool is_numbered(const char *name, const char *kind, size_t *number) {
    const size_t length = strlen(kind);
    if (strncmp(name, kind, length) != 0) return false;
    const size_t digits = strspn(name + length, "0123456789");
    const bool is_short = digits < LEAST_DIGITS || (digits > LEAST_DIGITS && name[length] == '0');
    *number = strtoull(name + length, NULL, 10);
    return !is_short && strcmp(name + length + digits, ".tsp") == 0;
}

static ts_status list_files(const char *folder, numbers *states, numbers *steps, ts_error *error) {
    DIR *opened = opendir(folder);
    if (!opened) return ts_fail(error, TS_ERROR_DATA, "the proof %s cannot be read: %s", folder, strerror(errno));
    ts_status status = TS_OK;
    const struct dirent *entry;
    size_t number;
    while (status == TS_OK && (entry = readdir(opened)) != NULL) {
        if (is_numbered(entry->d_name, "state_", &number)) status = add_number(states, number, error);
        if (is_numbered(entry->d_name, "step_", &number)) status = add_number(steps, number, error);
    }
    closedir(opened);
    return status;
}

static ts_status take_numbers(ts_proof_folder *proof, const numbers *states, const numbers *steps, ts_error *error) {
    proof->states = states->count;
    for (size_t k = 0; k < states->count; ++k) {
        if (states->number[k] >= states->count) {
            return ts_fail(error, TS_ERROR_DATA, "%s has a state %zu, but only %zu from 0 on: one is missing",
                           proof->folder, states->number[k], states->count);
        }
    }
    if (states->count == 0) return ts_fail(error, TS_ERROR_DATA, "%s holds no proof: no states", proof->folder);
    proof->has_step = calloc(states->count, 1);
    if (!proof->has_step) return ts_fail_memory(error, "the files of a proof");
    for (size_t k = 0; k < steps->count; ++k) {
        if (steps->number[k] >= states->count) {
            return ts_fail(error, TS_ERROR_DATA, "%s has a step %zu without its state", proof->folder,
                           steps->number[k]);
        }
        proof->has_step[steps->number[k]] = 1;
    }
    return TS_OK;
}

ts_status ts_proof_open(const char *folder, ts_proof_folder *proof, ts_error *error) {
    numbers states = {0}, steps = {0};
    *proof = (ts_proof_folder){.folder = folder};
    ts_status status = list_files(folder, &states, &steps, error);
    if (status == TS_OK) status = take_numbers(proof, &states, &steps, error);
    if (status == TS_OK) status = ts_proof_topology_read(folder, &proof->topology, error);
    if (status == TS_OK) status = ts_proof_tree_read(folder, &proof->topology, &proof->tree, error);
    free(states.number);
    free(steps.number);
    if (status != TS_OK) ts_proof_close(proof);
    return status;
}

void ts_proof_close(ts_proof_folder *proof) {
    free(proof->has_step);
    ts_proof_topology_clear(&proof->topology);
    ts_proof_tree_clear(&proof->tree);
    *proof = (ts_proof_folder){0};
}

/* ---- A step ---- */

/* The states at its ends. */
typedef struct states {
    double (*x0)[3], (*x1)[3]; /* owned; x1 may be x0 */
    unsigned char digest[2][TS_SHA256_BYTES];
} states;

static ts_status read_states(const ts_proof_folder *proof, size_t number, states *ends, ts_error *error) {
    const size_t vertices = proof->topology.vertices, before = number > 0 ? number - 1 : 0;
    ts_status status = ts_proof_state_read(proof->folder, before, vertices, &ends->x0, ends->digest[0], error);
    if (status == TS_OK) {
        status = ts_proof_state_read(proof->folder, number, vertices, &ends->x1, ends->digest[1], error);
    }
    return status;
}

static ts_status take_head(const ts_proof_folder *proof, size_t number, const states *ends, ts_proof_bytes *bytes,
                           ts_error *error) {
    const unsigned char *expected[4] = {proof->topology.digest, proof->tree.digest, ends->digest[0], ends->digest[1]};
    uint32_t written;
    ts_status status = ts_proof_take(bytes, 1, sizeof written, &written, error);
    if (status != TS_OK) return status;
    if (written != number) return ts_proof_malformed(bytes, "it is of another step", error);
    for (int k = 0; k < 4; ++k) {
        unsigned char digest[TS_SHA256_BYTES];
        status = ts_proof_take(bytes, sizeof digest, 1, digest, error);
        if (status != TS_OK) return status;
        if (memcmp(digest, expected[k], sizeof digest) != 0) {
            return ts_proof_malformed(bytes, "it was made of another topology, tree or state", error);
        }
    }
    return TS_OK;
}

static ts_status check_bytes(const ts_proof_folder *proof, size_t number, ts_proof_bytes *bytes,
                             ts_proof_verdict *verdict, ts_error *error) {
    states ends = {0};
    ts_proof_way way = {0};
    ts_status status = read_states(proof, number, &ends, error);
    if (status == TS_OK) status = take_head(proof, number, &ends, bytes, error);
    if (status == TS_OK) {
        const ts_proof_ends given = {proof->topology.vertices, (const double(*)[3])ends.x0, (const double(*)[3])ends.x1,
                                     number == 0};
        status = ts_proof_way_take(bytes, &given, &way, error);
    }
    if (status == TS_OK) {
        ts_proof_apart apart = {.topology = &proof->topology, .tree = &proof->tree, .way = &way, .exponent = LONG_MIN};
        ts_proof_walked walked;
        status = ts_proof_walk(bytes, &apart, number == 0, &walked, error);
        *verdict = (ts_proof_verdict){
            .proven = walked.proven,
            .pieces = way.pieces,
            .bytes = bytes->size,
            .records = walked.records,
            .exact = apart.exact,
            .failed = walked.failed,
            .time = walked.time,
        };
    }
    ts_proof_way_clear(&way);
    free(ends.x0);
    free(ends.x1);
    return status;
}

ts_status ts_proof_check(const ts_proof_folder *proof, size_t number, ts_proof_verdict *verdict, ts_error *error) {
    if (!proof->has_step[number]) {
        *verdict = (ts_proof_verdict){.missing = true};
        return TS_OK;
    }
    char name[40];
    ts_proof_bytes bytes;
    snprintf(name, sizeof name, "step_%06zu.tsp", number);
    ts_status status = ts_proof_bytes_read(proof->folder, name, "TSPSTEP1", &bytes, error);
    if (status != TS_OK) return status;
    ts_proof_verdict made = {0};
    status = check_bytes(proof, number, &bytes, &made, error);
    ts_proof_bytes_clear(&bytes);
    if (status == TS_OK) *verdict = made;
    return status;
}

/* ---- Words ---- */

/* Appends to a text what fits. */
static void append(char *text, size_t size, const char *more) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

static void append_node(const ts_proof_folder *proof, int32_t index, char *text, size_t size) {
    static const char *const NAMES[4] = {"", "vertex", "segment", "triangle"};
    const ts_proof_node *node = &proof->tree.node[index];
    char word[64];
    if (node->element < 0 && node->children > 0) {
        snprintf(word, sizeof word, "%zu vertices of node %ld of the tree", node->vertices, (long)index);
        append(text, size, word);
        return;
    }
    const bool is_edge = node->element < 0 && node->vertices == 2;
    append(text, size, is_edge ? "edge" : NAMES[node->vertices]);
    for (size_t k = 0; k < node->vertices; ++k) {
        snprintf(word, sizeof word, " %ld", (long)proof->tree.vertex[node->vertex_first + k]);
        append(text, size, word);
    }
}

void ts_proof_failure_text(const ts_proof_folder *proof, const ts_proof_verdict *verdict, char *text, size_t size) {
    text[0] = '\0';
    if (verdict->missing) {
        append(text, size, "there is no proof of it");
        return;
    }
    append_node(proof, verdict->failed.a, text, size);
    append(text, size, " and ");
    append_node(proof, verdict->failed.b, text, size);
    int64_t piece = verdict->time / TS_PROOF_PIECE, part = verdict->time % TS_PROOF_PIECE;
    if (piece > 0 && part == 0) { /* the end of the piece before */
        --piece;
        part = TS_PROOF_PIECE;
    }
    char word[160];
    snprintf(word, sizeof word, " are not kept apart as is said, in piece %lld of %zu at t = %.17g",
             (long long)piece + 1, verdict->pieces, ldexp((double)part, -TS_PROOF_HALVINGS));
    append(text, size, word);
}
