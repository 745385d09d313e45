/* SPDX-License-Identifier: MIT
 * Values with a number to sort by. */
#ifndef TS_CORE_KEYED_H
#define TS_CORE_KEYED_H

#include <stddef.h>
#include <stdint.h>

typedef struct ts_keyed {
    uint64_t key;
    double value;
} ts_keyed;

/* By ascending key; equal keys stay in their order. scratch: room for as many. */
void ts_keyed_sort(ts_keyed *list, ts_keyed *scratch, size_t count);

#endif
