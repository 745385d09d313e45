/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset`: its own subcommands. */
#include "cli/commands.h"

static const ts_command COMMANDS[] = {
    {"generate", "make seeded queries of one or more families", ts_cmd_dataset_generate},
    {"info", "tell what query files hold", ts_cmd_dataset_info},
    {"convert", "turn query files into the other format, without loss", ts_cmd_dataset_convert},
    {"minimise", "simplify a query as long as a method fails on it", ts_cmd_dataset_minimise},
    {"label", "write the exact truth into a container", ts_cmd_dataset_label},
    {"select", "select the hardest queries and a random sample of the rest", ts_cmd_dataset_select},
};

int ts_cmd_dataset(int argc, char **argv) {
    const ts_command_set set = {
        .name = "touchstone dataset",
        .about = "Query files: NYU rational CSV, the Time of Impact data set, and Touchstone's HDF5 container.",
        .commands = COMMANDS,
        .count = sizeof COMMANDS / sizeof *COMMANDS,
    };
    return ts_command_dispatch(&set, argc, argv);
}
