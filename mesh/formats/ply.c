/* SPDX-License-Identifier: MIT
 * PLY, ASCII and binary of either byte order: vertices, faces, edges; other elements and properties are skipped. */
#include <math.h>
#include <string.h>

#include "mesh/formats/formats.h"
#include "mesh/read/draft.h"

/* ---- Header ---- */

typedef struct scalar {
    const char *name, *other_name;
    size_t bytes;
    char sort; /* 'i' signed, 'u' unsigned, 'f' floating point */
} scalar;

static const scalar SCALARS[] = {
    {"char", "int8", 1, 'i'}, {"uchar", "uint8", 1, 'u'}, {"short", "int16", 2, 'i'},   {"ushort", "uint16", 2, 'u'},
    {"int", "int32", 4, 'i'}, {"uint", "uint32", 4, 'u'}, {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'},
};

/* What a value is for. */
typedef enum role { SKIPPED = 0, X, Y, Z, CORNERS, EDGE_START, EDGE_END } role;

typedef struct property {
    role role;
    const scalar *type, *count; /* count NULL: no list */
} property;

typedef enum element_sort { OTHER = 0, VERTEX, FACE, EDGE } element_sort;

typedef struct element {
    element_sort sort;
    size_t count, first, properties; /* properties first ... in the header */
    unsigned roles;                  /* a bit for each that occurs */
} element;

enum { MOST_ELEMENTS = 32, MOST_PROPERTIES = 512 };

typedef struct ply_header {
    bool ascii, big_endian;
    size_t elements, properties;
    element element[MOST_ELEMENTS];
    property property[MOST_PROPERTIES];
} ply_header;

static const struct {
    element_sort of;
    const char *name;
    role role;
} ROLES[] = {
    {VERTEX, "x", X},
    {VERTEX, "y", Y},
    {VERTEX, "z", Z},
    {FACE, "vertex_indices", CORNERS},
    {FACE, "vertex_index", CORNERS},
    {EDGE, "vertex1", EDGE_START},
    {EDGE, "vertex2", EDGE_END},
};

static role find_role(element_sort of, ts_word name) {
    for (size_t k = 0; k < sizeof ROLES / sizeof *ROLES; ++k) {
        if (ROLES[k].of == of && ts_word_is(name, ROLES[k].name)) return ROLES[k].role;
    }
    return SKIPPED;
}

static const scalar *read_type(ts_mesh_file *file) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    for (size_t k = 0; k < sizeof SCALARS / sizeof *SCALARS; ++k) {
        if (ts_word_is(word, SCALARS[k].name) || ts_word_is(word, SCALARS[k].other_name)) return &SCALARS[k];
    }
    ts_mesh_expected(file, "a type such as float, double, uchar or int", word);
    return &SCALARS[0];
}

static void read_format(ts_mesh_file *file, ply_header *header) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    header->ascii = ts_word_is(word, "ascii");
    header->big_endian = ts_word_is(word, "binary_big_endian");
    if (!header->ascii && !header->big_endian && !ts_word_is(word, "binary_little_endian")) {
        ts_mesh_expected(file, "ascii, binary_little_endian or binary_big_endian", word);
    }
}

static void read_element(ts_mesh_file *file, ply_header *header) {
    static const char *const NAMES[] = {"", "vertex", "face", "edge"};
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    if (ts_word_is(word, "tristrips")) ts_mesh_complain(file, "triangle strips are not read; expected faces");
    element made = {.first = header->properties};
    for (int k = VERTEX; k <= EDGE; ++k) {
        if (ts_word_is(word, NAMES[k])) made.sort = (element_sort)k;
    }
    for (size_t k = 0; made.sort != OTHER && k < header->elements; ++k) {
        if (header->element[k].sort == made.sort) ts_mesh_complain(file, "element %s is there twice", NAMES[made.sort]);
    }
    made.count = ts_mesh_count(file, "the number of elements", 1);
    if (header->elements == MOST_ELEMENTS) {
        ts_mesh_complain(file, "more than %d elements in the header", MOST_ELEMENTS);
        return;
    }
    header->element[header->elements++] = made;
}

/* What was expected instead; NULL when the type fits the role. */
static const char *property_fault(const property *p) {
    const bool whole = p->type->sort != 'f';
    if (p->count && p->count->sort == 'f') return "a list whose length is an integer";
    if (p->role == CORNERS && !(p->count && whole)) return "a list of integers for the corners of a face";
    if ((p->role == EDGE_START || p->role == EDGE_END) && (p->count || !whole))
        return "an integer for the end of an edge";
    if (p->role >= X && p->role <= Z && p->count) return "a number for a coordinate";
    return NULL;
}

static void read_property(ts_mesh_file *file, ply_header *header) {
    if (header->elements == 0 || header->properties == MOST_PROPERTIES) {
        ts_mesh_complain(file, header->elements ? "too many properties in the header" : "a property before an element");
        return;
    }
    element *of = &header->element[header->elements - 1];
    property made = {0};
    ts_word word;
    const size_t at = file->at;
    if (ts_mesh_word_on_line(file, &word) && ts_word_is(word, "list")) {
        made.count = read_type(file);
    } else {
        file->at = at;
    }
    made.type = read_type(file);
    if (!ts_mesh_word_on_line(file, &word)) ts_mesh_expected(file, "the name of a property", word);
    made.role = find_role(of->sort, word);
    const char *fault = property_fault(&made);
    if (fault) ts_mesh_expected(file, fault, word);
    if (made.role != SKIPPED && (of->roles & 1u << made.role)) ts_mesh_expected(file, "another property", word);
    of->roles |= 1u << made.role;
    header->property[header->properties++] = made;
    of->properties++;
}

static void check_header(ts_mesh_file *file, const ply_header *header) {
    static const unsigned NEEDED[] = {0, 1u << X | 1u << Y | 1u << Z, 1u << CORNERS, 1u << EDGE_START | 1u << EDGE_END};
    static const char *const NAMES[] = {"", "x, y and z", "vertex_indices", "vertex1 and vertex2"};
    bool has_vertices = false;
    for (size_t k = 0; k < header->elements; ++k) {
        const element *e = &header->element[k];
        has_vertices |= e->sort == VERTEX;
        if ((e->roles & NEEDED[e->sort]) != NEEDED[e->sort]) {
            ts_mesh_complain(file, "element %zu of the header lacks the properties %s", k + 1, NAMES[e->sort]);
        }
    }
    if (!has_vertices) ts_mesh_complain(file, "the header has no element vertex");
}

static void read_header(ts_mesh_file *file, ply_header *header) {
    ts_word word;
    bool has_format = false, ended = false;
    ts_mesh_word_on_line(file, &word);
    if (!ts_word_is(word, "ply")) ts_mesh_expected(file, "ply", word);
    while (!ended && file->status == TS_OK) {
        if (!ts_mesh_next_words(file, &word)) {
            ts_mesh_complain(file, "the file ends inside the header; expected end_header");
        } else if (ts_word_is(word, "format")) {
            read_format(file, header);
            has_format = true;
        } else if (ts_word_is(word, "element")) {
            read_element(file, header);
        } else if (ts_word_is(word, "property")) {
            read_property(file, header);
        } else if (ts_word_is(word, "end_header")) {
            ended = true;
        } else if (!ts_word_is(word, "comment") && !ts_word_is(word, "obj_info")) {
            ts_mesh_expected(file, "format, element, property, comment or end_header", word);
        }
    }
    if (!has_format) ts_mesh_complain(file, "the header has no format");
    check_header(file, header);
    ts_mesh_next_line(file);
    file->binary = file->status == TS_OK && !header->ascii;
}

/* ---- Values ---- */

static uint64_t take_bytes(ts_mesh_file *file, size_t bytes, bool big_endian) {
    uint64_t bits = 0;
    for (size_t k = 0; k < bytes; ++k) {
        const uint64_t byte = (unsigned char)file->text[file->at + k];
        bits |= byte << 8 * (big_endian ? bytes - 1 - k : k);
    }
    file->at += bytes;
    return bits;
}

/* Every type fits in a double. */
static double binary_value(ts_mesh_file *file, const ply_header *header, const scalar *type) {
    if (file->status != TS_OK) return 0.0;
    if (type->bytes > file->size - file->at) {
        ts_mesh_complain(file, "expected a value of %zu bytes, found the end of the file", type->bytes);
        return 0.0;
    }
    const uint64_t bits = take_bytes(file, type->bytes, header->big_endian);
    if (type->sort == 'u') return (double)bits;
    if (type->sort == 'i') {
        const uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
        return (double)((int64_t)(bits ^ sign) - (int64_t)sign);
    }
    if (type->bytes == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    const uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return (double)value;
}

static double coordinate(ts_mesh_file *file, const ply_header *header, const scalar *type) {
    if (header->ascii) return ts_mesh_number_on_line(file, "a finite coordinate");
    const double value = binary_value(file, header, type);
    if (!isfinite(value)) ts_mesh_complain(file, "expected a finite coordinate, found %g", value);
    return value;
}

static int64_t whole(ts_mesh_file *file, const ply_header *header, const scalar *type, const char *what) {
    return header->ascii ? ts_mesh_integer_on_line(file, what) : (int64_t)binary_value(file, header, type);
}

static void skip_value(ts_mesh_file *file, const ply_header *header, const scalar *type) {
    ts_word word;
    if (!header->ascii) {
        binary_value(file, header, type);
    } else if (!ts_mesh_word_on_line(file, &word)) {
        ts_mesh_expected(file, "the value of a property", word);
    }
}

static void read_list(ts_mesh_draft *draft, const ply_header *header, const property *p) {
    ts_mesh_file *file = draft->file;
    const int64_t count = whole(file, header, p->count, "the length of a list");
    if (count < 0) ts_mesh_complain(file, "a list cannot have the length %lld", (long long)count);
    for (int64_t k = 0; k < count && file->status == TS_OK; ++k) {
        if (p->role == CORNERS) {
            ts_draft_corner(draft, whole(file, header, p->type, "the index of a vertex"));
        } else {
            skip_value(file, header, p->type);
        }
    }
}

static void read_one(ts_mesh_draft *draft, const ply_header *header, const element *of) {
    ts_mesh_file *file = draft->file;
    double x[3] = {0};
    int64_t end[2] = {0};
    for (size_t k = 0; k < of->properties && file->status == TS_OK; ++k) {
        const property *p = &header->property[of->first + k];
        if (p->count) {
            read_list(draft, header, p);
        } else if (p->role >= X && p->role <= Z) {
            x[p->role - X] = coordinate(file, header, p->type);
        } else if (p->role == EDGE_START || p->role == EDGE_END) {
            end[p->role - EDGE_START] = whole(file, header, p->type, "the index of a vertex");
        } else {
            skip_value(file, header, p->type);
        }
    }
    if (header->ascii) ts_mesh_end_line(file);
    if (of->sort == VERTEX) ts_draft_node(draft, x);
    if (of->sort == FACE && file->status == TS_OK) ts_draft_polygon(draft);
    if (of->sort == EDGE) {
        for (int c = 0; c < 2; ++c) ts_draft_corner(draft, end[c]);
        if (file->status == TS_OK) ts_draft_polyline(draft);
    }
}

/* The least that one of these elements takes in the file. */
static size_t least_bytes(const ply_header *header, const element *of) {
    size_t bytes = 0;
    for (size_t k = 0; k < of->properties; ++k) {
        const property *p = &header->property[of->first + k];
        bytes += header->ascii ? 2 : p->count ? p->count->bytes : p->type->bytes;
    }
    return bytes;
}

static void read_data(ts_mesh_file *file, ts_mesh_draft *draft, const ply_header *header) {
    for (size_t e = 0; e < header->elements; ++e) {
        const element *of = &header->element[e];
        if (of->properties == 0) continue;
        ts_mesh_expect_room(file, of->count, least_bytes(header, of), "the number of elements");
        for (size_t k = 0; k < of->count && file->status == TS_OK; ++k) {
            if (header->ascii) ts_mesh_begin_line(file);
            read_one(draft, header, of);
        }
    }
}

/* A cloud of points has no other way to say that they are particles. */
static void add_particles(ts_mesh_draft *draft, const ply_header *header) {
    for (size_t e = 0; e < header->elements; ++e) {
        const element *of = &header->element[e];
        if ((of->sort == FACE || of->sort == EDGE) && of->count > 0) return;
    }
    for (size_t i = 0; i < draft->nodes; ++i) ts_draft_corner(draft, (int64_t)i);
    if (draft->nodes && draft->file->status == TS_OK) ts_draft_points(draft);
}

/* A text may have more digits than its type. */
static bool is_single(const ply_header *header) {
    bool single = !header->ascii;
    for (size_t k = 0; k < header->properties; ++k) {
        const property *p = &header->property[k];
        if (p->role >= X && p->role <= Z) single = single && p->type->sort == 'f' && p->type->bytes == 4;
    }
    return single;
}

static void read_mesh(ts_mesh_file *file, ts_mesh_draft *draft) {
    ply_header header = {0};
    ts_word word;
    read_header(file, &header);
    if (file->status == TS_OK) read_data(file, draft, &header);
    if (file->status != TS_OK) return;
    if (!header.ascii && file->at < file->size) {
        ts_mesh_complain(file, "expected the end of the file, found %zu bytes more", file->size - file->at);
    } else if (header.ascii && ts_mesh_word(file, &word)) {
        ts_mesh_expected(file, "the end of the file", word);
    }
    add_particles(draft, &header);
    draft->is_single = is_single(&header);
}

const ts_mesh_format ts_mesh_format_ply = {.name = "PLY", .extension = ".ply", .draft = read_mesh};
