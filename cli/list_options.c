/* SPDX-License-Identifier: GPL-2.0-or-later
 * Declared options as text and JSON. */
#include "cli/list_options.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/say.h"

static const char *type_name(ts_ccd_option_type type) {
    static const char *const NAMES[] = {"real", "integer", "boolean"};
    return NAMES[type];
}

/* The last double before a round number is what is below it. */
static void print_range(const ts_ccd_option *option) {
    char most[32];
    snprintf(most, sizeof most, "%g", option->most);
    printf("from %g to %s%s, ", option->least, strtod(most, NULL) > option->most ? "below " : "", most);
}

void ts_print_options(const char *owner, const ts_ccd_option *options, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const ts_ccd_option *option = &options[i];
        const bool is_truth = option->type == TS_OPTION_BOOLEAN;
        char standard[32];
        snprintf(standard, sizeof standard, "%g", option->standard);
        if (is_truth) snprintf(standard, sizeof standard, "%s", option->standard != 0.0 ? "true" : "false");
        ts_say(stdout, "  option %s.%s: %s, default %s, ", owner, option->name, type_name(option->type), standard);
        if (!is_truth) print_range(option);
        ts_say(stdout, "%s\n", option->meaning);
    }
}

static void add_option(ts_json_builder *builder, cJSON *array, const ts_ccd_option *option) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "name", option->name);
    ts_build_text(builder, object, "type", type_name(option->type));
    ts_build_real(builder, object, "default", option->standard);
    ts_build_real(builder, object, "least", option->least);
    ts_build_real(builder, object, "most", option->most);
    ts_build_text(builder, object, "meaning", option->meaning);
}

void ts_build_options(ts_json_builder *builder, cJSON *object, const ts_ccd_option *options, size_t count) {
    cJSON *array = ts_build_array(builder, object, "options");
    for (size_t i = 0; i < count; ++i) add_option(builder, array, &options[i]);
}
