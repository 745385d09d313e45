/* SPDX-License-Identifier: GPL-2.0-or-later
 * Records of a barrier check: one for each term and sweep, one for each clamp. */
#include <stdio.h>
#include <stdlib.h>

#include "core/files.h"
#include "results/records.h"

static bool add_number(ts_record_reader *reader, ts_record *record, const cJSON *object, const char *member,
                       const char *name, ts_sense sense) {
    double value;
    return ts_member_number(reader, object, member, &value) && ts_measure_add(record, name, sense, value);
}

static bool add_flaws(ts_record_reader *reader, ts_record *record, const cJSON *sweep) {
    const cJSON *flaws = ts_member(reader, sweep, "flaws"), *flaw;
    cJSON_ArrayForEach(flaw, flaws) {
        if (!add_number(reader, record, flaws, flaw->string, flaw->string, TS_SENSE_OFFENCE)) return false;
    }
    return flaws != NULL;
}

/* Of the value, the gradient or the Hessian: whether its bound is missed, and the largest errors. */
static bool add_error(ts_record_reader *reader, ts_record *record, const cJSON *error) {
    static const struct { const char *member, *words; } measures[] = {{"ulps", "ulps"}, {"of_norm", "of the norm"}};
    char name[96];
    snprintf(name, sizeof name, "%s beyond its bound", error->string);
    if (!ts_measure_add(record, name, TS_SENSE_OFFENCE, cJSON_IsTrue(ts_member(reader, error, "missed")))) return false;
    for (size_t m = 0; m < sizeof measures / sizeof *measures; ++m) {
        const cJSON *measure = ts_member(reader, error, measures[m].member);
        snprintf(name, sizeof name, "error of the %s, %s", error->string, measures[m].words);
        if (!add_number(reader, record, measure, "most", name, TS_SENSE_QUALITY)) return false;
    }
    return true;
}

static bool read_sweep(ts_record_reader *reader, const cJSON *sweep) {
    const char *term = ts_member_text(reader, sweep, "term");
    const char *name = term ? ts_member_text(reader, sweep, "sweep") : NULL;
    char *subject = name ? ts_text("sweep of %s", name) : NULL;
    ts_record *record = subject ? ts_record_add(reader->results, subject, term) : NULL;
    free(subject);
    if (!record || !add_number(reader, record, sweep, "samples", "samples", TS_SENSE_COVERAGE)) return false;
    const cJSON *own = cJSON_GetObjectItemCaseSensitive(sweep, "own_differences");
    if (own) {
        /* Files of before have no flaws here. */
        if (cJSON_GetObjectItemCaseSensitive(sweep, "flaws") && !add_flaws(reader, record, sweep)) return false;
        return add_number(reader, record, own, "wrong_gradients", "gradients that are no derivatives",
                          TS_SENSE_OFFENCE) &&
               add_number(reader, record, own, "wrong_hessians", "Hessians that are no derivatives", TS_SENSE_OFFENCE);
    }
    const cJSON *errors = ts_member(reader, sweep, "errors"), *error;
    if (!errors || !add_flaws(reader, record, sweep)) return false;
    cJSON_ArrayForEach(error, errors) {
        if (!add_error(reader, record, error)) return false;
    }
    return true;
}

static bool read_clamp(ts_record_reader *reader, const cJSON *clamp) {
    const char *term = ts_member_text(reader, clamp, "term");
    const char *where = term ? ts_member_text(reader, clamp, "where") : NULL;
    char *subject = where ? ts_text("clamp at %s", where) : NULL;
    ts_record *record = subject ? ts_record_add(reader->results, subject, term) : NULL;
    free(subject);
    return record && ts_measure_add(record, "smoothness missed", TS_SENSE_OFFENCE,
                                    cJSON_IsTrue(ts_member(reader, clamp, "missed")));
}

bool ts_read_barrier_records(ts_record_reader *reader, const cJSON *root) {
    double samples, seed;
    const cJSON *sweeps = ts_member(reader, root, "sweeps"), *item;
    const cJSON *clamps = sweeps ? ts_member(reader, root, "clamps") : NULL;
    if (!clamps || !ts_member_number(reader, root, "samples", &samples) ||
        !ts_member_number(reader, root, "seed", &seed)) {
        return false;
    }
    ts_results_file *results = reader->results;
    results->partial = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "interrupted"));
    results->question = ts_text("{\"samples\":%.0f,\"seed\":%.0f}", samples, seed);
    if (!results->question || !ts_results_set_add(results, "terms", "")) return false;
    cJSON_ArrayForEach(item, sweeps) {
        if (!read_sweep(reader, item)) return false;
    }
    cJSON_ArrayForEach(item, clamps) {
        if (!read_clamp(reader, item)) return false;
    }
    return true;
}
