/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of a comparison: what each method was and is on each data set. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "reports/compare/compare.h"

static char *number(double value, const char *format) {
    char text[32];
    if (isnan(value)) return ts_text("-");
    snprintf(text, sizeof text, format, value);
    return ts_text("%s", text);
}

static char *time_text(double value) {
    return number(value, value >= 100.0 ? "%.0f" : "%.3g");
}

/* Of a replay; the other kinds count other things first. */
static bool counts_unsafe(const ts_comparison *comparison) {
    for (size_t r = 0; r < comparison->records; ++r) {
        const char *offence = comparison->rows[r].offence;
        if (!offence || strcmp(offence, "unsafe answers") != 0) return false;
    }
    return true;
}

static bool has_times(const ts_comparison *comparison) {
    for (size_t r = 0; r < comparison->records; ++r) {
        if (!isnan(comparison->rows[r].ratio)) return true;
    }
    return false;
}

ts_status ts_comparison_table(const ts_comparison *comparison, const ts_compare_options *options, ts_table *table) {
    enum { ANSWERS = 3, ALL = 7 };
    const bool unsafe = counts_unsafe(comparison), relative = options->relative_to != NULL;
    const ts_table_column group = {"data_set", "data set", true};
    const ts_table_column columns[ALL] = {
        {"method", "method", true},
        {unsafe ? "unsafe_before" : "failures_before", unsafe ? "unsafe\nbefore" : "failures\nbefore", false},
        {unsafe ? "unsafe_now" : "failures_now", "now", false},
        {relative ? "relative_time_before" : "ns_before", relative ? "rel. time\nbefore" : "ns\nbefore", false},
        {relative ? "relative_time_now" : "ns_now", "now", false},
        {"ratio", "ratio", false},
        {"p_value", "p-value", false},
    };
    const size_t shown = has_times(comparison) ? ALL : ANSWERS;
    ts_status status = ts_table_init(table, group, columns, shown);
    for (size_t r = 0; status == TS_OK && r < comparison->records; ++r) {
        const ts_compared *row = &comparison->rows[r];
        if (row->part) continue;
        char *const cells[ALL] = {ts_text("%s", row->actor),
                                  number(row->offences[0], "%.0f"),
                                  number(row->offences[1], "%.0f"),
                                  shown == ALL ? time_text(row->time[0]) : NULL,
                                  shown == ALL ? time_text(row->time[1]) : NULL,
                                  shown == ALL ? number(row->ratio, "%.3f") : NULL,
                                  shown == ALL ? number(row->p, "%.2g") : NULL};
        status = ts_table_add(table, row->subject, cells);
    }
    return status;
}
