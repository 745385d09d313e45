/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone list`: the CCD methods with their options, the bundled queries, the families of queries; scenes,
 * generators of meshes and materials. */
#include <inttypes.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/data_folder.h"
#include "cli/dataset/facts.h"
#include "cli/list_options.h"
#include "cli/methods.h"
#include "cli/plugins.h"
#include "cli/scenes/list.h"
#include "core/error.h"
#include "core/say.h"
#include "core/suggest.h"
#include <touchstone/ccd.h>
#include <touchstone/dataset.h>

/* ---- Methods ---- */

static void print_backend(const ts_ccd_backend *backend) {
    ts_say(stdout, "%s\n  %s\n  source: %s\n  queries:", backend->name, backend->summary, backend->source);
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (backend->capabilities & (1u << k)) printf(" %s", ts_ccd_kind_name((ts_ccd_kind)k));
    }
    printf("; min_distance %s%s\n", backend->capabilities & TS_CCD_CAN_MIN_DISTANCE ? "yes" : "no",
           backend->capabilities & TS_CCD_IN_FLOATS ? "; in single precision" : "");
    ts_print_options(backend->name, backend->options, backend->option_count);
}

static void add_backend(ts_json_builder *builder, cJSON *array, const ts_ccd_backend *backend) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", backend->name);
    ts_build_text(builder, object, "summary", backend->summary);
    ts_build_text(builder, object, "source", backend->source);
    cJSON *kinds = ts_build_array(builder, object, "kinds");
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (backend->capabilities & (1u << k)) ts_build_text(builder, kinds, NULL, ts_ccd_kind_name((ts_ccd_kind)k));
    }
    ts_build_flag(builder, object, "min_distance", (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE) != 0);
    ts_build_flag(builder, object, "floats", (backend->capabilities & TS_CCD_IN_FLOATS) != 0);
    ts_build_options(builder, object, backend->options, backend->option_count);
}

static int list_backends(bool json) {
    if (!json) {
        for (size_t i = 0; i < ts_ccd_backend_count(); ++i) print_backend(ts_ccd_backend_at(i));
        return TS_EXIT_FINE;
    }
    ts_json_builder builder = {0};
    cJSON *array = ts_build_root_array(&builder);
    for (size_t i = 0; i < ts_ccd_backend_count(); ++i) add_backend(&builder, array, ts_ccd_backend_at(i));
    return ts_print_json(&builder, array);
}

/* ---- Families ---- */

static void add_family(ts_json_builder *builder, cJSON *array, const ts_family *family) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", family->name);
    ts_build_text(builder, object, "stresses", family->stresses);
    ts_build_flag(builder, object, "degenerate", family->degenerate);
}

static int list_families(bool json) {
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    for (size_t i = 0; i < ts_family_count(); ++i) {
        const ts_family *family = ts_family_at(i);
        if (json)
            add_family(&builder, array, family);
        else
            printf("%-12s %s\n", family->name, family->stresses);
    }
    return json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
}

/* ---- The bundled queries ---- */

static void print_file(const char *path, const ts_dataset_facts *facts) {
    ts_say(stdout, "%s\n  %" PRIu64 " queries:", path, facts->queries);
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (facts->kinds[k]) printf(" %" PRIu64 " %s", facts->kinds[k], ts_ccd_kind_name((ts_ccd_kind)k));
    }
    printf("; %" PRIu64 " contacts\n", facts->contacts);
    if (facts->meta.about) ts_say(stdout, "  %s\n", facts->meta.about);
}

static void add_file(ts_json_builder *builder, cJSON *array, const char *path, const ts_dataset_facts *facts) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "path", path);
    ts_build_count(builder, object, "queries", facts->queries);
    ts_build_count(builder, object, "contacts", facts->contacts);
}

/* Prints the files of a folder, or adds them to the array if there is one. */
static int list_files(const char *folder, ts_json_builder *builder, cJSON *array) {
    ts_query_files files;
    ts_error error;
    int code = TS_EXIT_FINE;
    if (ts_query_files_find(folder, &files, &error) != TS_OK) return ts_complain(&error);
    for (size_t i = 0; i < files.count; ++i) {
        const ts_reader_options options = {.round = false};
        ts_dataset_facts facts;
        if (ts_dataset_facts_gather(files.paths[i], &options, &facts, &error) != TS_OK) {
            code = ts_complain(&error);
            continue;
        }
        if (array)
            add_file(builder, array, files.paths[i], &facts);
        else
            print_file(files.paths[i], &facts);
        ts_dataset_facts_clear(&facts);
    }
    ts_query_files_clear(&files);
    return code;
}

/* Made queries, and those of simulations. */
static int list_datasets(bool json) {
    static const char *const folders[] = {"bundled", "recorded"};
    ts_json_builder builder = {0};
    cJSON *array = json ? ts_build_root_array(&builder) : NULL;
    int code = TS_EXIT_FINE;
    size_t found = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        char path[PATH_MAX];
        if (!ts_data_folder(folders[i], path)) continue;
        const int listed = list_files(path, &builder, array);
        if (listed != TS_EXIT_FINE) code = listed;
        ++found;
    }
    if (found == 0) {
        ts_error error;
        cJSON_Delete(array);
        ts_fail(&error, TS_ERROR_DATA,
                "the bundled queries were not found, neither at share/touchstone/bundled of an installation nor at "
                "datasets/bundled of a source tree above the command; make some with 'touchstone dataset generate'");
        return ts_complain(&error);
    }
    const int printed = json ? ts_print_json(&builder, array) : TS_EXIT_FINE;
    return printed == TS_EXIT_FINE ? code : printed;
}

/* ---- The command ---- */

static const struct {
    const char *name;
    int (*run)(bool json);
} LISTS[] = {{"backends", list_backends},        {"datasets", list_datasets},      {"families", list_families},
             {"generators", ts_list_generators}, {"materials", ts_list_materials}, {"models", ts_list_models},
             {"scenes", ts_list_scenes},         {"solvers", ts_list_solvers}};

enum { COUNT = sizeof LISTS / sizeof *LISTS, NAMES_TEXT = 200 };

static void join_names(const char *separator, char text[NAMES_TEXT]) {
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; ++i) names[i] = LISTS[i].name;
    ts_join_names(names, COUNT, separator, text, NAMES_TEXT);
}

static int list(const char *what, bool json) {
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; ++i) {
        if (strcmp(what, LISTS[i].name) == 0) return LISTS[i].run(json);
        names[i] = LISTS[i].name;
    }
    char known[NAMES_TEXT];
    ts_error error;
    join_names(", ", known);
    ts_fail(&error, TS_ERROR_USAGE, "cannot list '%s': expected one of %s; the nearest is %s", what, known,
            ts_nearest_name(what, names, COUNT));
    return ts_complain(&error);
}

int ts_cmd_list(int argc, char **argv) {
    bool json = false;
    ts_plugin_list plugins = {0};
    ts_text_list settings = {0};
    const ts_argument arguments[] = {
        {"json", TS_ARGUMENT_FLAG, NULL, "print JSON", .to.flag = &json},
        TS_PLUGIN_ARGUMENTS(&plugins),
    };
    char known[NAMES_TEXT];
    join_names("|", known);
    const ts_syntax syntax = {
        .command = "touchstone list",
        .operands = known,
        .about = "Lists the CCD methods with their options, the queries that come with Touchstone, the families that\n"
                 "'touchstone dataset generate' makes; or, for 'touchstone simulate', the generators of meshes with\n"
                 "their parameters, the measured materials, the models that materials and contact may choose, the\n"
                 "scenes that come with Touchstone, the solvers with their options.",
        .examples = "  touchstone list backends\n"
                    "  touchstone list scenes --json",
        .least_operands = 1,
        .most_operands = 1,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &operands, &help, &error);
    if (status == TS_OK && !help) status = ts_backends_register(&plugins, &settings, &error);
    if (status == TS_OK && !help) status = ts_settings_check(&settings, &error);
    const int code = status != TS_OK ? ts_complain(&error) : help ? TS_EXIT_FINE : list(operands.items[0], json);
    ts_text_list_clear(&operands);
    ts_text_list_clear(&settings);
    ts_plugin_list_clear(&plugins);
    return code;
}
