/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sorted lists of places, cut to the first. */
#include "benches/offence.h"

#include <stdbool.h>
#include <string.h>

size_t ts_offence_places(const ts_offence_list *list) {
    return list->count < TS_OFFENCE_PLACES ? (size_t)list->count : TS_OFFENCE_PLACES;
}

static bool is_before(const ts_place *a, const ts_place *b) {
    return a->file != b->file ? a->file < b->file : a->index < b->index;
}

/* Mostly at the end: queries come in order. */
static void insert(ts_offence_list *list, size_t places, const ts_place *place) {
    size_t at = places;
    while (at > 0 && is_before(place, &list->first[at - 1])) --at;
    if (at >= TS_OFFENCE_PLACES) return;
    const size_t moved = (places < TS_OFFENCE_PLACES ? places : TS_OFFENCE_PLACES - 1) - at;
    memmove(&list->first[at + 1], &list->first[at], moved * sizeof *place);
    list->first[at] = *place;
}

void ts_offence_add(ts_offence_list *list, ts_place place) {
    insert(list, ts_offence_places(list), &place);
    ++list->count;
}

void ts_offence_merge(ts_offence_list *list, const ts_offence_list *part) {
    const size_t places = ts_offence_places(part);
    for (size_t i = 0; i < places; ++i) ts_offence_add(list, part->first[i]);
    list->count += part->count - places;
}

const char *ts_offence_name(ts_offence offence) {
    static const char *const names[TS_OFFENCES] = {"unsafe", "certificate", "stall", "error", "unsupported"};
    return (unsigned)offence < TS_OFFENCES ? names[offence] : "unknown";
}
