/* SPDX-License-Identifier: MIT
 * Byte by byte from the lowest; bytes that all keys share are passed over. */
#include "core/keyed.h"

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
