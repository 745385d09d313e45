/* SPDX-License-Identifier: MIT
 * Plots written to a folder of the test's, and drawn where there is gnuplot. */
#ifndef TS_TESTS_REPORTS_DRAWN_H
#define TS_TESTS_REPORTS_DRAWN_H

#include "tests/cli/command.h"

#include "reports/plots/write.h"

/* Writes the plots of a path of the scratch folder to its folder p. */
static inline void write_plots(const char *source, ts_plot_folder *folder) {
    static char path[512], out[512];
    snprintf(path, sizeof path, "%s", scratch("%s", source));
    snprintf(out, sizeof out, "%s", scratch("p"));
    const char *const paths[] = {path};
    *folder = (ts_plot_folder){.path = out, .formats = TS_PLOT_SVG, .replace = true};
    check_ok(ts_plots_write(paths, 1, folder, error));
}

static inline char *file_of(const char *name) {
    size_t length;
    return read_bytes(scratch("p/%s", name), &length);
}

/* gnuplot's own judgement of the scripts, and the first and last words of the pictures. */
static inline void draw_all(const ts_plot_folder *folder) {
    if (system("command -v gnuplot >/dev/null") != 0) {
        printf("skipped: gnuplot is not installed\n");
        return;
    }
    for (size_t i = 0; i < folder->count; ++i) {
        char name[256];
        snprintf(name, sizeof name, "%s.svg", folder->names[i]);
        shell("cd p && LC_ALL=C.UTF-8 gnuplot '%s.gp'", folder->names[i]);
        expect(0, "", "");
        const bool quiet = command_err[0] == '\0' || strstr(command_err, "difficulty"); /* in fitting a long name in */
        ck_assert_msg(quiet, "%s: gnuplot says %s", name, command_err);
        char *svg = file_of(name);
        ck_assert_msg(strncmp(svg, "<?xml", 5) == 0 && strstr(svg, "</svg>"), "%s is no whole SVG", name);
        free(svg);
    }
}

static inline bool has(const ts_plot_folder *folder, const char *name) {
    for (size_t i = 0; i < folder->count; ++i) {
        if (strcmp(folder->names[i], name) == 0) return true;
    }
    return false;
}

#endif
