/* SPDX-License-Identifier: MIT
 * What a file says of itself and of its queries. */
#include "datasets/meta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/shortest.h"

const ts_query_note TS_NOTE_UNSAID = {.contact = -1, .truth_lo = NAN, .truth_hi = NAN};

void ts_query_meta_clear(ts_query_meta *meta) {
    free(meta->about);
    free(meta->generator);
    for (size_t i = 0; i < meta->scene_count; ++i) free(meta->scenes[i]);
    free(meta->scenes);
    *meta = (ts_query_meta){0};
}

ts_status ts_query_meta_add_scene(ts_query_meta *meta, const char *name, ts_error *error) {
    if ((meta->scene_count & (meta->scene_count - 1)) == 0) { /* full at the powers of two */
        const size_t capacity = meta->scene_count ? 2 * meta->scene_count : 1;
        char **larger = realloc(meta->scenes, capacity * sizeof *larger);
        if (!larger) return ts_fail_memory(error, "scene names");
        meta->scenes = larger;
    }
    char *copy = strdup(name);
    if (!copy) return ts_fail_memory(error, "scene names");
    meta->scenes[meta->scene_count++] = copy;
    return TS_OK;
}

ts_status ts_query_meta_copy(const ts_query_meta *from, ts_query_meta *to, ts_error *error) {
    ts_query_meta made = *from;
    made.scenes = NULL;
    made.scene_count = 0;
    made.about = from->about ? strdup(from->about) : NULL;
    made.generator = from->generator ? strdup(from->generator) : NULL;
    ts_status status = TS_OK;
    if ((from->about && !made.about) || (from->generator && !made.generator)) {
        status = ts_fail_memory(error, "a file's description");
    }
    for (size_t i = 0; status == TS_OK && i < from->scene_count; ++i) {
        status = ts_query_meta_add_scene(&made, from->scenes[i], error);
    }
    if (status != TS_OK) {
        ts_query_meta_clear(&made);
        return status;
    }
    *to = made;
    return TS_OK;
}

static ts_status refuse_bracket(const ts_query_note *note, const char *expected, ts_error *error) {
    char low[TS_SHORTEST], high[TS_SHORTEST];
    return ts_fail(error, TS_ERROR_DATA, "truth_lo is %s and truth_hi %s; expected %s, or NaN for both",
                   ts_shortest(note->truth_lo, low), ts_shortest(note->truth_hi, high), expected);
}

/* A bracket has no double inside: whoever reads it relies on that a time is at it, before or behind. */
static ts_status check_bracket(const ts_query_note *note, ts_error *error) {
    const double lo = note->truth_lo, hi = note->truth_hi;
    char low[TS_SHORTEST];
    if (isnan(lo) && isnan(hi)) return TS_OK;
    if (note->contact != 1) {
        return ts_fail(error, TS_ERROR_DATA, "truth_lo is %s without a contact; expected NaN", ts_shortest(lo, low));
    }
    if (!(0.0 <= lo && lo <= hi && hi <= 1.0)) return refuse_bracket(note, "0 <= truth_lo <= truth_hi <= 1", error);
    if (lo != hi && nextafter(lo, hi) != hi) return refuse_bracket(note, "equal or adjacent doubles", error);
    return TS_OK;
}

ts_status ts_query_note_check(const ts_query_note *note, ts_ccd_kind kind, size_t scene_count, ts_error *error) {
    if (note->contact < -1 || note->contact > 1) {
        return ts_fail(error, TS_ERROR_DATA, "contact is %d; expected 1, 0, or -1 for unknown", note->contact);
    }
    if (note->truth_feature >> ts_ccd_vertices(kind) != 0) {
        return ts_fail(error, TS_ERROR_DATA, "truth_feature is %d; expected a set of the rows of a %s",
                       note->truth_feature, ts_ccd_kind_name(kind));
    }
    if (note->scene != 0 && note->scene >= scene_count) {
        return ts_fail(error, TS_ERROR_DATA, "scene is %lu; expected an index into the %zu scene names",
                       (unsigned long)note->scene, scene_count);
    }
    return check_bracket(note, error);
}

ts_status ts_query_note_check_time(const ts_query_note *note, double t_max, ts_error *error) {
    char low[TS_SHORTEST], high[TS_SHORTEST], most[TS_SHORTEST];
    if (!(note->truth_hi > t_max)) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "truth_lo is %s and truth_hi %s, but t_max is %s; expected a time of impact up to t_max",
                   ts_shortest(note->truth_lo, low), ts_shortest(note->truth_hi, high), ts_shortest(t_max, most));
}

const char *ts_query_format_name(ts_query_format format) {
    switch (format) {
    case TS_FORMAT_CSV: return "csv";
    case TS_FORMAT_HDF5: return "hdf5";
    }
    return "unknown";
}
