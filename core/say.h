/* SPDX-License-Identifier: MIT
 * printf for terminals: the line breaks of the format are its own, those of a name are not. */
#ifndef TS_CORE_SAY_H
#define TS_CORE_SAY_H

#include <stdarg.h>
#include <stdio.h>

#include "core/error.h"

/* By printf's rules, without %n; what a %s or %c says is escaped by ts_put_terminal's rules. */
void ts_say(FILE *out, const char *format, ...) TS_PRINTF(2, 3);

#endif
