/* SPDX-License-Identifier: GPL-2.0-or-later
 * The finds of a hunt in a container that says how each was found. */
#include "benches/hunt_store.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "ccd/options.h"
#include "core/error.h"
#include "core/files.h"
#include "core/shortest.h"
#include "core/suggest.h"
#include <touchstone/version.h>

/* ---- What the container says ---- */

char *ts_hunt_tell(ts_hunt_goal goal, const ts_hunt_find *find) {
    const double score = find->trial.score;
    const char *from = find->family->name;
    const char *how = ts_failure_name(find->trial.failure);
    switch (goal) {
    case TS_HUNT_STALL: return ts_text("stall: %.3g of the step lost (from %s)", score, from);
    case TS_HUNT_TIME: return ts_text("time: %.3g ns (from %s)", score, from);
    case TS_HUNT_SLOW:
        return find->trial.failure == TS_FAILURE_LIMIT ? ts_text("slow: limit at %.0f (from %s)", score, from)
                                                       : ts_text("slow: %.0f iterations (from %s)", score, from);
    default: break;
    }
    if (find->trial.failure == TS_FAILURE_PROOF) return ts_text("late: its proof fails (from %s)", from);
    if (ts_is_early(&find->trial.truth)) return ts_text("late: %s though in contact early (from %s)", how, from);
    return ts_text("late: %s by %.3g (from %s)", how, score, from);
}

/* The families as the command takes them: all, or names with commas. */
static void join_families(const ts_hunt_options *hunt, char *text, size_t size) {
    const char *names[64] = {"all"};
    const bool all = hunt->family_count == ts_family_count() || hunt->family_count > sizeof names / sizeof *names;
    for (size_t f = 0; !all && f < hunt->family_count; ++f) names[f] = hunt->families[f]->name;
    ts_join_names(names, all ? 1 : hunt->family_count, ",", text, size);
}

/* The kind as the command takes it, which is one or all. */
static const char *kind_name(unsigned kinds) {
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (kinds == 1u << k) return ts_ccd_kind_name((ts_ccd_kind)k);
    }
    return "all";
}

/* `command` (owned) with an option more, as it takes it. */
static char *tell_option(char *command, const ts_ccd_backend *backend, size_t option, double value) {
    const ts_ccd_option *declared = &backend->options[option];
    char number[TS_SHORTEST];
    const char *words = declared->type != TS_OPTION_BOOLEAN ? ts_shortest(value, number)
                        : value != 0.0                      ? "true"
                                                            : "false";
    char *longer = ts_text("%s --backend-option %s.%s=%s", command, backend->name, declared->name, words);
    free(command);
    return longer;
}

/* The command that finds the same again, but for --out and plug-ins; NULL when memory runs out. */
static char *tell_command(const ts_hunt_options *hunt, uint64_t tries) {
    const ts_ccd_backend *backend = hunt->method->backend;
    char families[1024];
    double values[TS_CCD_MAX_OPTIONS];
    join_families(hunt, families, sizeof families);
    char *command = ts_text("dataset generate %s --against %s --goal %s --tries %" PRIu64 " --kind %s --seed %" PRIu64
                            " --count %zu",
                            families, backend->name, TS_HUNT_GOAL_NAMES[hunt->goal], tries, kind_name(hunt->kinds),
                            hunt->seed, hunt->count);
    if (ts_ccd_resolve_options(backend, hunt->method->options, values, NULL) != TS_OK) return command;
    for (size_t i = 0; command && i < backend->option_count; ++i) command = tell_option(command, backend, i, values[i]);
    return command;
}

static ts_status describe(const ts_hunt_options *hunt, const ts_hunt_results *results, ts_query_meta *meta,
                          ts_error *error) {
    ts_query_meta made = {.seed = hunt->seed, .has_truth = true};
    made.about = ts_text("hunted against %s by touchstone %s", hunt->method->backend->name, TS_VERSION);
    made.generator = tell_command(hunt, results->tries);
    made.scenes = calloc(results->count, sizeof *made.scenes);
    bool complete = made.about && made.generator && made.scenes;
    for (; complete && made.scene_count < results->count; ++made.scene_count) {
        made.scenes[made.scene_count] = ts_hunt_tell(hunt->goal, &results->finds[made.scene_count]);
        complete = made.scenes[made.scene_count] != NULL;
    }
    if (!complete) {
        ts_query_meta_clear(&made);
        return ts_fail_memory(error, "a description");
    }
    *meta = made;
    return TS_OK;
}

/* ---- Writing ---- */

static void set_note(const ts_hunt_find *find, size_t index, ts_query_note *note) {
    const ts_oracle_truth *truth = &find->trial.truth;
    *note = (ts_query_note){.contact = truth->contact,
                            .truth_feature = truth->contact ? truth->feature : 0,
                            .truth_lo = truth->contact ? truth->lo : NAN,
                            .truth_hi = truth->contact ? truth->hi : NAN,
                            .scene = (uint32_t)index,
                            .origin = index};
}

static ts_status append(const ts_hunt_results *results, ts_query_writer *writer, ts_error *error) {
    ts_query_chunk chunk;
    ts_status status = ts_query_chunk_init(&chunk, results->count, error);
    if (status != TS_OK) return status;
    chunk.count = results->count;
    for (size_t i = 0; i < results->count; ++i) {
        chunk.queries[i] = results->finds[i].query;
        set_note(&results->finds[i], i, &chunk.notes[i]);
    }
    status = ts_query_writer_append(writer, &chunk, error);
    ts_query_chunk_clear(&chunk);
    return status;
}

ts_status ts_hunt_store(const ts_hunt_options *hunt, const ts_hunt_results *results, const char *path, bool replace,
                        ts_error *error) {
    ts_query_meta meta;
    ts_query_writer *writer;
    ts_status status = describe(hunt, results, &meta, error);
    if (status != TS_OK) return status;
    status = ts_query_writer_create(path, TS_FORMAT_HDF5, replace, &meta, &writer, error);
    ts_query_meta_clear(&meta);
    if (status != TS_OK) return status;
    status = append(results, writer, error);
    if (status == TS_OK) return ts_query_writer_finish(writer, error);
    ts_query_writer_abandon(writer);
    return status;
}
