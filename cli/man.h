/* SPDX-License-Identifier: GPL-2.0-or-later
 * The manual page in roff, made from the tables of commands and options. */
#ifndef TS_CLI_MAN_H
#define TS_CLI_MAN_H

#include "cli/arguments.h"
#include "cli/commands.h"

/* The page on the standard output; every command of the set adds its section. Returns the exit code. */
int ts_man_print_page(const ts_command_set *set);
/* The section of one command. */
void ts_man_print_section(const ts_syntax *syntax);

#endif
