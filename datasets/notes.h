/* SPDX-License-Identifier: MIT
 * X.notes beside X.csv: provenance and truth, a header of keys and one CSV line a query. */
#ifndef TS_DATASETS_NOTES_H
#define TS_DATASETS_NOTES_H

#include <stdio.h>

#include <touchstone/dataset.h>

#include "datasets/sidecar.h"

/* Reads the header into meta and stands before the first query's line. */
ts_status ts_notes_read_header(ts_sidecar *notes, ts_query_meta *meta, ts_error *error);
/* Reads the next line into the note; the label of the CSV must not contradict it. */
ts_status ts_notes_read(ts_sidecar *notes, ts_ccd_kind kind, size_t scene_count, ts_query_note *note, ts_error *error);

void ts_notes_write_header(FILE *file, const ts_query_meta *meta);
void ts_notes_write(FILE *file, const ts_query_note *note);

#endif
