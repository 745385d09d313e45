/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset generate`: seeded queries of one or more families, into one container or a folder; with
 * --against, queries that defeat a method. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/hunt_trial.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/dataset/hunt.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"
#include "core/suggest.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>
#include <touchstone/version.h>

enum { MAX_FAMILIES = 64, MAX_FINDS = 100000 };

/* Where the command line says none. */
#define STANDARD_COUNT 1000
#define STANDARD_FINDS 10

typedef struct generation {
    uint64_t count, seed;
    int kind; /* 0: all in turn; else the kind + 1 */
    const char *out;
    int format; /* 0: HDF5, 1: CSV */
    bool truth, replace;
    const ts_family *families[MAX_FAMILIES];
    size_t family_count;
    ts_hunt_request hunt; /* when hunt.against is set */
} generation;

/* Of --kind: its index is generation.kind. */
static const char *kind_name(int kind) {
    return kind == 0 ? "all" : ts_ccd_kind_name((ts_ccd_kind)(kind - 1));
}

/* ---- Which families ---- */

static ts_status add_family(generation *job, const char *name, ts_error *error) {
    const ts_family *family = ts_family_find(name);
    const char *names[MAX_FAMILIES];
    if (!family) {
        for (size_t i = 0; i < ts_family_count(); ++i) names[i] = ts_family_at(i)->name;
        return ts_fail(error, TS_ERROR_USAGE,
                       "unknown family '%s'; the nearest is '%s' ('touchstone list families' names all)", name,
                       ts_nearest_name(name, names, ts_family_count()));
    }
    for (size_t i = 0; i < job->family_count; ++i) {
        if (job->families[i] == family) {
            return ts_fail(error, TS_ERROR_USAGE, "family '%s' is named twice; name it once", name);
        }
    }
    job->families[job->family_count++] = family;
    return TS_OK;
}

static ts_status choose_families(generation *job, const ts_text_list *names, ts_error *error) {
    const bool from_all = job->hunt.against && names->count == 0;
    if (from_all || (names->count == 1 && strcmp(names->items[0], "all") == 0)) {
        for (size_t i = 0; i < ts_family_count(); ++i) job->families[i] = ts_family_at(i);
        job->family_count = ts_family_count();
        return TS_OK;
    }
    for (size_t i = 0; i < names->count; ++i) {
        char *rest = names->items[i];
        for (char *name = strtok_r(rest, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
            const ts_status status = add_family(job, name, error);
            if (status != TS_OK) return status;
        }
    }
    if (job->family_count > 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "expected FAMILY[,FAMILY...] or all; 'touchstone list families' names all");
}

/* ---- Making the queries ---- */

/* One target: the families first to first + count - 1 of the job. */
typedef struct target {
    const char *path;
    size_t first, count;
} target;

static ts_status add_truth(ts_query_chunk *chunk, size_t i, ts_error *error) {
    ts_oracle_truth truth;
    const ts_status status = ts_oracle_toi(&chunk->queries[i], TS_ORACLE_ALL, &truth);
    if (status != TS_OK) {
        return ts_fail(error, status, "the oracle has no answer for query %zu; please report it", chunk->first + i);
    }
    ts_query_note *note = &chunk->notes[i];
    note->contact = truth.contact;
    note->truth_feature = truth.contact ? truth.feature : 0;
    note->truth_lo = truth.contact ? truth.lo : NAN;
    note->truth_hi = truth.contact ? truth.hi : NAN;
    return TS_OK;
}

/* Queries chunk->first and following of the target. */
static ts_status fill_chunk(const generation *job, const target *to, ts_query_chunk *chunk, ts_error *error) {
    const uint64_t total = job->count * to->count;
    const uint64_t left = total - chunk->first;
    chunk->count = left < chunk->capacity ? (size_t)left : chunk->capacity;
    for (size_t i = 0; i < chunk->count; ++i) {
        const uint64_t index = (chunk->first + i) % job->count;
        const size_t family = (size_t)((chunk->first + i) / job->count);
        const uint64_t kinds = job->kind ? 1 : TS_CCD_KINDS;
        const ts_ccd_kind kind = (ts_ccd_kind)(job->kind ? (uint64_t)job->kind - 1 : index % kinds);
        job->families[to->first + family]->generate(job->seed, index / kinds, kind, &chunk->queries[i]);
        chunk->notes[i] = (ts_query_note){
            .contact = -1, .truth_lo = NAN, .truth_hi = NAN, .scene = (uint32_t)family, .origin = chunk->first + i};
        const ts_status status = job->truth ? add_truth(chunk, i, error) : TS_OK;
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

static ts_status write_queries(const generation *job, const target *to, ts_query_writer *writer, ts_query_chunk *chunk,
                               ts_error *error) {
    const uint64_t total = job->count * to->count;
    ts_progress progress;
    ts_status status = TS_OK;
    ts_progress_init(&progress);
    for (chunk->first = 0; status == TS_OK && chunk->first < total; chunk->first += chunk->count) {
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted; %s was not written", to->path);
            break;
        }
        status = fill_chunk(job, to, chunk, error);
        if (status == TS_OK) status = ts_query_writer_append(writer, chunk, error);
        ts_progress_update(&progress, ts_path_name(to->path), chunk->first + chunk->count, total);
    }
    ts_progress_finish(&progress);
    return status;
}

static ts_status describe(const generation *job, const target *to, ts_query_meta *meta, ts_error *error) {
    ts_query_meta made = {.seed = job->seed, .has_truth = job->truth};
    made.about = ts_text("generated by touchstone %s", TS_VERSION);
    made.generator = ts_text("dataset generate %s%s --count %" PRIu64 " --seed %" PRIu64 " --kind %s",
                             job->families[to->first]->name, to->count > 1 ? ",..." : "", job->count, job->seed,
                             kind_name(job->kind));
    made.scenes = calloc(to->count, sizeof *made.scenes);
    bool complete = made.about && made.generator && made.scenes;
    for (; complete && made.scene_count < to->count; ++made.scene_count) {
        made.scenes[made.scene_count] = strdup(job->families[to->first + made.scene_count]->name);
        complete = made.scenes[made.scene_count] != NULL;
    }
    if (!complete) {
        ts_query_meta_clear(&made);
        return ts_fail_memory(error, "a description");
    }
    *meta = made;
    return TS_OK;
}

static ts_status generate_target(const generation *job, const target *to, ts_error *error) {
    ts_query_meta meta;
    ts_query_chunk chunk = {0};
    ts_query_writer *writer = NULL;
    const ts_query_format format = job->format == 0 ? TS_FORMAT_HDF5 : TS_FORMAT_CSV;
    ts_status status = describe(job, to, &meta, error);
    if (status != TS_OK) return status;
    status = ts_query_chunk_init(&chunk, TS_QUERY_CHUNK, error);
    if (status == TS_OK) status = ts_query_writer_create(to->path, format, job->replace, &meta, &writer, error);
    if (status == TS_OK) status = write_queries(job, to, writer, &chunk, error);
    if (status == TS_OK) {
        status = ts_query_writer_finish(writer, error);
    } else if (writer) {
        ts_query_writer_abandon(writer);
    }
    if (status == TS_OK) ts_say(stdout, "%s: %" PRIu64 " queries\n", to->path, job->count * to->count);
    ts_query_chunk_clear(&chunk);
    ts_query_meta_clear(&meta);
    return status;
}

/* ---- Where they go ---- */

static bool is_container_path(const char *path) {
    const char *dot = strrchr(ts_path_name(path), '.');
    return dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0);
}

/* FOLDER/FAMILY.h5, or FOLDER/FAMILY for CSV; the caller frees it. */
static ts_status name_target(const generation *job, size_t family, char **path, ts_error *error) {
    char *name = ts_text("%s%s", job->families[family]->name, job->format == 0 ? ".h5" : "");
    char *made = name ? ts_path_join(job->out, name) : NULL;
    free(name);
    if (!made) return ts_fail_memory(error, "a path");
    *path = made;
    if (job->replace || !ts_path_exists(made)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s exists; choose another --out or say --replace", made);
}

/* One data set per family below the folder. All targets are looked at before the first is written. */
static ts_status generate_folder(const generation *job, ts_error *error) {
    char *paths[MAX_FAMILIES] = {NULL};
    ts_status status = ts_folder_make(job->out, error);
    for (size_t i = 0; i < job->family_count && status == TS_OK; ++i) status = name_target(job, i, &paths[i], error);
    for (size_t i = 0; i < job->family_count && status == TS_OK; ++i) {
        const target to = {paths[i], i, 1};
        status = generate_target(job, &to, error);
    }
    for (size_t i = 0; i < job->family_count; ++i) free(paths[i]);
    return status;
}

static ts_status generate(const generation *job, ts_error *error) {
    if (!job->out) return ts_fail(error, TS_ERROR_USAGE, "--out is missing: a file ending in .h5, or a folder");
    if (job->count > UINT64_MAX / MAX_FAMILIES) {
        return ts_fail(error, TS_ERROR_USAGE, "--count %" PRIu64 " is too large", job->count);
    }
    if (!is_container_path(job->out)) return generate_folder(job, error);
    if (job->format != 0) {
        return ts_fail(error, TS_ERROR_USAGE, "--format csv writes a folder, but --out %s names an HDF5 file",
                       job->out);
    }
    const target all = {job->out, 0, job->family_count};
    return generate_target(job, &all, error);
}

/* ---- With --against ---- */

static ts_status hunt(generation *job, ts_error *error) {
    ts_hunt_request *request = &job->hunt;
    if (!job->out || !is_container_path(job->out) || job->format != 0) {
        return ts_fail(error, TS_ERROR_USAGE, "--against writes one container; --out must be a file ending in .h5");
    }
    if (job->count > MAX_FINDS) {
        return ts_fail(error, TS_ERROR_USAGE, "--count %" PRIu64 " with --against; at most %d finds are kept",
                       job->count, MAX_FINDS);
    }
    request->count = job->count;
    request->seed = job->seed;
    request->kind = job->kind;
    request->families = job->families;
    request->family_count = job->family_count;
    request->out = job->out;
    request->replace = job->replace;
    return ts_dataset_hunt(request, error);
}

/* Options that mean nothing without --against are refused, not ignored. */
static ts_status run(generation *job, const ts_text_list *families, ts_error *error) {
    const ts_hunt_request *asked = &job->hunt;
    const bool hunting = asked->against != NULL;
    if (!hunting && (asked->goal || asked->tries || asked->seconds > 0.0 || asked->settings.count ||
                     asked->plugins.objects.count || asked->plugins.programs.count)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "--goal, --tries, --seconds, --backend-option and plug-ins need --against BACKEND");
    }
    if (job->count == 0) job->count = hunting ? STANDARD_FINDS : STANDARD_COUNT;
    const ts_status status = choose_families(job, families, error);
    if (status != TS_OK) return status;
    return hunting ? hunt(job, error) : generate(job, error);
}

static ts_status parse(generation *job, int argc, char **argv, ts_text_list *operands, bool *help, ts_error *error) {
    const char *const formats[] = {ts_query_format_name(TS_FORMAT_HDF5), ts_query_format_name(TS_FORMAT_CSV)};
    const char *kinds[TS_CCD_KINDS + 1];
    for (int k = 0; k <= TS_CCD_KINDS; ++k) kinds[k] = kind_name(k);
    const ts_argument arguments[] = {
        {"count", TS_ARGUMENT_INTEGER, "N",
         "queries of each family (default: " TS_IN_TEXT(
             STANDARD_COUNT) "); with --against the finds to keep (default: " TS_IN_TEXT(STANDARD_FINDS) ")",
         .to.integer = {&job->count, 1, UINT64_MAX}},
        {"seed", TS_ARGUMENT_INTEGER, "S", "the same seed gives the same queries on every machine (default: {default})",
         .to.integer = {&job->seed, 0, UINT64_MAX}},
        {"kind", TS_ARGUMENT_CHOICE, "KIND", "{names} (default: {default}, in turn)",
         .to.choice = {&job->kind, kinds, TS_CCD_KINDS + 1}},
        {"out", TS_ARGUMENT_STRING, "PATH",
         "a file ending in .h5 for all families together, or a folder that gets one data set per family",
         .to.string = &job->out},
        {"format", TS_ARGUMENT_CHOICE, "FORMAT", "what a folder gets: {names} (default: {default})",
         .to.choice = {&job->format, formats, sizeof formats / sizeof *formats}},
        {"truth", TS_ARGUMENT_FLAG, NULL, "store the exact oracle's truth with every query", .to.flag = &job->truth},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace what stands at the target", .to.flag = &job->replace},
        {"against", TS_ARGUMENT_STRING, "BACKEND", "hunt for queries that defeat this method, from the families on",
         .to.string = &job->hunt.against},
        {"goal", TS_ARGUMENT_CHOICE, "GOAL",
         "late or missed contacts, stall: tiny toi, slow: its iterations, time: nanoseconds (default: {default})",
         .to.choice = {&job->hunt.goal, TS_HUNT_GOAL_NAMES, TS_HUNT_GOALS}},
        {"tries", TS_ARGUMENT_INTEGER, "N",
         "queries to try (default: " TS_IN_TEXT(TS_HUNT_TRIES) ", any number with --seconds)",
         .to.integer = {&job->hunt.tries, 1, UINT64_MAX}},
        {"seconds", TS_ARGUMENT_REAL, "X", "stop after that time; how far it comes depends on the machine",
         .to.real = {&job->hunt.seconds, 0.0, 1e9, true}},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of the method, such as accd.s=0.2",
         .to.list = &job->hunt.settings},
        TS_PLUGIN_ARGUMENTS(&job->hunt.plugins),
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset generate",
        .operands = "FAMILY[,FAMILY...]|all",
        .about = "Makes seeded queries. 'touchstone list families' names the families and what each stresses.\n"
                 "With --against it keeps the queries that a search of random restarts from the families (default:\n"
                 "all) and small changes finds worst for a method. They come with truth, what is wrong in the scene.",
        .examples = "  touchstone dataset generate cloth,grazing --count 10000 --out near.h5 --truth\n"
                    "  touchstone dataset generate all --seed 7 --out generated\n"
                    "  touchstone dataset generate parallel --against accd --goal late --out late.h5",
        .least_operands = 0,
        .most_operands = MAX_FAMILIES,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, operands, help, error);
}

int ts_cmd_dataset_generate(int argc, char **argv) {
    generation job = {.seed = 1};
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = parse(&job, argc, argv, &operands, &help, &error);
    if (status == TS_OK && !help) status = run(&job, &operands, &error);
    ts_text_list_clear(&operands);
    ts_text_list_clear(&job.hunt.settings);
    ts_plugin_list_clear(&job.hunt.plugins);
    return status == TS_OK || help ? TS_EXIT_FINE : ts_complain(&error);
}
