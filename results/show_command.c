/* SPDX-License-Identifier: GPL-2.0-or-later
 * Wording of the commands that show a query. */
#include "results/show_command.h"

#include <cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/registry.h"
#include "core/escape.h"
#include "core/files.h"
#include "core/shortest.h"

/* What a terminal may not be sent is written by its bytes in octal, which needs quotes of another kind, $'...'. */
static bool needs_octal(const char *text) {
    ts_piece piece;
    while (ts_piece_next(&text, &piece)) {
        if (piece.is_escape) return true;
    }
    return false;
}

static char *put_octal(char *end, const char *from, const char *to) {
    for (; from < to; ++from) end += sprintf(end, "\\%03o", (unsigned)(unsigned char)*from);
    return end;
}

static char *put_quoted(char *end, const char *path, bool octal) {
    ts_piece piece;
    for (const char *at = path; ts_piece_next(&path, &piece); at = path) {
        if (piece.is_escape || (octal && strchr("'\\", *at))) {
            end = put_octal(end, at, path);
        } else if (*at == '\'') {
            end = stpcpy(end, "'\\''");
        } else {
            memcpy(end, piece.bytes, piece.length);
            end += piece.length;
        }
    }
    return end;
}

char *ts_quoted(const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+=:@%,-";
    const size_t length = strlen(path);
    if (length > 0 && path[0] != '-' && strspn(path, plain) == length) return ts_text("%s", path);
    char *text = malloc(4 * length + 6); /* './' before a dash; each quote becomes four characters, each byte too */
    if (!text) return NULL;
    const bool octal = needs_octal(path);
    char *end = stpcpy(text, octal ? "$'" : "'");
    if (path[0] == '-') end = stpcpy(end, "./");
    strcpy(put_quoted(end, path, octal), "'");
    return text;
}

/* " --NAME VALUE" when the run's value is not the standard one. */
static char *changed(const char *name, double value, double standard) {
    char number[TS_SHORTEST];
    return value == standard ? ts_text("%s", "") : ts_text(" --%s %s", name, ts_shortest(value, number));
}

/* " --backend-option NAME.key=value" for each option that is not at its default. */
static char *changed_options(const ts_ccd_method *method) {
    char *text = ts_text("%s", "");
    cJSON *values = cJSON_Parse(method->options);
    for (size_t i = 0; text && values && i < method->backend->option_count; ++i) {
        const ts_ccd_option *option = &method->backend->options[i];
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(values, option->name);
        const bool on = cJSON_IsTrue(value);
        if (!value || (cJSON_IsBool(value) ? (double)on : value->valuedouble) == option->standard) continue;
        const char *name = method->backend->name;
        char number[TS_SHORTEST];
        char *longer = cJSON_IsBool(value)
                           ? ts_text("%s --backend-option %s.%s=%s", text, name, option->name, on ? "true" : "false")
                           : ts_text("%s --backend-option %s.%s=%s", text, name, option->name,
                                     ts_shortest(value->valuedouble, number));
        free(text);
        text = longer;
    }
    cJSON_Delete(values);
    return text;
}

char *ts_show_method(const ts_ccd_method *method) {
    char *settings = changed_options(method);
    char *text =
        settings ? ts_text("%s --backend %s%s", ts_ccd_origin(method->backend), method->backend->name, settings) : NULL;
    free(settings);
    return text;
}

char *ts_show_options(const ts_replay_options *options, const ts_ccd_method *method) {
    char *distance = changed("min-distance", options->min_distance, 0.0);
    char *t_max = changed("t-max", options->t_max, 1.0);
    char *settings = method ? ts_show_method(method) : ts_text("%s", "");
    char *text = NULL;
    if (distance && t_max && settings) {
        text = ts_text("%s%s%s%s%s", distance, t_max, options->reading.round ? " --round" : "",
                       options->reading.floats ? " --precision float" : "", settings);
    }
    free(distance);
    free(t_max);
    free(settings);
    return text;
}

char *ts_show_query(const char *file, uint64_t index, const char *options) {
    char *path = ts_quoted(file);
    char *command = path ? ts_text("touchstone show %s %" PRIu64 "%s", path, index, options) : NULL;
    free(path);
    return command;
}

char *ts_show_command(const ts_replay_options *options, const ts_ccd_method *method, const char *file, uint64_t index) {
    char *settings = ts_show_options(options, method);
    char *command = settings ? ts_show_query(file, index, settings) : NULL;
    free(settings);
    return command;
}
