/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a method answered to each query of a data set, as a digest in bounded memory that tells two runs where they
 * first differ. Parts of a run add up to the whole in any order. */
#ifndef TS_BENCHES_ANSWER_DIGEST_H
#define TS_BENCHES_ANSWER_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>
#include <touchstone/status.h>

enum { TS_DIGEST_GROUPS = 16384 };

/* Group g is the sum of the digests of queries g << shift to ((g + 1) << shift) - 1 of the run, in their order. A
 * zeroed one is empty. */
typedef struct ts_answer_digest {
    unsigned shift;
    size_t count;     /* groups begun */
    uint32_t *groups; /* TS_DIGEST_GROUPS of them once there is one; owned */
} ts_answer_digest;

void ts_answer_digest_clear(ts_answer_digest *digest);
/* ordinal: the place of the query among all of the data set's that are replayed. TS_ERROR_MEMORY. */
ts_status ts_answer_digest_add(ts_answer_digest *digest, uint64_t ordinal, const ts_ccd_result *result);
ts_status ts_answer_digest_merge(ts_answer_digest *digest, const ts_answer_digest *part);
/* Adds neighbours up until at most `groups` are left. */
void ts_answer_digest_coarsen(ts_answer_digest *digest, size_t groups);
/* The first ordinal of the first group in which they differ, and how many queries share the group; false when they
 * are the same. */
bool ts_answer_digest_differ(const ts_answer_digest *a, const ts_answer_digest *b, uint64_t *ordinal, uint64_t *among);

#endif
