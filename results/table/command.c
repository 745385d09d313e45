/* SPDX-License-Identifier: GPL-2.0-or-later
 * From a cell of the table to the arguments of its run. */
#include "results/table/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/files.h"
#include "results/arguments.h"
#include "results/show_command.h"

/* Settings of other methods would be refused. */
static void add_settings(ts_arguments *to, const ts_text_list *settings, const char *backend) {
    const size_t length = strlen(backend);
    for (size_t k = 0; k < settings->count; ++k) {
        const char *setting = settings->items[k];
        if (strncmp(setting, backend, length) == 0 && setting[length] == '.') {
            ts_arguments_add_option(to, "--backend-option", setting);
        }
    }
}

static void add_what_to_run(ts_arguments *to, const ts_cell_setting *setting, const ts_cell_run *run) {
    char steps[24], seed[24];
    ts_arguments_add(to, "simulate");
    ts_arguments_add(to, run->scene);
    ts_arguments_add_option(to, "--size", setting->size);
    ts_arguments_add_option(to, "--ccd", run->backend);
    ts_arguments_add_option(to, "--ask", TS_CCD_ASKING_NAMES[setting->asking]);
    add_settings(to, setting->settings, run->backend);
    for (const char *const *option = run->solver_options; option && *option; ++option)
        ts_arguments_add_option(to, "--solver-option", *option);
    for (size_t k = 0; run->is_plugin && k < setting->plugins->count; ++k)
        ts_arguments_add(to, setting->plugins->items[k]);
    snprintf(steps, sizeof steps, "%" PRIu64, setting->steps);
    ts_arguments_add_option(to, "--steps", setting->steps > 0 ? steps : NULL);
    snprintf(seed, sizeof seed, "%" PRIu64, setting->disturb_seed);
    ts_arguments_add_option(to, "--disturb", setting->disturb ? seed : NULL);
}

/* Times are measured: one thread, so that runs side by side do not disturb each other more than they must. */
static void add_how_to_run(ts_arguments *to, const ts_cell_run *run) {
    char share[40];
    snprintf(share, sizeof share, "%.17g", run->share);
    ts_arguments_add_option(to, "--threads", "1");
    if (!run->verify) ts_arguments_add(to, "--no-verify");
    ts_arguments_add_option(to, "--out", run->folder);
    if (run->folder) ts_arguments_add(to, "--replace");
    ts_arguments_add_option(to, "--json", run->summary);
    ts_arguments_add_option(to, "--record", run->record);
    ts_arguments_add_option(to, "--record-share", run->record ? share : NULL);
}

/* The program is this one, to the bit, also when another has been built in its place since it began. */
ts_status ts_cell_arguments(const ts_cell_setting *setting, const ts_cell_run *run, ts_text_list *arguments,
                            ts_error *error) {
    char program[40];
    snprintf(program, sizeof program, "/proc/%ld/exe", (long)getpid());
    ts_arguments to = {.list = arguments, .error = error};
    ts_arguments_add(&to, program);
    add_what_to_run(&to, setting, run);
    add_how_to_run(&to, run);
    return to.status;
}

char *ts_cell_command(const ts_cell_setting *setting, const ts_cell_run *run) {
    ts_text_list list = {0};
    ts_arguments to = {.list = &list};
    add_what_to_run(&to, setting, run);
    char *line = to.status == TS_OK ? ts_text("touchstone") : NULL;
    for (size_t k = 0; line && k < list.count; ++k) {
        char *word = strncmp(list.items[k], "--", 2) == 0 ? ts_text("%s", list.items[k]) : ts_quoted(list.items[k]);
        char *longer = word ? ts_text("%s %s", line, word) : NULL;
        free(word);
        free(line);
        line = longer;
    }
    ts_text_list_clear(&list);
    return line;
}
