/* SPDX-License-Identifier: MIT
 * What code of others shares with ours in one thread: the floating-point environment and the locale. */
#ifndef TS_CORE_SURROUNDINGS_H
#define TS_CORE_SURROUNDINGS_H

#include <fenv.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>

/* Are they those that a program begins with, which we never leave? Rounding to nearest in every unit, double precision
 * not cut short, no traps, subnormal numbers kept; the locale "C", and no other of this thread's own. */
bool ts_surroundings_are_standard(void);
/* Makes them so. The locale is the whole process's, and this thread's. */
void ts_surroundings_restore(void);

/* What a thread computes and speaks by, whoever chose it. */
typedef struct ts_surroundings {
    uint16_t x87; /* control bits of the two units of x86-64 */
    uint32_t sse;
    fenv_t environment; /* elsewhere, and what can be asked of it */
    int rounding, traps;
    bool keeps_subnormals;
    locale_t of_thread;
    char of_process[1024]; /* the locale's name; "": longer than that, and not looked at */
} ts_surroundings;

/* Of the calling thread and its process. */
void ts_surroundings_take(ts_surroundings *taken);
/* Are they still those? What sets them for a program that we are part of is its own matter. */
bool ts_surroundings_are(const ts_surroundings *taken);
/* Makes them those again; flags of floating-point exceptions are lowered. */
void ts_surroundings_set_back(const ts_surroundings *taken);

#endif
