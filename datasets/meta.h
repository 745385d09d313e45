/* SPDX-License-Identifier: MIT
 * What a file says of itself and of its queries: building it up, and what must hold of it. */
#ifndef TS_DATASETS_META_H
#define TS_DATASETS_META_H

#include <touchstone/dataset.h>

/* Appends a scene name; its index is the scene_count before the call. */
ts_status ts_query_meta_add_scene(ts_query_meta *meta, const char *name, ts_error *error);

/* What the formats cannot say of a query is what every query without a note has. */
extern const ts_query_note TS_NOTE_UNSAID;

/* TS_ERROR_DATA saying what is wrong: contact, feature, bracket, scene. */
ts_status ts_query_note_check(const ts_query_note *note, ts_ccd_kind kind, size_t scene_count, ts_error *error);

/* TS_ERROR_DATA where the contact is said to be later than t_max, the end of time that the query has. */
ts_status ts_query_note_check_time(const ts_query_note *note, double t_max, ts_error *error);

#endif
