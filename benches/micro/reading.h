/* SPDX-License-Identifier: GPL-2.0-or-later
 * The least a batch can take that looks at all numbers of its queries: they are added up, and an answer is written. Of
 * points and edges these are more than is asked about. */
#ifndef TS_BENCHES_MICRO_READING_H
#define TS_BENCHES_MICRO_READING_H

#include <touchstone/ccd.h>

/* A backend named "reading" that adds up the numbers of a query. Its answers mean nothing. Not registered. */
extern const ts_ccd_backend ts_reading_alone;

#endif
