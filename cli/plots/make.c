/* SPDX-License-Identifier: GPL-2.0-or-later
 * Drawing what was written. */
#include "cli/plots/make.h"

#include <stdbool.h>
#include <stdio.h>

#include "cli/pictures.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/say.h"

ts_status ts_plots_draw(const ts_plot_folder *folder, ts_error *error) {
    const bool begins = !ts_interrupted(); /* else what was interrupted before says so */
    size_t drawn = 0;
    for (; drawn < folder->count && !ts_interrupted(); ++drawn) {
        bool can_draw;
        const ts_status status = ts_pictures_draw(folder->path, folder->names[drawn], &can_draw, error);
        if (status != TS_OK && ts_interrupted()) break; /* gnuplot as well */
        if (status != TS_OK) return status;
        if (can_draw) continue;
        ts_say(stdout,
               "gnuplot is not installed; data and scripts of %zu plots are in %s: 'gnuplot *.gp' there draws them\n",
               folder->count, folder->path);
        return TS_OK;
    }
    if (begins && drawn < folder->count) {
        return ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted; %zu of %zu plots in %s are drawn", drawn,
                       folder->count, folder->path);
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
