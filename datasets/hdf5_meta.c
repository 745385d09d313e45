/* SPDX-License-Identifier: MIT
 * What an HDF5 container says of itself: attributes of its root group. */
#include "datasets/hdf5_meta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "datasets/hdf5_columns.h"
#include "datasets/meta.h"

/* Bounds on what a damaged file can make us allocate, and so on what is written. */
#define TEXT_LIMIT ((size_t)1 << 20)
#define TEXTS_LIMIT (16 * TEXT_LIMIT)

static herr_t take_reason(unsigned depth, const H5E_error2_t *entry, void *reason) {
    if (depth == 0 && entry->desc) snprintf(reason, TS_HDF5_REASON_LENGTH, "%s", entry->desc);
    return 0;
}

/* Of an error of the system HDF5 says the time, addresses and more: "... error message = 'No space left on device' ..."
 * is enough. */
const char *ts_hdf5_reason(char reason[TS_HDF5_REASON_LENGTH]) {
    static const char before[] = "error message = '";
    strcpy(reason, "no reason given");
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, reason);
    char *said = strstr(reason, before), *end = said ? strchr(said + strlen(before), '\'') : NULL;
    if (!end) return reason;
    *end = '\0';
    return said + strlen(before);
}

/* ---- Reading ---- */

static ts_status fail_attribute(const char *path, const char *name, const char *expected, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s: expected the attribute %s to be %s", path, name, expected);
}

/* The attribute's number of elements if it is of the class and of a size to be read, else 0. */
static hsize_t elements(hid_t attribute, H5T_class_t wanted) {
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const hssize_t points = H5Sget_simple_extent_npoints(space);
    const size_t size = H5Tget_size(type);
    hsize_t count = points > 0 && H5Tget_class(type) == wanted ? (hsize_t)points : 0;
    if (size > (wanted == H5T_STRING ? TEXT_LIMIT : sizeof(uint64_t)) || count * size > TEXTS_LIMIT) count = 0;
    H5Sclose(space);
    H5Tclose(type);
    return count;
}

static ts_status read_integer(hid_t file, const char *path, const char *name, uint64_t *value, ts_error *error) {
    if (H5Aexists(file, name) <= 0) return TS_OK;
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    const bool read = ts_hdf5_is_integer(type) && elements(attribute, H5T_INTEGER) == 1 &&
                      H5Aread(attribute, H5T_NATIVE_UINT64, value) >= 0;
    H5Tclose(type);
    H5Aclose(attribute);
    return read ? TS_OK : fail_attribute(path, name, "one integer", error);
}

/* Strings of variable length are not read: they lie in a heap whose entries HDF5 1.10 uses unchecked, so that
 * a damaged file would bring the program down. */
static bool is_variable(hid_t attribute) {
    const hid_t type = H5Aget_type(attribute);
    const bool variable = H5Tis_variable_str(type) > 0;
    H5Tclose(type);
    return variable;
}

/* Reads strings of fixed length as `size` bytes each, ended by a 0; NULL on failure. */
static char *read_bytes(hid_t attribute, hsize_t count, size_t *size) {
    const hid_t stored = H5Aget_type(attribute), type = H5Tcopy(H5T_C_S1);
    *size = H5Tget_size(stored) + 1;
    H5Tset_size(type, *size);
    H5Tset_cset(type, H5Tget_cset(stored));
    char *bytes = calloc(count, *size);
    if (bytes && H5Aread(attribute, type, bytes) < 0) {
        free(bytes);
        bytes = NULL;
    }
    H5Tclose(type);
    H5Tclose(stored);
    return bytes;
}

typedef ts_status take_function(ts_query_meta *meta, const char *text, ts_error *error);

/* Calls `take` with every string of an attribute. */
static ts_status take_strings(hid_t attribute, const char *path, const char *name, take_function *take,
                              ts_query_meta *meta, ts_error *error) {
    const hsize_t count = elements(attribute, H5T_STRING);
    size_t size = 0;
    char *bytes = count ? read_bytes(attribute, count, &size) : NULL;
    if (!bytes) return fail_attribute(path, name, "of strings, 1 MiB each and 16 MiB together at most", error);
    ts_status status = TS_OK;
    for (hsize_t i = 0; i < count && status == TS_OK; ++i) status = take(meta, bytes + i * size, error);
    free(bytes);
    return status;
}

static ts_status read_text(hid_t file, const char *path, const char *name, take_function *take, ts_query_meta *meta,
                           ts_error *error) {
    if (H5Aexists(file, name) <= 0) return TS_OK;
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    ts_status status = TS_OK;
    if (!is_variable(attribute)) status = take_strings(attribute, path, name, take, meta, error);
    H5Aclose(attribute);
    return status;
}

/* Other than a text, scene names cannot be left out: numbers in `scene` refer to them. */
static ts_status read_scenes(hid_t file, const char *path, ts_query_meta *meta, ts_error *error) {
    if (H5Aexists(file, "scenes") <= 0) return TS_OK;
    const hid_t attribute = H5Aopen(file, "scenes", H5P_DEFAULT);
    const ts_status status =
        is_variable(attribute)
            ? fail_attribute(path, "scenes", "strings of fixed length (numpy: dtype \"S\"), not variable", error)
            : take_strings(attribute, path, "scenes", ts_query_meta_add_scene, meta, error);
    H5Aclose(attribute);
    return status;
}

static ts_status take_text(char **to, const char *text, ts_error *error) {
    free(*to); /* of a list of strings, the last */
    *to = strdup(text);
    return *to ? TS_OK : ts_fail_memory(error, "a file's description");
}

static ts_status take_about(ts_query_meta *meta, const char *text, ts_error *error) {
    return take_text(&meta->about, text, error);
}

static ts_status take_generator(ts_query_meta *meta, const char *text, ts_error *error) {
    return take_text(&meta->generator, text, error);
}

ts_status ts_hdf5_read_meta(hid_t file, const char *path, ts_query_meta *meta, ts_error *error) {
    uint64_t version = TS_HDF5_VERSION, seed = 0, has_truth = 0;
    ts_query_meta read = {0};
    ts_status status = read_integer(file, path, "touchstone_format", &version, error);
    if (status == TS_OK && version != TS_HDF5_VERSION) {
        return ts_fail(error, TS_ERROR_DATA, "%s: touchstone_format is %llu; this program reads %d", path,
                       (unsigned long long)version, TS_HDF5_VERSION);
    }
    if (status == TS_OK) status = read_integer(file, path, "seed", &seed, error);
    if (status == TS_OK) status = read_integer(file, path, "has_truth", &has_truth, error);
    if (status == TS_OK) status = read_text(file, path, "about", take_about, &read, error);
    if (status == TS_OK) status = read_text(file, path, "generator", take_generator, &read, error);
    if (status == TS_OK) status = read_scenes(file, path, &read, error);
    read.seed = seed;
    read.has_truth = has_truth != 0;
    if (status == TS_OK)
        *meta = read;
    else
        ts_query_meta_clear(&read);
    return status;
}

/* ---- Writing ---- */

static bool write_attribute(hid_t file, const char *name, hid_t types[2], hid_t space, const void *value) {
    const hid_t attribute = H5Acreate2(file, name, types[0], space, H5P_DEFAULT, H5P_DEFAULT);
    const bool written = attribute >= 0 && H5Awrite(attribute, types[1], value) >= 0;
    H5Aclose(attribute);
    return written;
}

static bool write_integer(hid_t file, const char *name, hid_t type, uint64_t value) {
    const hid_t space = H5Screate(H5S_SCALAR);
    const bool written = write_attribute(file, name, (hid_t[2]){type, H5T_NATIVE_UINT64}, space, &value);
    H5Sclose(space);
    return written;
}

/* Strings of one length, padded with 0. count 0: one string, not a list of one. */
static bool write_strings(hid_t file, const char *name, char *const *texts, size_t count) {
    const size_t lines = count ? count : 1;
    size_t size = 1;
    for (size_t i = 0; i < lines; ++i) size = strlen(texts[i]) > size ? strlen(texts[i]) : size;
    char *bytes = size <= TEXT_LIMIT && lines <= TEXTS_LIMIT / size ? calloc(lines, size) : NULL;
    if (!bytes) return false;
    for (size_t i = 0; i < lines; ++i) memcpy(bytes + i * size, texts[i], strlen(texts[i]));
    const hsize_t dimension = count;
    const hid_t space = count ? H5Screate_simple(1, &dimension, NULL) : H5Screate(H5S_SCALAR);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const bool written = write_attribute(file, name, (hid_t[2]){type, type}, space, bytes);
    H5Tclose(type);
    H5Sclose(space);
    free(bytes);
    return written;
}

ts_status ts_hdf5_write_meta(hid_t file, const char *path, const ts_query_meta *meta, ts_error *error) {
    bool written = write_integer(file, "touchstone_format", H5T_STD_U32LE, TS_HDF5_VERSION) &&
                   write_integer(file, "seed", H5T_STD_U64LE, meta->seed) &&
                   write_integer(file, "has_truth", H5T_STD_U8LE, meta->has_truth);
    if (meta->about) written = written && write_strings(file, "about", &meta->about, 0);
    if (meta->generator) written = written && write_strings(file, "generator", &meta->generator, 0);
    if (meta->scene_count) written = written && write_strings(file, "scenes", meta->scenes, meta->scene_count);
    if (written) return TS_OK;
    char reason[TS_HDF5_REASON_LENGTH];
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s: the attributes could not be written (texts: 1 MiB each and 16 MiB together at most): %s", path,
                   ts_hdf5_reason(reason));
}
