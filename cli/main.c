/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command `touchstone`. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benches/solvers.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/man.h"
#include "core/crash.h"
#include "core/error.h"
#include "core/interrupt.h"
#include <touchstone/version.h>

/* A full disk or a closed pipe shows when the output is flushed; an exit code 0 would hide it. */
static int flush_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    ts_error error;
    ts_fail(&error, TS_ERROR_USAGE, "cannot write the standard output: %s", strerror(errno));
    fprintf(stderr, "touchstone: %s\n", error.message);
    return code ? code : TS_EXIT_USAGE;
}

/* Threads that wait by spinning for one that has no core make a shared machine many times slower than one thread
 * alone. OpenMP's runtime reads how to wait before main begins: start again with the word said. */
static void wait_passively(char **argv) {
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    if (setenv("OMP_WAIT_POLICY", "passive", 0) == 0) execv("/proc/self/exe", argv);
}

int main(int argc, char **argv) {
    wait_passively(argv);
    ts_interrupt_install();
    ts_crash_install();
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("touchstone " TS_VERSION);
        return flush_output(TS_EXIT_FINE);
    }
    if (argc == 2 && strcmp(argv[1], TS_ASK_MAN) == 0) return flush_output(ts_man_print_page(&TS_COMMANDS));
    ts_error error;
    if (ts_solvers_register_builtin(&error) != TS_OK) return ts_complain(&error);
    return flush_output(ts_command_dispatch(&TS_COMMANDS, argc, argv));
}
