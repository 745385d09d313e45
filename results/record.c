/* SPDX-License-Identifier: GPL-2.0-or-later
 * Building and freeing records. */
#include "results/record.h"

#include <stdlib.h>

#include "core/files.h"

/* One more item of `size` bytes at the end of an array; NULL without memory, and the array is as it was. */
static void *grow(void **items, size_t count, size_t size) {
    void *more = realloc(*items, (count + 1) * size);
    if (!more) return NULL;
    *items = more;
    return (char *)more + count * size;
}

ts_results_set *ts_results_set_add(ts_results_file *results, const char *path, const char *hash) {
    void *items = results->sets;
    ts_results_set *set = grow(&items, results->set_count, sizeof *set);
    results->sets = items;
    if (!set) return NULL;
    *set = (ts_results_set){.path = ts_text("%s", path), .hash = ts_text("%s", hash)};
    ++results->set_count;
    return set->path && set->hash ? set : NULL;
}

ts_record *ts_record_add(ts_results_file *results, const char *subject, const char *actor) {
    void *items = results->records;
    ts_record *record = grow(&items, results->record_count, sizeof *record);
    results->records = items;
    if (!record) return NULL;
    *record = (ts_record){.set = results->set_count > 0 ? results->set_count - 1 : 0,
                          .subject = ts_text("%s", subject),
                          .actor = ts_text("%s", actor)};
    ++results->record_count;
    return record->subject && record->actor ? record : NULL;
}

ts_measure *ts_measure_add(ts_record *record, const char *name, ts_sense sense, double value) {
    void *items = record->measures;
    ts_measure *measure = grow(&items, record->measure_count, sizeof *measure);
    record->measures = items;
    if (!measure) return NULL;
    *measure = (ts_measure){.name = ts_text("%s", name), .sense = sense, .value = value};
    ++record->measure_count;
    return measure->name ? measure : NULL;
}

bool ts_place_add(ts_measure *measure, double order, char *name, char *command) {
    void *items = measure->places;
    ts_named_place *place = name && command ? grow(&items, measure->place_count, sizeof *place) : NULL;
    measure->places = items;
    if (!place) {
        free(name);
        free(command);
        return false;
    }
    *place = (ts_named_place){order, name, command};
    ++measure->place_count;
    return true;
}

static void clear_measure(ts_measure *measure) {
    for (size_t p = 0; p < measure->place_count; ++p) {
        free(measure->places[p].name);
        free(measure->places[p].command);
    }
    free(measure->places);
    free(measure->name);
}

static void clear_record(ts_record *record) {
    for (size_t m = 0; m < record->measure_count; ++m) clear_measure(&record->measures[m]);
    free(record->measures);
    free(record->subject);
    free(record->actor);
    free(record->setting);
    free(record->solver_setting);
    free(record->times);
    free(record->show_options);
    ts_answer_digest_clear(&record->digest);
}

static void clear_set(ts_results_set *set) {
    for (size_t f = 0; f < set->file_count; ++f) free(set->files[f]);
    free(set->files);
    free(set->file_queries);
    free(set->path);
    free(set->hash);
}

void ts_results_file_clear(ts_results_file *results) {
    for (size_t r = 0; r < results->record_count; ++r) clear_record(&results->records[r]);
    free(results->records);
    for (size_t s = 0; s < results->set_count; ++s) clear_set(&results->sets[s]);
    free(results->sets);
    free(results->path);
    free(results->machine);
    free(results->build);
    free(results->question);
    *results = (ts_results_file){0};
}
