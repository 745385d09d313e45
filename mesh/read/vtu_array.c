/* SPDX-License-Identifier: MIT
 * Decoding data arrays: find the bytes, then turn them into numbers of one type. */
#include "mesh/read/vtu_array.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

typedef enum number_type { INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64 } number_type;

static const struct {
    const char *name;
    size_t size;
} TYPES[] = {{"Int8", 1},   {"UInt8", 1}, {"Int16", 2},  {"UInt16", 2},  {"Int32", 4},
             {"UInt32", 4}, {"Int64", 8}, {"UInt64", 8}, {"Float32", 4}, {"Float64", 8}};

/* One array being read. */
typedef struct job {
    const ts_xml *xml;
    const ts_vtu_head *head;
    const ts_vtu_array *array;
    size_t count;
    number_type type;
    ts_error *error;
} job;

static ts_status fail(const job *j, const char *what) {
    return ts_fail(j->error, TS_ERROR_DATA, "%s:%zu: array %s: %s", j->xml->path,
                   ts_xml_line(j->xml, j->array->element.begin), j->array->name, what);
}

static size_t room(const job *j, const char *from) {
    return (size_t)(j->xml->text + j->xml->size - from);
}

/* ---- Bytes ---- */

static int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes from *text on until `count` bytes are there. Some writers encode the length on its own, so that padding may
 * stand before the end: groups of four are decoded one by one. False where the text is no base64 or ends. */
static bool decode_base64(const char *text, const char *end, unsigned char *out, size_t count) {
    size_t made = 0;
    while (made < count) {
        uint32_t bits = 0;
        int digits = 0, padding = 0;
        for (; digits + padding < 4; ++text) {
            if (text >= end) return false;
            if (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t') continue;
            const int digit = base64_digit(*text);
            if (*text == '=') {
                ++padding;
            } else if (digit < 0 || padding > 0) {
                return false;
            } else {
                ++digits;
            }
            bits = bits << 6 | (uint32_t)(digit > 0 ? digit : 0);
        }
        if (digits < 2) return false;
        for (int k = 0; k < digits - 1 && made < count; ++k) out[made++] = (unsigned char)(bits >> (16 - 8 * k));
    }
    return true;
}

/* The length (4 or 8 bytes, little-endian as the data) and the bytes, one after the other. */
static ts_status take_bytes(const job *j, const char *from, bool raw, unsigned char **bytes) {
    const size_t head = j->head->wide ? 8 : 4, need = j->count * TYPES[j->type].size;
    unsigned char *all = calloc(1, head + need + 1);
    if (!all) return ts_fail_memory(j->error, "an array of a file");
    const char *end = j->xml->text + j->xml->size;
    const bool there = !raw ? decode_base64(from, end, all, head + need) : room(j, from) >= head + need;
    if (there && raw) memcpy(all, from, head + need);
    uint64_t length = 0;
    for (size_t k = head; there && k-- > 0;) length = length << 8 | all[k];
    if (!there || length < need) {
        free(all);
        return fail(j, "it ends before the number of values that the file announces");
    }
    memmove(all, all + head, need);
    *bytes = all;
    return TS_OK;
}

static double real_at(number_type type, const unsigned char *at) {
    if (type == FLOAT32) {
        float value;
        memcpy(&value, at, sizeof value);
        return (double)value;
    }
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Little-endian; a UInt64 above the largest Int64 comes out negative, and is refused as an index. */
static int64_t integer_at(number_type type, const unsigned char *at) {
    const size_t size = TYPES[type].size;
    uint64_t value = 0;
    for (size_t k = size; k-- > 0;) value = value << 8 | at[k];
    const bool is_signed = type == INT8 || type == INT16 || type == INT32;
    if (is_signed && (value >> (8 * size - 1) & 1)) value |= UINT64_MAX << (8 * size);
    return (int64_t)value;
}

/* ---- Numbers ---- */

/* Exactly one of the targets is not NULL. */
typedef struct target {
    double *real;
    int64_t *integer;
} target;

static ts_status read_ascii(const job *j, const target *to) {
    const char *at = j->array->element.end;
    for (size_t i = 0; i < j->count; ++i) {
        char *end;
        if (to->real) {
            to->real[i] = strtod(at, &end);
        } else {
            to->integer[i] = strtoll(at, &end, 10);
        }
        if (end == at) return fail(j, "a number is missing, or something else stands in its place");
        at = end;
    }
    return TS_OK;
}

static ts_status read_bytes(const job *j, const char *from, bool raw, const target *to) {
    unsigned char *bytes = NULL;
    const ts_status status = take_bytes(j, from, raw, &bytes);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < j->count; ++i) {
        const unsigned char *at = bytes + i * TYPES[j->type].size;
        if (to->real) {
            to->real[i] = real_at(j->type, at);
        } else {
            to->integer[i] = integer_at(j->type, at);
        }
    }
    free(bytes);
    return TS_OK;
}

static ts_status read_appended(const job *j, const target *to) {
    char text[32], *end = text;
    uint64_t offset = 0;
    if (ts_xml_attribute(&j->array->element, "offset", text, sizeof text)) offset = strtoull(text, &end, 10);
    if (end == text || *end) return fail(j, "its offset is missing or no number");
    if (!j->head->appended || offset >= room(j, j->head->appended)) {
        return fail(j, "it is said to be appended, and the file ends before");
    }
    return read_bytes(j, j->head->appended + offset, j->head->appended_raw, to);
}

static ts_status read_numbers(const job *j, const target *to) {
    char format[16];
    if (!ts_xml_attribute(&j->array->element, "format", format, sizeof format)) strcpy(format, "ascii");
    if (strcmp(format, "appended") == 0) return read_appended(j, to);
    if (strcmp(format, "binary") == 0) return read_bytes(j, j->array->element.end, false, to);
    if (strcmp(format, "ascii") == 0) return read_ascii(j, to);
    return fail(j, "its format is none of ascii, binary, appended");
}

static ts_status find_type(job *j, bool real) {
    char text[16];
    if (!j->array->element.begin) {
        return ts_fail(j->error, TS_ERROR_DATA, "%s: there is no array %s", j->xml->path, j->array->name);
    }
    if (!ts_xml_attribute(&j->array->element, "type", text, sizeof text)) return fail(j, "its type is missing");
    for (int type = INT8; type <= FLOAT64; ++type) {
        if (strcmp(text, TYPES[type].name) != 0 || (type >= FLOAT32) != real) continue;
        j->type = (number_type)type;
        return TS_OK;
    }
    return fail(j, real ? "its type is neither Float32 nor Float64" : "its type is not one of whole numbers");
}

/* In any encoding a number takes a character; so a file that announces more than it can hold costs no memory. */
static ts_status check_count(const job *j) {
    return j->count <= j->xml->size ? TS_OK : fail(j, "the file announces more values than it has bytes");
}

ts_status ts_vtu_reals(const ts_xml *xml, const ts_vtu_head *head, const ts_vtu_array *array, size_t count,
                       double **values, ts_error *error) {
    job j = {.xml = xml, .head = head, .array = array, .count = count, .error = error};
    ts_status status = find_type(&j, true);
    if (status == TS_OK) status = check_count(&j);
    if (status != TS_OK) return status;
    double *made = malloc((count + 1) * sizeof *made);
    if (!made) return ts_fail_memory(error, "an array of a file");
    status = read_numbers(&j, &(target){.real = made});
    if (status != TS_OK) {
        free(made);
        return status;
    }
    *values = made;
    return TS_OK;
}

ts_status ts_vtu_integers(const ts_xml *xml, const ts_vtu_head *head, const ts_vtu_array *array, size_t count,
                          int64_t **values, ts_error *error) {
    job j = {.xml = xml, .head = head, .array = array, .count = count, .error = error};
    ts_status status = find_type(&j, false);
    if (status == TS_OK) status = check_count(&j);
    if (status != TS_OK) return status;
    int64_t *made = malloc((count + 1) * sizeof *made);
    if (!made) return ts_fail_memory(error, "an array of a file");
    status = read_numbers(&j, &(target){.integer = made});
    if (status != TS_OK) {
        free(made);
        return status;
    }
    *values = made;
    return TS_OK;
}
