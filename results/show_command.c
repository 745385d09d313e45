/* SPDX-License-Identifier: GPL-2.0-or-later
 * Wording of the commands that show a query. */
#include "results/show_command.h"

#include <cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"

char *ts_quoted(const char *path) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+=:@%,-";
    const size_t length = strlen(path);
    if (length > 0 && path[0] != '-' && strspn(path, plain) == length) return ts_text("%s", path);
    char *text = malloc(4 * length + 5); /* './' before a dash; each quote becomes four characters */
    if (!text) return NULL;
    char *end = text;
    *end++ = '\'';
    if (path[0] == '-') end = stpcpy(end, "./");
    for (const char *c = path; *c; ++c) {
        if (*c == '\'')
            end = stpcpy(end, "'\\''");
        else
            *end++ = *c;
    }
    strcpy(end, "'");
    return text;
}

/* " --NAME VALUE" when the run's value is not the standard one. */
static char *changed(const char *name, double value, double standard) {
    return value == standard ? ts_text("%s", "") : ts_text(" --%s %.17g", name, value);
}

/* " --backend-option NAME.key=value" for each option that is not at its default. */
static char *changed_options(const ts_ccd_method *method) {
    char *text = ts_text("%s", "");
    cJSON *values = method ? cJSON_Parse(method->options) : NULL;
    for (size_t i = 0; text && values && i < method->backend->option_count; ++i) {
        const ts_ccd_option *option = &method->backend->options[i];
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(values, option->name);
        const bool on = cJSON_IsTrue(value);
        if (!value || (cJSON_IsBool(value) ? (double)on : value->valuedouble) == option->standard) continue;
        const char *name = method->backend->name;
        char *longer = cJSON_IsBool(value)
                           ? ts_text("%s --backend-option %s.%s=%s", text, name, option->name, on ? "true" : "false")
                           : ts_text("%s --backend-option %s.%s=%.17g", text, name, option->name, value->valuedouble);
        free(text);
        text = longer;
    }
    cJSON_Delete(values);
    return text;
}

char *ts_show_options(const ts_replay_options *options, const ts_ccd_method *method) {
    char *distance = changed("min-distance", options->min_distance, 0.0);
    char *t_max = changed("t-max", options->t_max, 1.0);
    char *settings = changed_options(method);
    char *text = NULL;
    if (distance && t_max && settings) {
        text = ts_text("%s%s%s%s", distance, t_max, options->round ? " --round" : "", settings);
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
