/* SPDX-License-Identifier: GPL-2.0-or-later
 * gnuplot as a child process. */
#include "cli/gnuplot.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files.h"

/* Not by gnuplot's own cd: no name of a folder may be read as a command. */
static int run(const char *folder, char *const *arguments) {
    int status;
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
        if (chdir(folder) != 0) _exit(1);
        execvp(arguments[0], arguments);
        _exit(TS_NO_GNUPLOT);
    }
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 1;
    return WEXITSTATUS(status);
}

int ts_run_gnuplot(const char *folder, const char *script) {
    /* Scripts are in UTF-8; gnuplot warns where the locale cannot say so. */
    if (setenv("LC_ALL", "C.UTF-8", 1) != 0) return 1;
    char program[] = "gnuplot", option[] = "-e", look_above[] = "set loadpath '..'";
    char *path = ts_text("../%s", script); /* what begins with '-' would be an option */
    const int code = path ? run(folder, (char *const[]){program, option, look_above, path, NULL}) : 1;
    free(path);
    return code;
}
