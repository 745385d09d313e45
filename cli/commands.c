/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of subcommands and its dispatch. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "cli/common.h"
#include "cli/complete.h"
#include "core/error.h"
#include "core/suggest.h"

enum { MAX_COMMANDS = 32 };

static const ts_command COMMANDS[] = {
    {"replay", "run CCD methods over recorded queries and referee every answer", ts_cmd_replay},
    {"simulate", "run a scene through the C-IPC solver, any CCD method in its line search", ts_cmd_simulate},
    {"table", "scenes by CCD methods, each simulated, beside the paper's table", ts_cmd_table},
    {"verify", "verify frames exactly: intersections, thickness, stretch, motion", ts_cmd_verify},
    {"prove", "prove that frames never met on the ways between them, for anybody to check", ts_cmd_prove},
    {"check", "check the proof of an animation in exact arithmetic", ts_cmd_check},
    {"merge", "put the shards of a replay together", ts_cmd_merge},
    {"compare", "compare two results: worse or slower answers fail", ts_cmd_compare},
    {"compare-runs", "put two runs of the same meshes side by side", ts_cmd_compare_runs},
    {"baseline", "make a small baseline of a results file, to commit", ts_cmd_baseline},
    {"report", "make a page of results: tables, failing queries in 3-D over time", ts_cmd_report},
    {"plot", "draw results, runs and a sweep over gaps by gnuplot, with data and scripts", ts_cmd_plot},
    {"barrier", "judge barriers, friction and elasticity against MPFR, yours too", ts_cmd_barrier},
    {"dataset", "generate, inspect, convert and label query files", ts_cmd_dataset},
    {"show", "show one query: positions, exact truth, answers, gap over time", ts_cmd_show},
    {"list", "list CCD methods, bundled queries, families of queries", ts_cmd_list},
    {"completion", "print the completion function for bash or zsh", ts_cmd_completion},
};

const ts_command_set TS_COMMANDS = {
    .name = "touchstone",
    .about = "Touchstone replays continuous collision detection (CCD) queries through interchangeable methods\n"
             "and referees every answer with exact arithmetic.",
    .commands = COMMANDS,
    .count = sizeof COMMANDS / sizeof *COMMANDS,
};

static void print_help(const ts_command_set *set) {
    printf("Usage: %s COMMAND [arguments]\n\n%s\n\nCommands:\n", set->name, set->about);
    for (size_t i = 0; i < set->count; ++i) printf("  %-12s %s\n", set->commands[i].name, set->commands[i].summary);
    printf("\n'%s COMMAND --help' explains a command.\n", set->name);
}

static int complain_unknown(const ts_command_set *set, const char *name) {
    const char *names[MAX_COMMANDS];
    size_t count = 0;
    for (size_t i = 0; i < set->count && count < MAX_COMMANDS; ++i) names[count++] = set->commands[i].name;
    ts_error error;
    ts_fail(&error, TS_ERROR_USAGE, "unknown command '%s'; the nearest is '%s' (see '%s --help')", name,
            ts_nearest_name(name, names, count), set->name);
    return ts_complain(&error);
}

static int print_sections(const ts_command_set *set) {
    int code = TS_EXIT_FINE;
    for (size_t i = 0; i < set->count && code == TS_EXIT_FINE; ++i) {
        char *argv[] = {(char *)set->commands[i].name, (char[]){TS_ASK_MAN}, NULL};
        code = set->commands[i].run(2, argv);
    }
    return code;
}

/* Of the command itself; those of a set below it ask for help alone. */
static void offer_options(const ts_command_set *set, const char *typed) {
    if (typed[0] != '-') return;
    ts_complete_offer(typed, "--help", "list the commands");
    if (set != &TS_COMMANDS) return;
    ts_complete_offer(typed, "--version", "print the version");
    ts_complete_offer(typed, TS_ASK_MAN, "print the manual page");
}

/* argv: "--complete" behind our name, then the words. What follows a command's name is the command's to tell. */
static int complete(const ts_command_set *set, int argc, char **argv) {
    if (argc <= 3) offer_options(set, argc == 3 ? argv[2] : "");
    for (size_t i = 0; i < set->count; ++i) {
        const ts_command *command = &set->commands[i];
        if (argc <= 3) {
            ts_complete_offer(argc == 3 ? argv[2] : "", command->name, command->summary);
        } else if (strcmp(argv[2], command->name) == 0) {
            char *ask = argv[1];
            argv[1] = argv[2];
            argv[2] = ask;
            return command->run(argc - 1, argv + 1);
        }
    }
    return TS_EXIT_FINE;
}

int ts_command_dispatch(const ts_command_set *set, int argc, char **argv) {
    if (argc < 2) {
        ts_error error;
        ts_fail(&error, TS_ERROR_USAGE, "expected a command after '%s'; see '%s --help'", set->name, set->name);
        return ts_complain(&error);
    }
    const char *name = argv[1];
    if (strcmp(name, TS_ASK_MAN) == 0) return print_sections(set);
    if (strcmp(name, TS_ASK_COMPLETE) == 0) return complete(set, argc, argv);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(set);
        return TS_EXIT_FINE;
    }
    for (size_t i = 0; i < set->count; ++i) {
        if (strcmp(name, set->commands[i].name) == 0) return set->commands[i].run(argc - 1, argv + 1);
    }
    return complain_unknown(set, name);
}
