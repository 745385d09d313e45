/* SPDX-License-Identifier: MIT
 * The files of a proof. */
#include "scenes/proof/write.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are written as they lie in memory");

/* ---- Numbers ---- */

static void put(ts_prover_file *file, const void *from, size_t size) {
    if (file->no_memory || size == 0) return;
    if (file->room - file->size < size) {
        const size_t room = 2 * file->room + size + 4096;
        unsigned char *more = realloc(file->byte, room);
        if (!more) {
            file->no_memory = true;
            return;
        }
        file->byte = more;
        file->room = room;
    }
    memcpy(file->byte + file->size, from, size);
    file->size += size;
}

static void put_word(ts_prover_file *file, size_t value) {
    const uint32_t word = (uint32_t)value;
    put(file, &word, sizeof word);
}

static void put_byte(ts_prover_file *file, int value) {
    const unsigned char byte = (unsigned char)value;
    put(file, &byte, 1);
}

/* Seven bits a byte, the sign in the lowest. */
static void put_varint(ts_prover_file *file, int64_t value) {
    uint64_t bits = value < 0 ? (uint64_t)(-(value + 1)) << 1 | 1u : (uint64_t)value << 1;
    for (; bits > 127; bits >>= 7) put_byte(file, (int)(bits & 127u) | 128);
    put_byte(file, (int)bits);
}

/* ---- Files ---- */

void ts_prover_file_topology(ts_prover_file *file, const ts_prover_shape *shape) {
    put(file, "TSPTOPO1", 8);
    put_word(file, shape->vertices);
    put_word(file, shape->triangles);
    put_word(file, shape->segments);
    put_word(file, shape->particles);
    put_word(file, shape->strangers);
    put(file, shape->triangle, shape->triangles * sizeof *shape->triangle);
    put(file, shape->segment, shape->segments * sizeof *shape->segment);
    put(file, shape->particle, shape->particles * sizeof *shape->particle);
    put(file, shape->stranger, shape->strangers * sizeof *shape->stranger);
    put(file, shape->obstacle, shape->vertices);
    put(file, shape->radius, shape->vertices * sizeof *shape->radius);
}

void ts_prover_file_tree(ts_prover_file *file, const ts_prover_forest *forest) {
    put(file, "TSPTREE1", 8);
    put(file, forest->word, forest->words * sizeof *forest->word);
}

void ts_prover_file_state(ts_prover_file *file, size_t vertices, const double (*x)[3]) {
    put(file, "TSPSTAT1", 8);
    put(file, x, vertices * sizeof *x);
}

/* ---- Waypoints ---- */

/* A waypoint between the ends of a step. */
typedef struct waypoint {
    size_t vertices;
    const double (*x)[3], (*x0)[3], (*x1)[3];
    int unit;
} waypoint;

/* How far along the chord it is, in 256ths. */
static int share_of(const waypoint *w) {
    double along = 0.0, length2 = 0.0;
    for (size_t v = 0; v < w->vertices; ++v) {
        for (int c = 0; c < 3; ++c) {
            const double chord = w->x1[v][c] - w->x0[v][c];
            along += chord * (w->x[v][c] - w->x0[v][c]);
            length2 += chord * chord;
        }
    }
    const double share = length2 > 0.0 ? rint(256.0 * along / length2) : 0.0;
    return share >= 0.0 && share <= 255.0 ? (int)share : share > 255.0 ? 255 : 0;
}

static int64_t floor_256(int64_t value) {
    return value >= 0 ? value / 256 : -((255 - value) / 256);
}

static void put_on_grid(ts_prover_file *file, const waypoint *w) {
    const int share = share_of(w);
    put_byte(file, 1);
    put_byte(file, w->unit);
    put_byte(file, share);
    for (size_t k = 0; k < 3 * w->vertices; ++k) {
        const int64_t a = (int64_t)floor(ldexp(w->x0[k / 3][k % 3], -w->unit));
        const int64_t b = (int64_t)floor(ldexp(w->x1[k / 3][k % 3], -w->unit));
        const int64_t value = (int64_t)rint(ldexp(w->x[k / 3][k % 3], -w->unit));
        put_varint(file, value - floor_256((256 - share) * a + share * b));
    }
}

void ts_prover_file_step(ts_prover_file *file, size_t number, const ts_prover_digests *digests,
                         const ts_prover_trail *trail, size_t vertices, const ts_prover_proof *proof) {
    put(file, "TSPSTEP1", 8);
    put_word(file, number);
    put(file, digests->topology, TS_SHA256_BYTES);
    put(file, digests->tree, TS_SHA256_BYTES);
    put(file, digests->before, TS_SHA256_BYTES);
    put(file, digests->after, TS_SHA256_BYTES);
    put_word(file, proof->waypoints);
    for (size_t k = 0; k < proof->waypoints; ++k) {
        const waypoint w = {vertices, trail->x[proof->place[k]], trail->x[0], trail->x[trail->count - 1], proof->unit};
        if (proof->on_grid) {
            put_on_grid(file, &w);
        } else {
            put_byte(file, 0);
            put(file, w.x, vertices * sizeof *w.x);
        }
    }
    put(file, proof->recorded.byte, proof->recorded.size);
}

ts_status ts_prover_file_write(const ts_prover_file *file, const char *folder, const char *name, ts_error *error) {
    if (file->no_memory) return ts_fail_memory(error, "a file of a proof");
    char *path = ts_path_join(folder, name);
    if (!path) return ts_fail_memory(error, "a path");
    ts_output output;
    ts_status status = ts_output_open(&output, path, true, error);
    if (status == TS_OK && fwrite(file->byte, 1, file->size, output.stream) != file->size) {
        status =
            ts_fail(error, TS_ERROR_USAGE, "%s could not be written: %s; make room and resume", path, strerror(errno));
        ts_output_abandon(&output);
    } else if (status == TS_OK) {
        status = ts_output_close(&output, error);
    }
    free(path);
    return status;
}

void ts_prover_file_clear(ts_prover_file *file) {
    free(file->byte);
    *file = (ts_prover_file){0};
}
