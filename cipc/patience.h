/* SPDX-License-Identifier: GPL-2.0-or-later
 * How long something that has failed is left alone: 4 turns of whatever is counted, then 16, then 64. */
#ifndef TS_CIPC_PATIENCE_H
#define TS_CIPC_PATIENCE_H

/* After this patience; 0: it had not failed. */
static inline int ts_more_patience(int patience) {
    enum { FIRST = 4, GROWTH = 4, MOST = 64 };
    if (patience == 0) return FIRST;
    return patience < MOST ? GROWTH * patience : MOST;
}

#endif
