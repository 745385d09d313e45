/* SPDX-License-Identifier: GPL-2.0-or-later
 * ACCD as one writes it down from the paper, the yardstick for the speed of the backend `accd`. */
#ifndef TS_BENCHES_MICRO_TEXTBOOK_ACCD_H
#define TS_BENCHES_MICRO_TEXTBOOK_ACCD_H

#include <touchstone/ccd.h>

/* A backend named "textbook" with the options of `accd` at their defaults. Not registered. */
extern const ts_ccd_backend ts_textbook_accd;

#endif
