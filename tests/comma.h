/* SPDX-License-Identifier: MIT
 * A language with a decimal comma, as a host program may have set it. */
#ifndef TS_TESTS_COMMA_H
#define TS_TESTS_COMMA_H

#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "tests/support.h"

static inline bool ts_test_set_comma(void) {
    static const char *const NAMES[] = {"de_DE.UTF-8", "fr_FR.UTF-8"};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        if (setlocale(LC_ALL, NAMES[k])) return true;
    }
    return false;
}

/* Sets it for the whole process, of the machine's or made for the test; false, and says so, where there is none. The
 * test sets "C" again. */
static inline bool ts_test_begin_comma(void) {
    if (ts_test_set_comma()) return true;
    char folder[] = "/tmp/touchstone-locale-XXXXXX", command[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder, folder);
    const bool made = system(command) == 0;
    ck_assert_int_eq(setenv("LOCPATH", folder, 1), 0);
    const bool set = made && ts_test_set_comma();
    ck_assert_int_eq(unsetenv("LOCPATH"), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    if (!set) printf("skipped: no locale with a decimal comma here\n");
    return set;
}

#endif
