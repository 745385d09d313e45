/* SPDX-License-Identifier: GPL-2.0-or-later
 * Errors of energies over what each sweep varies: a picture with a panel for each sweep of a term, of results; or one
 * for each sweep that has just been made. */
#include "reports/plots/barrier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/terms.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "reports/plots/plots.h"

#define KIND "errors"

enum { MOST_SAMPLES = 1000, MOST_PANELS = 8 };

typedef struct panel {
    const ts_term_sweep *sweep;
    const ts_barrier_bound *bound;    /* NULL: none */
    const ts_barrier_sample *samples; /* NULL: judged here */
    uint64_t count;
    double most; /* error over the norm */
} panel;

typedef struct panels {
    const ts_term *term;
    panel item[MOST_PANELS];
    size_t count;
    uint64_t seed;
} panels;

/* An axis has to end somewhere, also when there is no error. */
static const double LEAST_TOP = 1e-15;

/* ---- Data ---- */

static void write_sample(const ts_barrier_sample *sample, FILE *out) {
    if (sample->undecided || sample->outside || !(sample->variable > 0.0)) return;
    ts_plot_put_number(out, sample->variable);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        fputc(' ', out);
        ts_plot_put_number(out, sample->judgement.error[q][TS_MEASURE_NORM]);
    }
    fputc('\n', out);
}

static void write_judged(const panels *all, const panel *p, uint64_t index, FILE *out) {
    const ts_barrier_subject subject = {.term = all->term};
    ts_barrier_sample sample;
    ts_term_point at;
    ts_term_sweep_point(p->sweep, all->seed, index, &at);
    ts_barrier_judge(&subject, p->bound, &at, 0, &sample);
    write_sample(&sample, out);
}

static void write_data(const void *self, FILE *out) {
    const panels *all = self;
    for (size_t k = 0; k < all->count; ++k) {
        const panel *p = &all->item[k];
        ts_say(out, "# sweep '%s': %s; errors over the norm of value, gradient, Hessian\n? ? ? ?\n", p->sweep->name,
               p->sweep->variable);
        for (uint64_t i = 0; i < p->count; ++i) {
            if (p->samples)
                write_sample(&p->samples[i], out);
            else
                write_judged(all, p, i, out);
        }
        fputs("\n\n", out);
    }
}

/* ---- Variables ---- */

static bool is_of_norm(const panel *p, int q) {
    return p->bound && p->bound->of[q].measure == TS_MEASURE_NORM;
}

static void write_label(const panel *p, FILE *out) {
    char *label = ts_text("%s: %s", p->sweep->name, p->sweep->variable);
    ts_plot_put_text(out, label ? label : "");
    free(label);
}

static void write_panel(const panel *p, size_t number, FILE *out) {
    double most = p->most;
    fprintf(out, "sweep[%zu] = ", number);
    write_label(p, out);
    fprintf(out, "\nbounded[%zu] = \"", number);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        if (is_of_norm(p, q)) fprintf(out, "%d ", q + 1);
    }
    fputs("\"\n", out);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        if (!is_of_norm(p, q)) continue;
        fprintf(out, "bound[%zu] = %.6g\n", (number - 1) * TS_QUANTITIES + (size_t)q + 1, p->bound->of[q].most);
        most = fmax(most, p->bound->of[q].most);
    }
    fprintf(out, "most[%zu] = %.6g\n", number, most);
}

static void write_variables(const void *self, FILE *out) {
    const panels *all = self;
    fprintf(out,
            "panels = %zu\narray sweep[panels]\narray bounded[panels]\narray bound[%d*panels]\narray most[panels]\n",
            all->count, TS_QUANTITIES);
    for (size_t k = 0; k < all->count; ++k) write_panel(&all->item[k], k + 1, out);
}

static ts_status write_term(ts_plot_folder *folder, const panels *all, const char *name, const char *part,
                            ts_error *error) {
    const ts_plot_sheet sheet = {.kind = KIND,
                                 .name = name,
                                 .part = part,
                                 .title = "Errors",
                                 .subject = all->term->name,
                                 .write_data = write_data,
                                 .write_variables = write_variables,
                                 .self = all};
    return ts_plot_sheet_write(folder, &sheet, error);
}

/* ---- Results ---- */

static double most_error(const cJSON *row) {
    double most = LEAST_TOP;
    const cJSON *quantity;
    cJSON_ArrayForEach(quantity, cJSON_GetObjectItemCaseSensitive(row, "errors")) {
        most = fmax(most, ts_plot_number(cJSON_GetObjectItemCaseSensitive(quantity, "of_norm"), "most"));
    }
    return most;
}

static void add_sweep(panels *all, const cJSON *row, uint64_t samples) {
    size_t count;
    const ts_term_sweep *list = ts_term_sweeps_of(all->term, &count);
    for (size_t s = 0; s < count && all->count < MOST_PANELS; ++s) {
        if (strcmp(list[s].name, ts_plot_text(row, "sweep")) != 0) continue;
        all->item[all->count++] = (panel){
            .sweep = &list[s], .bound = ts_barrier_bound_of(&list[s]), .count = samples, .most = most_error(row)};
    }
}

ts_status ts_plot_barrier(ts_plot_folder *folder, const cJSON *results, ts_error *error) {
    const double samples = ts_plot_number(results, "samples"), seed = ts_plot_number(results, "seed");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(results, "sweeps"), *row;
    ts_status status = TS_OK;
    if (!(samples >= 1.0) || !(seed >= 0.0)) return TS_OK;
    for (size_t t = 0; status == TS_OK && t < ts_solver_term_count(); ++t) {
        panels all = {.term = ts_solver_term_at(t), .seed = (uint64_t)seed};
        cJSON_ArrayForEach(row, list) {
            const bool is_its = strcmp(ts_plot_text(row, "term"), all.term->name) == 0;
            if (is_its && all.term->reference) add_sweep(&all, row, (uint64_t)fmin(samples, MOST_SAMPLES));
        }
        if (all.count > 0) status = write_term(folder, &all, NULL, all.term->name, error);
    }
    return status;
}

/* ---- Rows ---- */

/* TERM-SWEEP; the caller frees it. */
static char *row_name(const ts_term *term, const ts_term_sweep *sweep) {
    return ts_text("%s-%s", term->name, sweep->name);
}

static ts_status check_term(const ts_plot_folder *folder, const ts_term *term, ts_error *error) {
    ts_status status = TS_OK;
    size_t count;
    const ts_term_sweep *sweeps = ts_term_sweeps_of(term, &count);
    for (size_t s = 0; status == TS_OK && s < count; ++s) {
        char *name = row_name(term, &sweeps[s]);
        const ts_plot_sheet sheet = {.kind = KIND, .name = "", .part = name};
        status = name ? ts_plot_sheet_check(folder, &sheet, error) : ts_fail_memory(error, "a plot's name");
        free(name);
    }
    return status;
}

ts_status ts_plot_barrier_check(const ts_plot_folder *folder, const ts_barrier_subject *subjects, size_t count,
                                ts_error *error) {
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < count; ++k) {
        if (subjects[k].term->reference) status = check_term(folder, subjects[k].term, error);
    }
    return status;
}

static ts_status write_row(ts_plot_folder *folder, const ts_barrier_row *row, ts_error *error) {
    double most = LEAST_TOP;
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        const double error_most = row->error[q][TS_MEASURE_NORM].most;
        if (isfinite(error_most)) most = fmax(most, error_most);
    }
    const panels all = {
        .term = row->subject->term, .item = {{row->sweep, row->bound, row->samples, row->count, most}}, .count = 1};
    char *name = row_name(all.term, row->sweep);
    const ts_status status = name ? write_term(folder, &all, "", name, error) : ts_fail_memory(error, "a plot's name");
    free(name);
    return status;
}

ts_status ts_plot_barrier_rows(ts_plot_folder *folder, const ts_barrier_results *results, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        if (row->count > 0 && row->subject->term->reference) status = write_row(folder, row, error);
    }
    return status;
}
