/* SPDX-License-Identifier: GPL-2.0-or-later
 * The plots of each kind of results, and how they read them. Members that are missing leave their plots out. */
#ifndef TS_REPORTS_PLOTS_PLOTS_H
#define TS_REPORTS_PLOTS_PLOTS_H

#include <cJSON.h>

#include "reports/plots/sheet.h"

/* One backend on one data set, all kinds of queries together. Texts belong to the results. */
typedef struct ts_plot_cell {
    const char *backend;
    const cJSON *json;
    int linetype;             /* the same in all plots of the results */
    double asked, unanswered; /* queries; those of them that the backend does not support, or fails on */
    double unsafe;            /* answers that are unsafe or inconsistent */
} ts_plot_cell;

typedef struct ts_plot_cells {
    const char *data_set; /* its path */
    const char *name;     /* the last part of it; all of it where another data set has the same last part */
    const char *part;     /* of the plots' names: "" when there is one data set */
    ts_plot_cell *items;  /* owned */
    size_t count;
} ts_plot_cells;

/* NaN when it is not there or no number. */
double ts_plot_number(const cJSON *object, const char *member);
/* "" when it is not there. */
const char *ts_plot_text(const cJSON *object, const char *member);
/* Of a distribution of the cell; NaN likewise. "0.5" is the median. */
double ts_plot_quantile(const cJSON *cell, const char *distribution, const char *quantile);

/* Results by the path of their file. */
typedef struct ts_plot_source {
    const char *path;
    const cJSON *json;
} ts_plot_source;

/* many: the folder gets plots of other data sets, too. */
ts_status ts_plot_replay(ts_plot_folder *folder, const cJSON *results, bool many, ts_error *error);
ts_status ts_plot_table(ts_plot_folder *folder, const cJSON *results, ts_error *error);
/* Scenes by barriers: iterations and seconds as bars, gaps as boxes. */
ts_status ts_plot_barriers(ts_plot_folder *folder, const cJSON *results, ts_error *error);
/* Judges the terms of the solver again, at the points of the results: these keep the worst errors only. */
ts_status ts_plot_barrier(ts_plot_folder *folder, const cJSON *results, ts_error *error);
/* One plot of several runs. */
ts_status ts_plot_simulate(ts_plot_folder *folder, const ts_plot_source *results, size_t count, ts_error *error);
/* run: a folder with a log.jsonl. TS_ERROR_DATA. */
ts_status ts_plot_run(ts_plot_folder *folder, const char *run, bool many, ts_error *error);

/* Plots of a replay, by what they show. */
ts_status ts_plot_toi_error(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error);
ts_status ts_plot_query_time(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error);
ts_status ts_plot_frontier(ts_plot_folder *folder, const ts_plot_cells *cells, ts_error *error);
ts_status ts_plot_rates(ts_plot_folder *folder, const ts_plot_cells *sets, size_t count, ts_error *error);

#endif
