/* SPDX-License-Identifier: GPL-2.0-or-later
 * Base 64 by three bytes and four characters at a time. */
#include "results/base64.h"

#include <stdlib.h>
#include <string.h>

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint32_t byte_at(const uint32_t *words, size_t bytes, size_t at) {
    return at < bytes ? words[at / 4] >> (8 * (at % 4)) & 0xff : 0;
}

char *ts_base64_encode(const uint32_t *words, size_t count) {
    const size_t bytes = 4 * count;
    char *text = malloc((bytes + 2) / 3 * 4 + 1);
    if (!text) return NULL;
    char *end = text;
    for (size_t at = 0; at < bytes; at += 3) {
        const uint32_t three =
            byte_at(words, bytes, at) << 16 | byte_at(words, bytes, at + 1) << 8 | byte_at(words, bytes, at + 2);
        for (int c = 0; c < 4; ++c) {
            *end++ = at + (size_t)c > bytes ? '=' : ALPHABET[three >> (18 - 6 * c) & 63];
        }
    }
    *end = '\0';
    return text;
}

bool ts_base64_decode(const char *text, uint32_t **words, size_t *count) {
    size_t length = strlen(text);
    if (length % 4 != 0) return false;
    while (length > 0 && text[length - 1] == '=') --length;
    const size_t bytes = length * 3 / 4;
    uint32_t *made = calloc(bytes / 4 + 1, sizeof *made);
    if (!made || bytes % 4 != 0) {
        free(made);
        return false;
    }
    uint32_t bits = 0;
    size_t done = 0;
    for (size_t c = 0; c < length; ++c) {
        const char *found = strchr(ALPHABET, text[c]);
        if (!found) {
            free(made);
            return false;
        }
        bits = bits << 6 | (uint32_t)(found - ALPHABET);
        if (c % 4 == 0) continue;
        const unsigned left = 6 - 2 * (unsigned)(c % 4); /* bits that belong to the next byte */
        made[done / 4] |= (bits >> left & 0xff) << (8 * (done % 4));
        ++done;
    }
    *words = made;
    *count = bytes / 4;
    return true;
}
