/* SPDX-License-Identifier: MIT
 * Escaping, target by target. */
#include "core/escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Pieces ---- */

static const uint32_t NO_CHARACTER = UINT32_MAX;

/* Decodes a character of UTF-8, in its shortest form and no surrogate, or one byte that begins none. */
static size_t decode(const char *text, uint32_t *character) {
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = (unsigned char)*text;
    const size_t length = first < 0x80   ? 1
                          : first < 0xc0 ? 0
                          : first < 0xe0 ? 2
                          : first < 0xf0 ? 3
                          : first < 0xf8 ? 4
                                         : 0;
    uint32_t value = length < 2 ? first : first & (0x7fu >> length);
    *character = NO_CHARACTER;
    if (length == 0) return 1;
    for (size_t i = 1; i < length; ++i) {
        const unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80) return 1;
        value = value << 6 | (next & 0x3f);
    }
    if (value < LEAST[length] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 1;
    *character = value;
    return length;
}

/* Control characters, what parts lines or turns their direction, and what is no character at all. */
static bool is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff || (c & 0xfffe) == 0xfffe;
}

static void escape_character(uint32_t character, unsigned char byte, ts_piece *piece) {
    static const char *const SHORT[] = {['\t'] = "\\t", ['\n'] = "\\n", ['\r'] = "\\r"};
    char *to = piece->made;
    if (character == NO_CHARACTER)
        snprintf(to, sizeof piece->made, "\\x%02x", byte);
    else if (character < sizeof SHORT / sizeof *SHORT && SHORT[character])
        snprintf(to, sizeof piece->made, "%s", SHORT[character]);
    else if (character < 0x80)
        snprintf(to, sizeof piece->made, "\\x%02x", (unsigned)character);
    else
        snprintf(to, sizeof piece->made, character > 0xffff ? "\\U%06x" : "\\u%04x", (unsigned)character);
    piece->bytes = to;
    piece->length = strlen(to);
    piece->is_escape = true;
}

bool ts_piece_next(const char **text, ts_piece *piece) {
    if (!**text) return false;
    uint32_t character;
    const unsigned char byte = (unsigned char)**text;
    piece->bytes = *text;
    piece->length = decode(*text, &character);
    piece->is_escape = false;
    *text += piece->length;
    if (character == NO_CHARACTER || is_control(character)) escape_character(character, byte, piece);
    return true;
}

static void put_piece(FILE *out, const ts_piece *piece) {
    fwrite(piece->bytes, 1, piece->length, out);
}

/* ---- Terminal ---- */

void ts_put_terminal(FILE *out, const char *text) {
    ts_piece piece;
    while (ts_piece_next(&text, &piece)) put_piece(out, &piece);
}

size_t ts_terminal_length(const char *text) {
    ts_piece piece;
    size_t length = 0;
    while (ts_piece_next(&text, &piece)) length += piece.length;
    return length;
}

void ts_terminal_copy(const char *text, char *to, size_t size) {
    ts_piece piece;
    while (ts_piece_next(&text, &piece) && piece.length < size) {
        memcpy(to, piece.bytes, piece.length);
        to += piece.length;
        size -= piece.length;
    }
    if (size > 0) *to = '\0';
}

/* ---- CSV ---- */

static bool is_number(const char *text) {
    char *end;
    strtod(text, &end);
    return end != text && *end == '\0' && (*text != '\t' && *text != '\r');
}

/* Also in the wide forms of East Asian scripts. */
static bool is_formula(const char *text) {
    static const char *const WIDE[] = {"\uff1d", "\uff0b", "\uff0d", "\uff20"};
    if (*text && strchr("=+-@\t\r", *text)) return text[1] && !is_number(text);
    for (size_t w = 0; w < sizeof WIDE / sizeof *WIDE; ++w) {
        if (strncmp(text, WIDE[w], strlen(WIDE[w])) == 0) return true;
    }
    return false;
}

void ts_put_csv(FILE *out, const char *text) {
    const bool formula = is_formula(text), quoted = formula || strpbrk(text, ",\"\r\n");
    ts_piece piece;
    if (quoted) putc('"', out);
    if (formula) putc('\'', out);
    while (ts_piece_next(&text, &piece)) {
        if (*piece.bytes == '"') putc('"', out);
        put_piece(out, &piece);
    }
    if (quoted) putc('"', out);
}

/* ---- Markdown ---- */

/* An underscore within a word is none of markup. */
static bool is_markup(char c, char before, char after) {
    if (c == '_') return before == ' ' || after == ' ' || !before || !after;
    return strchr("\\`*[]<>|&~", c) != NULL;
}

void ts_put_markdown(FILE *out, const char *text) {
    ts_piece piece;
    char before = '\0';
    while (ts_piece_next(&text, &piece)) {
        if (is_markup(*piece.bytes, before, *text)) putc('\\', out);
        put_piece(out, &piece);
        before = *piece.bytes;
    }
}

static size_t longest_run(const char *text, char c) {
    size_t longest = 0, run = 0;
    for (; *text; ++text) {
        run = *text == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

void ts_put_markdown_code(FILE *out, const char *text, bool in_table) {
    const size_t ticks = longest_run(text, '`') + 1;
    const bool apart = ticks > 1; /* a blank at both ends, which is no part of the code */
    ts_piece piece;
    for (size_t i = 0; i < ticks; ++i) putc('`', out);
    if (apart) putc(' ', out);
    while (ts_piece_next(&text, &piece)) {
        if (in_table && *piece.bytes == '|') putc('\\', out);
        put_piece(out, &piece);
    }
    if (apart) putc(' ', out);
    for (size_t i = 0; i < ticks; ++i) putc('`', out);
}

/* ---- LaTeX ---- */

static void put_latex_character(FILE *out, char c) {
    switch (c) {
    case '\\': fputs("\\textbackslash{}", out); break;
    case '~': fputs("\\textasciitilde{}", out); break;
    case '^': fputs("\\textasciicircum{}", out); break;
    /* The first fonts of LaTeX have other characters in these places. */
    case '<': fputs("\\textless{}", out); break;
    case '>': fputs("\\textgreater{}", out); break;
    case '|': fputs("\\textbar{}", out); break;
    case '"': fputs("\'\'", out); break;
    default:
        if (strchr("#$%&_{}", c)) putc('\\', out);
        putc(c, out);
    }
}

void ts_put_latex(FILE *out, const char *text) {
    ts_piece piece;
    while (ts_piece_next(&text, &piece)) {
        for (size_t i = 0; i < piece.length; ++i) put_latex_character(out, piece.bytes[i]);
    }
}

/* ---- XML, JSON ---- */

void ts_put_xml(FILE *out, const char *text) {
    ts_piece piece;
    while (ts_piece_next(&text, &piece)) {
        switch (*piece.bytes) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: put_piece(out, &piece);
        }
    }
}

/* JSON's escapes are of 16 bits; what is no UTF-8 it cannot say. */
static void put_json_escape(FILE *out, const ts_piece *piece) {
    if (piece->made[1] == 'u' || strcmp(piece->made, "\\x7f") == 0) {
        fprintf(out, "\\u%04lx", strtoul(piece->made + 2, NULL, 16));
    } else if (piece->made[1] == 'U') {
        const unsigned long c = strtoul(piece->made + 2, NULL, 16) - 0x10000;
        fprintf(out, "\\u%04lx\\u%04lx", 0xd800 + (c >> 10), 0xdc00 + (c & 0x3ff));
    } else {
        fprintf(out, "\\%s", piece->made);
    }
}

/* Blanks between the values need none: in strings they are escaped already. */
static bool is_blank(const ts_piece *piece) {
    return piece->is_escape && (strcmp(piece->made, "\\n") == 0 || strcmp(piece->made, "\\t") == 0);
}

static bool may_be_shown(const char *json) {
    ts_piece piece;
    while (ts_piece_next(&json, &piece)) {
        if (piece.is_escape && !is_blank(&piece)) return false;
    }
    return true;
}

static void put_json(FILE *out, const char *json) {
    ts_piece piece;
    while (ts_piece_next(&json, &piece)) {
        if (is_blank(&piece))
            putc(piece.made[1] == 'n' ? '\n' : '\t', out);
        else if (piece.is_escape)
            put_json_escape(out, &piece);
        else
            put_piece(out, &piece);
    }
}

char *ts_json_shown(char *json) {
    if (!json || may_be_shown(json)) return json;
    char *shown = NULL;
    size_t length;
    FILE *out = open_memstream(&shown, &length);
    if (out) {
        put_json(out, json);
        if (fclose(out) != 0) {
            free(shown);
            shown = NULL;
        }
    }
    free(json);
    return shown;
}
