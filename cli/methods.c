/* SPDX-License-Identifier: GPL-2.0-or-later
 * From names and settings on the command line to methods ready to answer. */
#include "cli/methods.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "core/error.h"
#include "core/json_build.h"
#include "core/suggest.h"

/* An object of options in the making. */
typedef struct options {
    const char *option; /* that gives them, for messages: "backend-option" */
    ts_json_builder builder;
    cJSON *object;
} options;

static options begin(const char *option) {
    options made = {.option = option};
    made.object = ts_build_root(&made.builder);
    return made;
}

/* Adds "key=value", a number, true or false; later settings replace earlier ones. */
static ts_status add_setting(options *to, const char *setting, const char *key, ts_error *error) {
    const char *equals = strchr(key, '='), *text = equals + 1;
    const bool on = strcmp(text, "true") == 0, off = strcmp(text, "false") == 0;
    double value = 0.0;
    const ts_number number = ts_number_read(text, &value);
    char *name = strndup(key, (size_t)(equals - key));
    ts_status status = name ? TS_OK : ts_fail_memory(error, "the options");
    if (name) cJSON_DeleteItemFromObjectCaseSensitive(to->object, name);
    if (name && (on || off)) {
        ts_build_flag(&to->builder, to->object, name, on);
    } else if (name && number == TS_NUMBER_FINE) {
        ts_build_real(&to->builder, to->object, name, value);
    } else if (name) {
        status = ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected a number, true or false after '='%s", to->option,
                         setting, ts_number_why(number));
    }
    free(name);
    return status;
}

/* The object as text, if all went well; it is freed in any case. */
static ts_status finish(options *made, ts_status status, char **json, ts_error *error) {
    char *text = ts_build_print_compact(&made->builder, made->object);
    if (status == TS_OK && !text) status = ts_fail_memory(error, "the options");
    if (status == TS_OK)
        *json = text;
    else
        free(text);
    return status;
}

/* The part of "NAME.key=value" after "NAME."; NULL when it is for another backend. */
static const char *setting_for(const char *setting, const char *name) {
    const size_t length = strlen(name);
    return strncmp(setting, name, length) == 0 && setting[length] == '.' ? setting + length + 1 : NULL;
}

ts_status ts_settings_json(const ts_text_list *settings, const char *option, char **json, ts_error *error) {
    options made = begin(option);
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < settings->count; ++s) {
        const char *setting = settings->items[s], *equals = strchr(setting, '=');
        if (equals && equals > setting)
            status = add_setting(&made, setting, setting, error);
        else
            status = ts_fail(error, TS_ERROR_USAGE, "--%s %s: expected key=value", option, setting);
    }
    return finish(&made, status, json, error);
}

static ts_status init_method(ts_ccd_method *method, const char *name, const ts_text_list *settings, ts_error *error) {
    options made = begin("backend-option");
    char *json = NULL;
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < settings->count; ++s) {
        const char *key = setting_for(settings->items[s], name);
        if (key) status = add_setting(&made, settings->items[s], key, error);
    }
    status = finish(&made, status, &json, error);
    if (status == TS_OK) status = ts_ccd_method_init(method, name, json, error);
    free(json);
    return status;
}

static ts_status check_form(const char *setting, ts_error *error) {
    const char *dot = strchr(setting, '.'), *equals = strchr(setting, '=');
    if (dot && dot > setting && equals && equals > dot + 1 && equals[1]) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "--backend-option %s: expected NAME.key=value, such as accd.s=0.2", setting);
}

/* It must be for a backend of the run. */
static ts_status check_target(const char *setting, const char *const *names, size_t count, ts_error *error) {
    for (size_t i = 0; i < count; ++i) {
        if (setting_for(setting, names[i])) return TS_OK;
    }
    char given[64];
    snprintf(given, sizeof given, "%.*s", (int)strcspn(setting, "."), setting);
    return ts_fail(error, TS_ERROR_USAGE, "--backend-option %s: no backend '%s' in this run; the nearest is '%s'",
                   setting, given, ts_nearest_name(given, names, count));
}

static ts_status check_names(const char *const *names, size_t count, ts_error *error) {
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (strcmp(names[i], names[k]) != 0) continue;
            return ts_fail(error, TS_ERROR_USAGE, "the backend '%s' is named twice; name each backend once", names[i]);
        }
    }
    return TS_OK;
}

static ts_status init_methods(ts_method_list *methods, const char *const *names, size_t count,
                              const ts_text_list *settings, ts_error *error) {
    ts_status status = check_names(names, count, error);
    for (size_t s = 0; status == TS_OK && s < settings->count; ++s) status = check_form(settings->items[s], error);
    for (size_t i = 0; status == TS_OK && i < count; ++i) {
        status = init_method(&methods->items[i], names[i], settings, error);
        methods->count += status == TS_OK;
    }
    /* After the names: a misspelt backend is the better complaint. */
    for (size_t s = 0; status == TS_OK && s < settings->count; ++s) {
        status = check_target(settings->items[s], names, count, error);
    }
    return status;
}

ts_status ts_method_list_init(ts_method_list *methods, const ts_text_list *names, const ts_text_list *settings,
                              ts_error *error) {
    const size_t count = names->count ? names->count : ts_ccd_backend_count();
    ts_method_list made = {.items = calloc(count + 1, sizeof *made.items)};
    const char **wanted = calloc(count + 1, sizeof *wanted);
    ts_status status = TS_OK;
    if (!made.items || !wanted) {
        status = ts_fail_memory(error, "the backends");
    } else {
        for (size_t i = 0; i < count; ++i) wanted[i] = names->count ? names->items[i] : ts_ccd_backend_at(i)->name;
        status = init_methods(&made, wanted, count, settings, error);
    }
    free(wanted);
    if (status == TS_OK)
        *methods = made;
    else
        ts_method_list_clear(&made);
    return status;
}

/* The backends that some setting is for. */
static ts_status add_targets(const ts_text_list *settings, ts_text_list *names, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < ts_ccd_backend_count(); ++i) {
        const char *name = ts_ccd_backend_at(i)->name;
        bool meant = false;
        for (size_t s = 0; s < settings->count; ++s) meant |= setting_for(settings->items[s], name) != NULL;
        if (meant) status = ts_text_list_add(names, name, strlen(name), error);
    }
    return status;
}

ts_status ts_settings_check(const ts_text_list *settings, ts_error *error) {
    if (settings->count == 0) return TS_OK;
    ts_text_list names = {0};
    ts_method_list methods = {0};
    ts_status status = add_targets(settings, &names, error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &names, settings, error);
    ts_method_list_clear(&methods);
    ts_text_list_clear(&names);
    return status;
}

void ts_method_list_clear(ts_method_list *methods) {
    for (size_t i = 0; i < methods->count; ++i) ts_ccd_method_clear(&methods->items[i]);
    free(methods->items);
    *methods = (ts_method_list){0};
}
