/* SPDX-License-Identifier: GPL-2.0-or-later
 * Corrected increments in the place of shorter ones (docs/method.md, 7.3). */
#ifndef TS_CIPC_NEWTON_CORRECTED_H
#define TS_CIPC_NEWTON_CORRECTED_H

#include "cipc/newton_search.h"

/* The increment as the filters limit it, or what its trial and those of corrected ones make of it. Where none of them
 * is a step, p is what it was. */
ts_status ts_search_correct(ts_search *all, bool *found, ts_error *error);

#endif
