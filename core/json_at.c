/* SPDX-License-Identifier: MIT
 * Reading JSON with paths in the complaints. */
#include "core/json_at.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/suggest.h"

const ts_json_range TS_JSON_ANY = {-INFINITY, INFINITY, false, false};
const ts_json_range TS_JSON_POSITIVE = {0.0, INFINITY, false, false};
const ts_json_range TS_JSON_NOT_NEGATIVE = {0.0, INFINITY, true, false};

ts_json_at ts_json_root(const cJSON *document, ts_json_reading *reading) {
    return (ts_json_at){.json = document, .reading = reading};
}

/* A path that is too long ends early: it is for messages alone. */
static void set_path(ts_json_at *at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(at->path, sizeof at->path, format, arguments);
    va_end(arguments);
}

ts_json_at ts_json_member(const ts_json_at *at, const char *name) {
    ts_json_at made = {.reading = at->reading};
    made.json = cJSON_IsObject(at->json) ? cJSON_GetObjectItemCaseSensitive(at->json, name) : NULL;
    set_path(&made, "%s%s%s", at->path, *at->path ? "." : "", name);
    return made;
}

ts_json_at ts_json_item(const ts_json_at *at, int index) {
    ts_json_at made = {.reading = at->reading};
    made.json = cJSON_IsArray(at->json) ? cJSON_GetArrayItem(at->json, index) : NULL;
    set_path(&made, "%s[%d]", at->path, index);
    return made;
}

int ts_json_items(const ts_json_at *at) {
    return cJSON_IsArray(at->json) ? cJSON_GetArraySize(at->json) : 0;
}

bool ts_json_failed(const ts_json_at *at) {
    return at->reading->status != TS_OK;
}

enum { MESSAGE = 600 };

/* The message; false where something has failed before, which stands. */
static bool make_message(const ts_json_at *at, char message[MESSAGE], const char *format, va_list arguments) {
    if (ts_json_failed(at)) return false;
    vsnprintf(message, MESSAGE, format, arguments);
    return true;
}

void ts_json_complain(const ts_json_at *at, const char *format, ...) {
    char message[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    if (make_message(at, message, format, arguments))
        at->reading->status = ts_fail(at->reading->error, TS_ERROR_DATA, "%s: %s%s%s", at->reading->file, at->path,
                                      *at->path ? ": " : "", message);
    va_end(arguments);
}

void ts_json_refuse(const ts_json_at *at, const char *format, ...) {
    char message[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    if (make_message(at, message, format, arguments))
        at->reading->status = ts_fail(at->reading->error, TS_ERROR_USAGE, "%s", message);
    va_end(arguments);
}

static bool is_among(const char *name, const char *const *names) {
    for (; *names; ++names) {
        if (strcmp(name, *names) == 0) return true;
    }
    return false;
}

static size_t length_of(const char *const *names) {
    size_t count = 0;
    while (names[count]) ++count;
    return count;
}

void ts_json_expect_object(const ts_json_at *at, const char *const *names) {
    if (!at->json || ts_json_failed(at)) return;
    if (!cJSON_IsObject(at->json)) {
        ts_json_complain(at, "an object {...} is expected here");
        return;
    }
    for (const cJSON *member = at->json->child; member; member = member->next) {
        if (is_among(member->string, names)) {
            if (cJSON_GetObjectItemCaseSensitive(at->json, member->string) == member) continue;
            ts_json_complain(at, "'%s' stands here twice", member->string);
            return;
        }
        const char *near = ts_nearest_name(member->string, names, length_of(names));
        ts_json_complain(at, "there is no '%s' here; did you mean '%s'?", member->string, near);
        return;
    }
}

bool ts_json_expect_array(const ts_json_at *at) {
    if (!at->json) return false;
    if (cJSON_IsArray(at->json)) return true;
    ts_json_complain(at, "an array [...] is expected here");
    return false;
}

static bool is_in(double value, ts_json_range range) {
    const bool above = range.lo_closed ? value >= range.lo : value > range.lo;
    return above && (range.hi_closed ? value <= range.hi : value < range.hi);
}

/* What stands for a value that was complained of: callers convert it before they look for complaints. */
static double value_in(ts_json_range range) {
    if (range.lo_closed) return range.lo;
    if (range.hi_closed) return range.hi;
    if (isfinite(range.lo)) return isfinite(range.hi) ? range.lo + 0.5 * (range.hi - range.lo) : range.lo + 1.0;
    return isfinite(range.hi) ? range.hi - 1.0 : 1.0;
}

double ts_json_value(const ts_json_at *at, ts_json_range range) {
    if (!cJSON_IsNumber(at->json)) {
        ts_json_complain(at, "a number is expected here");
        return value_in(range);
    }
    const double value = at->json->valuedouble;
    if (isfinite(value) && is_in(value, range)) return value;
    ts_json_complain(at, "%.15g is outside %c%g, %g%c", value, range.lo_closed ? '[' : '(', range.lo, range.hi,
                     range.hi_closed ? ']' : ')');
    return value_in(range);
}

double ts_json_number(const ts_json_at *at, const char *name, double standard, ts_json_range range) {
    const ts_json_at member = ts_json_member(at, name);
    return member.json ? ts_json_value(&member, range) : standard;
}

double ts_json_whole_value(const ts_json_at *at, ts_json_range range) {
    const double value = ts_json_value(at, range);
    if (value == floor(value)) return value;
    ts_json_complain(at, "%.15g is not a whole number", value);
    return range.lo;
}

double ts_json_whole_number(const ts_json_at *at, const char *name, double standard, ts_json_range range) {
    const ts_json_at member = ts_json_member(at, name);
    return member.json ? ts_json_whole_value(&member, range) : standard;
}

bool ts_json_truth(const ts_json_at *at, const char *name, bool standard) {
    const ts_json_at member = ts_json_member(at, name);
    if (!member.json) return standard;
    if (!cJSON_IsBool(member.json)) ts_json_complain(&member, "true or false is expected here");
    return cJSON_IsTrue(member.json);
}

const char *ts_json_string(const ts_json_at *at, const char *name, const char *standard) {
    const ts_json_at member = ts_json_member(at, name);
    if (!member.json) return standard;
    if (cJSON_IsString(member.json)) return member.json->valuestring;
    ts_json_complain(&member, "a text is expected here");
    return standard;
}

bool ts_json_vector(const ts_json_at *at, const char *name, double out[3]) {
    const ts_json_at member = ts_json_member(at, name);
    if (!member.json) return false;
    if (ts_json_items(&member) != 3) {
        ts_json_complain(&member, "three numbers [x, y, z] are expected here");
        return false;
    }
    for (int c = 0; c < 3; ++c) {
        const ts_json_at item = ts_json_item(&member, c);
        out[c] = ts_json_value(&item, TS_JSON_ANY);
    }
    return true;
}

int ts_json_choice(const ts_json_at *at, const char *name, int standard, const char *const *names) {
    const char *text = ts_json_string(at, name, NULL);
    if (!text) return standard;
    for (int k = 0; names[k]; ++k) {
        if (strcmp(text, names[k]) == 0) return k;
    }
    const ts_json_at member = ts_json_member(at, name);
    ts_json_complain(&member, "there is no '%s'; did you mean '%s'?", text,
                     ts_nearest_name(text, names, length_of(names)));
    return standard;
}
