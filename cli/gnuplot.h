/* SPDX-License-Identifier: GPL-2.0-or-later
 * Running gnuplot, where there is one. */
#ifndef TS_CLI_GNUPLOT_H
#define TS_CLI_GNUPLOT_H

#define TS_NO_GNUPLOT 127

/* Runs a script of the folder above in that folder; the data are above too. Returns 0, what gnuplot ends with, or
 * TS_NO_GNUPLOT. */
int ts_run_gnuplot(const char *folder, const char *script);

#endif
