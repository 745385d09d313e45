/* SPDX-License-Identifier: GPL-2.0-or-later
 * Declared options of a method or a solver, as `touchstone list` prints them. */
#ifndef TS_CLI_LIST_OPTIONS_H
#define TS_CLI_LIST_OPTIONS_H

#include "core/json_build.h"
#include <touchstone/ccd.h>

/* "  option OWNER.NAME: real, default 0.1, from 0 to 1, MEANING", a line each. */
void ts_print_options(const char *owner, const ts_ccd_option *options, size_t count);
/* As the object's member "options". */
void ts_build_options(ts_json_builder *builder, cJSON *object, const ts_ccd_option *options, size_t count);

#endif
