/* SPDX-License-Identifier: MIT
 * Walking over the tags of an XML file. */
#include "mesh/read/xml.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"

ts_status ts_xml_load(ts_xml *xml, const char *path, ts_error *error) {
    const char *why;
    struct stat about;
    FILE *file = ts_regular_open(path, &why);
    if (!file) return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, why);
    const size_t size = fstat(fileno(file), &about) == 0 ? (size_t)about.st_size : 0;
    char *text = malloc(size + 1);
    const bool complete = text && fread(text, 1, size, file) == size;
    fclose(file);
    if (!text) return ts_fail_memory(error, "the text of a file");
    if (!complete) {
        free(text);
        return ts_fail(error, TS_ERROR_DATA, "%s cannot be read to its end", path);
    }
    text[size] = '\0';
    *xml = (ts_xml){.path = path, .text = text, .size = size};
    return TS_OK;
}

void ts_xml_clear(ts_xml *xml) {
    free(xml->text);
    *xml = (ts_xml){0};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The first place from `from` on where `what` stands; NULL: nowhere. */
static const char *find(const ts_xml *xml, const char *from, char what) {
    return memchr(from, what, xml->size - (size_t)(from - xml->text));
}

/* Past what is no tag: comments, <?...?>, <!...>. NULL when it does not end. */
static const char *skip_other(const ts_xml *xml, const char *begin) {
    const bool comment = strncmp(begin, "<!--", 4) == 0;
    const char *end = comment ? strstr(begin + 4, "-->") : find(xml, begin, '>');
    return end ? end + (comment ? 3 : 1) : NULL;
}

/* The ">" of a tag; one in a value is none. NULL: nowhere. */
static const char *find_end(const ts_xml *xml, const char *begin) {
    const char *const end = xml->text + xml->size;
    char quote = 0;
    for (const char *at = begin; at < end; ++at) {
        if (quote == 0 && *at == '>') return at;
        if (quote == *at)
            quote = 0;
        else if (quote == 0 && (*at == '"' || *at == '\''))
            quote = *at;
    }
    return NULL;
}

static void split(ts_xml_tag *tag) {
    const char *from = tag->begin + 1, *to = tag->end - 1;
    tag->closes = from < to && *from == '/';
    tag->opens = !tag->closes;
    if (tag->closes) ++from;
    if (tag->opens && to > from && to[-1] == '/') {
        tag->closes = true;
        --to;
    }
    tag->name = from;
    while (from < to && !is_blank(*from)) ++from;
    tag->name_length = (size_t)(from - tag->name);
    tag->attributes = from;
    tag->attribute_length = (size_t)(to - from);
}

bool ts_xml_next(ts_xml *xml, ts_xml_tag *tag) {
    const char *at = xml->text + xml->at;
    for (;;) {
        at = find(xml, at, '<');
        if (!at) return false;
        if (at[1] != '!' && at[1] != '?') break;
        at = skip_other(xml, at);
        if (!at) return false;
    }
    const char *end = find_end(xml, at);
    if (!end) return false;
    *tag = (ts_xml_tag){.begin = at, .end = end + 1};
    split(tag);
    xml->at = (size_t)(tag->end - xml->text);
    return true;
}

bool ts_xml_is(const ts_xml_tag *tag, const char *name) {
    return tag->name_length == strlen(name) && memcmp(tag->name, name, tag->name_length) == 0;
}

/* ---- What stands for characters ---- */

/* In UTF-8, whose bytes are counted; 0 for what is none. */
static size_t encode(unsigned long c, char *to) {
    static const unsigned char FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return 0;
    const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6) to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(FIRST[length] | c);
    return length;
}

/* The character that begins at `text` with "&": its bytes at `to`, and its end. "&" itself where it stands for none. */
static const char *decode(const char *text, const char *end, char to[4], size_t *bytes) {
    static const struct {
        const char *name;
        char character;
    } KNOWN[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const size_t left = (size_t)(end - text);
    to[0] = '&';
    *bytes = 1;
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; ++k) {
        const size_t length = strlen(KNOWN[k].name);
        if (length > left || memcmp(text, KNOWN[k].name, length) != 0) continue;
        to[0] = KNOWN[k].character;
        return text + length;
    }
    if (left < 4 || text[1] != '#') return text + 1;
    const bool is_hexadecimal = text[2] == 'x';
    const char *const digits = text + 2 + is_hexadecimal;
    char *after;
    const unsigned long number = strtoul(digits, &after, is_hexadecimal ? 16 : 10); /* the text ends with a 0 */
    if (!isxdigit((unsigned char)*digits) || after >= end || *after != ';') return text + 1;
    char made[4];
    const size_t length = encode(number, made);
    if (length == 0) return text + 1;
    memcpy(to, made, length);
    *bytes = length;
    return after + 1;
}

static bool copy(const char *from, const char *end, char *value, size_t size) {
    size_t length = 0;
    while (from < end) {
        char made[4] = {*from};
        size_t bytes = 1;
        from = *from == '&' ? decode(from, end, made, &bytes) : from + 1;
        if (length + bytes >= size) return false;
        memcpy(value + length, made, bytes);
        length += bytes;
    }
    value[length] = '\0';
    return true;
}

bool ts_xml_attribute(const ts_xml_tag *tag, const char *name, char *value, size_t size) {
    const char *at = tag->attributes, *const end = at + tag->attribute_length;
    while (at < end) {
        while (at < end && is_blank(*at)) ++at;
        const char *const key = at;
        while (at < end && *at != '=' && !is_blank(*at)) ++at;
        const size_t key_length = (size_t)(at - key);
        while (at < end && (*at == '=' || is_blank(*at))) ++at;
        if (at == end || (*at != '"' && *at != '\'')) return false;
        const char *const content = at + 1, *const close = memchr(content, *at, (size_t)(end - content));
        if (!close) return false;
        at = close + 1;
        if (key_length != strlen(name) || memcmp(key, name, key_length) != 0) continue;
        return copy(content, close, value, size);
    }
    return false;
}

size_t ts_xml_line(const ts_xml *xml, const char *where) {
    size_t line = 1;
    for (const char *at = xml->text; at < where; ++at) line += *at == '\n';
    return line;
}
