/* SPDX-License-Identifier: GPL-2.0-or-later
 * Finding data sets by their hash, and giving records and places the new names. */
#include "reports/compare/rename.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

static bool has_path(const ts_results_file *results, const char *path) {
    for (size_t s = 0; s < results->set_count; ++s) {
        if (strcmp(results->sets[s].path, path) == 0) return true;
    }
    return false;
}

/* The set of that hash, if its name is new; NULL: none. */
static const ts_results_set *moved_to(const ts_results_file *baseline, const ts_results_file *current,
                                      const char *hash) {
    for (size_t s = 0; s < current->set_count && *hash; ++s) {
        const ts_results_set *set = &current->sets[s];
        if (strcmp(set->hash, hash) == 0 && !has_path(baseline, set->path)) return set;
    }
    return NULL;
}

/* "FROM, all kinds" as "TO, all kinds"; false without memory. */
static bool rename_start(char **text, const char *from, const char *to) {
    const size_t length = strlen(from);
    if (strncmp(*text, from, length) != 0) return true;
    char *renamed = ts_text("%s%s", to, *text + length);
    if (!renamed) return false;
    free(*text);
    *text = renamed;
    return true;
}

/* "FILE query 7", where the file has another name now. */
static bool rename_place(ts_named_place *place, const ts_results_set *from, const ts_results_set *to) {
    for (size_t f = 0; f < from->file_count && from->file_count == to->file_count; ++f) {
        const size_t length = strlen(from->files[f]);
        if (strncmp(place->name, from->files[f], length) != 0 || strncmp(place->name + length, " query ", 7) != 0)
            continue;
        return rename_start(&place->name, from->files[f], to->files[f]);
    }
    return true;
}

static bool rename_records(ts_results_file *baseline, size_t set, const ts_results_set *to) {
    const ts_results_set *from = &baseline->sets[set];
    for (size_t r = 0; r < baseline->record_count; ++r) {
        ts_record *record = &baseline->records[r];
        if (record->set != set) continue;
        if (!rename_start(&record->subject, from->path, to->path)) return false;
        for (size_t m = 0; m < record->measure_count; ++m) {
            ts_measure *measure = &record->measures[m];
            for (size_t p = 0; p < measure->place_count; ++p) {
                if (!rename_place(&measure->places[p], from, to)) return false;
            }
        }
    }
    return true;
}

ts_status ts_compare_rename(ts_results_file *baseline, const ts_results_file *current, ts_comparison *comparison,
                            ts_error *error) {
    if (baseline->kind != TS_RESULTS_REPLAY || current->kind != TS_RESULTS_REPLAY) return TS_OK;
    for (size_t s = 0; s < baseline->set_count; ++s) {
        ts_results_set *set = &baseline->sets[s];
        const ts_results_set *to = has_path(current, set->path) ? NULL : moved_to(baseline, current, set->hash);
        if (!to) continue;
        char *note = ts_text("%s is called %s now: the same data by its hash %s", set->path, to->path, set->hash);
        char *path = ts_text("%s", to->path);
        ts_status status = ts_finding_add(comparison, TS_FINDING_NOTE, NULL, note, NULL);
        if (status == TS_OK && (!path || !rename_records(baseline, s, to))) status = TS_ERROR_MEMORY;
        if (status != TS_OK) {
            free(path);
            return ts_fail_memory(error, "a comparison");
        }
        free(set->path);
        set->path = path;
    }
    return TS_OK;
}
