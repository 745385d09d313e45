/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone completion`: the completion functions of the shells (cli/shells), for those who do not install. */
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "core/error.h"
#include "core/suggest.h"

/* Made from the files of cli/shells (cmake/Shells.cmake). */
extern const char ts_shell_bash[], ts_shell_zsh[];

static const char *const SHELLS[] = {"bash", "zsh"};
static const char *const FUNCTIONS[] = {ts_shell_bash, ts_shell_zsh};

enum { COUNT = sizeof SHELLS / sizeof *SHELLS };

static ts_status print_function(const char *shell, const char *known, ts_error *error) {
    for (size_t i = 0; i < COUNT; ++i) {
        if (strcmp(shell, SHELLS[i]) != 0) continue;
        fputs(FUNCTIONS[i], stdout);
        return TS_OK;
    }
    return ts_fail(error, TS_ERROR_USAGE, "no completion for '%s': expected %s; the nearest is %s", shell, known,
                   ts_nearest_name(shell, SHELLS, COUNT));
}

int ts_cmd_completion(int argc, char **argv) {
    char known[40];
    ts_join_names(SHELLS, COUNT, "|", known, sizeof known);
    const ts_syntax syntax = {
        .command = "touchstone completion",
        .operands = known,
        .about = "Prints the function that completes commands, options and their values. An installation has it where\n"
                 "the shells look for it; without one, let ~/.bashrc or ~/.zshrc (after compinit) source it.",
        .examples = "  source <(touchstone completion bash)",
        .least_operands = 1,
        .most_operands = 1,
    };
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &operands, &help, &error);
    if (status == TS_OK && !help) status = print_function(operands.items[0], known, &error);
    ts_text_list_clear(&operands);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
