/* SPDX-License-Identifier: MIT
 * Frames read from VTU files in every encoding, and refused when damaged in any way. */
#include "mesh/read/frames.h"

#include <zlib.h>

#include "core/random.h"
#include "tests/datasets/scratch.h"

/* ---- A VTU file of every sort of cell ---- */

static const double POSITION[6][3] = {{0, 0, 0}, {1, 0.1, 0}, {0, 1, -2.5}, {0, 0, 1e-7}, {3, 1, 4}, {-1, -5, 9}};
static const double VELOCITY[6][3]; /* not looked at */
static const int64_t NODE[] = {0, 1, 2, 3, 0, 2, 4, 5, 4, 3, 2, 5, 0, 1, 4, 5};
static const int64_t END[] = {4, 7, 9, 12, 13, 16}; /* tet, triangle, line, polyline, vertex, triangle */
static const int64_t TYPE[] = {10, 5, 3, 4, 1, 5};
enum { CELLS = 6, ENTRIES = 16 };

typedef enum encoding { ASCII, BINARY, RAW, BASE64 } encoding;

typedef struct writer {
    encoding how;
    bool wide;    /* lengths of 8 bytes */
    bool apart;   /* the length encoded on its own */
    bool big;     /* endian */
    size_t block; /* compressed, in blocks of so many bytes; 0: not */
    char head[8192], appended[8192];
    size_t head_size, appended_size;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    w->head_size += (size_t)vsnprintf(w->head + w->head_size, sizeof w->head - w->head_size, format, arguments);
    va_end(arguments);
}

static size_t to_base64(const unsigned char *bytes, size_t count, char *text) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t used = 0;
    for (size_t i = 0; i < count; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (i + k < count ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4; ++k) text[used++] = i + k > count ? '=' : DIGITS[bits >> (18 - 6 * k) & 63];
    }
    text[used] = '\0';
    return used;
}

/* `count` numbers of `size` bytes in the file's order; returns how many bytes that are. */
static size_t put_ordered(const writer *w, const void *data, size_t count, size_t size, unsigned char *out) {
    const unsigned char *from = data;
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < size; ++k) out[i * size + k] = from[i * size + (w->big ? size - 1 - k : k)];
    }
    return count * size;
}

static size_t put_word(const writer *w, uint64_t word, unsigned char *out) {
    const uint32_t half = (uint32_t)word;
    return w->wide ? put_ordered(w, &word, 1, 8, out) : put_ordered(w, &half, 1, 4, out);
}

/* Sizes, then blocks, as VTK has it; *head is where the blocks begin. */
static size_t put_blocks(const writer *w, const unsigned char *data, size_t bytes, unsigned char *out, size_t *head) {
    unsigned char packed[4096];
    const size_t blocks = (bytes + w->block - 1) / w->block;
    size_t used = put_word(w, blocks, out), total = 0;
    used += put_word(w, w->block, out + used);
    used += put_word(w, bytes % w->block, out + used);
    for (size_t k = 0; k < blocks; ++k) {
        const size_t at = k * w->block, size = bytes - at < w->block ? bytes - at : w->block;
        uLongf made = sizeof packed - total;
        ck_assert_int_eq(compress2(packed + total, &made, data + at, size, 9), Z_OK);
        used += put_word(w, made, out + used);
        total += made;
    }
    memcpy(out + used, packed, total);
    *head = used;
    return used + total;
}

static size_t put_binary(const writer *w, const void *data, size_t count, size_t size, char *out) {
    unsigned char all[4096], ordered[2048];
    const size_t bytes = put_ordered(w, data, count, size, ordered);
    size_t head, total;
    if (w->block) {
        total = put_blocks(w, ordered, bytes, all, &head);
    } else {
        head = put_word(w, bytes, all);
        memcpy(all + head, ordered, bytes);
        total = head + bytes;
    }
    if (w->how == RAW) memcpy(out, all, total);
    if (w->how == RAW) return total;
    if (!w->apart && !w->block) return to_base64(all, total, out);
    const size_t used = to_base64(all, head, out);
    return used + to_base64(all + head, total - head, out + used);
}

/* Name, type, data: a row of the file. */
typedef struct column {
    const char *name, *type;
    const void *data;
    size_t count, size;
} column;

static void put_array(writer *w, const column *c) {
    static const char *const FORMATS[] = {"ascii", "binary", "appended", "appended"};
    put(w, "<DataArray type='%s' Name=\"%s\" NumberOfComponents=\"3\" format=\"%s\"", c->type, c->name,
        FORMATS[w->how]);
    if (w->how == RAW || w->how == BASE64) {
        put(w, " offset=\"%zu\"/>\n", w->appended_size);
        w->appended_size += put_binary(w, c->data, c->count, c->size, w->appended + w->appended_size);
        return;
    }
    put(w, ">\n  ");
    if (w->how == BINARY) {
        w->head_size += put_binary(w, c->data, c->count, c->size, w->head + w->head_size);
    } else if (c->size == 8 && c->type[0] == 'F') {
        for (size_t i = 0; i < c->count; ++i) put(w, "%.17g ", ((const double *)c->data)[i]);
    } else {
        for (size_t i = 0; i < c->count; ++i) put(w, "%lld\n", (long long)((const int64_t *)c->data)[i]);
    }
    put(w, "\n</DataArray>\n");
}

static void write_vtu(writer *w, const char *path) {
    w->head_size = w->appended_size = 0;
    put(w,
        "<?xml version=\"1.0\"?>\n<!-- a <Piece> in a comment --><VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
        "byte_order=\"%sEndian\"%s%s>\n<UnstructuredGrid><Piece NumberOfPoints=\"6\" NumberOfCells=\"%d\">\n",
        w->big ? "Big" : "Little", w->wide ? " header_type=\"UInt64\"" : "",
        w->block ? " compressor=\"vtkZLibDataCompressor\"" : "", CELLS);
    put(w, "<PointData>\n");
    put_array(w, &(column){"velocity", "Float64", VELOCITY, 18, 8});
    put(w, "</PointData><Points>\n");
    put_array(w, &(column){"Points", "Float64", POSITION, 18, 8});
    put(w, "</Points>\n<Cells>\n");
    put_array(w, &(column){"connectivity", "Int64", NODE, ENTRIES, 8});
    put_array(w, &(column){"offsets", "Int64", END, CELLS, 8});
    put_array(w, &(column){"types", "Int64", TYPE, CELLS, 8});
    put(w, "</Cells>\n</Piece></UnstructuredGrid>\n");
    if (w->how == RAW || w->how == BASE64) {
        put(w, "<AppendedData encoding=\"%s\">\n _", w->how == RAW ? "raw" : "base64");
        memcpy(w->head + w->head_size, w->appended, w->appended_size);
        w->head_size += w->appended_size;
        put(w, "\n</AppendedData>\n");
    }
    put(w, "</VTKFile>\n");
    write_bytes(path, w->head, w->head_size);
}

static void check_mesh(const ts_mesh *mesh) {
    static const int32_t TET[1][4] = {{0, 1, 2, 3}}, TRIANGLE[2][3] = {{0, 2, 4}, {1, 4, 5}};
    static const int32_t SEGMENT[3][2] = {{5, 4}, {3, 2}, {2, 5}}, PARTICLE[1] = {0};
    ck_assert_uint_eq(mesh->nodes, 6);
    ck_assert_mem_eq(mesh->x, POSITION, sizeof POSITION);
    ck_assert_uint_eq(mesh->tets, 1);
    ck_assert_mem_eq(mesh->tet, TET, sizeof TET);
    ck_assert_uint_eq(mesh->triangles, 2);
    ck_assert_mem_eq(mesh->triangle, TRIANGLE, sizeof TRIANGLE);
    ck_assert_uint_eq(mesh->segments, 3);
    ck_assert_mem_eq(mesh->segment, SEGMENT, sizeof SEGMENT);
    ck_assert_uint_eq(mesh->particles, 1);
    ck_assert_mem_eq(mesh->particle, PARTICLE, sizeof PARTICLE);
}

START_TEST(every_encoding_gives_the_same_mesh) {
    static writer w;
    static const size_t BLOCKS[] = {0, 1000, 48, 7, 144}; /* none; one; several, even ones and others; exactly one */
    for (int k = 0; k < 5 * 32; ++k) {
        ts_mesh mesh;
        w.how = (encoding)(k % 4);
        w.wide = k & 4;
        w.apart = k & 8;
        w.big = k & 16;
        w.block = BLOCKS[k / 32];
        write_vtu(&w, scratch("a.vtu"));
        check_ok(ts_frame_read(scratch("a.vtu"), &mesh, error));
        check_mesh(&mesh);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

/* ---- Damage ---- */

/* The ASCII file with one text in place of another. */
static void write_changed(const char *from, const char *to) {
    static writer w;
    static char text[sizeof w.head];
    w.how = ASCII;
    write_vtu(&w, scratch("bad.vtu"));
    w.head[w.head_size] = '\0';
    char *at = strstr(w.head, from);
    ck_assert_msg(at != NULL, "'%s' is not in the file", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - w.head), w.head, to, at + strlen(from));
    write_file(scratch("bad.vtu"), text);
}

START_TEST(malformed_files_are_refused_with_a_reason) {
    static const struct {
        const char *from, *to, *reason;
    } changes[] = {
        {"VTKFile type=\"UnstructuredGrid\"", "VTKFile type=\"PolyData\"", "UnstructuredGrid"},
        {"LittleEndian", "MiddleEndian", "BigEndian"},
        {"version=\"1.0\" byte", "compressor=\"vtkLZ4DataCompressor\" byte", "vtkZLibDataCompressor"},
        {"version=\"1.0\" byte", "header_type=\"Int8\" byte", "header_type"},
        {"<VTKFile", "<svg", "VTKFile"},
        {"NumberOfPoints=\"6\"", "NumberOfPoints=\"-6\"", "NumberOfPoints"},
        {"NumberOfPoints=\"6\"", "NumberOfPoints=\"2000000000\"", "more values than it has bytes"},
        {"NumberOfPoints=\"6\"", "NumberOfPoints=\"7\"", "a number is missing"},
        {"NumberOfCells=\"6\"", "NumberOfCells=\"5000\"", "more values than it has bytes"},
        {"</Piece>", "</Piece><Piece NumberOfPoints=\"0\" NumberOfCells=\"0\"/>", "another"},
        {"<Points>", "<Spots>", "no array Points"},
        {"Name=\"types\"", "Name=\"kinds\"", "no array types"},
        {"Name=\"connectivity\" NumberOfComponents=\"3\" format=\"ascii\"", "Name=\"connectivity\" format=\"utf8\"",
         "format"},
        {"Name=\"connectivity\" NumberOfComponents=\"3\" format=\"ascii\"",
         "Name=\"connectivity\" format=\"appended\" offset=\"0\"", "appended"},
        {"Int64' Name=\"connectivity\"", "Float64' Name=\"connectivity\"", "whole numbers"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        ts_mesh mesh;
        write_changed(changes[i].from, changes[i].to);
        check_fails(ts_frame_read(scratch("bad.vtu"), &mesh, error), TS_ERROR_DATA, "bad.vtu", changes[i].reason);
    }
}
END_TEST

START_TEST(malformed_numbers_are_refused_with_a_reason) {
    static const struct {
        const char *from, *to, *reason;
    } changes[] = {
        {"-2.5", "nan", "finite"},
        {"-2.5", "-2.5e999", "finite"},
        {"-2.5", "two", "a number is missing"},
        {"-2.5", "-2.5m", "a number is missing"},
        {"-2.5", "-0x2.8p0", "a number is missing"},
        {"-2.5", "-2+5", "a number is missing"},
        {"10\n5\n3\n", "10\n5a\n3\n", "a number is missing"},
        {"\n5\n4\n3\n", "\n5\n5\n3\n", "twice"},
        {"\n5\n4\n3\n", "\n5\n6\n3\n", "names node 6"},
        {"\n5\n4\n3\n", "\n5\n-4\n3\n", "names node -4"},
        {"4\n7\n9\n", "4\n3\n9\n", "offset 1"},
        {"4\n7\n9\n", "4\n8\n9\n", "cell 1 has type 5 and 4 nodes"},
        {"13\n16\n", "13\n160000000\n", "more values than it has bytes"},
        {"10\n5\n3\n", "12\n5\n3\n", "cell 0 has type 12"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        ts_mesh mesh;
        write_changed(changes[i].from, changes[i].to);
        check_fails(ts_frame_read(scratch("bad.vtu"), &mesh, error), TS_ERROR_DATA, "bad.vtu", changes[i].reason);
    }
}
END_TEST

/* Fewer points or cells are announced than the arrays have: none of these is dropped. */
START_TEST(more_than_is_announced_is_refused) {
    static const char *const COUNTS[] = {"NumberOfPoints=\"6", "NumberOfCells=\"6"};
    static const size_t BLOCKS[] = {0, 1000, 48, 7};
    static writer w;
    for (int k = 0; k < 4 * 4 * 2 * 2; ++k) {
        ts_mesh mesh;
        w.how = (encoding)(k % 4);
        w.block = BLOCKS[k / 4 % 4];
        write_vtu(&w, scratch("bad.vtu"));
        char *count = strstr(w.head, COUNTS[k / 16 % 2]);
        ck_assert_ptr_nonnull(count);
        count[strlen(COUNTS[k / 16 % 2]) - 1] = k < 32 ? '5' : '0';
        write_bytes(scratch("bad.vtu"), w.head, w.head_size);
        check_fails(ts_frame_read(scratch("bad.vtu"), &mesh, error), TS_ERROR_DATA, "bad.vtu",
                    "the number of values that the file announces");
    }
}
END_TEST

/* What is left of a number at the end of a file is not taken for it. */
START_TEST(a_file_cut_within_a_number_is_refused) {
    static const char TEXT[] = "<VTKFile type=\"UnstructuredGrid\"><Piece NumberOfPoints=\"1\" NumberOfCells=\"0\">"
                               "<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\">1 2 0.125";
    ts_mesh mesh;
    for (size_t cut = 0; cut < 5; ++cut) {
        write_bytes(scratch("cut.vtu"), TEXT, sizeof TEXT - 1 - cut);
        check_fails(ts_frame_read(scratch("cut.vtu"), &mesh, error), TS_ERROR_DATA, "cut.vtu:1", "a number is missing");
    }
}
END_TEST

/* Lists without cells may have arrays of nothing, with a length or without. */
START_TEST(arrays_of_nothing_are_read) {
    static const char *const ARRAYS[] = {"", "format=\"ascii\">\n</", "format=\"binary\">AAAAAA==</",
                                         "format=\"binary\">\n</"};
    for (size_t k = 0; k < sizeof ARRAYS / sizeof *ARRAYS; ++k) {
        char text[512];
        ts_mesh mesh;
        snprintf(text, sizeof text,
                 "<VTKFile type=\"UnstructuredGrid\"><Piece NumberOfPoints=\"1\" NumberOfCells=\"0\"><Points>"
                 "<DataArray type=\"Float64\" NumberOfComponents=\"3\">1 2 3</DataArray></Points><Cells>%s%s%s</Cells>"
                 "</Piece></VTKFile>",
                 *ARRAYS[k] ? "<DataArray type=\"Int64\" Name=\"offsets\" " : "", ARRAYS[k],
                 *ARRAYS[k] ? "DataArray>" : "");
        write_file(scratch("none.vtu"), text);
        check_ok(ts_frame_read(scratch("none.vtu"), &mesh, error));
        ck_assert_uint_eq(mesh.nodes, 1);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

/* Cut anywhere, or with bytes changed: refused or read, never worse (the sanitizers watch). */
START_TEST(damaged_files_do_no_harm) {
    static writer w;
    static char text[sizeof w.head];
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    const int cases = ts_test_cases(800);
    int refused = 0;
    for (int i = 0; i < cases; ++i) {
        w.how = (encoding)(i % 4);
        w.wide = i & 4;
        w.block = i & 8 ? 100 : 0;
        write_vtu(&w, scratch("bad.vtu"));
        size_t size = w.head_size;
        memcpy(text, w.head, size);
        if (i % 8 == 0) size = ts_random_below(&random, size);
        for (int k = 0; size && k < i % 8; ++k) {
            text[ts_random_below(&random, size)] = (char)ts_random_below(&random, 256);
        }
        write_bytes(scratch("bad.vtu"), text, size);
        ts_mesh mesh;
        ts_error error = {0};
        if (ts_frame_read(scratch("bad.vtu"), &mesh, &error) == TS_OK) {
            ts_mesh_clear(&mesh);
        } else {
            ck_assert_ptr_nonnull(strstr(error.message, "bad.vtu"));
            ++refused;
        }
    }
    ck_assert_int_gt(refused, cases / 10);
}
END_TEST

/* ---- Compressed blocks that lie ---- */

/* A file of one point, its position appended raw: the words, then the bytes. */
static void write_blocks(const uint32_t *word, size_t words, const void *bytes, size_t count) {
    char text[4096];
    const int head = snprintf(
        text, sizeof text,
        "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" compressor=\"vtkZLibDataCompressor\">"
        "<UnstructuredGrid><Piece NumberOfPoints=\"1\" NumberOfCells=\"0\"><Points><DataArray type=\"Float64\" "
        "NumberOfComponents=\"3\" format=\"appended\" offset=\"0\"/></Points></Piece></UnstructuredGrid>"
        "<AppendedData encoding=\"raw\">_");
    memcpy(text + head, word, words * sizeof *word);
    if (count) memcpy(text + head + words * sizeof *word, bytes, count);
    write_bytes(scratch("lie.vtu"), text, (size_t)head + words * sizeof *word + count);
}

START_TEST(blocks_that_lie_are_refused) {
    static const double X[3] = {1.5, -2.0, 1e300};
    static const char *const SHORT = "end early", *const LIES = "more than it can", *const DAMAGED = "damaged (zlib)",
                             *const BEYOND = "beyond the end", *const FEW = "ends before";
    unsigned char packed[64];
    uLongf size = sizeof packed;
    ck_assert_int_eq(compress(packed, &size, (const Bytef *)X, sizeof X), Z_OK);
    const uint32_t length = (uint32_t)size;
    const struct {
        uint32_t word[4];
        size_t words;
        const char *reason; /* NULL: it is read */
    } CASES[] = {
        {{1, 24, 0, length}, 4, NULL},
        {{1, 24, 24, length}, 4, NULL},
        {{1, 4000, 24, length}, 4, NULL}, /* one block, not full */
        {{1, 24}, 2, SHORT},
        {{4000000000u, 24, 0, length}, 4, SHORT},
        {{1000, 24, 0, length}, 4, SHORT},
        {{0, 24, 0, length}, 4, FEW},
        {{1, 0, 0, length}, 4, FEW},
        {{1, 16, 24, length}, 4, "larger than the others"},
        {{1, 4000000000u, 0, length}, 4, LIES},
        {{1, 4000000000u, 3999999999u, length}, 4, LIES},
        {{1, 32, 0, length}, 4, DAMAGED}, /* longer than what comes out */
        {{1, 16, 0, length}, 4, DAMAGED},
        {{1, 24, 0, length - 1}, 4, DAMAGED},
        {{1, 24, 0, 4000000000u}, 4, BEYOND},
        {{1, 24, 0, length + 1}, 4, BEYOND},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh;
        write_blocks(CASES[k].word, CASES[k].words, packed, CASES[k].words == 4 ? size : 0);
        if (CASES[k].reason) {
            check_fails(ts_frame_read(scratch("lie.vtu"), &mesh, error), TS_ERROR_DATA, "lie.vtu:1", CASES[k].reason);
            continue;
        }
        check_ok(ts_frame_read(scratch("lie.vtu"), &mesh, error));
        ck_assert_uint_eq(mesh.nodes, 1);
        ck_assert_mem_eq(mesh.x, X, sizeof X);
        ts_mesh_clear(&mesh);
    }
}
END_TEST

/* A thousandth of what it announces is in the file: it is unpacked block by block, and refused where the blocks end. */
START_TEST(a_small_file_cannot_announce_much) {
    static unsigned char zeros[1 << 16];
    unsigned char packed[256];
    uLongf size = sizeof packed;
    ck_assert_int_eq(compress2(packed, &size, zeros, sizeof zeros, 9), Z_OK);
    char text[1024];
    const int head =
        snprintf(text, sizeof text,
                 "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" header_type=\"UInt64\" "
                 "compressor=\"vtkZLibDataCompressor\"><Piece NumberOfPoints=\"2147483647\" NumberOfCells=\"0\">"
                 "<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"appended\" offset=\"0\"/>"
                 "</Points></Piece><AppendedData encoding=\"raw\">_");
    const uint64_t words[] = {1, sizeof zeros, 0, size};
    memcpy(text + head, words, sizeof words);
    memcpy(text + head + sizeof words, packed, size);
    write_bytes(scratch("bomb.vtu"), text, (size_t)head + sizeof words + size);
    ts_mesh mesh;
    check_fails(ts_frame_read(scratch("bomb.vtu"), &mesh, error), TS_ERROR_DATA, "bomb.vtu", "ends before");
}
END_TEST

/* ---- 32-bit positions ---- */

/* The same values from text and from bytes; the mesh says that they are of 32 bits. */
START_TEST(single_precision_is_said) {
    static const float X[3] = {0.1f, -3.0e-39f, 16777217.0f};
    static const char *const FORMATS[] = {"ascii\">0.1 -3.0e-39 16777217", "binary\">DAAAAM3MzD3I\nqiCAAACASw=="};
    for (int k = 0; k < 2; ++k) {
        char text[512];
        ts_mesh mesh;
        snprintf(text, sizeof text,
                 "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\"><Piece NumberOfPoints=\"1\" "
                 "NumberOfCells=\"0\"><Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"%s"
                 "</DataArray></Points></Piece></VTKFile>",
                 FORMATS[k]);
        write_file(scratch("single.vtu"), text);
        check_ok(ts_frame_read(scratch("single.vtu"), &mesh, error));
        ck_assert(mesh.is_single);
        for (int c = 0; c < 3; ++c) ck_assert(mesh.x[0][c] == (double)X[c]);
        ts_mesh_clear(&mesh);
    }
    static writer w;
    write_vtu(&w, scratch("double.vtu"));
    ts_mesh mesh;
    check_ok(ts_frame_read(scratch("double.vtu"), &mesh, error));
    ck_assert(!mesh.is_single);
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- Polygonal data ---- */

#define VTP(NODES, COUNTS, LISTS)                                                                                      \
    "<VTKFile type=\"PolyData\" byte_order=\"LittleEndian\"><PolyData><Piece NumberOfPoints=\"" NODES "\" " COUNTS     \
    "><Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0 1 1 0 0 2 0 1 "  \
    "2 0"                                                                                                              \
    "</DataArray></Points>" LISTS "</Piece></PolyData></VTKFile>"
#define LIST(NAME, CONNECTIVITY, OFFSETS)                                                                              \
    "<" NAME "><DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">" CONNECTIVITY                         \
    "</DataArray><DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">" OFFSETS "</DataArray></" NAME ">"

START_TEST(polygonal_data_have_four_lists) {
    static const int32_t TRIANGLE[7][3] = {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}, {0, 1, 3}, {0, 3, 2}, {3, 4, 5}};
    static const int32_t SEGMENT[3][2] = {{0, 1}, {1, 3}, {5, 4}}, PARTICLE[3] = {5, 5, 0};
    write_file(scratch("a.vtp"),
               VTP("6", "NumberOfVerts=\"2\" NumberOfLines=\"2\" NumberOfStrips=\"1\" NumberOfPolys=\"2\"",
                   LIST("Verts", "5 5 0", "2 3") LIST("Lines", "0 1 3 5 4", "3 5") LIST("Strips", "0 1 2 3 4 5", "6")
                       LIST("Polys", "0 1 3 2 3 4 5", "4 7")));
    ts_mesh mesh;
    check_ok(ts_frame_read(scratch("a.vtp"), &mesh, error));
    ck_assert_uint_eq(mesh.nodes, 6);
    ck_assert_uint_eq(mesh.tets, 0);
    ck_assert_uint_eq(mesh.triangles, 7);
    ck_assert_mem_eq(mesh.triangle, TRIANGLE, sizeof TRIANGLE);
    ck_assert_uint_eq(mesh.segments, 3);
    ck_assert_mem_eq(mesh.segment, SEGMENT, sizeof SEGMENT);
    ck_assert_uint_eq(mesh.particles, 3);
    ck_assert_mem_eq(mesh.particle, PARTICLE, sizeof PARTICLE);
    ts_mesh_clear(&mesh);
}
END_TEST

START_TEST(malformed_polygonal_data_are_refused) {
#define COUNTS(STRIPS, POLYS)                                                                                          \
    "NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"" STRIPS "\" NumberOfPolys=\"" POLYS "\""
    static const struct {
        const char *text, *reason;
    } CASES[] = {
        {"<VTKFile type=\"UnstructuredGrid\"/>", "expected <VTKFile type=\"PolyData\">"},
        {VTP("6", "NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\"", ""), "NumberOfPolys"},
        {VTP("6", COUNTS("0", "1"), ""), "no array offsets"},
        {VTP("6", COUNTS("0", "1"), LIST("Polys", "0 1", "2")), "Polys 0 has type 7 and 2 nodes"},
        {VTP("6", COUNTS("0", "1"), LIST("Polys", "0 1 6", "3")), "Polys 0 names node 6"},
        {VTP("6", COUNTS("0", "1"), LIST("Polys", "0 1 2 1", "4")), "Polys 0 names node 1 twice"},
        {VTP("6", COUNTS("1", "0"), LIST("Strips", "0 1 2 1", "4")), "Strips 0 names node 1 twice"},
        {VTP("6", COUNTS("1", "0"), LIST("Strips", "0 1", "2")), "Strips 0 has type 6 and 2 nodes"},
        {VTP("7", COUNTS("0", "0"), ""), "a number is missing"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh;
        write_file(scratch("bad.vtp"), CASES[k].text);
        check_fails(ts_frame_read(scratch("bad.vtp"), &mesh, error), TS_ERROR_DATA, "bad.vtp", CASES[k].reason);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("frames");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, every_encoding_gives_the_same_mesh);
    tcase_add_test(cases, malformed_files_are_refused_with_a_reason);
    tcase_add_test(cases, malformed_numbers_are_refused_with_a_reason);
    tcase_add_test(cases, more_than_is_announced_is_refused);
    tcase_add_test(cases, a_file_cut_within_a_number_is_refused);
    tcase_add_test(cases, arrays_of_nothing_are_read);
    tcase_add_test(cases, damaged_files_do_no_harm);
    tcase_add_test(cases, blocks_that_lie_are_refused);
    tcase_add_test(cases, a_small_file_cannot_announce_much);
    tcase_add_test(cases, single_precision_is_said);
    tcase_add_test(cases, polygonal_data_have_four_lists);
    tcase_add_test(cases, malformed_polygonal_data_are_refused);
    Suite *suite = suite_create("frames");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
