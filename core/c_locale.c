/* SPDX-License-Identifier: MIT
 * A thread's locale, changed and set back. */
#include "core/c_locale.h"

bool ts_c_locale_enter(ts_c_locale *locale) {
    *locale = (ts_c_locale){.own = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (!locale->own) return false;
    locale->callers = uselocale(locale->own);
    return true;
}

void ts_c_locale_leave(ts_c_locale *locale) {
    if (!locale->own) return;
    uselocale(locale->callers);
    freelocale(locale->own);
    *locale = (ts_c_locale){0};
}
