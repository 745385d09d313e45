/* SPDX-License-Identifier: GPL-2.0-or-later
 * Plots of the table beside that of Lan et al.: iterations over tolerance and by step, shares of the time. */
#include <cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/table/published_ndb.h"
#include "core/error.h"
#include "core/files.h"
#include "reports/ndb/table.h"
#include "reports/plots/plots.h"
#include "results/run_log.h"
#include "results/simulations.h"

static void put_row(FILE *out, const double *values, size_t count) {
    for (size_t k = 0; k < count; ++k) {
        if (k > 0) fputc(' ', out);
        ts_plot_put_number(out, values[k]);
    }
    fputc('\n', out);
}

static const ts_ndb_table_run *find_run(const ts_ndb_table *table, const char *name) {
    for (size_t k = 0; k < table->runs; ++k) {
        if (strcmp(table->run[k].name, name) == 0) return &table->run[k];
    }
    return NULL;
}

/* ---- Iterations over tolerance ---- */

static double iterations_at(const ts_ndb_table *table, const char *scene, size_t rate, size_t tolerance) {
    char name[64];
    ts_ndb_cell_name(scene, rate, tolerance, name);
    const ts_ndb_figures *figures = ts_ndb_table_find(table, name);
    return figures && figures->steps > 0 ? figures->lg : NAN;
}

static void write_tolerances(const void *self, FILE *out) {
    static const char *const SCENES[] = {"ndb-folding", "ndb-twist"};
    fputs("# tolerance; of folding, then of the twist, at 1/h of 150, 100, 50: the paper's iterations, ours\n", out);
    for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t) {
        double row[1 + 4 * TS_NDB_RATES] = {ts_ndb_tolerance[t]};
        size_t used = 1;
        for (size_t s = 0; s < 2; ++s) {
            for (size_t rate = 0; rate < TS_NDB_RATES; ++rate) {
                row[used++] = ts_ndb_published_cell_of(SCENES[s], rate, t)->lg;
                row[used++] = iterations_at(self, SCENES[s], rate, t);
            }
        }
        put_row(out, row, used);
    }
}

static ts_status plot_tolerances(ts_plot_folder *plots, const ts_ndb_table *table, ts_error *error) {
    const ts_plot_sheet sheet = {.kind = "ndb-tolerances",
                                 .title = "Iterations a step over the tolerance",
                                 .write_data = write_tolerances,
                                 .self = table};
    for (size_t t = 0; t < TS_NDB_TOLERANCES; ++t) {
        for (size_t rate = 0; rate < TS_NDB_RATES; ++rate) {
            if (isfinite(iterations_at(table, "ndb-folding", rate, t)) ||
                isfinite(iterations_at(table, "ndb-twist", rate, t))) {
                return ts_plot_sheet_write(plots, &sheet, error);
            }
        }
    }
    return TS_OK;
}

/* ---- Iterations by step ---- */

/* Of the runs of a part that have a log; a column each. */
typedef struct series {
    const ts_ndb_table_run *run;
    double *lg; /* of each step; owned */
    size_t steps, room;
} series;

enum { MOST_SERIES = 8 };

typedef struct by_step {
    series list[MOST_SERIES];
    size_t count, longest;
} by_step;

static ts_status add_step(void *self, const cJSON *line, ts_error *error) {
    series *of = self;
    if (of->steps == of->room) {
        const size_t room = 2 * of->room + 64;
        double *grown = realloc(of->lg, room * sizeof *grown);
        if (!grown) return ts_fail_memory(error, "a plot");
        of->lg = grown;
        of->room = room;
    }
    of->lg[of->steps++] = ts_plot_number(line, "iterations");
    return TS_OK;
}

static void write_by_step(const void *self, FILE *out) {
    const by_step *all = self;
    fputs("step", out);
    for (size_t s = 0; s < all->count; ++s) {
        fputc(' ', out);
        ts_plot_put_text(out, all->list[s].run->name);
    }
    fputc('\n', out);
    for (size_t k = 0; k < all->longest; ++k) {
        double row[1 + MOST_SERIES] = {(double)(k + 1)};
        for (size_t s = 0; s < all->count; ++s) row[1 + s] = k < all->list[s].steps ? all->list[s].lg[k] : NAN;
        put_row(out, row, 1 + all->count);
    }
}

static void write_by_step_variables(const void *self, FILE *out) {
    fprintf(out, "series = %zu\n", ((const by_step *)self)->count);
}

/* Runs without a log are left out. */
static ts_status plot_by_step(ts_plot_folder *plots, const ts_ndb_table *table, const char *folder, ts_error *error) {
    static const char *const NAMES[] = {"twist-ndb",       "twist-dbb",        "twist-1-sample",
                                        "twist-6-samples", "twist-10-samples", "twist-bernstein"};
    by_step all = {0};
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        const ts_ndb_table_run *run = find_run(table, NAMES[k]);
        char *path = run && run->figures.is_there ? ts_simulation_folder(folder, run->name) : NULL;
        series *next = &all.list[all.count];
        *next = (series){.run = run};
        ts_error ignored;
        if (path && ts_run_log_each(path, "step", add_step, next, &ignored) == TS_OK) {
            all.longest = next->steps > all.longest ? next->steps : all.longest;
            ++all.count;
        } else {
            free(next->lg);
        }
        free(path);
    }
    const ts_plot_sheet sheet = {.kind = "ndb-barriers",
                                 .title = "Iterations of each step of the twist",
                                 .write_data = write_by_step,
                                 .write_variables = write_by_step_variables,
                                 .self = &all};
    const ts_status status = all.count > 0 ? ts_plot_sheet_write(plots, &sheet, error) : TS_OK;
    for (size_t s = 0; s < all.count; ++s) free(all.list[s].lg);
    return status;
}

/* ---- Shares of the time ---- */

static void put_shares(FILE *out, const char *scene, const char *whose, const double ms[5]) {
    double whole = 0.0, shares[5];
    for (int k = 0; k < 5; ++k) whole += ms[k];
    for (int k = 0; k < 5; ++k) shares[k] = 100.0 * ms[k] / whole;
    char *name = ts_text("%s, %s", scene, whose);
    ts_plot_put_text(out, name ? name : "");
    free(name);
    fputc(' ', out);
    put_row(out, shares, 5);
}

static bool has_times(const ts_ndb_table_run *run) {
    return run->part == TS_NDB_PART_SCENES && run->figures.is_there && run->figures.steps > 0;
}

static void write_shares(const void *self, FILE *out) {
    const ts_ndb_table *table = self;
    fputs("# shares of the time of a step, %\nscene broad partial full \"LG\" other\n", out);
    for (size_t k = 0; k < table->runs; ++k) {
        const ts_ndb_table_run *run = &table->run[k];
        const ts_ndb_figures *f = &run->figures;
        const ts_ndb_published *row = ts_ndb_published_of(run->scene);
        if (!has_times(run)) continue;
        if (row) {
            put_shares(out, run->scene, "paper",
                       (const double[5]){row->broad, row->partial, row->full, row->lg_ms, row->misc});
        }
        put_shares(out, run->scene, "ours",
                   (const double[5]){f->broad_ms, f->partial_ms, f->full_ms, f->lg_ms, ts_ndb_misc_ms(f)});
    }
}

static ts_status plot_shares(ts_plot_folder *plots, const ts_ndb_table *table, ts_error *error) {
    const ts_plot_sheet sheet = {
        .kind = "ndb-shares", .title = "Where the time of a step goes", .write_data = write_shares, .self = table};
    for (size_t k = 0; k < table->runs; ++k) {
        if (has_times(&table->run[k])) return ts_plot_sheet_write(plots, &sheet, error);
    }
    return TS_OK;
}

ts_status ts_plot_ndb_table(ts_plot_folder *plots, const ts_ndb_table *table, const char *folder, ts_error *error) {
    ts_status status = plot_tolerances(plots, table, error);
    if (status == TS_OK) status = plot_by_step(plots, table, folder, error);
    if (status == TS_OK) status = ts_plot_ndb_systems(plots, table, error);
    return status == TS_OK ? plot_shares(plots, table, error) : status;
}
