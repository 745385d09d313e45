/* SPDX-License-Identifier: MIT
 * The folder of a proof in the making. */
#include "scenes/proof/prover.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/hold.h"
#include "scenes/collision/ccd_filter.h"
#include "scenes/proof/write.h"

struct ts_prover {
    char *folder;
    ts_hold hold; /* the folder, against other provers */
    ts_prover_shape shape;
    ts_prover_forest forest;
    ts_prover_table *table;
    ts_prover_limits limits;
    ts_prover_digests digests; /* `after`: of the last state */
    size_t step;               /* number of the last state */
};

enum { NAME = 40 };

ts_prover_limits ts_prover_standard_limits(void) {
    return (ts_prover_limits){.rounds = 64, .halvings = 24};
}

/* ---- The folder ---- */

/* The number of a file KIND_000012.tsp; false: it has another name. */
static bool number_of(const char *path, size_t *number) {
    const char *name = ts_path_name(path), *line = strchr(name, '_');
    return line && sscanf(line + 1, "%zu", number) == 1;
}

/* Removes what says something of states from `from` on: steps first, so that none is there without its state. */
static ts_status remove_from(const char *folder, size_t from, ts_error *error) {
    static const char *const PATTERNS[2] = {"step_[0-9]*.tsp", "state_[0-9]*.tsp"};
    ts_status status = TS_OK;
    for (int k = 0; k < 2 && status == TS_OK; ++k) {
        char *pattern = ts_path_join(folder, PATTERNS[k]);
        glob_t found;
        if (!pattern) return ts_fail_memory(error, "a path");
        const bool is_any = glob(pattern, 0, NULL, &found) == 0;
        free(pattern);
        if (!is_any) continue;
        for (size_t i = 0; i < found.gl_pathc && status == TS_OK; ++i) {
            size_t number;
            if (!number_of(found.gl_pathv[i], &number) || number < from || unlink(found.gl_pathv[i]) == 0) continue;
            status = ts_fail(error, TS_ERROR_USAGE, "%s cannot be removed: %s", found.gl_pathv[i], strerror(errno));
        }
        globfree(&found);
    }
    return status;
}

/* Writes a file and keeps its digest (NULL: not). */
static ts_status write_file(const ts_prover *prover, ts_prover_file *file, const char *name, unsigned char *digest,
                            ts_error *error) {
    const ts_status status = ts_prover_file_write(file, prover->folder, name, error);
    if (status == TS_OK && digest) ts_sha256(file->byte, file->size, digest);
    ts_prover_file_clear(file);
    return status;
}

static void state_name(size_t number, char name[NAME]) {
    snprintf(name, NAME, "state_%06zu.tsp", number);
}

/* Is the file there, with these bytes? */
static ts_status demand_same(const ts_prover *prover, ts_prover_file *file, const char *name, unsigned char *digest,
                             ts_error *error) {
    char *path = ts_path_join(prover->folder, name);
    if (!path || file->no_memory) {
        free(path);
        return ts_fail_memory(error, "a file of a proof");
    }
    FILE *there = fopen(path, "rb");
    bool same = there != NULL;
    for (size_t k = 0; same && k < file->size; ++k) same = getc(there) == file->byte[k];
    same = same && getc(there) == EOF;
    if (there) fclose(there);
    ts_sha256(file->byte, file->size, digest);
    ts_prover_file_clear(file);
    free(path);
    return same ? TS_OK
                : ts_fail(error, TS_ERROR_USAGE,
                          "%s does not hold the proof of this run up to its checkpoint (%s is missing or another): "
                          "name a new folder, or start anew with --replace",
                          prover->folder, name);
}

/* ---- Steps ---- */

static ts_status prove(ts_prover *prover, const ts_prover_trail *trail, ts_prover_result *result, ts_error *error) {
    const double start = ts_ccd_filter_clock();
    const ts_prover_task task = {
        .forest = &prover->forest,
        .table = prover->table,
        .limits = prover->limits,
        .at_start = prover->step == 0,
    };
    ts_prover_proof proof;
    ts_status status = ts_prover_find(&task, trail, &proof, error);
    if (status != TS_OK) return status;
    ts_prover_file file = {0};
    *result = (ts_prover_result){
        .proven = proof.recorded.failures == 0,
        .step = prover->step,
        .pieces = trail->count > 1 ? proof.waypoints + 1 : 0,
        .attempts = proof.attempts,
        .search_seconds = proof.search_seconds,
        .failures = proof.recorded.failures,
    };
    memcpy(result->failure, proof.recorded.failure, sizeof result->failure);
    if (result->proven) {
        char name[NAME];
        snprintf(name, sizeof name, "step_%06zu.tsp", prover->step);
        ts_prover_file_step(&file, prover->step, &prover->digests, trail, prover->shape.vertices, &proof);
        result->bytes = file.size;
        status = write_file(prover, &file, name, NULL, error);
    }
    ts_prover_proof_clear(&proof);
    result->seconds = ts_ccd_filter_clock() - start;
    return status;
}

static ts_status write_state(ts_prover *prover, const double (*x)[3], ts_error *error) {
    char name[NAME];
    ts_prover_file file = {0};
    state_name(prover->step, name);
    ts_prover_file_state(&file, prover->shape.vertices, x);
    return write_file(prover, &file, name, prover->digests.after, error);
}

ts_status ts_prover_step(ts_prover *prover, const ts_prover_trail *trail, ts_prover_result *result, ts_error *error) {
    memcpy(prover->digests.before, prover->digests.after, TS_SHA256_BYTES);
    ++prover->step;
    const ts_status status = write_state(prover, trail->x[trail->count - 1], error);
    return status == TS_OK ? prove(prover, trail, result, error) : status;
}

/* ---- Beginning ---- */

/* The first file by which a proof is known that the folder has; "" without one. Not only topology.tsp, with which every
 * proof begins: what is somebody's would be written over as well. */
static ts_status find_file(const char *folder, char name[NAME], ts_error *error) {
    static const char *const PATTERNS[] = {"topology.tsp", "tree.tsp", "state_[0-9]*.tsp", "step_[0-9]*.tsp"};
    *name = '\0';
    for (size_t k = 0; !*name && k < sizeof PATTERNS / sizeof *PATTERNS; ++k) {
        char *pattern = ts_path_join(folder, PATTERNS[k]);
        glob_t found;
        if (!pattern) return ts_fail_memory(error, "a path");
        if (glob(pattern, 0, NULL, &found) == 0) {
            snprintf(name, NAME, "%s", ts_path_name(found.gl_pathv[0]));
            globfree(&found);
        }
        free(pattern);
    }
    return TS_OK;
}

static ts_status refuse_other(const ts_prover_options *options, ts_error *error) {
    char name[NAME];
    if (options->replace) return TS_OK;
    const ts_status status = find_file(options->folder, name, error);
    if (status != TS_OK || !*name) return status;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s already holds a proof, or a part of one (%s): start anew with --replace, or name another folder",
                   options->folder, name);
}

static ts_status begin(ts_prover *prover, const double (*x)[3], ts_prover_result *result, ts_error *error) {
    ts_prover_file file = {0};
    ts_status status = remove_from(prover->folder, 0, error);
    if (status != TS_OK) return status;
    ts_prover_file_topology(&file, &prover->shape);
    status = write_file(prover, &file, "topology.tsp", prover->digests.topology, error);
    if (status != TS_OK) return status;
    ts_prover_file_tree(&file, &prover->forest);
    status = write_file(prover, &file, "tree.tsp", prover->digests.tree, error);
    if (status == TS_OK) status = write_state(prover, x, error);
    memcpy(prover->digests.before, prover->digests.after, TS_SHA256_BYTES);
    const ts_prover_trail alone = {.count = 1, .x = &x};
    return status == TS_OK ? prove(prover, &alone, result, error) : status;
}

/* X_0 of a proof that is there: its tree was made by it. */
static ts_status read_first_state(const ts_prover_options *options, size_t vertices, double (*x)[3], ts_error *error) {
    char magic[8], *path = ts_path_join(options->folder, "state_000000.tsp");
    if (!path) return ts_fail_memory(error, "a path");
    FILE *file = fopen(path, "rb");
    const bool read =
        file && fread(magic, 1, sizeof magic, file) == sizeof magic && fread(x, sizeof *x, vertices, file) == vertices;
    if (file) fclose(file);
    const ts_status status =
        read ? TS_OK : ts_fail(error, TS_ERROR_USAGE, "%s cannot be read: there is no proof to go on with", path);
    free(path);
    return status;
}

static ts_status go_on(ts_prover *prover, size_t from, const double (*x)[3], ts_error *error) {
    ts_prover_file file = {0};
    char name[NAME];
    ts_prover_file_topology(&file, &prover->shape);
    ts_status status = demand_same(prover, &file, "topology.tsp", prover->digests.topology, error);
    if (status != TS_OK) return status;
    ts_prover_file_tree(&file, &prover->forest);
    status = demand_same(prover, &file, "tree.tsp", prover->digests.tree, error);
    if (status != TS_OK) return status;
    ts_prover_file_state(&file, prover->shape.vertices, x);
    state_name(from, name);
    status = demand_same(prover, &file, name, prover->digests.after, error);
    prover->step = from;
    return status == TS_OK ? remove_from(prover->folder, from + 1, error) : status;
}

static ts_status create(const ts_prover_options *options, ts_prover *prover, const double (*x)[3],
                        ts_prover_result *result, ts_error *error) {
    const size_t vertices = prover->shape.vertices;
    prover->folder = ts_text("%s", options->folder);
    double(*first)[3] = options->resume ? malloc((vertices + 1) * sizeof *first) : NULL;
    if (!prover->folder || (options->resume && !first)) {
        free(first);
        return ts_fail_memory(error, "a proof");
    }
    ts_status status = options->resume ? TS_OK : ts_folder_make(prover->folder, error);
    if (status == TS_OK) status = ts_hold_folder(&prover->hold, prover->folder, "writing a proof into", error);
    if (status == TS_OK) {
        status = options->resume ? read_first_state(options, vertices, first, error) : refuse_other(options, error);
    }
    const double(*shaping)[3] = options->resume ? (const double(*)[3])first : x;
    if (status == TS_OK) status = ts_prover_table_create(&prover->table, error);
    if (status == TS_OK) status = ts_prover_forest_create(&prover->shape, shaping, &prover->forest, error);
    free(first);
    if (status != TS_OK) return status;
    return options->resume ? go_on(prover, options->from, x, error) : begin(prover, x, result, error);
}

ts_status ts_prover_create(const ts_prover_options *options, ts_prover_shape *shape, const double (*x)[3],
                           ts_prover **prover, ts_prover_result *result, ts_error *error) {
    ts_prover *made = calloc(1, sizeof *made);
    if (!made) {
        ts_prover_shape_clear(shape);
        return ts_fail_memory(error, "a proof");
    }
    made->shape = *shape;
    *shape = (ts_prover_shape){0};
    made->limits = options->limits;
    const ts_status status = create(options, made, x, result, error);
    if (status == TS_OK)
        *prover = made;
    else
        ts_prover_destroy(made);
    return status;
}

void ts_prover_destroy(ts_prover *prover) {
    if (!prover) return;
    ts_prover_forest_clear(&prover->forest);
    ts_prover_table_destroy(prover->table);
    ts_prover_shape_clear(&prover->shape);
    ts_hold_end(&prover->hold);
    free(prover->folder);
    free(prover);
}

/* ---- Words ---- */

static void append_vertices(char *text, size_t size, const int32_t *vertex, int count, bool is_edge) {
    static const char *const NAMES[4] = {"", "vertex", "segment", "triangle"};
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", is_edge && count == 2 ? "edge" : NAMES[count]);
    for (int k = 0; k < count; ++k) {
        used = strlen(text);
        snprintf(text + used, size - used, " %ld", (long)vertex[k]);
    }
}

static void append_node(const ts_prover *prover, int32_t index, char *text, size_t size) {
    const ts_prover_node *node = &prover->forest.node[index];
    append_vertices(text, size, prover->forest.vertex + node->vertex_first, (int)node->vertices, node->element < 0);
}

void ts_prover_failure_text(const ts_prover *prover, const ts_prover_result *result, size_t failure, char *text,
                            size_t size) {
    static const char *const ENDS[] = {"meet", "intersect", "were not proven to stay apart within the limits"};
    const ts_prover_failure *of = &result->failure[failure];
    text[0] = '\0';
    if (of->end == TS_PROVER_MEETS) {
        const int first = ts_ccd_first_vertices(of->kind), all = ts_ccd_vertices(of->kind);
        append_vertices(text, size, of->vertex, first, true);
        strncat(text, " and ", size - strlen(text) - 1);
        append_vertices(text, size, of->vertex + first, all - first, of->kind != TS_POINT_EDGE);
    } else {
        append_node(prover, of->a, text, size);
        strncat(text, " and ", size - strlen(text) - 1);
        append_node(prover, of->b, text, size);
    }
    size_t used = strlen(text);
    if (of->end == TS_PROVER_MEETS && of->query.min_distance > 0.0)
        snprintf(text + used, size - used, " come within their thickness %.6g m", of->query.min_distance);
    else
        snprintf(text + used, size - used, " %s", ENDS[of->end]);
    if (result->step == 0) return;
    used = strlen(text);
    snprintf(text + used, size - used, " at t = %.17g of piece %zu%s", of->time, of->piece + 1,
             of->end == TS_PROVER_GAVE_UP ? "" : " (exact)");
}
