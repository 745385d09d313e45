/* SPDX-License-Identifier: GPL-2.0-or-later
 * Numbers, bounds and failures in words. */
#include "reports/barrier/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/barrier/barrier.h"
#include "results/barrier_json.h"

char *ts_barrier_number(double value) {
    if (isnan(value)) return ts_text("-");
    return ts_text(value != 0.0 && fabs(value) < 1e-3 ? "%.1e" : "%.3g", value);
}

static ts_error_measure measure_of(const ts_barrier_row *row, int quantity) {
    return row->bound ? row->bound->of[quantity].measure : TS_MEASURE_ULPS;
}

char *ts_barrier_place(const ts_barrier_row *row, int quantity) {
    const ts_barrier_worst *worst = &row->error[quantity][measure_of(row, quantity)];
    if (!(worst->most > 0.0)) return ts_text("%s", "");
    return ts_text("%s %.2g", row->sweep->variable, row->samples[worst->index].variable);
}

/* ---- what failed ---- */

/* The list in the making. */
typedef struct failures {
    const ts_barrier_row *row;
    ts_barrier_failure *item;
    int count;
} failures;

typedef bool sample_test(const ts_barrier_row *row, const ts_barrier_sample *sample, int which);

/* The first sample of which it holds. */
static uint64_t first_with(const ts_barrier_row *row, sample_test *holds, int which) {
    for (uint64_t i = 0; i < row->count; ++i) {
        if (holds(row, &row->samples[i], which)) return i;
    }
    return 0;
}

static void add(failures *list, uint64_t index, const char *what, const char *figure) {
    ts_barrier_failure *item = &list->item[list->count++];
    item->index = index;
    snprintf(item->what, sizeof item->what, "%s%s", what, figure);
}

static bool has_flaw(const ts_barrier_row *row, const ts_barrier_sample *sample, int flaw) {
    (void)row;
    return sample->judgement.flaw[flaw];
}

static bool is_undecided(const ts_barrier_row *row, const ts_barrier_sample *sample, int which) {
    (void)row, (void)which;
    return sample->undecided;
}

static bool is_lowest(const ts_barrier_row *row, const ts_barrier_sample *sample, int which) {
    (void)which;
    return sample->has_projection && sample->projection.least <= row->projection.least;
}

static bool is_farthest(const ts_barrier_row *row, const ts_barrier_sample *sample, int which) {
    (void)which;
    return sample->has_projection && sample->projection.distance >= row->projection.distance;
}

static bool differs(const ts_barrier_row *row, const ts_barrier_sample *sample, int which) {
    (void)row, (void)which;
    return sample->has_differences &&
           fmax(sample->differences.first, sample->differences.second) > TS_REFERENCE_TOLERANCE;
}

static bool is_inconsistent(const ts_barrier_row *row, const ts_barrier_sample *sample, int which) {
    (void)row;
    return (which == 0 ? sample->own.gradient : sample->own.hessian) == TS_INCONSISTENT;
}

static void add_missed(failures *list, int quantity) {
    const ts_barrier_row *row = list->row;
    const ts_error_measure measure = row->bound->of[quantity].measure;
    char figure[60];
    snprintf(figure, sizeof figure, ": %.3g %s", row->error[quantity][measure].most, ts_error_measure_name(measure));
    add(list, row->error[quantity][measure].index, ts_quantity_name((ts_quantity)quantity), figure);
}

static void add_projection(failures *list) {
    const ts_barrier_row *row = list->row;
    char figure[60];
    if (row->projection.least < -row->bound->projection) {
        snprintf(figure, sizeof figure, ": %.3g", row->projection.least);
        add(list, first_with(row, is_lowest, 0), "negative eigenvalue after projection", figure);
    } else {
        snprintf(figure, sizeof figure, ": %.3g", row->projection.distance);
        add(list, first_with(row, is_farthest, 0), "off the exact projection", figure);
    }
}

int ts_barrier_failures(const ts_barrier_row *row, ts_barrier_failure *failure) {
    failures list = {row, failure, 0};
    char figure[60];
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        if (row->missed[q]) add_missed(&list, q);
    }
    for (int f = 0; f < TS_FLAWS; ++f) {
        snprintf(figure, sizeof figure, ": at %" PRIu64 " points", row->flaws[f]);
        if (row->flaws[f] > 0) add(&list, first_with(row, has_flaw, f), ts_flaw_name((ts_flaw)f), figure);
    }
    if (row->missed_projection) add_projection(&list);
    if (row->undecided > 0) add(&list, first_with(row, is_undecided, 0), "the reference has no value", "");
    if (row->missed_difference) add(&list, first_with(row, differs, 0), "the reference is off its differences", "");
    for (int k = 0; k < 2; ++k) {
        snprintf(figure, sizeof figure, ": at %" PRIu64 " points", row->inconsistent[k]);
        if (row->inconsistent[k] == 0) continue;
        add(&list, first_with(row, is_inconsistent, k),
            k == 0 ? "gradient is not the derivative of the value" : "Hessian is not the derivative of the gradient",
            figure);
    }
    if (row->unjudged) add(&list, 0, "nothing is judged: no point has a finite value and differences that tell", "");
    return list.count;
}

char *ts_barrier_finding_words(const ts_scan_result *scan, int kind) {
    const ts_scan_finding *finding = &scan->finding[kind];
    const char *name = ts_scan_kind_name((ts_scan_kind)kind);
    if (kind >= TS_SCAN_FLAW) return ts_text("%s: at %" PRIu64 " points", name, finding->count);
    const ts_barrier_bound *bound = ts_barrier_bound_of(finding->sweep);
    return ts_text("%s: %.3g %s, beyond the bound at %" PRIu64 " points", name, finding->error,
                   ts_error_measure_name(bound->of[kind - TS_SCAN_QUANTITY].measure), finding->count);
}

/* ---- points and bounds ---- */

/* The shorter of what reads back to the same double. */
static void print_number(FILE *out, double value) {
    char text[40];
    snprintf(text, sizeof text, "%.6g", value);
    if (strtod(text, NULL) != value) snprintf(text, sizeof text, "%.17g", value);
    fputs(text, out);
}

char *ts_barrier_command(const ts_barrier_subject *subject, const ts_term_point *at) {
    const ts_term *term = subject->term;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out) return NULL;
    fprintf(out, "touchstone barrier%s --term %s --at ", subject->origin ? subject->origin : "", term->name);
    for (int i = 0; i < term->inputs + term->parameters; ++i) {
        if (i > 0) putc(',', out);
        print_number(out, i < term->inputs ? at->inputs[i] : at->parameters[i - term->inputs]);
    }
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

char *ts_barrier_bound_words(const ts_barrier_bound *bound) {
    char *limit[TS_QUANTITIES], *words = NULL;
    for (int q = 0; q < TS_QUANTITIES; ++q) limit[q] = ts_barrier_limit(&bound->of[q]);
    char *projection = bound->projection > 0.0 ? ts_text("%g", bound->projection) : ts_text("-");
    if (limit[0] && limit[1] && limit[2] && projection) {
        words = ts_text("| %s | %s | %s | %s | %s | %s | %s |", bound->reference, bound->sweep, limit[0], limit[1],
                        limit[2], projection, bound->why);
    }
    for (int q = 0; q < TS_QUANTITIES; ++q) free(limit[q]);
    free(projection);
    return words;
}
