/* SPDX-License-Identifier: MIT
 * The data sets of Touchstone's HDF5 container, one row a query, and rows of them in memory. */
#include "datasets/hdf5_columns.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/shortest.h"

#define LEAST_POSITIVE 4.9406564584124654e-324

/* name, required, real, nan, width, least, most, expected, unsaid */
const ts_column_format TS_COLUMN_FORMATS[TS_COLUMNS] = {
    [TS_COLUMN_KIND] = {"kind", true, false, false, 1, 0, TS_CCD_KINDS - 1, "0 to 3", 0},
    [TS_COLUMN_X0] = {"x0", true, true, false, 12, -DBL_MAX, DBL_MAX, "a finite number", 0},
    [TS_COLUMN_X1] = {"x1", true, true, false, 12, -DBL_MAX, DBL_MAX, "a finite number", 0},
    [TS_COLUMN_MIN_DISTANCE] = {"min_distance", false, true, false, 1, 0, DBL_MAX, "a finite number >= 0", 0},
    [TS_COLUMN_T_MAX] = {"t_max", false, true, false, 1, LEAST_POSITIVE, 1, "a number in (0, 1]", 1},
    [TS_COLUMN_CONTACT] = {"contact", false, false, false, 1, -1, 1, "1, 0, or -1 for unknown", -1},
    [TS_COLUMN_TRUTH_LO] = {"truth_lo", false, true, true, 1, 0, 1, "0 to 1, or NaN", NAN},
    [TS_COLUMN_TRUTH_HI] = {"truth_hi", false, true, true, 1, 0, 1, "0 to 1, or NaN", NAN},
    [TS_COLUMN_TRUTH_FEATURE] = {"truth_feature", false, false, false, 1, 0, 15, "0 to 15", 0},
    [TS_COLUMN_SCENE] = {"scene", false, false, false, 1, 0, UINT32_MAX, "an index into scenes", 0},
    [TS_COLUMN_STEP] = {"step", false, false, false, 1, 0, UINT32_MAX, "0 to 4294967295", 0},
    [TS_COLUMN_ITERATION] = {"iteration", false, false, false, 1, 0, UINT32_MAX, "0 to 4294967295", 0},
};

hid_t ts_column_file_type(ts_column column) {
    if (TS_COLUMN_FORMATS[column].real) return H5T_IEEE_F64LE;
    switch (column) {
    case TS_COLUMN_KIND:
    case TS_COLUMN_TRUTH_FEATURE: return H5T_STD_U8LE;
    case TS_COLUMN_CONTACT: return H5T_STD_I8LE;
    default: return H5T_STD_U32LE;
    }
}

hid_t ts_column_memory_type(ts_column column) {
    return TS_COLUMN_FORMATS[column].real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
}

static bool is_among(hid_t type, const hid_t *types, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (H5Tequal(type, types[i]) > 0) return true;
    }
    return false;
}

bool ts_hdf5_is_integer(hid_t type) {
    const hid_t types[] = {H5T_STD_U8LE,  H5T_STD_I8LE,  H5T_STD_U16LE, H5T_STD_U16BE, H5T_STD_I16LE,
                           H5T_STD_I16BE, H5T_STD_U32LE, H5T_STD_U32BE, H5T_STD_I32LE, H5T_STD_I32BE,
                           H5T_STD_U64LE, H5T_STD_U64BE, H5T_STD_I64LE, H5T_STD_I64BE};
    return is_among(type, types, sizeof types / sizeof *types);
}

bool ts_column_accepts(ts_column column, hid_t type) {
    const hid_t reals[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE};
    if (!TS_COLUMN_FORMATS[column].real) return ts_hdf5_is_integer(type);
    return is_among(type, reals, sizeof reals / sizeof *reals);
}

ts_status ts_column_rows_init(ts_column_rows *rows, size_t capacity, ts_error *error) {
    ts_column_rows made = {.capacity = capacity};
    for (int c = 0; c < TS_COLUMNS; ++c) {
        made.values[c] = calloc(capacity * (size_t)TS_COLUMN_FORMATS[c].width, sizeof(double));
        if (!made.values[c]) {
            ts_column_rows_clear(&made);
            return ts_fail_memory(error, "rows of an HDF5 file");
        }
    }
    *rows = made;
    return TS_OK;
}

void ts_column_rows_clear(ts_column_rows *rows) {
    for (int c = 0; c < TS_COLUMNS; ++c) free(rows->values[c]);
    *rows = (ts_column_rows){0};
}

static double *reals(const ts_column_rows *rows, ts_column column, size_t row) {
    return (double *)rows->values[column] + row * (size_t)TS_COLUMN_FORMATS[column].width;
}

static int64_t *integer(const ts_column_rows *rows, ts_column column, size_t row) {
    return (int64_t *)rows->values[column] + row;
}

void ts_column_rows_unsaid(ts_column_rows *rows, ts_column column) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    for (size_t row = 0; row < rows->capacity; ++row) {
        if (format->real)
            *reals(rows, column, row) = format->unsaid;
        else
            *integer(rows, column, row) = (int64_t)format->unsaid;
    }
}

/* The first `count` values of a row lie in the column's range. */
static ts_status check_reals(const ts_column_rows *rows, ts_column column, size_t row, size_t index, int count,
                             ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    const double *values = reals(rows, column, row);
    for (int i = 0; i < count; ++i) {
        const double value = values[i];
        if ((format->least <= value && value <= format->most) || (format->nan && isnan(value))) continue;
        char place[32] = "", found[TS_SHORTEST];
        if (format->width > 1) snprintf(place, sizeof place, "[%d][%d]", i / 3, i % 3);
        return ts_fail(error, TS_ERROR_DATA, "%s[%zu]%s is %s; expected %s", format->name, index, place,
                       ts_shortest(value, found), format->expected);
    }
    return TS_OK;
}

static ts_status check_integer(const ts_column_rows *rows, ts_column column, size_t row, size_t index,
                               ts_error *error) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    const int64_t value = *integer(rows, column, row);
    if (format->least <= (double)value && (double)value <= format->most) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA, "%s[%zu] is %lld; expected %s", format->name, index, (long long)value,
                   format->expected);
}

static ts_status check_row(const ts_column_rows *rows, size_t row, size_t index, ts_error *error) {
    ts_status status = check_integer(rows, TS_COLUMN_KIND, row, index, error);
    if (status != TS_OK) return status;
    const int used = 3 * ts_ccd_vertices((ts_ccd_kind)*integer(rows, TS_COLUMN_KIND, row));
    for (int c = 0; c < TS_COLUMNS && status == TS_OK; ++c) {
        const ts_column_format *format = &TS_COLUMN_FORMATS[c];
        status = format->real ? check_reals(rows, (ts_column)c, row, index, format->width > 1 ? used : 1, error)
                              : check_integer(rows, (ts_column)c, row, index, error);
    }
    return status;
}

ts_status ts_column_rows_get(const ts_column_rows *rows, size_t row, size_t index, ts_ccd_query *query,
                             ts_query_note *note, ts_error *error) {
    const ts_status status = check_row(rows, row, index, error);
    if (status != TS_OK) return status;
    const ts_ccd_kind kind = (ts_ccd_kind)*integer(rows, TS_COLUMN_KIND, row);
    const size_t used = 3 * (size_t)ts_ccd_vertices(kind) * sizeof(double);
    ts_ccd_query read = {.kind = kind,
                         .min_distance = fabs(*reals(rows, TS_COLUMN_MIN_DISTANCE, row)), /* no -0.0 */
                         .t_max = *reals(rows, TS_COLUMN_T_MAX, row)};
    memcpy(read.x0, reals(rows, TS_COLUMN_X0, row), used);
    memcpy(read.x1, reals(rows, TS_COLUMN_X1, row), used);
    *query = read;
    *note = (ts_query_note){.contact = (int8_t)*integer(rows, TS_COLUMN_CONTACT, row),
                            .truth_feature = (ts_feature)*integer(rows, TS_COLUMN_TRUTH_FEATURE, row),
                            .truth_lo = *reals(rows, TS_COLUMN_TRUTH_LO, row),
                            .truth_hi = *reals(rows, TS_COLUMN_TRUTH_HI, row),
                            .scene = (uint32_t)*integer(rows, TS_COLUMN_SCENE, row),
                            .step = (uint32_t)*integer(rows, TS_COLUMN_STEP, row),
                            .iteration = (uint32_t)*integer(rows, TS_COLUMN_ITERATION, row),
                            .origin = index};
    return TS_OK;
}

void ts_column_rows_set(ts_column_rows *rows, size_t row, const ts_ccd_query *query, const ts_query_note *note) {
    const size_t used = 3 * (size_t)ts_ccd_vertices(query->kind) * sizeof(double);
    double *x0 = reals(rows, TS_COLUMN_X0, row), *x1 = reals(rows, TS_COLUMN_X1, row);
    memset(x0, 0, sizeof query->x0);
    memset(x1, 0, sizeof query->x1);
    memcpy(x0, query->x0, used);
    memcpy(x1, query->x1, used);
    *integer(rows, TS_COLUMN_KIND, row) = query->kind;
    *reals(rows, TS_COLUMN_MIN_DISTANCE, row) = query->min_distance;
    *reals(rows, TS_COLUMN_T_MAX, row) = query->t_max;
    *integer(rows, TS_COLUMN_CONTACT, row) = (int)note->contact;
    *reals(rows, TS_COLUMN_TRUTH_LO, row) = note->truth_lo;
    *reals(rows, TS_COLUMN_TRUTH_HI, row) = note->truth_hi;
    *integer(rows, TS_COLUMN_TRUTH_FEATURE, row) = note->truth_feature;
    *integer(rows, TS_COLUMN_SCENE, row) = note->scene;
    *integer(rows, TS_COLUMN_STEP, row) = note->step;
    *integer(rows, TS_COLUMN_ITERATION, row) = note->iteration;
}

bool ts_column_rows_are_unsaid(const ts_column_rows *rows, ts_column column, size_t count) {
    const ts_column_format *format = &TS_COLUMN_FORMATS[column];
    for (size_t row = 0; row < count; ++row) {
        if (!format->real) {
            if (*integer(rows, column, row) != (int64_t)format->unsaid) return false;
        } else {
            const double value = *reals(rows, column, row);
            if (value != format->unsaid && !(isnan(value) && format->nan)) return false;
        }
    }
    return true;
}
