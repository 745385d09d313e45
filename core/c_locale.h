/* SPDX-License-Identifier: MIT
 * Numbers in files, and between programs, have a decimal point whatever the language of the program that we are part
 * of. */
#ifndef TS_CORE_C_LOCALE_H
#define TS_CORE_C_LOCALE_H

#include <locale.h>
#include <stdbool.h>

/* The locale "C" of one thread for a while; {0}: not entered. */
typedef struct ts_c_locale {
    locale_t own, callers;
} ts_c_locale;

/* The calling thread's, until ts_c_locale_leave in the same thread.
 * False: there was no memory, which no C library that we know needs for "C"; the thread keeps its locale. */
bool ts_c_locale_enter(ts_c_locale *locale);
/* Nothing, where it was not entered. */
void ts_c_locale_leave(ts_c_locale *locale);

#endif
