/* SPDX-License-Identifier: MIT
 * What code of others shares with ours in one thread: the floating-point environment and the locale. */
#ifndef TS_CORE_SURROUNDINGS_H
#define TS_CORE_SURROUNDINGS_H

#include <stdbool.h>

/* Are they those that a program begins with, which we never leave? Rounding to nearest in every unit, double precision
 * not cut short, no traps, subnormal numbers kept; the locale "C", and no other of this thread's own. */
bool ts_surroundings_are_standard(void);
/* Makes them so. The locale is the whole process's, and this thread's. */
void ts_surroundings_restore(void);

#endif
