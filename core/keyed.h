/* SPDX-License-Identifier: MIT
 * Values with a number to sort by. */
#ifndef TS_CORE_KEYED_H
#define TS_CORE_KEYED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ts_keyed {
    uint64_t key;
    double value;
} ts_keyed;

/* By ascending key; equal keys stay in their order. scratch: room for as many. */
void ts_keyed_sort(ts_keyed *list, ts_keyed *scratch, size_t count);

/* A list with the room to sort it. Starts as zeros. */
typedef struct ts_keyed_list {
    size_t count, capacity;
    ts_keyed *at, *scratch;
} ts_keyed_list;

/* Empty, with room for so many; false: out of memory. */
bool ts_keyed_list_begin(ts_keyed_list *list, size_t capacity);
void ts_keyed_list_clear(ts_keyed_list *list);

#endif
