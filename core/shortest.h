/* SPDX-License-Identifier: MIT
 * Numbers for people: 0.1, not 0.10000000000000001. */
#ifndef TS_CORE_SHORTEST_H
#define TS_CORE_SHORTEST_H

enum { TS_SHORTEST = 32 };

/* The fewest significant digits that read back as the same double, whole numbers below 1e15 in full; as of %g, with a
 * point whatever the locale. Returns `text`. */
const char *ts_shortest(double value, char text[TS_SHORTEST]);

#endif
