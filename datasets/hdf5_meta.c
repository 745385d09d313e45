/* SPDX-License-Identifier: MIT
 * What an HDF5 container says of itself: attributes of its root group. */
#include "datasets/hdf5_meta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "datasets/meta.h"

/* Bounds on what a damaged file can make us allocate. */
#define TEXT_LIMIT ((size_t)1 << 20)
#define SCENES_LIMIT ((hsize_t)1 << 20)

static herr_t take_reason(unsigned depth, const H5E_error2_t *entry, void *reason) {
    if (depth == 0 && entry->desc) snprintf(reason, TS_HDF5_REASON_LENGTH, "%s", entry->desc);
    return 0;
}

const char *ts_hdf5_reason(char reason[TS_HDF5_REASON_LENGTH]) {
    strcpy(reason, "no reason given");
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, reason);
    return reason;
}

/* ---- Reading ---- */

static ts_status fail_attribute(const char *path, const char *name, const char *expected, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s: expected the attribute %s to be %s", path, name, expected);
}

/* The attribute's number of elements if it holds integers (or strings), else 0. */
static hsize_t elements(hid_t attribute, H5T_class_t wanted) {
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    if (H5Tget_class(type) != wanted || count < 0) count = 0;
    if (wanted == H5T_STRING && H5Tis_variable_str(type) <= 0 && H5Tget_size(type) > TEXT_LIMIT) count = 0;
    if (wanted == H5T_INTEGER && H5Tget_size(type) > sizeof(uint64_t)) count = 0;
    H5Sclose(space);
    H5Tclose(type);
    return (hsize_t)count;
}

static ts_status read_integer(hid_t file, const char *path, const char *name, uint64_t *value, ts_error *error) {
    if (H5Aexists(file, name) <= 0) return TS_OK;
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    const bool read =
        attribute >= 0 && elements(attribute, H5T_INTEGER) == 1 && H5Aread(attribute, H5T_NATIVE_UINT64, value) >= 0;
    H5Aclose(attribute);
    return read ? TS_OK : fail_attribute(path, name, "one integer", error);
}

/* Strings of an attribute: one block of `count` pointers (variable length) or of count * size bytes. */
typedef struct strings {
    hid_t type, space;
    bool variable;
    size_t size;
    hsize_t count;
    char *bytes;
} strings;

static bool strings_read(hid_t attribute, hsize_t count, strings *read) {
    const hid_t type = H5Aget_type(attribute);
    *read = (strings){.type = H5Tcopy(H5T_C_S1), .space = H5Aget_space(attribute), .count = count};
    read->variable = H5Tis_variable_str(type) > 0;
    read->size = read->variable ? sizeof(char *) : H5Tget_size(type) + 1; /* +1: always ended by 0 */
    H5Tset_size(read->type, read->variable ? H5T_VARIABLE : read->size);
    H5Tset_cset(read->type, H5Tget_cset(type));
    H5Tclose(type);
    if (read->size > TEXT_LIMIT || count > 16 * TEXT_LIMIT / read->size) return false;
    read->bytes = calloc(count, read->size);
    return read->bytes && H5Aread(attribute, read->type, read->bytes) >= 0;
}

static void strings_clear(strings *read) {
    if (read->variable && read->bytes) H5Dvlen_reclaim(read->type, read->space, H5P_DEFAULT, read->bytes);
    free(read->bytes);
    H5Sclose(read->space);
    H5Tclose(read->type);
}

static const char *strings_at(const strings *read, hsize_t i) {
    const char *text = read->bytes + i * read->size;
    if (read->variable) memcpy(&text, read->bytes + i * read->size, sizeof text);
    return text ? text : "";
}

/* Calls `take` with every string of an attribute, if there is one. */
static ts_status read_strings(hid_t file, const char *path, const char *name, hsize_t limit,
                              ts_status (*take)(ts_query_meta *, const char *, ts_error *), ts_query_meta *meta,
                              ts_error *error) {
    if (H5Aexists(file, name) <= 0) return TS_OK;
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    const hsize_t count = attribute >= 0 ? elements(attribute, H5T_STRING) : 0;
    ts_status status = TS_OK;
    strings read;
    if (count == 0 || count > limit) {
        status = fail_attribute(path, name, limit == 1 ? "one string" : "a list of strings", error);
    } else {
        if (!strings_read(attribute, count, &read)) status = fail_attribute(path, name, "readable", error);
        for (hsize_t i = 0; i < count && status == TS_OK; ++i) status = take(meta, strings_at(&read, i), error);
        strings_clear(&read);
    }
    H5Aclose(attribute);
    return status;
}

static ts_status take_text(char **to, const char *text, ts_error *error) {
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
    if (status == TS_OK) status = read_strings(file, path, "about", 1, take_about, &read, error);
    if (status == TS_OK) status = read_strings(file, path, "generator", 1, take_generator, &read, error);
    if (status == TS_OK) {
        status = read_strings(file, path, "scenes", SCENES_LIMIT, ts_query_meta_add_scene, &read, error);
    }
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

/* count 0: one string, not a list of one. */
static bool write_strings(hid_t file, const char *name, char *const *texts, size_t count) {
    const hsize_t dimension = count;
    const hid_t space = count ? H5Screate_simple(1, &dimension, NULL) : H5Screate(H5S_SCALAR);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const bool written = write_attribute(file, name, (hid_t[2]){type, type}, space, texts);
    H5Tclose(type);
    H5Sclose(space);
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
    return ts_fail(error, TS_ERROR_USAGE, "%s: the attributes could not be written: %s", path, ts_hdf5_reason(reason));
}
