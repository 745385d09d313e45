/* SPDX-License-Identifier: MIT
 * Decoding data arrays: find the bytes, then turn them into numbers of one type. */
#include "mesh/read/vtk_array.h"

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
    const ts_vtk_head *head;
    const ts_vtk_array *array;
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

/* ---- Numbers ---- */

/* The bits of a number, sign bit not spread. */
static uint64_t bits_at(const job *j, const unsigned char *at) {
    const size_t size = TYPES[j->type].size;
    uint64_t bits = 0;
    for (size_t k = 0; k < size; ++k) bits = bits << 8 | at[j->head->big_endian ? k : size - 1 - k];
    return bits;
}

static double real_at(const job *j, const unsigned char *at) {
    const uint64_t bits = bits_at(j, at);
    if (j->type == FLOAT32) {
        const uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        return (double)value;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A UInt64 above the largest Int64 comes out negative, and is refused as an index. */
static int64_t integer_at(const job *j, const unsigned char *at) {
    const size_t size = TYPES[j->type].size;
    uint64_t value = bits_at(j, at);
    const bool is_signed = j->type == INT8 || j->type == INT16 || j->type == INT32;
    if (is_signed && (value >> (8 * size - 1) & 1)) value |= UINT64_MAX << (8 * size);
    return (int64_t)value;
}

/* ---- Encodings ---- */

/* Which of the two is made. */
typedef struct target {
    bool is_real;
    double *real;
    int64_t *integer;
} target;

/* A number takes a character, or a bit of a compressed block that has been unpacked: so a file that announces more than
 * it holds costs no memory. */
static ts_status make_target(const job *j, target *to) {
    const size_t bytes = (j->count + 1) * sizeof *to->real;
    if (to->is_real) {
        to->real = malloc(bytes);
    } else {
        to->integer = malloc(bytes);
    }
    return to->real || to->integer ? TS_OK : ts_fail_memory(j->error, "an array of a file");
}

static const char BLANKS[] = " \t\n\r";

/* The next word of a text that ends where a tag begins; false: there is none, or it may go on beyond the file's end. */
static bool next_word(const char **at, size_t *length) {
    *at += strspn(*at, BLANKS);
    *length = strcspn(*at, " \t\n\r<");
    return *length > 0 && (*at)[*length] != '\0';
}

/* A word of decimal notation; nan and inf are for who reads them to refuse. Of what the C library reads besides, all
 * has an x. */
static bool take_word(const job *j, const char **at, target *to, size_t i) {
    size_t length;
    char *end;
    if (!next_word(at, &length) || memchr(*at, 'x', length) || memchr(*at, 'X', length)) return false;
    if (!to->is_real) {
        to->integer[i] = strtoll(*at, &end, 10);
    } else if (j->type == FLOAT32) {
        to->real[i] = (double)strtof(*at, &end);
    } else {
        to->real[i] = strtod(*at, &end);
    }
    const bool whole = end == *at + length;
    *at = end;
    return whole;
}

static ts_status read_ascii(const job *j, target *to) {
    if (j->count > j->xml->size) return fail(j, "the file announces more values than it has bytes");
    const ts_status status = make_target(j, to);
    if (status != TS_OK) return status;
    const char *at = j->array->element.end;
    for (size_t i = 0; i < j->count; ++i) {
        if (!take_word(j, &at, to, i)) return fail(j, "a number is missing, or something else stands in its place");
    }
    at += strspn(at, BLANKS);
    return *at == '<' ? TS_OK : fail(j, "it goes on after the number of values that the file announces");
}

static ts_status read_bytes(const job *j, const char *from, bool raw, target *to) {
    unsigned char *bytes = NULL;
    ts_vtk_source source = {.at = from, .end = j->xml->text + j->xml->size, .raw = raw};
    const char *fault = ts_vtk_take_bytes(&source, j->head, j->count * TYPES[j->type].size, &bytes);
    if (fault) return fail(j, fault);
    const ts_status status = make_target(j, to);
    for (size_t i = 0; status == TS_OK && i < j->count; ++i) {
        const unsigned char *at = bytes + i * TYPES[j->type].size;
        if (to->is_real) {
            to->real[i] = real_at(j, at);
        } else {
            to->integer[i] = integer_at(j, at);
        }
    }
    free(bytes);
    return status;
}

/* Some write nothing, where others write that the length is 0. */
static bool is_empty(const job *j) {
    const char *at = j->array->element.end;
    return at[strspn(at, BLANKS)] == '<';
}

static ts_status read_appended(const job *j, target *to) {
    char text[32], *end = text;
    uint64_t offset = 0;
    if (ts_xml_attribute(&j->array->element, "offset", text, sizeof text)) offset = strtoull(text, &end, 10);
    if (end == text || *end) return fail(j, "its offset is missing or no number");
    if (!j->head->appended || offset >= room(j, j->head->appended)) {
        return fail(j, "it is said to be appended, and the file ends before");
    }
    return read_bytes(j, j->head->appended + offset, j->head->appended_raw, to);
}

static ts_status read_numbers(const job *j, target *to) {
    char format[16];
    if (!ts_xml_attribute(&j->array->element, "format", format, sizeof format)) strcpy(format, "ascii");
    if (strcmp(format, "appended") == 0) return read_appended(j, to);
    if (strcmp(format, "binary") == 0 && j->count == 0 && is_empty(j)) return make_target(j, to);
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

static ts_status read_array(job *j, target *to) {
    ts_status status = find_type(j, to->is_real);
    if (status == TS_OK) status = read_numbers(j, to);
    if (status == TS_OK) return TS_OK;
    free(to->real);
    free(to->integer);
    return status;
}

ts_status ts_vtk_reals(const ts_xml *xml, const ts_vtk_head *head, const ts_vtk_array *array, size_t count,
                       double **values, ts_error *error) {
    job j = {.xml = xml, .head = head, .array = array, .count = count, .error = error};
    target to = {.is_real = true};
    const ts_status status = read_array(&j, &to);
    if (status == TS_OK) *values = to.real;
    return status;
}

ts_status ts_vtk_integers(const ts_xml *xml, const ts_vtk_head *head, const ts_vtk_array *array, size_t count,
                          int64_t **values, ts_error *error) {
    job j = {.xml = xml, .head = head, .array = array, .count = count, .error = error};
    target to = {.is_real = false};
    const ts_status status = read_array(&j, &to);
    if (status == TS_OK) *values = to.integer;
    return status;
}

bool ts_vtk_is_single(const ts_vtk_array *array) {
    char text[16];
    return ts_xml_attribute(&array->element, "type", text, sizeof text) && strcmp(text, TYPES[FLOAT32].name) == 0;
}
