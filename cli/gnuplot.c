/* SPDX-License-Identifier: GPL-2.0-or-later
 * gnuplot as a child process. */
#include "cli/gnuplot.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

/* "cd 'FOLDER'"; in gnuplot's single quotes the quote itself is doubled. The caller frees it; NULL without memory. */
static char *change_folder(const char *folder) {
    char *command = malloc(2 * strlen(folder) + 8), *end = command;
    if (!command) return NULL;
    end += sprintf(end, "cd '");
    for (; *folder; ++folder) {
        if (*folder == '\'') *end++ = '\'';
        *end++ = *folder;
    }
    strcpy(end, "'");
    return command;
}

static int run(char *const *arguments) {
    pid_t child;
    int status;
    /* Scripts are in UTF-8; gnuplot warns where the locale cannot say so. */
    if (setenv("LC_ALL", "C.UTF-8", 1) != 0) return 1;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, arguments, environ) != 0) return TS_NO_GNUPLOT;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 1;
    return WEXITSTATUS(status);
}

int ts_run_gnuplot(const char *folder, const char *script) {
    char program[] = "gnuplot", option[] = "-e", *first = change_folder(folder), *second = strdup(script);
    const int code = first && second ? run((char *const[]){program, option, first, second, NULL}) : 1;
    free(first);
    free(second);
    return code;
}
