/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison: whether it may be made, record by record, then the times. */
#include "reports/compare/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/compare/rename.h"
#include "reports/compare/settings.h"
#include "reports/compare/times.h"
#include "results/show_command.h"

ts_compare_options ts_compare_standard(void) {
    return (ts_compare_options){.max_slowdown = 1.15, .alpha = 0.01, .tolerance = 0.01};
}

/* ---- Findings ---- */

ts_status ts_finding_add(ts_comparison *comparison, ts_finding_kind kind, const ts_record *record, char *text,
                         char *command) {
    ts_finding *more = realloc(comparison->findings, (comparison->finding_count + 1) * sizeof *more);
    if (more) comparison->findings = more;
    if (!more || !text) {
        free(text);
        free(command);
        return TS_ERROR_MEMORY;
    }
    ts_finding *finding = &more[comparison->finding_count++];
    *finding = (ts_finding){.kind = kind, .text = text, .command = command};
    if (!record) return TS_OK;
    finding->subject = ts_text("%s", record->subject);
    finding->actor = ts_text("%s", record->actor);
    return finding->subject && finding->actor ? TS_OK : TS_ERROR_MEMORY;
}

void ts_comparison_clear(ts_comparison *comparison) {
    for (size_t f = 0; f < comparison->finding_count; ++f) {
        free(comparison->findings[f].subject);
        free(comparison->findings[f].actor);
        free(comparison->findings[f].text);
        free(comparison->findings[f].command);
    }
    for (size_t r = 0; r < comparison->records; ++r) {
        free(comparison->rows[r].subject);
        free(comparison->rows[r].actor);
        free(comparison->rows[r].offence);
    }
    free(comparison->findings);
    free(comparison->rows);
    *comparison = (ts_comparison){0};
}

size_t ts_comparison_count(const ts_comparison *comparison, ts_finding_kind kind) {
    size_t count = 0;
    for (size_t f = 0; f < comparison->finding_count; ++f) count += comparison->findings[f].kind == kind;
    return count;
}

const char *ts_finding_name(ts_finding_kind kind) {
    static const char *const names[] = {"note", "better", "warning", "slower", "worse"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* ---- Offences ---- */

static bool has_place(const ts_measure *measure, const char *name) {
    for (size_t p = 0; p < measure->place_count; ++p) {
        if (strcmp(measure->places[p].name, name) == 0) return true;
    }
    return false;
}

/* The first place that is not among the baseline's; among lists that are cut off, only what lies before the end of
 * the baseline's is known to be new. NULL: none is known. */
static const ts_named_place *first_new(const ts_measure *before, const ts_measure *after) {
    const bool complete = (double)before->place_count >= before->value;
    const double end = complete                  ? INFINITY
                       : before->place_count > 0 ? before->places[before->place_count - 1].order
                                                 : 0.0;
    for (size_t p = 0; p < after->place_count; ++p) {
        const ts_named_place *place = &after->places[p];
        if (!has_place(before, place->name)) return complete || place->order < end ? place : NULL;
    }
    return NULL;
}

/* What a measure is, beside what it was, where it is better now. */
static ts_status add_better(ts_comparison *comparison, const ts_record *record, const ts_measure *before,
                            const ts_measure *after) {
    return ts_finding_add(comparison, TS_FINDING_BETTER, record,
                          ts_text("%s: %.6g, before %.6g", after->name, after->value, before->value), NULL);
}

static ts_status compare_offences(ts_comparison *comparison, const ts_record *record, const ts_measure *before,
                                  const ts_measure *after) {
    const ts_named_place *fresh = first_new(before, after);
    if (after->value < before->value && !fresh) return add_better(comparison, record, before, after);
    if (!(after->value > before->value) && !fresh) return TS_OK;
    if (!fresh && after->place_count > 0) fresh = &after->places[after->place_count - 1];
    char *text = after->value > before->value
                     ? ts_text("%s: %.0f, before %.0f", after->name, after->value, before->value)
                     : ts_text("%s: still %.0f, but at other queries", after->name, after->value);
    char *whole = text && fresh ? ts_text("%s; the first new one: %s", text, fresh->name) : text;
    if (whole != text) free(text);
    return ts_finding_add(comparison, TS_FINDING_WORSE, record, whole, fresh ? ts_text("%s", fresh->command) : NULL);
}

/* ---- Other measures ---- */

static ts_status compare_quality(ts_comparison *comparison, const ts_compare_options *options, const ts_record *record,
                                 const ts_measure *before, const ts_measure *after) {
    if (isnan(after->value) || isnan(before->value)) return TS_OK;
    if (after->value * (1.0 + options->tolerance) < before->value) return add_better(comparison, record, before, after);
    if (after->value <= before->value * (1.0 + options->tolerance)) return TS_OK;
    char *text = ts_text("%s: %.6g, before %.6g (more than %.3g %%)", after->name, after->value, before->value,
                         100.0 * options->tolerance);
    return ts_finding_add(comparison, TS_FINDING_WORSE, record, text, NULL);
}

/* The spread of the difference of two draws is the root of the sum of what they drew. */
static double chance_of(const ts_measure *before, const ts_measure *after) {
    static const double SPREADS = 4.0;
    return before->sense == TS_SENSE_DRAWN ? SPREADS * sqrt(before->value + after->value) : 0.0;
}

static ts_status compare_coverage(ts_comparison *comparison, const ts_record *record, const ts_measure *before,
                                  const ts_measure *after) {
    if (fabs(after->value - before->value) <= chance_of(before, after)) return TS_OK;
    if (after->value > before->value) return add_better(comparison, record, before, after);
    if (!(after->value < before->value)) return TS_OK;
    char *text = ts_text("coverage lost: %s %.0f, before %.0f", after->name, after->value, before->value);
    return ts_finding_add(comparison, TS_FINDING_WORSE, record, text, NULL);
}

static const ts_measure *measure_like(const ts_record *record, const char *name) {
    for (size_t m = 0; m < record->measure_count; ++m) {
        if (strcmp(record->measures[m].name, name) == 0) return &record->measures[m];
    }
    return NULL;
}

static ts_status compare_measures(ts_comparison *comparison, const ts_compare_options *options, const ts_record *before,
                                  const ts_record *after) {
    ts_status status = TS_OK;
    for (size_t m = 0; status == TS_OK && m < before->measure_count; ++m) {
        const ts_measure *was = &before->measures[m], *is = measure_like(after, was->name);
        if (before->part && was->sense != TS_SENSE_QUALITY) continue;
        if (!is) {
            status = ts_finding_add(comparison, TS_FINDING_WORSE, after,
                                    ts_text("coverage lost: no '%s' any more", was->name), NULL);
            continue;
        }
        switch (was->sense) {
        case TS_SENSE_OFFENCE: status = compare_offences(comparison, after, was, is); break;
        case TS_SENSE_DRAWN:
        case TS_SENSE_COVERAGE: status = compare_coverage(comparison, after, was, is); break;
        case TS_SENSE_QUALITY: status = compare_quality(comparison, options, after, was, is); break;
        }
    }
    return status;
}

/* ---- Answers that are not the same ---- */

/* The command for the query of that place among those replayed; NULL when it is not known. */
static char *command_of(const ts_results_file *results, const ts_record *record, uint64_t ordinal) {
    const ts_results_set *set = &results->sets[record->set];
    double first = 0.0;
    for (size_t f = 0; !results->sampled && set->file_queries && f < set->file_count; ++f) {
        if ((double)ordinal < first + set->file_queries[f]) {
            return ts_show_query(set->files[f], ordinal - (uint64_t)first,
                                 record->show_options ? record->show_options : "");
        }
        first += set->file_queries[f];
    }
    return NULL;
}

static ts_status compare_answers(ts_comparison *comparison, const ts_results_file *results, const ts_record *before,
                                 const ts_record *after) {
    uint64_t ordinal, among;
    if (before->digest.count == 0 || after->digest.count == 0) return TS_OK;
    if (!ts_answer_digest_differ(&before->digest, &after->digest, &ordinal, &among)) return TS_OK;
    char *text = among == 1
                     ? ts_text("answers changed; the first is query %" PRIu64 " of those replayed", ordinal)
                     : ts_text("answers changed; the first among queries %" PRIu64 " to %" PRIu64 " of those replayed",
                               ordinal, ordinal + among - 1);
    return ts_finding_add(comparison, TS_FINDING_NOTE, after, text, command_of(results, after, ordinal));
}

/* ---- Records ---- */

static ts_status add_row(ts_comparison *comparison, const ts_record *before, const ts_record *after) {
    ts_compared *more = realloc(comparison->rows, (comparison->records + 1) * sizeof *more);
    if (!more) return TS_ERROR_MEMORY;
    comparison->rows = more;
    ts_compared *row = &more[comparison->records++];
    *row = (ts_compared){.subject = ts_text("%s", after->subject),
                         .actor = ts_text("%s", after->actor),
                         .part = after->part,
                         .offences = {NAN, NAN},
                         .time = {NAN, NAN},
                         .ratio = NAN,
                         .p = NAN};
    for (size_t m = 0; m < before->measure_count && !row->offence; ++m) {
        const ts_measure *was = &before->measures[m], *is = measure_like(after, was->name);
        if (was->sense != TS_SENSE_OFFENCE || !is) continue;
        row->offence = ts_text("%s", was->name);
        row->offences[0] = was->value;
        row->offences[1] = is->value;
    }
    return row->subject && row->actor ? TS_OK : TS_ERROR_MEMORY;
}

ts_compared *ts_compared_of(const ts_comparison *comparison, const ts_record *record) {
    for (size_t r = 0; r < comparison->records; ++r) {
        ts_compared *row = &comparison->rows[r];
        if (strcmp(row->subject, record->subject) == 0 && strcmp(row->actor, record->actor) == 0) return row;
    }
    return NULL;
}

static const ts_record *record_like(const ts_results_file *results, const ts_record *record) {
    for (size_t r = 0; r < results->record_count; ++r) {
        const ts_record *candidate = &results->records[r];
        if (strcmp(candidate->subject, record->subject) == 0 && strcmp(candidate->actor, record->actor) == 0)
            return candidate;
    }
    return NULL;
}

static ts_status compare_records(ts_comparison *comparison, const ts_compare_options *options,
                                 const ts_results_file *baseline, const ts_results_file *current) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < baseline->record_count; ++r) {
        const ts_record *before = &baseline->records[r], *after = record_like(current, before);
        if (!after) {
            status = ts_finding_add(comparison, TS_FINDING_WORSE, before,
                                    ts_text("coverage lost: measured before, but not now"), NULL);
            continue;
        }
        status = add_row(comparison, before, after);
        if (status == TS_OK) status = ts_compare_settings(comparison, before, after);
        if (status == TS_OK) status = compare_measures(comparison, options, before, after);
        if (status == TS_OK) status = compare_answers(comparison, current, before, after);
    }
    return status;
}

/* What nobody measured before is guarded by nothing. */
static ts_status note_new_records(ts_comparison *comparison, const ts_results_file *baseline,
                                  const ts_results_file *current) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < current->record_count; ++r) {
        const ts_record *now = &current->records[r];
        if (now->part || record_like(baseline, now)) continue;
        status = ts_finding_add(comparison, TS_FINDING_NOTE, now,
                                ts_text("not measured before: the baseline has nothing to compare it with"), NULL);
    }
    return status;
}

/* ---- May they be compared? ---- */

static const ts_results_set *set_like(const ts_results_file *results, const char *path) {
    for (size_t s = 0; s < results->set_count; ++s) {
        if (strcmp(results->sets[s].path, path) == 0) return &results->sets[s];
    }
    return NULL;
}

static ts_status check_data(const ts_results_file *baseline, const ts_results_file *current, ts_error *error) {
    for (size_t s = 0; s < baseline->set_count; ++s) {
        const ts_results_set *before = &baseline->sets[s], *after = set_like(current, before->path);
        if (!after || strcmp(before->hash, after->hash) == 0) continue;
        if (!*before->hash || !*after->hash) continue; /* an earlier version does not say it */
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s and %s measured other data by the name of %s (hashes %s and %s); make a new baseline",
                       baseline->path, current->path, before->path, before->hash, after->hash);
    }
    return TS_OK;
}

static ts_status check_comparable(const ts_results_file *baseline, const ts_results_file *current, ts_error *error) {
    if (baseline->kind != current->kind) {
        return ts_fail(error, TS_ERROR_USAGE, "%s is of a %s run, %s of a %s run: they have nothing to compare",
                       baseline->path, ts_results_kind_name(baseline->kind), current->path,
                       ts_results_kind_name(current->kind));
    }
    if (strcmp(baseline->question, current->question) != 0) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s and %s were asked other things: %s and %s; run again with the same options, or make a new "
                       "baseline",
                       baseline->path, current->path, baseline->question, current->question);
    }
    if (baseline->partial) {
        return ts_fail(error, TS_ERROR_USAGE, "%s is of a run that was not complete: no baseline", baseline->path);
    }
    /* Data that changed under an incomplete run is rather data that is missing, which is found below. */
    return current->partial ? TS_OK : check_data(baseline, current, error);
}

ts_status ts_compare(ts_results_file *baseline, const ts_results_file *current, const ts_compare_options *options,
                     ts_comparison *comparison, ts_error *error) {
    ts_comparison made = {0};
    ts_status status = ts_compare_rename(baseline, current, &made, error);
    if (status == TS_OK) status = check_comparable(baseline, current, error);
    if (status == TS_OK) status = ts_times_check(options, baseline, current, error);
    if (status != TS_OK) {
        ts_comparison_clear(&made);
        return status;
    }
    if (current->partial) {
        status = ts_finding_add(
            &made, TS_FINDING_WORSE, NULL,
            ts_text("%s is of a run that was not complete: interrupted, or data not readable", current->path), NULL);
    }
    if (status == TS_OK) status = compare_records(&made, options, baseline, current);
    if (status == TS_OK) status = note_new_records(&made, baseline, current);
    if (status == TS_OK) status = ts_compare_times(&made, options, baseline, current);
    if (status == TS_OK) {
        *comparison = made;
        return TS_OK;
    }
    ts_comparison_clear(&made);
    return ts_fail_memory(error, "a comparison");
}
