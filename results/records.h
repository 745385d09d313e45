/* SPDX-License-Identifier: GPL-2.0-or-later
 * How each kind of results becomes records. Each returns false when memory is short or a member is missing or of the
 * wrong type; the reader's complaint then names the member. */
#ifndef TS_RESULTS_RECORDS_H
#define TS_RESULTS_RECORDS_H

#include <cJSON.h>

#include "results/record.h"

typedef struct ts_record_reader {
    ts_results_file *results;
    char missing[128]; /* the member that was not found as it should be; "" without memory */
} ts_record_reader;

bool ts_read_replay_records(ts_record_reader *reader, const cJSON *root);
bool ts_read_table_records(ts_record_reader *reader, const cJSON *root);
bool ts_read_barrier_records(ts_record_reader *reader, const cJSON *root);
bool ts_read_barriers_records(ts_record_reader *reader, const cJSON *root);
bool ts_read_simulate_records(ts_record_reader *reader, const cJSON *root);

/* Members of an object; NULL and NaN with `missing` set when they are not there or of another type. */
const cJSON *ts_member(ts_record_reader *reader, const cJSON *object, const char *name);
const char *ts_member_text(ts_record_reader *reader, const cJSON *object, const char *name);
/* null is NaN and fine. */
bool ts_member_number(ts_record_reader *reader, const cJSON *object, const char *name, double *value);
/* Of a member that is not in every file: 0 where it is not there. */
double ts_member_count(const cJSON *object, const char *name);

#endif
