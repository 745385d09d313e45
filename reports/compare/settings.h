/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TS_REPORTS_COMPARE_SETTINGS_H
#define TS_REPORTS_COMPARE_SETTINGS_H

#include "reports/compare/compare.h"

/* Adds a warning for the options of a method, and for those of the solver, that differ; files of before do not say
 * those of the solver. */
ts_status ts_compare_settings(ts_comparison *comparison, const ts_record *before, const ts_record *after);

#endif
