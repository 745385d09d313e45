/* SPDX-License-Identifier: GPL-2.0-or-later
 * How global solves converge, as rows and as plots. */
#include <math.h>
#include <stdlib.h>

#include "core/files.h"
#include "reports/files.h"
#include "reports/ndb/table.h"

enum { SHOWN = 6, COLUMNS = 2 + SHOWN };

/* Points of the curves that have a column. */
static const int SHOWN_AT[SHOWN] = {0, 3, 4, 5, 6, 8};

static ts_status add_curve(const ts_ndb_convergence *system, int curve, ts_table *out) {
    char *cells[COLUMNS] = {ts_text("%s", TS_NDB_CURVE_NAMES[curve])};
    const double sweeps = system->sweeps[curve];
    for (int k = 0; k < SHOWN; ++k) cells[1 + k] = ts_report_number("%.1e", system->error[curve][SHOWN_AT[k]]);
    cells[COLUMNS - 1] = ts_report_number("%.1f", sweeps);
    char *group = ts_text("%s, step %zu, contact at %zu of %zu nodes", system->scene, system->step, system->touched,
                          system->nodes);
    const ts_status status = ts_table_add(out, group ? group : system->scene, cells);
    free(group);
    return status;
}

ts_status ts_ndb_table_build_systems(const ts_ndb_table *table, ts_table *out) {
    static const ts_table_column LIST[COLUMNS] = {
        {"by", "", true},
        {"sweeps_0", "error after\n0 sweeps", false},
        {"sweeps_10", "10", false},
        {"sweeps_20", "20", false},
        {"sweeps_40", "40", false},
        {"sweeps_80", "80", false},
        {"sweeps_320", "320", false},
        {"sweeps_to_5_percent", "sweeps\nto 5 %", false},
    };
    ts_status status = ts_table_init(out, (ts_table_column){"system", "system", true}, LIST, COLUMNS);
    for (size_t k = 0; k < table->systems; ++k) {
        for (int curve = 0; status == TS_OK && curve < TS_NDB_CURVES; ++curve) {
            status = add_curve(&table->system[k], curve, out);
        }
    }
    if (status != TS_OK) ts_table_clear(out);
    return status;
}

/* ---- Plots ---- */

static void write_curves(const void *self, FILE *out) {
    const ts_ndb_table *table = self;
    fputs("sweeps", out);
    for (size_t s = 0; s < table->systems; ++s) {
        for (int c = 0; c < TS_NDB_CURVES; ++c) {
            fprintf(out, " \"%s, %s\"", table->system[s].scene, TS_NDB_CURVE_NAMES[c]);
        }
    }
    fputc('\n', out);
    for (int k = 0; k < TS_NDB_POINTS; ++k) {
        fprintf(out, "%d", ts_ndb_sweeps_at[k]);
        for (size_t s = 0; s < table->systems; ++s) {
            for (int c = 0; c < TS_NDB_CURVES; ++c) {
                fputc(' ', out);
                ts_plot_put_number(out, table->system[s].error[c][k]);
            }
        }
        fputc('\n', out);
    }
}

static void write_residuals(const void *self, FILE *out) {
    const ts_ndb_table *table = self;
    fputs("mode", out);
    for (size_t s = 0; s < table->systems; ++s) {
        for (int c = 0; c < TS_NDB_STAGES; ++c) {
            fprintf(out, " \"%s, %s\"", table->system[s].scene, TS_NDB_STAGE_NAMES[c]);
        }
    }
    fputc('\n', out);
    for (size_t k = 0; k < TS_NDB_MOST_MODES; ++k) {
        fprintf(out, "%zu", k + 1);
        for (size_t s = 0; s < table->systems; ++s) {
            const ts_ndb_convergence *system = &table->system[s];
            for (int c = 0; c < TS_NDB_STAGES; ++c) {
                fputc(' ', out);
                ts_plot_put_number(out, k < system->modes ? system->residual[c][k] : NAN);
            }
        }
        fputc('\n', out);
    }
}

static void write_variables(const void *self, FILE *out) {
    fprintf(out, "systems = %zu\n", ((const ts_ndb_table *)self)->systems);
}

ts_status ts_plot_ndb_systems(ts_plot_folder *plots, const ts_ndb_table *table, ts_error *error) {
    const ts_plot_sheet curves = {.kind = "ndb-systems",
                                  .title = "Error of a global solve over sweeps",
                                  .write_data = write_curves,
                                  .write_variables = write_variables,
                                  .self = table};
    const ts_plot_sheet residuals = {.kind = "ndb-residuals",
                                     .title = "Residual of a global solve along the softest modes",
                                     .write_data = write_residuals,
                                     .write_variables = write_variables,
                                     .self = table};
    if (table->systems == 0) return TS_OK;
    const ts_status status = ts_plot_sheet_write(plots, &curves, error);
    return status == TS_OK ? ts_plot_sheet_write(plots, &residuals, error) : status;
}
