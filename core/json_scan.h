/* SPDX-License-Identifier: MIT
 * The syntax of a JSON text, held to RFC 8259 to the letter, and a checksum over its content. */
#ifndef TS_CORE_JSON_SCAN_H
#define TS_CORE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The member of an object that its checksum stands in, in 16 hexadecimal digits, after all others. */
#define TS_JSON_CHECKSUM "checksum"

typedef struct ts_json_scan {
    const char *expected; /* what should stand at `at`; NULL: the text is one document and nothing else */
    size_t at;            /* bytes before it */
    uint64_t content;  /* checksum of all bytes outside the checksum's own member, white space between tokens aside */
    bool has_checksum; /* the outermost object ends with that member */
    uint64_t said;     /* its value */
} ts_json_scan;

ts_json_scan ts_json_scan_text(const char *text);

#endif
