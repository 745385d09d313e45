/* SPDX-License-Identifier: GPL-2.0-or-later
 * Declared options as text and JSON. */
#include "cli/list_options.h"

#include <stdio.h>

#include "core/json.h"

static const char *type_name(ts_ccd_option_type type) {
    static const char *const NAMES[] = {"real", "integer", "boolean"};
    return NAMES[type];
}

void ts_print_options(const char *owner, const ts_ccd_option *options, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const ts_ccd_option *option = &options[i];
        printf("  option %s.%s: %s, default %g, ", owner, option->name, type_name(option->type), option->standard);
        if (option->type != TS_OPTION_BOOLEAN) printf("from %g to %g, ", option->least, option->most);
        printf("%s\n", option->meaning);
    }
}

static bool add_option(cJSON *array, const ts_ccd_option *option) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    return cJSON_AddStringToObject(object, "name", option->name) &&
           cJSON_AddStringToObject(object, "type", type_name(option->type)) &&
           ts_json_add_real(object, "default", option->standard) && ts_json_add_real(object, "least", option->least) &&
           ts_json_add_real(object, "most", option->most) &&
           cJSON_AddStringToObject(object, "meaning", option->meaning);
}

bool ts_add_options(cJSON *object, const ts_ccd_option *options, size_t count) {
    cJSON *array = cJSON_AddArrayToObject(object, "options");
    bool added = array != NULL;
    for (size_t i = 0; i < count && added; ++i) added = add_option(array, &options[i]);
    return added;
}
