/* SPDX-License-Identifier: MIT
 * The tags of a small XML file, one after the other: what reading VTK's files needs, and no more. */
#ifndef TS_MESH_READ_XML_H
#define TS_MESH_READ_XML_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/status.h>

/* A file in memory and where reading it stands. */
typedef struct ts_xml {
    const char *path; /* borrowed */
    char *text;       /* owned, ended by a 0 that is not counted */
    size_t size, at;
} ts_xml;

ts_status ts_xml_load(ts_xml *xml, const char *path, ts_error *error);
void ts_xml_clear(ts_xml *xml);

/* <name attributes>, </name> or <name attributes/>; pointers into the text. */
typedef struct ts_xml_tag {
    const char *name, *attributes;
    size_t name_length, attribute_length;
    bool opens, closes;      /* both for <name/> */
    const char *begin, *end; /* of the tag */
} ts_xml_tag;

/* False at the end of the file, or where it is no XML any more. Comments and declarations are skipped. */
bool ts_xml_next(ts_xml *xml, ts_xml_tag *tag);
bool ts_xml_is(const ts_xml_tag *tag, const char *name);
/* Copies an attribute's value, with the characters that &amp; and the like stand for; false when there is none, or it
 * does not fit. */
bool ts_xml_attribute(const ts_xml_tag *tag, const char *name, char *value, size_t size);
/* The line, from 1, for messages. */
size_t ts_xml_line(const ts_xml *xml, const char *where);

#endif
