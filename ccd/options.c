/* SPDX-License-Identifier: MIT
 * Options of a backend or a solver: declared once, then read from JSON and refused by name when they do not fit. */
#include "ccd/options.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/shortest.h"
#include "core/suggest.h"

static size_t find_option(const ts_option_set *declared, const char *name) {
    size_t i = 0;
    while (i < declared->count && strcmp(declared->options[i].name, name) != 0) ++i;
    return i;
}

static ts_status unknown_option(const ts_option_set *declared, const char *name, ts_error *error) {
    const char *names[TS_CCD_MAX_OPTIONS];
    for (size_t i = 0; i < declared->count; ++i) names[i] = declared->options[i].name;
    const char *nearest = ts_nearest_name(name, names, declared->count);
    if (!nearest) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s' has no option '%s'; it takes none", declared->kind,
                       declared->name, name);
    }
    return ts_fail(error, TS_ERROR_USAGE, "%s '%s' has no option '%s'; did you mean '%s'?", declared->kind,
                   declared->name, name, nearest);
}

static ts_status wrong_type(const ts_option_set *declared, const ts_ccd_option *option, const cJSON *item,
                            ts_error *error) {
    static const char *const expected[] = {"a number", "an integer", "true or false"};
    char *found = cJSON_PrintUnformatted(item);
    ts_fail(error, TS_ERROR_USAGE, "option '%s' of %s '%s' is %.60s; expected %s", option->name, declared->kind,
            declared->name, found ? found : "of another type", expected[option->type]);
    cJSON_free(found);
    return TS_ERROR_USAGE;
}

static ts_status read_value(const ts_option_set *declared, const ts_ccd_option *option, const cJSON *item,
                            double *value, ts_error *error) {
    if (option->type == TS_OPTION_BOOLEAN) {
        if (!cJSON_IsBool(item)) return wrong_type(declared, option, item, error);
        *value = cJSON_IsTrue(item) ? 1.0 : 0.0;
        return TS_OK;
    }
    if (!cJSON_IsNumber(item)) return wrong_type(declared, option, item, error);
    const double number = item->valuedouble;
    if (option->type == TS_OPTION_INTEGER && number != floor(number)) return wrong_type(declared, option, item, error);
    if (!(number >= option->least && number <= option->most)) {
        return ts_fail(error, TS_ERROR_USAGE, "option '%s' of %s '%s' is %.17g; expected a value in [%.17g, %.17g]",
                       option->name, declared->kind, declared->name, number, option->least, option->most);
    }
    *value = number;
    return TS_OK;
}

static ts_status read_object(const ts_option_set *declared, const cJSON *object, double *values, ts_error *error) {
    bool seen[TS_CCD_MAX_OPTIONS] = {false};
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        const size_t i = find_option(declared, item->string);
        if (i == declared->count) return unknown_option(declared, item->string, error);
        if (seen[i]) {
            return ts_fail(error, TS_ERROR_USAGE, "option '%s' of %s '%s' is given twice; give it once", item->string,
                           declared->kind, declared->name);
        }
        seen[i] = true;
        const ts_status status = read_value(declared, &declared->options[i], item, &values[i], error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

ts_status ts_options_read(const ts_option_set *declared, const char *json, double *values, ts_error *error) {
    if (declared->count > TS_CCD_MAX_OPTIONS) {
        return ts_fail(error, TS_ERROR_INTERNAL, "%s '%s' declares %zu options; at most %d are allowed", declared->kind,
                       declared->name, declared->count, TS_CCD_MAX_OPTIONS);
    }
    double read[TS_CCD_MAX_OPTIONS];
    for (size_t i = 0; i < declared->count; ++i) read[i] = declared->options[i].standard;
    if (json) {
        char what[96];
        snprintf(what, sizeof what, "the options of %s '%s'", declared->kind, declared->name);
        cJSON *object = NULL;
        ts_status status = ts_json_parse_object(json, what, &object, error);
        if (status == TS_OK) status = read_object(declared, object, read, error);
        cJSON_Delete(object);
        if (status != TS_OK) return status;
    }
    if (declared->count > 0) memcpy(values, read, declared->count * sizeof *values);
    return TS_OK;
}

ts_status ts_ccd_read_options(const ts_ccd_option *options, size_t count, const char *options_json, double *values) {
    const ts_option_set declared = {.kind = "backend", .name = "?", .options = options, .count = count};
    return ts_options_read(&declared, options_json, values, NULL);
}

static ts_option_set declarations_of(const ts_ccd_backend *backend) {
    return (ts_option_set){
        .kind = "backend", .name = backend->name, .options = backend->options, .count = backend->option_count};
}

ts_status ts_ccd_resolve_options(const ts_ccd_backend *backend, const char *options_json, double *values,
                                 ts_error *error) {
    const ts_option_set declared = declarations_of(backend);
    return ts_options_read(&declared, options_json, values, error);
}

static int print_value(const ts_ccd_option *option, double value, char *text, size_t size) {
    if (option->type == TS_OPTION_BOOLEAN) {
        return snprintf(text, size, "\"%s\": %s", option->name, value != 0.0 ? "true" : "false");
    }
    char number[TS_SHORTEST];
    return snprintf(text, size, "\"%s\": %s", option->name, ts_shortest(value, number));
}

ts_status ts_ccd_print_options(const ts_ccd_backend *backend, const double *values, char *text, size_t size,
                               ts_error *error) {
    size_t used = (size_t)snprintf(text, size, "{");
    for (size_t i = 0; i < backend->option_count && used < size; ++i) {
        if (i > 0) used += (size_t)snprintf(text + used, size - used, ", ");
        if (used < size) used += (size_t)print_value(&backend->options[i], values[i], text + used, size - used);
    }
    if (used + 1 >= size) {
        return ts_fail(error, TS_ERROR_INTERNAL, "the options of backend '%s' need more than %zu characters",
                       backend->name, size);
    }
    text[used] = '}';
    text[used + 1] = '\0';
    return TS_OK;
}

static ts_status check_declaration(const ts_option_set *declared, size_t i, ts_error *error) {
    const ts_ccd_option *option = &declared->options[i];
    if (!option->name || option->name[0] == '\0' || !option->meaning) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s': option %zu lacks its name or meaning", declared->kind,
                       declared->name, i);
    }
    /* It is typed in NAME.key=value and written in JSON. */
    const size_t length = strspn(option->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (option->name[length] != '\0' || length > 60) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s '%s': '%.60s' is no name for an option; expected up to 60 letters, digits, '_' and '-'",
                       declared->kind, declared->name, option->name);
    }
    if (find_option(declared, option->name) != i) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s' declares option '%s' twice", declared->kind, declared->name,
                       option->name);
    }
    if ((unsigned)option->type > TS_OPTION_BOOLEAN) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s': option '%s' has the unknown type %d", declared->kind,
                       declared->name, option->name, (int)option->type);
    }
    if (!(option->least <= option->standard && option->standard <= option->most)) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s': the default %g of option '%s' is outside [%g, %g]",
                       declared->kind, declared->name, option->standard, option->name, option->least, option->most);
    }
    return TS_OK;
}

ts_status ts_options_check(const ts_option_set *declared, ts_error *error) {
    if (declared->count > TS_CCD_MAX_OPTIONS || (declared->count > 0 && !declared->options)) {
        return ts_fail(error, TS_ERROR_USAGE, "%s '%s' declares %zu options; expected a list of at most %d",
                       declared->kind, declared->name, declared->count, TS_CCD_MAX_OPTIONS);
    }
    for (size_t i = 0; i < declared->count; ++i) {
        const ts_status status = check_declaration(declared, i, error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

/* The referee multiplies by what it leaves of 1. */
static ts_status check_kept_gap(const ts_option_set *declared, ts_error *error) {
    const size_t i = find_option(declared, "s");
    if (i == declared->count) return TS_OK;
    const ts_ccd_option *option = &declared->options[i];
    if (option->type == TS_OPTION_REAL && option->least >= 0.0 && option->most <= 1.0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "option 's' of %s '%s' is the fraction of the gap that it keeps: a real number in [0, 1]; give what "
                   "it declares there another name or range",
                   declared->kind, declared->name);
}

ts_status ts_ccd_check_declarations(const ts_ccd_backend *backend, ts_error *error) {
    const ts_option_set declared = declarations_of(backend);
    const ts_status status = ts_options_check(&declared, error);
    return status == TS_OK ? check_kept_gap(&declared, error) : status;
}

ts_status ts_ccd_create_from_options(const ts_ccd_option *options, size_t count, const char *options_json,
                                     void **self) {
    double *values = malloc(count * sizeof *values);
    if (!values) return TS_ERROR_MEMORY;
    const ts_status status = ts_ccd_read_options(options, count, options_json, values);
    if (status == TS_OK)
        *self = values;
    else
        free(values);
    return status;
}
