/* SPDX-License-Identifier: MIT
 * Byte by byte from the lowest; bytes that all keys share are passed over. */
#include "core/keyed.h"

#include <stdlib.h>
#include <string.h>

void ts_keyed_sort(ts_keyed *list, ts_keyed *scratch, size_t count) {
    ts_keyed *from = list, *to = scratch;
    size_t digits[8][256];
    memset(digits, 0, sizeof digits);
    for (size_t i = 0; i < count; ++i) {
        for (int byte = 0; byte < 8; ++byte) ++digits[byte][from[i].key >> (8 * byte) & 255];
    }
    for (int byte = 0; byte < 8 && count > 0; ++byte) {
        size_t *place = digits[byte], sum = 0;
        if (place[from[0].key >> (8 * byte) & 255] == count) continue;
        for (int digit = 0; digit < 256; ++digit) {
            const size_t here = place[digit];
            place[digit] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; ++i) to[place[from[i].key >> (8 * byte) & 255]++] = from[i];
        ts_keyed *const swap = from;
        from = to;
        to = swap;
    }
    if (from != list) memcpy(list, from, count * sizeof *from);
}

bool ts_keyed_list_begin(ts_keyed_list *list, size_t capacity) {
    list->count = 0;
    if (capacity <= list->capacity) return true;
    ts_keyed_list_clear(list);
    list->at = malloc(capacity * sizeof *list->at);
    list->scratch = malloc(capacity * sizeof *list->scratch);
    if (!list->at || !list->scratch) {
        ts_keyed_list_clear(list);
        return false;
    }
    list->capacity = capacity;
    return true;
}

void ts_keyed_list_clear(ts_keyed_list *list) {
    free(list->at);
    free(list->scratch);
    *list = (ts_keyed_list){0};
}
