/* SPDX-License-Identifier: GPL-2.0-or-later
 * Times of repetitions, as they are or divided by those of another actor in the same repetition. */
#include "reports/compare/times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/mann_whitney.h"
#include "benches/timing.h"
#include "core/files.h"

static const ts_record *record_of(const ts_results_file *results, const char *subject, const char *actor) {
    for (size_t r = 0; r < results->record_count; ++r) {
        const ts_record *record = &results->records[r];
        if (strcmp(record->subject, subject) == 0 && strcmp(record->actor, actor) == 0) return record;
    }
    return NULL;
}

/* Of one repetition each. */
typedef struct times {
    double *value; /* the owner frees it */
    size_t count;
} times;

/* value NULL without memory; count 0: nothing to compare. */
static times times_of(const ts_results_file *results, const ts_record *record, const char *relative_to) {
    times all = {calloc(record->time_count + 1, sizeof(double)), 0};
    const ts_record *unit = relative_to ? record_of(results, record->subject, relative_to) : NULL;
    if (!all.value || (relative_to && !unit)) return all;
    all.count = record->time_count;
    if (unit && unit->time_count < all.count) all.count = unit->time_count;
    for (size_t i = 0; i < all.count; ++i) all.value[i] = record->times[i] / (unit ? unit->times[i] : 1.0);
    return all;
}

static double median_of(const times *all) {
    double *copy = malloc((all->count + 1) * sizeof *copy);
    if (!copy) return NAN;
    memcpy(copy, all->value, all->count * sizeof *copy);
    const double median = ts_median(copy, all->count);
    free(copy);
    return median;
}

static ts_status judge_times(ts_comparison *comparison, const ts_compare_options *options, const ts_record *record,
                             const times *before, const times *after) {
    if (before->count == 0 || after->count == 0) return TS_OK;
    const double ratio = median_of(after) / median_of(before);
    const double p = ts_mann_whitney_larger(before->value, before->count, after->value, after->count);
    if (isnan(ratio) || isnan(p)) return TS_OK;
    ++comparison->timed;
    if (!(ratio > options->max_slowdown && p < options->alpha)) return TS_OK;
    char *text = ts_text("%.2f times as slow%s%s (allowed %.2f; %zu against %zu repetitions, p = %.2g)", ratio,
                         options->relative_to ? " relative to " : "", options->relative_to ? options->relative_to : "",
                         options->max_slowdown, after->count, before->count, p);
    return ts_finding_add(comparison, TS_FINDING_SLOWER, record, text, NULL);
}

static ts_status compare_record(ts_comparison *comparison, const ts_compare_options *options,
                                const ts_results_file *baseline, const ts_record *before,
                                const ts_results_file *current, const ts_record *after) {
    const times was = times_of(baseline, before, options->relative_to);
    const times is = times_of(current, after, options->relative_to);
    const ts_status status =
        was.value && is.value ? judge_times(comparison, options, after, &was, &is) : TS_ERROR_MEMORY;
    free(was.value);
    free(is.value);
    return status;
}

/* Why times of these results say nothing; NULL: they do. */
static char *obstacle(const ts_results_file *baseline, const ts_results_file *current) {
    if (strcmp(baseline->machine, current->machine) != 0) {
        return ts_text("times not compared: measured on %s, before on %s (relative times would be)", current->machine,
                       baseline->machine);
    }
    if (strcmp(baseline->build, current->build) != 0) {
        return ts_text("times not compared: built with %s, before with %s (relative times would be)", current->build,
                       baseline->build);
    }
    return NULL;
}

ts_status ts_compare_times(ts_comparison *comparison, const ts_compare_options *options,
                           const ts_results_file *baseline, const ts_results_file *current) {
    char *why_not = options->relative_to ? NULL : obstacle(baseline, current);
    if (why_not) return ts_finding_add(comparison, TS_FINDING_WARNING, NULL, why_not, NULL);
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < baseline->record_count; ++r) {
        const ts_record *before = &baseline->records[r];
        const ts_record *after = record_of(current, before->subject, before->actor);
        if (!after || before->part) continue;
        if (options->relative_to && strcmp(options->relative_to, before->actor) == 0) continue;
        status = compare_record(comparison, options, baseline, before, current, after);
    }
    return status;
}
