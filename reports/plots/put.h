/* SPDX-License-Identifier: GPL-2.0-or-later
 * Texts and numbers as gnuplot reads them. Scripts and data have the same quotes, so that no text that comes from
 * outside can be read as anything else. */
#ifndef TS_REPORTS_PLOTS_PUT_H
#define TS_REPORTS_PLOTS_PUT_H

#include <stdio.h>

/* A string of a script, or a field of a data file; control characters as on a terminal. */
void ts_plot_put_text(FILE *out, const char *text);
/* The same, byte by byte: the name of a file. */
void ts_plot_put_path(FILE *out, const char *path);
/* What follows '#'. */
void ts_plot_put_comment(FILE *out, const char *text);
/* A number of a data file; "?", what the scripts take as missing, when it is not finite. */
void ts_plot_put_number(FILE *out, double value);
/* A number of a script: NaN when it is not finite. */
void ts_plot_put_value(FILE *out, double value);

#endif
