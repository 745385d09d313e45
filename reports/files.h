/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the files of all tables share: how they are written, and the lines that say where and how a table was made. */
#ifndef TS_REPORTS_FILES_H
#define TS_REPORTS_FILES_H

#include <stdio.h>

#include "benches/context.h"
#include "reports/table.h"

/* Writes what `self` has to say; any other status than TS_OK is want of memory. */
typedef ts_status ts_report_writer(const void *self, FILE *out);
/* FOLDER/NAME, complete or not at all; one that exists is replaced. */
ts_status ts_report_file(const char *folder, const char *name, ts_report_writer *write, const void *self,
                         ts_error *error);

typedef void ts_table_printer(const ts_table *table, FILE *out);

void ts_report_context(const ts_context *context, FILE *out);

/* "-" for what is not known. The caller frees it; NULL without memory. */
char *ts_report_number(const char *format, double value);

#endif
