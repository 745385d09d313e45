/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sorted lists of places, cut to the first. */
#include "benches/fault.h"

#include <stdbool.h>
#include <string.h>

size_t ts_fault_places(const ts_fault_list *list) {
    return list->count < TS_FAULT_PLACES ? (size_t)list->count : TS_FAULT_PLACES;
}

static bool is_before(const ts_place *a, const ts_place *b) {
    return a->file != b->file ? a->file < b->file : a->index < b->index;
}

/* Mostly at the end: queries come in order. */
static void insert(ts_fault_list *list, size_t places, const ts_place *place) {
    size_t at = places;
    while (at > 0 && is_before(place, &list->first[at - 1])) --at;
    if (at >= TS_FAULT_PLACES) return;
    const size_t moved = (places < TS_FAULT_PLACES ? places : TS_FAULT_PLACES - 1) - at;
    memmove(&list->first[at + 1], &list->first[at], moved * sizeof *place);
    list->first[at] = *place;
}

void ts_fault_add(ts_fault_list *list, ts_place place) {
    insert(list, ts_fault_places(list), &place);
    ++list->count;
}

void ts_fault_merge(ts_fault_list *list, const ts_fault_list *part) {
    const size_t places = ts_fault_places(part);
    for (size_t i = 0; i < places; ++i) ts_fault_add(list, part->first[i]);
    list->count += part->count - places;
}

const char *ts_fault_name(ts_fault fault) {
    static const char *const names[TS_FAULTS] = {"unsafe",      "certificate",  "stall", "error",
                                                 "unsupported", "inconsistent", "limit"};
    return (unsigned)fault < TS_FAULTS ? names[fault] : "unknown";
}
