/* SPDX-License-Identifier: MIT
 * Files of queries made with HDF5 itself, array by array. */
#ifndef TS_TESTS_DATASETS_HDF5_FILES_H
#define TS_TESTS_DATASETS_HDF5_FILES_H

#include <hdf5.h>

#include "tests/datasets/scratch.h"

#define ROWS 5

/* One data set; dims and chunk end at the rank. */
typedef struct array {
    const char *name;
    hid_t file_type, memory_type;
    int rank;
    hsize_t dims[4], chunk[4]; /* chunk[0] 0: contiguous */
    const void *values;
} array;

static bool shuffle_chunks; /* of what put writes */

static inline void put(hid_t file, const array *a) {
    const hid_t space = H5Screate_simple(a->rank, a->dims, NULL), plist = H5Pcreate(H5P_DATASET_CREATE);
    if (a->chunk[0]) {
        H5Pset_chunk(plist, a->rank, a->chunk);
        if (shuffle_chunks) H5Pset_shuffle(plist);
        H5Pset_deflate(plist, 9);
    }
    const hid_t dataset = H5Dcreate2(file, a->name, a->file_type, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    ck_assert_int_ge(dataset, 0);
    if (a->values) ck_assert_int_ge(H5Dwrite(dataset, a->memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, a->values), 0);
    H5Dclose(dataset);
    H5Pclose(plist);
    H5Sclose(space);
}

static uint8_t kinds[ROWS] = {0, 1, 2, 3, 0};
static double positions[2][ROWS][4][3], min_distances[ROWS], t_maxes[ROWS];

static inline void fill_values(void) {
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i < ROWS * 12; ++i) (&positions[end][0][0][0])[i] = i + 0.25 + 1000 * end;
    }
    for (int i = 0; i < ROWS; ++i) {
        min_distances[i] = 0.125 * i;
        t_maxes[i] = 1.0 / (i + 1);
    }
}

typedef enum array_part { KIND, X0, X1, MIN_DISTANCE, T_MAX, PARTS } array_part;

/* The five data sets of a good file, to be changed. */
static inline void standard(array arrays[PARTS]) {
    fill_values();
    arrays[KIND] = (array){"kind", H5T_STD_U8LE, H5T_NATIVE_UINT8, 1, {ROWS}, {0}, kinds};
    arrays[X0] = (array){"x0", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, {ROWS, 4, 3}, {2, 1, 1}, positions[0]};
    arrays[X1] = (array){"x1", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, {ROWS, 4, 3}, {ROWS, 4, 1}, positions[1]};
    arrays[MIN_DISTANCE] = (array){"min_distance", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {3}, min_distances};
    arrays[T_MAX] = (array){"t_max", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {0}, t_maxes};
}

/* Writes those with a name; `extra` may be NULL. */
static inline const char *make(const array arrays[PARTS], const array *extra) {
    const char *path = scratch("made.h5");
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; i < PARTS; ++i) {
        if (arrays[i].name) put(file, &arrays[i]);
    }
    if (extra) put(file, extra);
    ck_assert_int_ge(H5Fclose(file), 0);
    return path;
}

static inline void check_refused(const char *path, const char *const *parts) {
    ts_error error;
    ts_query_chunk all = read_queries(path, 16, false, &error);
    check_error(&error, TS_ERROR_DATA, parts);
    ck_assert_msg(strstr(error.message, path) != NULL, "no path in: %s", error.message);
    ts_query_chunk_clear(&all);
}

#define refused(path, ...) check_refused((path), (const char *const[]){__VA_ARGS__, NULL})

#endif
