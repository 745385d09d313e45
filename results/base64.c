/* SPDX-License-Identifier: GPL-2.0-or-later
 * Base 64 by three bytes and four characters at a time. */
#include "results/base64.h"

#include <stdbool.h>
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

/* The six bits of a character; -1: of none. */
static int bits_of(char c) {
    const char *found = c ? strchr(ALPHABET, c) : NULL;
    return found ? (int)(found - ALPHABET) : -1;
}

ts_status ts_base64_decode(const char *text, uint32_t **words, size_t *count) {
    size_t length = strlen(text);
    if (length % 4 != 0) return TS_ERROR_DATA;
    for (int padding = 0; padding < 2 && length > 0 && text[length - 1] == '='; ++padding) --length;
    const size_t bytes = length * 3 / 4;
    if (bytes % 4 != 0) return TS_ERROR_DATA;
    uint32_t *made = calloc(bytes / 4 + 1, sizeof *made);
    if (!made) return TS_ERROR_MEMORY;
    uint32_t bits = 0, left = 0; /* the last `left` of them are of no byte yet */
    size_t done = 0;
    bool fine = true;
    for (size_t c = 0; c < length && fine; ++c) {
        const int six = bits_of(text[c]);
        fine = six >= 0;
        bits = (bits << 6 | ((uint32_t)six & 63)) & 0xfff;
        left += 6;
        if (left < 8) continue;
        left -= 8;
        made[done / 4] |= (bits >> left & 0xff) << (8 * (done % 4));
        ++done;
    }
    if (!fine || (bits & ((1u << left) - 1)) != 0) {
        free(made);
        return TS_ERROR_DATA;
    }
    *words = made;
    *count = bytes / 4;
    return TS_OK;
}
