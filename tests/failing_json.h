/* SPDX-License-Identifier: MIT
 * Allocations of cJSON that fail when they are told to, and are counted: what is left when all is freed is a leak. */
#ifndef TS_TESTS_FAILING_JSON_H
#define TS_TESTS_FAILING_JSON_H

#include <cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static struct {
    size_t before; /* allocations that still succeed */
    size_t left;   /* not freed yet */
    bool failed;
} failing_json;

static void *failing_malloc(size_t size) {
    if (failing_json.before == 0) {
        failing_json.failed = true;
        return NULL;
    }
    --failing_json.before;
    ++failing_json.left;
    return malloc(size);
}

static void counting_free(void *pointer) {
    failing_json.left -= pointer != NULL;
    free(pointer);
}

/* All allocations after the first `before` fail, until they are restored. */
static inline void ts_fail_json_allocation(size_t before) {
    cJSON_Hooks hooks = {.malloc_fn = failing_malloc, .free_fn = counting_free};
    failing_json.before = before;
    failing_json.left = 0;
    failing_json.failed = false;
    cJSON_InitHooks(&hooks);
}

static inline bool ts_json_allocation_failed(void) {
    return failing_json.failed;
}

static inline size_t ts_json_allocations_left(void) {
    return failing_json.left;
}

static inline void ts_restore_json_allocation(void) {
    cJSON_InitHooks(NULL);
}

#endif
