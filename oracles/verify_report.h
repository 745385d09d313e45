/* SPDX-License-Identifier: MIT
 * Building a report. */
#ifndef TS_ORACLES_VERIFY_REPORT_H
#define TS_ORACLES_VERIFY_REPORT_H

#include <touchstone/verify.h>

/* Adds an offence. */
void ts_verify_report_add(ts_verify_report *report, const ts_offence *offence);

#endif
