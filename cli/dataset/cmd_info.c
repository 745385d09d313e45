/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset info`: what query files hold. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/dataset/facts.h"
#include "core/error.h"
#include "core/files.h"
#include "reports/table.h"

typedef struct inquiry {
    bool round, json;
    ts_table table;
    ts_json_builder builder;
    cJSON *files;  /* with json */
    int exit_code; /* of the worst file so far */
} inquiry;

/* ---- As a table ---- */

static char *range_text(const ts_range *range, bool said) {
    if (!said || range->least > range->most) return strdup("-");
    if (range->least == range->most) return ts_text("%.3g", range->least);
    return ts_text("%.3g to %.3g", range->least, range->most);
}

static char *count_text(uint64_t count) {
    return ts_text("%" PRIu64, count);
}

static const ts_table_column COLUMNS[] = {
    {"file", "file", true},
    {"queries", "queries", false},
    {"point_triangle", "PT", false},
    {"edge_edge", "EE", false},
    {"point_edge", "PE", false},
    {"point_point", "PP", false},
    {"contacts", "contacts", false},
    {"free", "free", false},
    {"unlabelled", "no label", false},
    {"truth", "with truth", false},
    {"min_distance", "min_distance", false},
    {"t_max", "t_max", false},
    {"coordinate", "|x|", false},
};

static ts_status add_row(ts_table *table, const char *group, const char *name, const ts_dataset_facts *facts) {
    char *cells[] = {
        strdup(name),
        count_text(facts->queries),
        count_text(facts->kinds[TS_POINT_TRIANGLE]),
        count_text(facts->kinds[TS_EDGE_EDGE]),
        count_text(facts->kinds[TS_POINT_EDGE]),
        count_text(facts->kinds[TS_POINT_POINT]),
        count_text(facts->contacts),
        count_text(facts->frees),
        count_text(facts->queries - facts->contacts - facts->frees),
        count_text(facts->truths),
        range_text(&facts->min_distance, facts->says_min_distance),
        range_text(&facts->t_max, facts->says_t_max),
        range_text(&facts->coordinate, true),
    };
    return ts_table_add(table, group, cells);
}

/* ---- As JSON ---- */

static void add_range(ts_json_builder *builder, cJSON *object, const char *name, const ts_range *range, bool said) {
    if (!said || range->least > range->most) {
        ts_build_null(builder, object, name);
        return;
    }
    cJSON *pair = ts_build_array(builder, object, name);
    ts_build_real(builder, pair, NULL, range->least);
    ts_build_real(builder, pair, NULL, range->most);
}

static void add_counts(ts_json_builder *builder, cJSON *object, const ts_dataset_facts *facts) {
    ts_build_count(builder, object, "queries", facts->queries);
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        ts_build_count(builder, object, ts_ccd_kind_name((ts_ccd_kind)k), facts->kinds[k]);
    }
    ts_build_count(builder, object, "contacts", facts->contacts);
    ts_build_count(builder, object, "free", facts->frees);
    ts_build_count(builder, object, "unlabelled", facts->queries - facts->contacts - facts->frees);
    ts_build_count(builder, object, "truths", facts->truths);
    ts_build_count(builder, object, "rounded", facts->rounded);
}

static void add_meta(ts_json_builder *builder, cJSON *object, const ts_query_meta *meta) {
    cJSON *scenes = ts_build_array(builder, object, "scenes");
    ts_build_text(builder, object, "about", meta->about);
    ts_build_text(builder, object, "generator", meta->generator);
    ts_build_count(builder, object, "seed", meta->seed);
    ts_build_flag(builder, object, "has_truth", meta->has_truth);
    for (size_t i = 0; i < meta->scene_count; ++i) ts_build_text(builder, scenes, NULL, meta->scenes[i]);
}

static void add_object(ts_json_builder *builder, cJSON *files, const char *path, const ts_dataset_facts *facts) {
    cJSON *object = ts_build_object(builder, files, NULL);
    ts_build_text(builder, object, "path", path);
    ts_build_text(builder, object, "format", ts_query_format_name(facts->format));
    add_counts(builder, object, facts);
    add_range(builder, object, "min_distance", &facts->min_distance, facts->says_min_distance);
    add_range(builder, object, "t_max", &facts->t_max, facts->says_t_max);
    add_range(builder, object, "coordinate", &facts->coordinate, true);
    add_meta(builder, object, &facts->meta);
}

/* ---- Files and data sets ---- */

static ts_status add_file(inquiry *job, const char *data_set, const char *file, const ts_dataset_facts *facts) {
    if (job->json) {
        add_object(&job->builder, job->files, file, facts);
        return TS_OK;
    }
    const size_t length = strlen(data_set);
    const bool below = strncmp(file, data_set, length) == 0 && file[length] == '/';
    return add_row(&job->table, data_set, below ? file + length + 1 : ts_path_name(file), facts);
}

/* A bad file is complained about; the others are still told. */
static ts_status ask_file(inquiry *job, const char *data_set, const char *file, ts_dataset_facts *sum,
                          ts_error *error) {
    ts_dataset_facts facts;
    const ts_reader_options reading = {.round = job->round};
    const ts_status status = ts_dataset_facts_gather(file, &reading, &facts, error);
    if (status == TS_ERROR_DATA) {
        job->exit_code = ts_complain(error);
        return TS_OK;
    }
    if (status != TS_OK) return status;
    const ts_status added = add_file(job, data_set, file, &facts);
    ts_dataset_facts_add(sum, &facts);
    sum->says_min_distance |= facts.says_min_distance;
    sum->says_t_max |= facts.says_t_max;
    ts_dataset_facts_clear(&facts);
    return added == TS_OK ? TS_OK : ts_fail_memory(error, "the table");
}

static ts_status ask_data_set(inquiry *job, const char *path, ts_error *error) {
    ts_query_files files;
    ts_dataset_facts sum = ts_dataset_facts_none();
    ts_status status = ts_query_files_find(path, &files, error);
    if (status == TS_ERROR_DATA) {
        job->exit_code = ts_complain(error);
        return TS_OK;
    }
    if (status != TS_OK) return status;
    for (size_t i = 0; i < files.count && status == TS_OK; ++i) {
        status = ask_file(job, path, files.paths[i], &sum, error);
    }
    if (status == TS_OK && files.count > 1 && !job->json) {
        char *name = ts_text("all %zu files", files.count);
        if (!name || add_row(&job->table, path, name, &sum) != TS_OK) status = ts_fail_memory(error, "the table");
        free(name);
    }
    ts_query_files_clear(&files);
    return status;
}

static ts_status ask(inquiry *job, const ts_text_list *paths, ts_error *error) {
    const ts_table_column group = {"data_set", "data set", true};
    job->files = job->json ? ts_build_root_array(&job->builder) : NULL;
    ts_status status = ts_table_init(&job->table, group, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    if (status != TS_OK) status = ts_fail_memory(error, "the table");
    for (size_t i = 0; i < paths->count && status == TS_OK; ++i) status = ask_data_set(job, paths->items[i], error);
    if (status == TS_OK && job->json) {
        const int printed = ts_print_json(&job->builder, job->files);
        if (printed != TS_EXIT_FINE) job->exit_code = printed;
        job->files = NULL;
    }
    if (status == TS_OK && !job->json && job->table.row_count > 0) ts_table_print_text(&job->table, stdout);
    cJSON_Delete(job->files);
    ts_table_clear(&job->table);
    return status;
}

int ts_cmd_dataset_info(int argc, char **argv) {
    inquiry job = {.exit_code = TS_EXIT_FINE};
    const ts_argument arguments[] = {
        {"json", TS_ARGUMENT_FLAG, NULL, "print JSON, one object per file", .to.flag = &job.json},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest and count them",
         .to.flag = &job.round},
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset info",
        .operands = "PATH...",
        .about = "Tells what query files hold: counts by kind and label, the ranges of min_distance, t_max and of the\n"
                 "coordinates that are not 0. A '-' says that the file leaves it to the replay.",
        .examples = "  touchstone dataset info sample-queries recorded.h5\n"
                    "  touchstone dataset info recorded.h5 --json",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &operands, &help, &error);
    if (help) return TS_EXIT_FINE;
    if (status == TS_OK) status = ask(&job, &operands, &error);
    ts_text_list_clear(&operands);
    return status == TS_OK ? job.exit_code : ts_complain(&error);
}
