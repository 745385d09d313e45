/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sums of hashes: a group says that one of its answers changed, of as many queries as fit the memory. */
#include "benches/answer_digest.h"

#include <stdlib.h>

#include "core/hash.h"

void ts_answer_digest_clear(ts_answer_digest *digest) {
    free(digest->groups);
    *digest = (ts_answer_digest){0};
}

static void halve(ts_answer_digest *digest) {
    for (size_t g = 0; g < digest->count; g += 2) {
        digest->groups[g / 2] = digest->groups[g] + (g + 1 < digest->count ? digest->groups[g + 1] : 0);
    }
    const size_t left = (digest->count + 1) / 2;
    for (size_t g = left; g < digest->count; ++g) digest->groups[g] = 0;
    digest->count = left;
    ++digest->shift;
}

void ts_answer_digest_coarsen(ts_answer_digest *digest, size_t groups) {
    while (digest->count > groups) halve(digest);
}

/* The group of that ordinal, begun when it is not yet. */
static uint32_t *group_of(ts_answer_digest *digest, uint64_t ordinal) {
    if (!digest->groups) digest->groups = calloc(TS_DIGEST_GROUPS, sizeof *digest->groups);
    if (!digest->groups) return NULL;
    while (ordinal >> digest->shift >= TS_DIGEST_GROUPS) halve(digest);
    const size_t group = (size_t)(ordinal >> digest->shift);
    if (group >= digest->count) digest->count = group + 1;
    return &digest->groups[group];
}

/* Iterations are not part of an answer. */
static uint32_t digest_of(uint64_t ordinal, const ts_ccd_result *result) {
    uint64_t hash = ts_hash_word(ts_hash_word(TS_HASH_START, ordinal), (uint64_t)result->status);
    if (result->status == TS_CCD_HIT || result->status == TS_CCD_LIMIT) hash = ts_hash_double(hash, result->toi);
    return (uint32_t)(hash >> 32);
}

ts_status ts_answer_digest_add(ts_answer_digest *digest, uint64_t ordinal, const ts_ccd_result *result) {
    uint32_t *group = group_of(digest, ordinal);
    if (!group) return TS_ERROR_MEMORY;
    *group += digest_of(ordinal, result);
    return TS_OK;
}

ts_status ts_answer_digest_merge(ts_answer_digest *digest, const ts_answer_digest *part) {
    for (size_t g = 0; g < part->count; ++g) {
        while (digest->groups && digest->shift < part->shift) halve(digest);
        if (!digest->groups) digest->shift = part->shift;
        uint32_t *group = group_of(digest, (uint64_t)g << part->shift);
        if (!group) return TS_ERROR_MEMORY;
        *group += part->groups[g];
    }
    return TS_OK;
}

static uint32_t group_sum(const ts_answer_digest *digest, uint64_t from, uint64_t to) {
    uint32_t sum = 0;
    for (uint64_t g = from; g < to && g < digest->count; ++g) sum += digest->groups[g];
    return sum;
}

bool ts_answer_digest_differ(const ts_answer_digest *a, const ts_answer_digest *b, uint64_t *ordinal, uint64_t *among) {
    const unsigned shift = a->shift > b->shift ? a->shift : b->shift;
    const unsigned wide_a = shift - a->shift, wide_b = shift - b->shift;
    for (uint64_t g = 0; g << wide_a < a->count || g << wide_b < b->count; ++g) {
        if (group_sum(a, g << wide_a, (g + 1) << wide_a) == group_sum(b, g << wide_b, (g + 1) << wide_b)) continue;
        *ordinal = g << shift;
        *among = UINT64_C(1) << shift;
        return true;
    }
    return false;
}
