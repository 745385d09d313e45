/* SPDX-License-Identifier: GPL-2.0-or-later
 * The gap (distance minus min_distance) of a query over time: exact samples, as text or as an SVG picture. */
#ifndef TS_CLI_SHOW_GAP_CURVE_H
#define TS_CLI_SHOW_GAP_CURVE_H

#include <stdbool.h>

#include <touchstone/ccd.h>
#include <touchstone/oracle.h>

enum { TS_PLOT_SAMPLES = 65 };

typedef struct ts_gap_curve {
    double time[TS_PLOT_SAMPLES]; /* even, from 0 to t_max */
    double gap[TS_PLOT_SAMPLES];  /* metres */
    double contact;               /* t*, NaN without one */
} ts_gap_curve;

ts_status ts_gap_curve_sample(const ts_ccd_query *query, const ts_oracle_truth *truth, ts_gap_curve *curve,
                              ts_error *error);
void ts_gap_curve_print(const ts_gap_curve *curve);
/* Before the work. TS_ERROR_USAGE: `path`, `path`.gp or `path`.dat cannot be written, exists without `replace`, or is
 * `input`; or `path` has the ending of something that is no SVG. */
ts_status ts_gap_curve_check(const char *path, const char *input, bool replace, ts_error *error);
/* Draws `path` with gnuplot. Without gnuplot script and data are left at `path`.gp and `path`.dat and the user is
 * told. */
ts_status ts_gap_curve_draw(const ts_gap_curve *curve, const char *title, const char *path, bool replace,
                            ts_error *error);

#endif
