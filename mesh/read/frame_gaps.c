/* SPDX-License-Identifier: MIT
 * Reading the numbers of frames out of their files' names. */
#include "mesh/read/frame_gaps.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* The same name and extension, this in letters of either case. */
static bool ends_alike(const char *a, const char *b) {
    const char *dot = strrchr(a, '.'), *others = strrchr(b, '.');
    if (!dot || !others) return strcmp(a, b) == 0;
    return dot - a == others - b && strncmp(a, b, (size_t)(dot - a)) == 0 && strcasecmp(dot, others) == 0;
}

/* Do the names differ in their last number alone? */
static bool is_of_one_sequence(const char *a, const name_number *one, const char *b, const name_number *other) {
    if (one->begin == one->end || other->begin == other->end || one->begin != other->begin) return false;
    return strncmp(a, b, one->begin) == 0 && ends_alike(a + one->end, b + other->end);
}

/* How much farther in the same sequence b is than a; 0: it is not. */
static uint64_t step_between(const char *a, const char *b) {
    const name_number one = number_of(a), other = number_of(b);
    return is_of_one_sequence(a, &one, b, &other) && other.value > one.value ? other.value - one.value : 0;
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

/* The first path of a sequence, by which others are known to be of it. */
typedef struct sequence {
    size_t first;
    name_number number;
    bool has_more;
} sequence;

enum { MOST_SEQUENCES = 16 }; /* looked at: more are no sequences but names with numbers in them */

typedef struct sequences {
    sequence of[MOST_SEQUENCES];
    size_t count;
} sequences;

/* Its index; the count where it is of none. */
static size_t sequence_of(const sequences *seen, char *const *path, size_t i, const name_number *number) {
    size_t k = 0;
    while (k < seen->count && !is_of_one_sequence(path[seen->of[k].first], &seen->of[k].number, path[i], number)) ++k;
    return k;
}

/* Two that go on: begin has the first two. */
static bool find_sequences(char *const *path, size_t count, sequences *seen, size_t begin[2]) {
    size_t found = 0;
    for (size_t i = 0; i < count && found < 2; ++i) {
        const name_number number = number_of(path[i]);
        const size_t k = sequence_of(seen, path, i, &number);
        if (k == seen->count && k < MOST_SEQUENCES) {
            seen->of[seen->count++] = (sequence){i, number, false};
        } else if (k < seen->count && !seen->of[k].has_more) {
            seen->of[k].has_more = true;
            begin[found++] = seen->of[k].first;
        }
    }
    return found == 2;
}

/* Are the paths the same but for the digits of their numbers? */
static bool has_same_words(const char *a, const char *b) {
    for (;; ++a, ++b) {
        while (is_digit(*a)) ++a;
        while (is_digit(*b)) ++b;
        if (*a != *b) return false;
        if (*a == '\0') return true;
    }
}

/* A sequence of one file shows by its number: cloth_0 and ball_0 are not one after the other, whether or not one of
 * them goes on. But f_1_lod2 and f_2_lod2 are, where none goes on: their words are the same, an earlier number counts.
 */
static bool share_a_number(char *const *path, size_t count, const sequences *seen, size_t begin[2]) {
    for (size_t i = 0; i < count; ++i) {
        const name_number number = number_of(path[i]);
        if (number.begin == number.end) continue;
        const size_t own = sequence_of(seen, path, i, &number);
        for (size_t k = 0; k < seen->count; ++k) {
            const sequence *other = &seen->of[k];
            const bool has_number = other->number.begin < other->number.end && other->number.value == number.value;
            if (k == own || other->first == i || !has_number) continue;
            const bool goes_on = other->has_more || (own < seen->count && seen->of[own].has_more);
            if (!goes_on && has_same_words(path[i], path[other->first])) continue;
            begin[0] = i < other->first ? i : other->first;
            begin[1] = i < other->first ? other->first : i;
            return true;
        }
    }
    return false;
}

bool ts_frame_sequences_differ(char *const *path, size_t count, size_t begin[2]) {
    sequences seen = {.count = 0};
    return find_sequences(path, count, &seen, begin) || share_a_number(path, count, &seen, begin);
}
