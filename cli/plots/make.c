/* SPDX-License-Identifier: GPL-2.0-or-later
 * Drawing what was written. */
#include "cli/plots/make.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/gnuplot.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/say.h"

/* *code: as of ts_run_gnuplot. */
static ts_status draw(const ts_plot_folder *folder, const char *name, int *code, ts_error *error) {
    char *script = ts_text("%s.gp", name);
    if (!script) return ts_fail_memory(error, "a path");
    *code = ts_run_gnuplot(folder->path, script);
    free(script);
    if (*code == 0 || *code == TS_NO_GNUPLOT) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "gnuplot failed on %s/%s.gp (exit code %d); its message is above",
                   folder->path, name, *code);
}

ts_status ts_plots_draw(const ts_plot_folder *folder, ts_error *error) {
    size_t drawn = 0;
    for (; drawn < folder->count && !ts_interrupted(); ++drawn) {
        int code = 0;
        const ts_status status = draw(folder, folder->names[drawn], &code, error);
        if (status != TS_OK) return status;
        if (code != TS_NO_GNUPLOT) continue;
        ts_say(stdout,
               "gnuplot is not installed; data and scripts of %zu plots are in %s: 'gnuplot *.gp' there draws them\n",
               folder->count, folder->path);
        return TS_OK;
    }
    ts_say(stdout, "%zu plot%s in %s, each with its data (.dat) and script (.gp)\n", drawn, drawn == 1 ? "" : "s",
           folder->path);
    return TS_OK;
}

ts_status ts_plots_make(const char *const *paths, size_t count, const char *folder, unsigned formats, bool replace,
                        ts_error *error) {
    ts_plot_folder plots = {.path = folder, .formats = formats, .replace = replace};
    ts_status status = ts_plots_write(paths, count, &plots, error);
    if (status == TS_OK) status = ts_plots_draw(&plots, error);
    ts_plot_folder_clear(&plots);
    return status;
}
