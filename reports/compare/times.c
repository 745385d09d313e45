/* SPDX-License-Identifier: GPL-2.0-or-later
 * Times of repetitions, as they are or divided by those of another actor in the same repetition. */
#include "reports/compare/times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/mann_whitney.h"
#include "ccd/timing.h"
#include "core/error.h"
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
    if (before->count == 0 || after->count == 0) {
        if (!options->relative_to) return TS_OK;
        return ts_finding_add(comparison, TS_FINDING_WARNING, record,
                              ts_text("times not compared: of %s there are none here", options->relative_to), NULL);
    }
    const double ratio = median_of(after) / median_of(before);
    const times *less = ratio < 1.0 ? after : before, *more = ratio < 1.0 ? before : after;
    const double p = ts_mann_whitney_larger(less->value, less->count, more->value, more->count);
    const char *relative = options->relative_to ? " relative to " : "",
               *unit = options->relative_to ? options->relative_to : "";
    if (isnan(ratio) || isnan(p)) return TS_ERROR_MEMORY; /* times are above 0 */
    ++comparison->timed;
    ts_compared *row = ts_compared_of(comparison, record);
    if (row) {
        row->time[0] = median_of(before);
        row->time[1] = median_of(after);
        row->ratio = ratio;
        row->p = p;
    }
    if (!(p < options->alpha)) return TS_OK;
    if (ratio > options->max_slowdown) {
        char *text = ts_text("%.2f times as slow%s%s (allowed %.2f; %zu against %zu repetitions, p = %.2g)", ratio,
                             relative, unit, options->max_slowdown, after->count, before->count, p);
        return ts_finding_add(comparison, TS_FINDING_SLOWER, record, text, NULL);
    }
    if (1.0 / ratio <= options->max_slowdown) return TS_OK;
    char *text = ts_text("%.2f times as fast%s%s (%zu against %zu repetitions, p = %.2g)", 1.0 / ratio, relative, unit,
                         after->count, before->count, p);
    return ts_finding_add(comparison, TS_FINDING_BETTER, record, text, NULL);
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

/* ---- May times be compared? ---- */

/* The most repetitions of a record; of that actor, unless it is NULL. */
static size_t repetitions_of(const ts_results_file *results, const char *actor) {
    size_t most = 0;
    for (size_t r = 0; r < results->record_count; ++r) {
        const ts_record *record = &results->records[r];
        if (actor && strcmp(record->actor, actor) != 0) continue;
        if (record->time_count > most) most = record->time_count;
    }
    return most;
}

/* What the rank test says of samples that do not overlap: with less p no slowdown could be told from chance. */
static double least_p(size_t before, size_t after) {
    double *values = calloc(before + after + 1, sizeof *values);
    if (!values) return NAN;
    for (size_t i = 0; i < before + after; ++i) values[i] = (double)i;
    const double p = ts_mann_whitney_larger(values, before, values + before, after);
    free(values);
    return p;
}

/* Why times of these results say nothing, and nobody could have them otherwise; NULL: they do. */
static char *obstacle(const ts_compare_options *options, const ts_results_file *baseline,
                      const ts_results_file *current) {
    if (baseline->kind != TS_RESULTS_REPLAY) return ts_text("times not compared: a single run of each has no spread");
    if (repetitions_of(baseline, NULL) == 0) return ts_text("times not compared: %s has none", baseline->path);
    if (options->relative_to) return NULL;
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

static ts_status check_repetitions(const ts_compare_options *options, size_t before, size_t after, ts_error *error) {
    const double p = least_p(before, after);
    if (isnan(p)) return ts_fail_memory(error, "a comparison");
    if (p < options->alpha) return TS_OK;
    return ts_fail(
        error, TS_ERROR_USAGE,
        "times of %zu repetitions against %zu of the baseline: the rank test can say p = %.2g at best, never "
        "less than %g; use --repetitions 5 or more for both, or compare --answers-only",
        after, before, p, options->alpha);
}

ts_status ts_times_check(const ts_compare_options *options, const ts_results_file *baseline,
                         const ts_results_file *current, ts_error *error) {
    const ts_results_file *const both[] = {baseline, current};
    const size_t before = repetitions_of(baseline, NULL), after = repetitions_of(current, NULL);
    if (options->answers_only || baseline->kind != TS_RESULTS_REPLAY || before == 0) return TS_OK;
    if (current->partial) return TS_OK; /* which is said: times that are missing are no wrong request */
    if (after == 0) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s has no times to compare with those of %s; run it with --repetitions %zu, or compare "
                       "--answers-only",
                       current->path, baseline->path, before);
    }
    for (int f = 0; options->relative_to && f < 2; ++f) {
        if (repetitions_of(both[f], options->relative_to) > 0) continue;
        return ts_fail(error, TS_ERROR_USAGE, "--relative-to %s: %s has no times of a backend of that name",
                       options->relative_to, both[f]->path);
    }
    char *why_not = obstacle(options, baseline, current);
    const bool compared = !why_not;
    free(why_not);
    return compared ? check_repetitions(options, before, after, error) : TS_OK;
}

/* A record without times beside one that has them. */
static ts_status lost_times(ts_comparison *comparison, const ts_record *before, const ts_record *after) {
    if (before->time_count == 0 || after->time_count > 0) return TS_OK;
    return ts_finding_add(comparison, TS_FINDING_WORSE, after, ts_text("coverage lost: timed before, but not now"),
                          NULL);
}

ts_status ts_compare_times(ts_comparison *comparison, const ts_compare_options *options,
                           const ts_results_file *baseline, const ts_results_file *current) {
    if (options->answers_only) return TS_OK;
    if (repetitions_of(baseline, NULL) + repetitions_of(current, NULL) == 0) return TS_OK;
    char *why_not = obstacle(options, baseline, current);
    if (why_not) return ts_finding_add(comparison, TS_FINDING_WARNING, NULL, why_not, NULL);
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < baseline->record_count; ++r) {
        const ts_record *before = &baseline->records[r];
        const ts_record *after = record_of(current, before->subject, before->actor);
        if (!after || before->part) continue;
        status = lost_times(comparison, before, after);
        if (options->relative_to && strcmp(options->relative_to, before->actor) == 0) continue;
        if (status == TS_OK) status = compare_record(comparison, options, baseline, before, current, after);
    }
    return status;
}
