/* SPDX-License-Identifier: MIT
 * Walking over the tags of an XML file. */
#include "mesh/read/xml.h"

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
    const char *end = find(xml, at, '>');
    if (!end) return false;
    *tag = (ts_xml_tag){.begin = at, .end = end + 1};
    split(tag);
    xml->at = (size_t)(tag->end - xml->text);
    return true;
}

bool ts_xml_is(const ts_xml_tag *tag, const char *name) {
    return tag->name_length == strlen(name) && memcmp(tag->name, name, tag->name_length) == 0;
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
        const size_t length = (size_t)(close - content);
        if (length >= size) return false;
        memcpy(value, content, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

size_t ts_xml_line(const ts_xml *xml, const char *where) {
    size_t line = 1;
    for (const char *at = xml->text; at < where; ++at) line += *at == '\n';
    return line;
}
