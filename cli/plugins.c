/* SPDX-License-Identifier: GPL-2.0-or-later
 * Registering the methods of a run: ours, then those the user brings. */
#include "cli/plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/registry.h"
#include "core/error.h"
#include "core/files.h"
#include "core/shortest.h"
#include "results/show_command.h"
#include <touchstone/oracle.h>
#include <touchstone/plugin.h>

/* The ':' of "FILE.so:key=value,..."; NULL without options. A path may have colons of its own. */
static const char *options_in(const char *text) {
    const char *colon = strrchr(text, ':');
    return colon && strchr(colon, '=') && !strchr(colon, '/') ? colon : NULL;
}

/* Adds "NAME.key=value" for each "key=value" of a list with commas. */
static ts_status add_settings(ts_text_list *settings, const char *name, const char *options, ts_error *error) {
    for (;;) {
        const size_t length = strcspn(options, ",");
        char *setting = ts_text("%s.%.*s", name, (int)length, options);
        if (!setting) return ts_fail_memory(error, "a plug-in's options");
        const ts_status status = ts_text_list_add(settings, setting, strlen(setting), error);
        free(setting);
        if (status != TS_OK || !options[length]) return status;
        options += length + 1;
    }
}

ts_plugin_limits ts_plugin_list_limits(const ts_plugin_list *list) {
    ts_plugin_limits limits = TS_PLUGIN_STANDARD_LIMITS;
    if (list->query_seconds > 0.0) limits.query_seconds = list->query_seconds;
    if (list->memory_mib > 0) limits.memory_bytes = list->memory_mib << 20;
    if (list->restarts > 0) limits.restarts = (unsigned)list->restarts;
    return limits;
}

static ts_status load(const ts_plugin_list *list, const char *path, const ts_ccd_backend **backend, ts_error *error) {
    const ts_plugin_limits limits = ts_plugin_list_limits(list);
    return list->in_process ? ts_ccd_load_plugin(path, backend, error)
                            : ts_ccd_host_plugin(path, &limits, backend, error);
}

/* A file "--name" would be read as an option: it is "./--name". */
static ts_status add_argument(ts_text_list *arguments, const char *option, const char *value, size_t length,
                              ts_error *error) {
    ts_status status = ts_text_list_add(arguments, option, strlen(option), error);
    if (status != TS_OK || strncmp(value, "--", 2) != 0) {
        return status == TS_OK ? ts_text_list_add(arguments, value, length, error) : status;
    }
    char *path = ts_text("./%.*s", (int)length, value);
    status = path ? ts_text_list_add(arguments, path, strlen(path), error) : ts_fail_memory(error, "a plug-in's path");
    free(path);
    return status;
}

/* 0 is the standard, and not said. */
static ts_status add_number(ts_text_list *arguments, const char *option, double value, ts_error *error) {
    char text[TS_SHORTEST];
    if (value <= 0.0) return TS_OK;
    ts_shortest(value, text);
    return add_argument(arguments, option, text, strlen(text), error);
}

static ts_status add_limits(const ts_plugin_list *list, ts_text_list *arguments, ts_error *error) {
    static const char *const in_process = "--in-process";
    ts_status status = add_number(arguments, "--query-timeout", list->query_seconds, error);
    if (status == TS_OK) status = add_number(arguments, "--plugin-memory", (double)list->memory_mib, error);
    if (status == TS_OK) status = add_number(arguments, "--plugin-restarts", (double)list->restarts, error);
    if (status != TS_OK || !list->in_process) return status;
    return ts_text_list_add(arguments, in_process, strlen(in_process), error);
}

/* ---- Where a method comes from, for the commands that are printed ---- */

/* Each argument with a blank before it, values for a shell; NULL without memory. */
static char *joined(const ts_text_list *arguments) {
    char *text = ts_text("%s", "");
    for (size_t i = 0; text && i < arguments->count; ++i) {
        const char *argument = arguments->items[i];
        char *quoted = strncmp(argument, "--", 2) == 0 ? ts_text("%s", argument) : ts_quoted(argument);
        char *longer = quoted ? ts_text("%s %s", text, quoted) : NULL;
        free(quoted);
        free(text);
        text = longer;
    }
    return text;
}

/* limits: NULL where they do not apply. */
static char *origin_of(const char *option, const char *value, const ts_plugin_list *limits) {
    ts_text_list arguments = {0};
    ts_error error;
    ts_status status = add_argument(&arguments, option, value, strlen(value), &error);
    if (status == TS_OK && limits) status = add_limits(limits, &arguments, &error);
    char *text = status == TS_OK ? joined(&arguments) : NULL;
    ts_text_list_clear(&arguments);
    return text;
}

char *ts_plugin_list_origin(const ts_plugin_list *list, const char *path) {
    return origin_of("--plugin", path, list);
}

static ts_status set_origin(const ts_ccd_backend *backend, const char *option, const char *value,
                            const ts_plugin_list *limits, ts_error *error) {
    char *text = origin_of(option, value, limits);
    if (!text) return ts_fail_memory(error, "where a plug-in comes from");
    ts_ccd_set_origin(backend, text); /* for as long as the backend is registered */
    return TS_OK;
}

/* By its name, also where the command line gives none: alone, exec-2 would be exec-1. */
static ts_status load_program(const char *text, ts_error *error) {
    const ts_ccd_backend *backend;
    const ts_status status = ts_ccd_add_program(text, &backend, error);
    if (status != TS_OK) return status;
    const size_t length = strlen(backend->name);
    const bool is_named = strncmp(text, backend->name, length) == 0 && text[length] == ':';
    char *named = is_named ? ts_text("%s", text) : ts_text("%s: %s", backend->name, text);
    if (!named) return ts_fail_memory(error, "where a plug-in comes from");
    const ts_status set = set_origin(backend, "--plugin-exec", named, NULL, error);
    free(named);
    return set;
}

static ts_status load_object(const ts_plugin_list *list, const char *text, ts_text_list *settings, ts_error *error) {
    const char *colon = options_in(text);
    char *path = colon ? strndup(text, (size_t)(colon - text)) : strdup(text);
    if (!path) return ts_fail_memory(error, "a plug-in's path");
    const ts_ccd_backend *backend;
    ts_status status = load(list, path, &backend, error);
    if (status == TS_OK) status = set_origin(backend, "--plugin", path, list, error);
    free(path);
    if (status != TS_OK || !colon) return status;
    return add_settings(settings, backend->name, colon + 1, error);
}

ts_status ts_backends_register(const ts_plugin_list *list, ts_text_list *settings, ts_error *error) {
    ts_status status = ts_ccd_register_builtin(error);
    if (status == TS_OK) status = ts_oracle_register_backend(error);
    for (size_t i = 0; status == TS_OK && i < list->objects.count; ++i) {
        status = load_object(list, list->objects.items[i], settings, error);
    }
    for (size_t i = 0; status == TS_OK && i < list->programs.count; ++i) {
        status = load_program(list->programs.items[i], error);
    }
    return status;
}

ts_status ts_plugin_arguments(const ts_plugin_list *list, ts_text_list *arguments, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < list->objects.count; ++i) {
        const char *object = list->objects.items[i], *options = options_in(object);
        status =
            add_argument(arguments, "--plugin", object, options ? (size_t)(options - object) : strlen(object), error);
    }
    for (size_t i = 0; status == TS_OK && i < list->programs.count; ++i) {
        const char *program = list->programs.items[i];
        status = add_argument(arguments, "--plugin-exec", program, strlen(program), error);
    }
    return status == TS_OK ? add_limits(list, arguments, error) : status;
}

void ts_plugin_list_clear(ts_plugin_list *list) {
    ts_text_list_clear(&list->objects);
    ts_text_list_clear(&list->programs);
}
