/* SPDX-License-Identifier: GPL-2.0-or-later
 * Pictures that appear whole or not at all. */
#ifndef TS_CLI_PICTURES_H
#define TS_CLI_PICTURES_H

#include <stdbool.h>

#include <touchstone/status.h>

#include "core/error.h"

/* Draws what the script NAME.gp of the folder draws, in the folder. *drawn is false where there is no gnuplot.
 * TS_ERROR_USAGE: gnuplot failed, a picture could not be written to its end, or something that is no file has its
 * name; those of before are as they were. */
ts_status ts_pictures_draw(const char *folder, const char *name, bool *drawn, ts_error *error);

#endif
