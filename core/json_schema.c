/* SPDX-License-Identifier: MIT
 * A walk through document and schema side by side, to the first thing that is wrong. */
#include "core/json_schema.h"

#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_build.h"
#include "core/json_step.h"
#include "core/suggest.h"

typedef struct checking {
    const ts_json_rules *rules;
    const char *name;
    ts_error *error;
    ts_status status;
} checking;

static const cJSON *get(const cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool TS_PRINTF(3, 4) complain(checking *check, const ts_json_step *at, const char *format, ...) {
    char path[TS_JSON_PATH], message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    ts_json_step_path(at, path);
    check->status = ts_fail(check->error, TS_ERROR_DATA, "%s: %s%s%s", check->name, path, *path ? ": " : "", message);
    return false;
}

/* ---- Types ---- */

/* Beyond TS_MOST_IN_JSON it may be another one than was written. */
static bool is_whole(double value) {
    return value == floor(value) && fabs(value) <= (double)TS_MOST_IN_JSON;
}

static bool is_rounded(const cJSON *value) {
    return cJSON_IsNumber(value) && isfinite(value->valuedouble) && fabs(value->valuedouble) > (double)TS_MOST_IN_JSON;
}

static bool is_type(const cJSON *value, const char *type) {
    const bool number = cJSON_IsNumber(value) && isfinite(value->valuedouble);
    if (strcmp(type, "object") == 0) return cJSON_IsObject(value);
    if (strcmp(type, "array") == 0) return cJSON_IsArray(value);
    if (strcmp(type, "string") == 0) return cJSON_IsString(value);
    if (strcmp(type, "boolean") == 0) return cJSON_IsBool(value);
    if (strcmp(type, "null") == 0) return cJSON_IsNull(value);
    if (strcmp(type, "integer") == 0) return number && is_whole(value->valuedouble);
    return number && strcmp(type, "number") == 0;
}

static const char *words_of(const char *type) {
    static const char *const words[][2] = {{"object", "an object {...}"}, {"array", "an array [...]"},
                                           {"string", "a text"},          {"boolean", "true or false"},
                                           {"integer", "a whole number"}, {"number", "a number"}};
    for (size_t w = 0; w < sizeof words / sizeof *words; ++w) {
        if (strcmp(type, words[w][0]) == 0) return words[w][1];
    }
    return type;
}

/* What stands there, in words. */
static const char *shown(const cJSON *value, char text[48]) {
    if (cJSON_IsObject(value)) return "an object";
    if (cJSON_IsArray(value)) return "an array";
    if (cJSON_IsNull(value)) return "null";
    if (cJSON_IsBool(value)) return cJSON_IsTrue(value) ? "true" : "false";
    if (cJSON_IsNumber(value)) {
        snprintf(text, 48, "%.15g", value->valuedouble);
    } else {
        snprintf(text, 48, "'%.40s'", value->valuestring);
    }
    return text;
}

/* One type or a list of them. */
static bool has_type(const cJSON *value, const cJSON *type) {
    const cJSON *item;
    if (cJSON_IsString(type)) return is_type(value, type->valuestring);
    cJSON_ArrayForEach(item, type) {
        if (is_type(value, item->valuestring)) return true;
    }
    return false;
}

/* A whole number, if any may stand there. */
static const cJSON ZERO = {.type = cJSON_Number};

static bool check_type(checking *check, const cJSON *type, const cJSON *value, const ts_json_step *at) {
    char text[48], words[120] = "";
    if (!type || has_type(value, type)) return true;
    if (is_rounded(value) && has_type(&ZERO, type)) {
        return complain(check, at,
                        "%.17g may be another whole number than was written; those beyond %" PRIu64 " are rounded",
                        value->valuedouble, TS_MOST_IN_JSON);
    }
    const cJSON *item = cJSON_IsArray(type) ? type->child : type;
    for (; item; item = cJSON_IsArray(type) ? item->next : NULL) {
        const size_t length = strlen(words);
        snprintf(words + length, sizeof words - length, "%s%s", length ? " or " : "", words_of(item->valuestring));
    }
    return complain(check, at, "%s is expected here, not %s", words, shown(value, text));
}

/* ---- Values ---- */

static bool is_among(const cJSON *list, const cJSON *value) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (cJSON_Compare(item, value, true)) return true;
    }
    return false;
}

/* The text of the list, or the member of the object, that is nearest to it; "" when there is none. */
static const char *nearest(const cJSON *known, const char *text) {
    const char **names = calloc((size_t)cJSON_GetArraySize(known) + 1, sizeof *names);
    size_t count = 0;
    for (const cJSON *item = known ? known->child : NULL; names && item; item = item->next) {
        const char *name = cJSON_IsArray(known) ? item->valuestring : item->string;
        if (name) names[count++] = name;
    }
    const char *found = count > 0 ? ts_nearest_name(text, names, count) : NULL;
    free(names);
    return found ? found : "";
}

static bool check_choice(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    const cJSON *list = get(schema, "enum"), *only = get(schema, "const");
    char text[48], wanted[48];
    if (only && !cJSON_Compare(only, value, true)) {
        return complain(check, at, "%s is expected here, not %s", shown(only, wanted), shown(value, text));
    }
    if (!list || is_among(list, value)) return true;
    return complain(check, at, "%s is none of what may stand here; the nearest is '%s'", shown(value, text),
                    nearest(list, cJSON_IsString(value) ? value->valuestring : ""));
}

static bool check_bounds(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    const cJSON *least = get(schema, "minimum"), *above = get(schema, "exclusiveMinimum");
    if (!cJSON_IsNumber(value)) return true;
    if (least && value->valuedouble < least->valuedouble) {
        return complain(check, at, "%.15g is less than %g", value->valuedouble, least->valuedouble);
    }
    if (above && value->valuedouble <= above->valuedouble) {
        return complain(check, at, "%.15g is not above %g", value->valuedouble, above->valuedouble);
    }
    return true;
}

static bool check_pattern(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    const char *pattern = cJSON_GetStringValue(get(schema, "pattern"));
    regex_t expression;
    if (!pattern || !cJSON_IsString(value)) return true;
    if (regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) != 0) {
        check->status = ts_fail_memory(check->error, "a schema's pattern");
        return false;
    }
    const bool matches = regexec(&expression, value->valuestring, 0, NULL, 0) == 0;
    regfree(&expression);
    char text[48];
    return matches || complain(check, at, "%s is not of the form %s", shown(value, text), pattern);
}

/* ---- Objects and arrays ---- */

static bool check_value(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at);

/* Did the version that wrote the document have it already? */
static bool is_due(const checking *check, const cJSON *schema, const char *member) {
    const cJSON *since = get(get(schema, "since"), member);
    return !since || check->rules->version >= since->valueint;
}

static bool check_required(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    const cJSON *name;
    cJSON_ArrayForEach(name, get(schema, "required")) {
        if (get(value, name->valuestring) || !is_due(check, schema, name->valuestring)) continue;
        const ts_json_step step = {at, name->valuestring, 0};
        return complain(check, &step, "is missing");
    }
    return true;
}

static bool check_member(checking *check, const cJSON *schema, const cJSON *member, const ts_json_step *at) {
    const cJSON *known = get(schema, "properties"), *own = get(known, member->string);
    const cJSON *names = get(get(schema, "propertyNames"), "enum"), *others = get(schema, "additionalProperties");
    const ts_json_step step = {at, member->string, 0};
    if (own) return check_value(check, own, member, &step);
    const cJSON name = {.type = cJSON_String, .valuestring = member->string};
    const bool allowed = !cJSON_IsFalse(others) && (!names || is_among(names, &name));
    if (!allowed && !check->rules->lenient) {
        return complain(check, at, "there is no '%.60s' here; did you mean '%s'?", member->string,
                        nearest(names ? names : known, member->string));
    }
    return !allowed || !cJSON_IsObject(others) || check_value(check, others, member, &step);
}

static bool check_object(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    if (!cJSON_IsObject(value)) return true;
    for (const cJSON *member = value->child; member; member = member->next) {
        if (!check_member(check, schema, member, at)) return false;
    }
    return check_required(check, schema, value, at);
}

static bool check_array(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    const cJSON *items = get(schema, "items"), *first = get(schema, "prefixItems");
    const cJSON *least = get(schema, "minItems"), *most = get(schema, "maxItems");
    if (!cJSON_IsArray(value)) return true;
    const int count = cJSON_GetArraySize(value);
    if ((least && count < least->valueint) || (most && count > most->valueint)) {
        return complain(check, at, "%d items are too %s here", count, most && count > most->valueint ? "many" : "few");
    }
    int index = 0;
    const cJSON *own = first ? first->child : NULL;
    for (const cJSON *item = value->child; item; item = item->next) {
        const ts_json_step step = {at, NULL, index++};
        const cJSON *rule = own ? own : items;
        if (rule && !check_value(check, rule, item, &step)) return false;
        if (own) own = own->next;
    }
    return true;
}

/* The alternative for a value of that type; NULL: none. */
static const cJSON *alternative(const cJSON *list, const cJSON *value) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) {
        if (has_type(value, get(item, "type"))) return item;
    }
    return NULL;
}

static bool check_value(checking *check, const cJSON *schema, const cJSON *value, const ts_json_step *at) {
    static const char definitions[] = "#/$defs/";
    const char *reference = cJSON_GetStringValue(get(schema, "$ref"));
    const cJSON *choice = get(schema, "oneOf");
    if (reference) {
        const cJSON *target = get(get(check->rules->schema, "$defs"), reference + sizeof definitions - 1);
        return check_value(check, target, value, at);
    }
    if (choice) {
        const cJSON *one = alternative(choice, value);
        char text[48];
        return one ? check_value(check, one, value, at)
                   : complain(check, at, "%s is not of a type that may stand here", shown(value, text));
    }
    return check_type(check, get(schema, "type"), value, at) && check_choice(check, schema, value, at) &&
           check_bounds(check, schema, value, at) && check_pattern(check, schema, value, at) &&
           check_object(check, schema, value, at) && check_array(check, schema, value, at);
}

ts_status ts_json_check_schema(const cJSON *document, const ts_json_rules *rules, const char *name, ts_error *error) {
    checking check = {.rules = rules, .name = name, .error = error};
    check_value(&check, get(get(rules->schema, "$defs"), rules->definition), document, NULL);
    return check.status;
}
