/* SPDX-License-Identifier: MIT
 * Reading the numbers of frames out of their files' names. */
#include "mesh/read/frame_gaps.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"

enum { MOST_DIGITS = 18 }; /* of what fits 64 bits */

/* Where the last number of the name stands. */
typedef struct name_number {
    size_t begin, end; /* in the path; equal: there is none */
    uint64_t value;
} name_number;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Not in the extension: .h5 has a digit. */
static name_number number_of(const char *path) {
    const char *name = ts_path_name(path), *dot = strrchr(name, '.');
    const char *end = dot ? dot : name + strlen(name);
    while (end > name && !is_digit(end[-1])) --end;
    const char *begin = end;
    while (begin > name && is_digit(begin[-1])) --begin;
    if (end - begin > MOST_DIGITS) begin = end;
    return (name_number){(size_t)(begin - path), (size_t)(end - path), strtoull(begin, NULL, 10)};
}

/* How much farther in the same sequence b is than a; 0: it is not. */
static uint64_t step_between(const char *a, const char *b) {
    const name_number one = number_of(a), other = number_of(b);
    if (one.begin == one.end || other.begin == other.end || one.begin != other.begin) return 0;
    if (strncmp(a, b, one.begin) != 0 || strcmp(a + one.end, b + other.end) != 0) return 0;
    return other.value > one.value ? other.value - one.value : 0;
}

/* The sequences are apart from each other, and each may have a step of its own: [first, end) is one. */
static void add_sequence(char *const *path, size_t first, size_t end, ts_frame_gaps *gaps) {
    uint64_t least = 0;
    for (size_t i = first; i + 1 < end; ++i) {
        const uint64_t step = step_between(path[i], path[i + 1]);
        if (least == 0 || step < least) least = step;
    }
    for (size_t i = first; i + 1 < end; ++i) {
        const uint64_t steps = step_between(path[i], path[i + 1]) / least;
        if (steps < 2) continue;
        if (gaps->missing == 0) gaps->first = i;
        gaps->missing += steps - 1;
    }
}

ts_frame_gaps ts_frame_gaps_find(char *const *path, size_t count) {
    ts_frame_gaps gaps = {0};
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && step_between(path[end - 1], path[end]) > 0; ++end) continue;
        add_sequence(path, first, end, &gaps);
    }
    return gaps;
}
