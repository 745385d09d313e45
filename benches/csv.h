/* SPDX-License-Identifier: GPL-2.0-or-later
 * Text in a CSV file. */
#ifndef TS_BENCHES_CSV_H
#define TS_BENCHES_CSV_H

#include <stdio.h>

/* By RFC 4180: quoted when it must be, quotes doubled. */
void ts_csv_write_text(FILE *stream, const char *text);

#endif
