/* SPDX-License-Identifier: MIT
 * The known name nearest to a mistyped one: Levenshtein distance over one row. */
#include "core/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 128 };

static size_t least3(size_t a, size_t b, size_t c) {
    const size_t m = a < b ? a : b;
    return m < c ? m : c;
}

static size_t edit_distance(const char *a, const char *b) {
    const size_t n = strnlen(a, LONGEST), m = strnlen(b, LONGEST);
    size_t row[LONGEST + 1];
    for (size_t j = 0; j <= m; ++j) row[j] = j;
    for (size_t i = 1; i <= n; ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            const size_t above = row[j];
            row[j] = least3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[m];
}

/* Of those that go on where the name ends; NULL: none does. */
static const char *shortest_beginning(const char *name, const char *const *candidates, size_t count) {
    const size_t length = strlen(name);
    const char *best = NULL;
    for (size_t i = 0; i < count && length > 1; ++i) {
        if (strncmp(candidates[i], name, length) != 0) continue;
        if (!best || strlen(candidates[i]) < strlen(best)) best = candidates[i];
    }
    return best;
}

const char *ts_nearest_name(const char *name, const char *const *candidates, size_t count) {
    const char *best = shortest_beginning(name, candidates, count);
    if (best) return best;
    size_t least = (size_t)-1;
    for (size_t i = 0; i < count; ++i) {
        const size_t distance = edit_distance(name, candidates[i]);
        if (distance < least) {
            least = distance;
            best = candidates[i];
        }
    }
    return best;
}

void ts_join_names(const char *const *names, size_t count, const char *separator, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < count && used < size; ++i) {
        const int length = snprintf(text + used, size - used, "%s%s", i > 0 ? separator : "", names[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}
