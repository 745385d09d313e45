/* SPDX-License-Identifier: MIT
 * Frames that a sequence lacks, by the numbers in its files' names. */
#ifndef TS_MESH_READ_FRAME_GAPS_H
#define TS_MESH_READ_FRAME_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ts_frame_gaps {
    uint64_t missing; /* frames */
    size_t first;     /* the first gap is after path number `first` */
} ts_frame_gaps;

/* Names that differ in their last number alone are of one sequence, whose numbers go up by the same step: the least
 * there is between two of them. Paths that follow one another are compared. */
ts_frame_gaps ts_frame_gaps_find(char *const *path, size_t count);

/* Are there two sequences among them: two that go on, or two files with the same last number in names of other words?
 * Then begin has the index of a path of each. */
bool ts_frame_sequences_differ(char *const *path, size_t count, size_t begin[2]);

#endif
