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

/* The caller frees it; NULL without memory. *count 0: nothing to compare. */
static double *times_of(const ts_results_file *results, const ts_record *record, const char *relative_to,
                        size_t *count) {
    double *times = calloc(record->time_count + 1, sizeof *times);
    const ts_record *unit = relative_to ? record_of(results, record->subject, relative_to) : NULL;
    *count = relative_to && !unit ? 0 : record->time_count;
    if (unit && unit->time_count < *count) *count = unit->time_count;
    for (size_t i = 0; times && i < *count; ++i) times[i] = record->times[i] / (unit ? unit->times[i] : 1.0);
    return times;
}

static double median_of(const double *times, size_t count) {
    double *copy = malloc((count + 1) * sizeof *copy);
    if (!copy) return NAN;
    memcpy(copy, times, count * sizeof *copy);
    const double median = ts_median(copy, count);
    free(copy);
    return median;
}

static ts_status judge_times(ts_comparison *comparison, const ts_compare_options *options, const ts_record *record,
                             const double *before, size_t before_count, const double *after, size_t after_count) {
    if (before_count == 0 || after_count == 0) return TS_OK;
    const double ratio = median_of(after, after_count) / median_of(before, before_count);
    const double p = ts_mann_whitney_larger(before, before_count, after, after_count);
    if (isnan(ratio) || isnan(p)) return TS_OK;
    ++comparison->timed;
    if (!(ratio > options->max_slowdown && p < options->alpha)) return TS_OK;
    char *text = ts_text("%.2f times as slow%s%s (allowed %.2f; %zu against %zu repetitions, p = %.2g)", ratio,
                         options->relative_to ? " relative to " : "", options->relative_to ? options->relative_to : "",
                         options->max_slowdown, after_count, before_count, p);
    return ts_finding_add(comparison, TS_FINDING_SLOWER, record, text, NULL);
}

static ts_status compare_record(ts_comparison *comparison, const ts_compare_options *options,
                                const ts_results_file *baseline, const ts_record *before,
                                const ts_results_file *current, const ts_record *after) {
    size_t before_count, after_count;
    double *was = times_of(baseline, before, options->relative_to, &before_count);
    double *is = times_of(current, after, options->relative_to, &after_count);
    const ts_status status =
        was && is ? judge_times(comparison, options, after, was, before_count, is, after_count) : TS_ERROR_MEMORY;
    free(was);
    free(is);
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
