/* SPDX-License-Identifier: GPL-2.0-or-later
 * The operands FILE INDEX. */
#ifndef TS_CLI_PLACE_H
#define TS_CLI_PLACE_H

#include "benches/shown_query.h"
#include "core/text_list.h"

/* operands: FILE, which place->path borrows, and the query's number in it, from 0. TS_ERROR_USAGE: no number. */
ts_status ts_parse_place(const ts_text_list *operands, ts_shown_place *place, ts_error *error);

#endif
