/* SPDX-License-Identifier: MIT
 * The folder that the CSV writer makes: what it may hold, and so what may be removed or replaced. */
#ifndef TS_DATASETS_CSV_FOLDER_H
#define TS_DATASETS_CSV_FOLDER_H

#include <stdbool.h>

#include <touchstone/status.h>

typedef enum ts_csv_part { TS_CSV_ROWS = 0, TS_CSV_MIN_DISTANCE, TS_CSV_T_MAX, TS_CSV_NOTES, TS_CSV_PARTS } ts_csv_part;

/* FOLDER/KIND/data.PART; the caller frees it. NULL without memory. */
char *ts_csv_part_path(const char *folder, int kind, ts_csv_part part);
/* Does it hold nothing but what the writer could have put there? */
bool ts_csv_folder_is_ours(const char *folder);
/* Removes the files and folders that the writer makes, and no others. */
void ts_csv_folder_remove(const char *folder);

#endif
