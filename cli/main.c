/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command `touchstone`. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "benches/solvers.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/man.h"
#include "cli/start.h"
#include "core/crash.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/say.h"
#include "datasets/hdf5_drop.h"
#include <touchstone/version.h>

extern char **environ; /* of POSIX, which no header declares */

/* A full disk or a closed pipe shows when the output is flushed; an exit code 0 would hide it. */
static int flush_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    ts_error error;
    ts_fail(&error, TS_ERROR_USAGE, "cannot write the standard output: %s", strerror(errno));
    ts_say(stderr, "touchstone: %s\n", error.message);
    return code ? code : TS_EXIT_USAGE;
}

int main(int argc, char **argv) {
    ts_start_again(argv, environ);
    ts_has_started();
    signal(SIGXFSZ, SIG_IGN); /* a file beyond its limit is a write that fails, as on a full disk */
    ts_interrupt_install();
    ts_crash_install();
    ts_hdf5_leave_the_end();
    const bool asks_version = argc > 1 && strcmp(argv[1], "--version") == 0;
    const bool asks_page = argc > 1 && strcmp(argv[1], TS_ASK_MAN) == 0;
    ts_error error;
    if ((asks_version || asks_page) && argc > 2) {
        ts_fail(&error, TS_ERROR_USAGE, "unexpected argument '%s'; %s stands alone", argv[2], argv[1]);
        return ts_complain(&error);
    }
    if (asks_version) {
        puts("touchstone " TS_VERSION);
        return flush_output(TS_EXIT_FINE);
    }
    if (asks_page) return flush_output(ts_man_print_page(&TS_COMMANDS));
    if (ts_solvers_register_builtin(&error) != TS_OK) return ts_complain(&error);
    return flush_output(ts_command_dispatch(&TS_COMMANDS, argc, argv));
}
