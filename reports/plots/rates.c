/* SPDX-License-Identifier: GPL-2.0-or-later
 * Stalls and false positives: a table for each, of backends by data sets, shaded by the rate. */
#include <math.h>
#include <string.h>

#include "reports/plots/plots.h"

typedef struct rates {
    const ts_plot_cells *sets;
    size_t count;
    const ts_plot_cells *widest; /* the set with most backends: the order of the bars */
} rates;

/* Percent of the answers. NaN: there were none. */
static double stalls(const ts_plot_cell *cell) {
    return 100.0 * ts_plot_number(cell->json, "stalls") / (cell->asked - cell->unanswered);
}

/* Percent of the queries without contact that got a definite answer. */
static double false_positives(const ts_plot_cell *cell) {
    const cJSON *verdicts = cJSON_GetObjectItemCaseSensitive(cell->json, "verdicts");
    const double wrong = ts_plot_number(verdicts, "false_positive");
    return 100.0 * wrong / (wrong + ts_plot_number(verdicts, "true_negative"));
}

static const ts_plot_cell *find(const ts_plot_cells *cells, const char *backend) {
    for (size_t c = 0; c < cells->count; ++c) {
        if (strcmp(cells->items[c].backend, backend) == 0) return &cells->items[c];
    }
    return NULL;
}

static void write_block(const rates *all, const char *what, double (*rate)(const ts_plot_cell *), FILE *out) {
    fprintf(out, "# %s\n\"data set\"", what);
    for (size_t c = 0; c < all->widest->count; ++c) {
        fputc(' ', out);
        ts_plot_put_text(out, all->widest->items[c].backend);
    }
    fputc('\n', out);
    for (size_t s = 0; s < all->count; ++s) {
        ts_plot_put_text(out, all->sets[s].name);
        for (size_t c = 0; c < all->widest->count; ++c) {
            const ts_plot_cell *cell = find(&all->sets[s], all->widest->items[c].backend);
            fputc(' ', out);
            ts_plot_put_number(out, cell ? rate(cell) : (double)NAN);
        }
        fputc('\n', out);
    }
    fputs("\n\n", out);
}

typedef struct panel {
    const char *what;
    double (*rate)(const ts_plot_cell *);
} panel;

enum { PANELS = 2 };

/* A block of the data each. */
static const panel PANEL[PANELS] = {{"stalls, percent of the answers", stalls},
                                    {"false positives, percent of the answers without contact", false_positives}};

static void write_data(const void *self, FILE *out) {
    for (int p = 0; p < PANELS; ++p) write_block(self, PANEL[p].what, PANEL[p].rate, out);
}

/* Of one backend; NaN: it has no rate anywhere. */
static double most_of(const rates *all, double (*rate)(const ts_plot_cell *), const char *backend) {
    double most = (double)NAN;
    for (size_t s = 0; s < all->count; ++s) {
        const ts_plot_cell *cell = find(&all->sets[s], backend);
        if (cell) most = fmax(most, rate(cell)); /* the number when one of both is NaN */
    }
    return most;
}

/* Of all; NaN: nothing to draw. */
static double most_of_all(const rates *all, double (*rate)(const ts_plot_cell *)) {
    double most = (double)NAN;
    for (size_t c = 0; c < all->widest->count; ++c) {
        most = fmax(most, most_of(all, rate, all->widest->items[c].backend));
    }
    return most;
}

/* ---- Variables ---- */

static void put_names(const rates *all, FILE *out) {
    fprintf(out, "array names[%zu] = [", all->widest->count);
    for (size_t c = 0; c < all->widest->count; ++c) {
        if (c > 0) fputs(", ", out);
        ts_plot_put_text(out, all->widest->items[c].backend);
    }
    fputs("]\n", out);
}

/* The columns of the data that have a rate, in quotes. */
static void put_columns(const rates *all, const panel *p, FILE *out) {
    fputc('"', out);
    for (size_t c = 0; c < all->widest->count; ++c) {
        if (!isnan(most_of(all, p->rate, all->widest->items[c].backend))) fprintf(out, "%zu ", c + 2);
    }
    fputc('"', out);
}

static void write_variables(const void *self, FILE *out) {
    const rates *all = self;
    fprintf(out, "sets = %zu\nbackends = %zu\n", all->count, all->widest->count);
    put_names(all, out);
    fprintf(out, "array columns[%d] = [", PANELS);
    for (int p = 0; p < PANELS; ++p) {
        if (p) fputs(", ", out);
        put_columns(all, &PANEL[p], out);
    }
    fprintf(out, "]\narray most[%d] = [", PANELS);
    for (int p = 0; p < PANELS; ++p) {
        if (p) fputs(", ", out);
        ts_plot_put_value(out, most_of_all(all, PANEL[p].rate));
    }
    fputs("]\n", out);
}

ts_status ts_plot_rates(ts_plot_folder *folder, const ts_plot_cells *sets, size_t count, ts_error *error) {
    rates all = {.sets = sets, .count = count, .widest = sets};
    for (size_t s = 1; s < count; ++s) {
        if (sets[s].count > all.widest->count) all.widest = &sets[s];
    }
    if (count == 0 || (isnan(most_of_all(&all, stalls)) && isnan(most_of_all(&all, false_positives)))) return TS_OK;
    const ts_plot_sheet sheet = {.kind = "rates",
                                 .title = "Stalls and false positives",
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = &all};
    return ts_plot_sheet_write(folder, &sheet, error);
}
