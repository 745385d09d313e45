/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading the log of a run. */
#include "results/run_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

static bool is_of_kind(const cJSON *line, const char *kind) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(line, "kind");
    return cJSON_IsString(member) && strcmp(member->valuestring, kind) == 0;
}

typedef struct reading {
    const char *path, *kind;
    ts_run_log_line *each;
    void *self;
    size_t found;
} reading;

static ts_status read_line(reading *of, const char *text, ts_error *error) {
    cJSON *line = cJSON_Parse(text);
    ts_status status = TS_OK;
    if (is_of_kind(line, of->kind)) {
        ++of->found;
        status = of->each(of->self, line, error);
    }
    cJSON_Delete(line);
    return status;
}

static ts_status read_lines(reading *of, FILE *file, ts_error *error) {
    char *text = NULL;
    size_t room = 0;
    ts_status status = TS_OK;
    for (ssize_t length; status == TS_OK && (length = getline(&text, &room, file)) > 0;) {
        if (text[length - 1] == '\n') status = read_line(of, text, error);
    }
    if (status == TS_OK && ferror(file)) {
        status = ts_fail(error, TS_ERROR_DATA, "%s: it cannot be read to its end", of->path);
    }
    free(text);
    return status;
}

ts_status ts_run_log_each(const char *run, const char *kind, ts_run_log_line *each, void *self, ts_error *error) {
    char *path = ts_path_join(run, "log.jsonl");
    if (!path) return ts_fail_memory(error, "a path");
    reading of = {.path = path, .kind = kind, .each = each, .self = self};
    const char *why;
    FILE *file = ts_regular_open(path, &why);
    ts_status status =
        file ? read_lines(&of, file, error)
             : ts_fail(error, TS_ERROR_DATA, "%s: %s; expected the folder that `simulate --out` left", path, why);
    if (file) fclose(file);
    if (status == TS_OK && of.found == 0) {
        status = ts_fail(error, TS_ERROR_DATA, "%s: no %s is in it; expected the log of a run that made at least one",
                         path, kind);
    }
    free(path);
    return status;
}
