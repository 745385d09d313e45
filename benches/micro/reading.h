/* SPDX-License-Identifier: GPL-2.0-or-later
 * The least a batch can take: its queries are read, answers are written, and nothing is computed. */
#ifndef TS_BENCHES_MICRO_READING_H
#define TS_BENCHES_MICRO_READING_H

#include <touchstone/ccd.h>

/* A backend named "reading" that adds up the numbers of a query. Its answers mean nothing. Not registered. */
extern const ts_ccd_backend ts_reading_alone;

#endif
