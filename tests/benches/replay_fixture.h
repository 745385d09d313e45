/* SPDX-License-Identifier: MIT
 * Small query files and replays of them, for the tests of the replay, its reports and its command. */
#ifndef TS_TESTS_BENCHES_REPLAY_FIXTURE_H
#define TS_TESTS_BENCHES_REPLAY_FIXTURE_H

#include "benches/replay.h"
#include "tests/datasets/scratch.h"
#include <touchstone/oracle.h>

/* What a fixture file holds: queries of all kinds in turn. */
typedef struct fixture_file {
    const char *family;
    size_t count;
    bool unlabelled;
    bool timed;     /* brackets beside the labels */
    size_t wrong;   /* this query's label is flipped; SIZE_MAX: none */
    size_t shifted; /* this query's bracket is moved, if it has one; SIZE_MAX: none */
} fixture_file;

/* Labels and brackets from the exact stage alone. */
static inline ts_query_note fixture_note(const fixture_file *file, size_t index, const ts_ccd_query *query) {
    ts_query_note note = {.contact = -1, .truth_lo = NAN, .truth_hi = NAN};
    ts_oracle_truth truth;
    if (file->unlabelled) return note;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_EXACT, &truth), TS_OK);
    note.contact = (int8_t)(truth.contact != (index == file->wrong));
    if (file->timed && truth.contact && note.contact == 1) {
        note.truth_lo = index == file->shifted ? nextafter(truth.lo, 0.0) : truth.lo;
        note.truth_hi = truth.hi;
    }
    return note;
}

static inline void fixture_write(const char *path, fixture_file file) {
    const ts_family *family = ts_family_find(file.family);
    const ts_query_meta meta = {.has_truth = file.timed};
    ts_query_chunk chunk;
    ts_query_writer *writer = NULL;
    ck_assert_ptr_nonnull(family);
    check_ok(ts_query_chunk_init(&chunk, file.count, error));
    chunk.count = file.count;
    for (size_t i = 0; i < file.count; ++i) {
        family->generate(20261121, i, (ts_ccd_kind)(i % TS_CCD_KINDS), &chunk.queries[i]);
        chunk.notes[i] = fixture_note(&file, i, &chunk.queries[i]);
    }
    check_ok(ts_query_writer_create(path, TS_FORMAT_HDF5, false, &meta, &writer, error));
    check_ok(ts_query_writer_append(writer, &chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
    ts_query_chunk_clear(&chunk);
}

/* A CSV with one good point-point query (points that meet at t = 1/2) and a broken line after it. */
static inline void fixture_write_broken(const char *path) {
    write_file(path, "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,1,0,1,0,1,1\n0,1,oops\n");
}

/* Both built-in methods at their defaults. */
typedef struct fixture_methods {
    ts_ccd_method items[2];
} fixture_methods;

static inline void fixture_methods_init(fixture_methods *methods) {
    check_ok(ts_ccd_register_builtin(error));
    check_ok(ts_ccd_method_init(&methods->items[0], "accd", NULL, error));
    check_ok(ts_ccd_method_init(&methods->items[1], "minsep", NULL, error));
}

static inline void fixture_methods_clear(fixture_methods *methods) {
    ts_ccd_method_clear(&methods->items[0]);
    ts_ccd_method_clear(&methods->items[1]);
}

/* Exact oracle, no timing, one thread. */
static inline ts_replay_options fixture_options(const fixture_methods *methods, const char *const *paths,
                                                size_t path_count) {
    return (ts_replay_options){.paths = paths,
                               .path_count = path_count,
                               .methods = methods->items,
                               .method_count = 2,
                               .t_max = 1.0,
                               .jobs = 1};
}

#endif
