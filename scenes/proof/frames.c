/* SPDX-License-Identifier: MIT
 * Comparing frames with the states and the topology of a proof. */
#include "scenes/proof/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "scenes/proof/shape.h"

/* ---- Elements ---- */

/* Vertices in ascending order; -1 first where there are fewer than three. */
typedef struct element {
    int32_t vertex[3];
} element;

static int compare(const void *one, const void *other) {
    const element *a = one, *b = other;
    for (int k = 0; k < 3; ++k) {
        if (a->vertex[k] != b->vertex[k]) return a->vertex[k] < b->vertex[k] ? -1 : 1;
    }
    return 0;
}

static element sorted(const int32_t *vertex, int count) {
    element made = {{-1, -1, -1}};
    for (int k = 0; k < count; ++k) made.vertex[k] = vertex[k];
    for (int k = 0; k < 3; ++k) { /* the two that are out of order, at most three times */
        const int at = k % 2;
        if (made.vertex[at] <= made.vertex[at + 1]) continue;
        const int32_t larger = made.vertex[at];
        made.vertex[at] = made.vertex[at + 1];
        made.vertex[at + 1] = larger;
    }
    return made;
}

static element *list_of_proof(const ts_proof_topology *topology) {
    const size_t count = ts_proof_elements(topology);
    element *list = malloc((count + 1) * sizeof *list);
    for (size_t e = 0; list && e < count; ++e) {
        int vertices;
        const int32_t *vertex = ts_proof_element(topology, e, &vertices);
        list[e] = sorted(vertex, vertices);
    }
    if (list) qsort(list, count, sizeof *list, compare);
    return list;
}

static element *list_of_shape(const ts_prover_shape *shape) {
    const size_t count = ts_prover_elements(shape);
    element *list = malloc((count + 1) * sizeof *list);
    for (size_t e = 0; list && e < count; ++e) {
        int vertices;
        const int32_t *vertex = ts_prover_element(shape, e, &vertices);
        list[e] = sorted(vertex, vertices);
    }
    if (list) qsort(list, count, sizeof *list, compare);
    return list;
}

/* ---- A frame ---- */

/* The last run of digits in a name, as a number; false: it has none. */
static bool number_in(const char *path, size_t *number) {
    const char *name = ts_path_name(path);
    size_t at = strlen(name);
    while (at > 0 && (name[at - 1] < '0' || name[at - 1] > '9')) --at;
    if (at == 0) return false;
    while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
    *number = strtoull(name + at, NULL, 10);
    return true;
}

/* Proof and frames under way. */
typedef struct matching {
    const ts_proof_folder *proof;
    element *element; /* of the proof, sorted */
    ts_prover_match *match;
} matching;

static void note_other(matching *m, const char *path, const char *what) {
    if (m->match->other++ > 0) return;
    snprintf(m->match->what, sizeof m->match->what, "%s: %s", path, what);
}

static ts_status compare_elements(matching *m, const ts_mesh *mesh, bool *same, ts_error *error) {
    ts_prover_shape shape;
    const ts_status status = ts_prover_shape_of_mesh(mesh, 0.0, &shape, error);
    if (status != TS_OK) return status;
    const size_t count = ts_proof_elements(&m->proof->topology);
    element *list = list_of_shape(&shape);
    *same = list && ts_prover_elements(&shape) == count;
    for (size_t e = 0; *same && e < count; ++e) *same = compare(&list[e], &m->element[e]) == 0;
    const bool no_memory = !list;
    free(list);
    ts_prover_shape_clear(&shape);
    return no_memory ? ts_fail_memory(error, "the elements of a frame") : TS_OK;
}

static ts_status compare_frame(matching *m, const char *path, const ts_mesh *mesh, size_t number, ts_error *error) {
    const size_t vertices = m->proof->topology.vertices;
    bool same;
    if (mesh->nodes != vertices) {
        note_other(m, path, "it has another number of nodes than the proof has vertices");
        return TS_OK;
    }
    ts_status status = compare_elements(m, mesh, &same, error);
    if (status != TS_OK) return status;
    if (!same) {
        note_other(m, path, "its surface is another than that of the proof");
        return TS_OK;
    }
    double(*x)[3] = NULL;
    unsigned char digest[TS_SHA256_BYTES];
    status = ts_proof_state_read(m->proof->folder, number, vertices, &x, digest, error);
    if (status != TS_OK) return status;
    for (size_t v = 0; same && v < vertices; ++v) {
        same = memcmp(x[v], mesh->x[v], sizeof x[v]) == 0;
        char what[120];
        snprintf(what, sizeof what, "node %zu is at another place than in state %zu of the proof", v, number);
        if (!same) note_other(m, path, what);
    }
    free(x);
    m->match->frames += same;
    return TS_OK;
}

static ts_status match_frame(matching *m, const char *path, bool in_order, size_t at, ts_error *error) {
    size_t number = at;
    if (!in_order && (!number_in(path, &number) || number >= m->proof->states)) {
        note_other(m, path, "the proof has no state of its number");
        return TS_OK;
    }
    ts_mesh mesh;
    ts_status status = ts_frame_read(path, &mesh, error);
    if (status != TS_OK) return status;
    status = compare_frame(m, path, &mesh, number, error);
    ts_mesh_clear(&mesh);
    return status;
}

ts_status ts_prover_match_frames(const ts_proof_folder *proof, const ts_frame_files *files, ts_prover_match *match,
                                 ts_error *error) {
    ts_prover_match made = {0};
    matching m = {.proof = proof, .element = list_of_proof(&proof->topology), .match = &made};
    if (!m.element) return ts_fail_memory(error, "the elements of a proof");
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < files->count; ++k) {
        status = match_frame(&m, files->path[k], files->count == proof->states, k, error);
    }
    free(m.element);
    if (status == TS_OK) *match = made;
    return status;
}
