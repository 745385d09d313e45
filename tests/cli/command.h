/* SPDX-License-Identifier: MIT
 * Runs of the built command in the scratch folder: exit code, outputs, what is expected of them. */
#ifndef TS_TESTS_CLI_COMMAND_H
#define TS_TESTS_CLI_COMMAND_H

#include <sys/wait.h>

#include <cJSON.h>

#include "tests/datasets/scratch.h"

/* What the last run did. */
static int command_code;
static char *command_out, *command_err;

static inline void command_setup(void) {
    scratch_setup();
}

static inline void command_teardown(void) {
    free(command_out);
    free(command_err);
    command_out = command_err = NULL;
    scratch_teardown();
}

/* Runs a line of shell in the scratch folder; touchstone is the command there. */
__attribute__((format(printf, 1, 2))) static inline void shell(const char *format, ...) {
    char line[2048], whole[4096];
    size_t length;
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    snprintf(whole, sizeof whole, "cd '%s' && { touchstone() { '%s/touchstone' \"$@\"; }; %s; } >out 2>err </dev/null",
             scratch_folder, TS_BINARY_DIR, line);
    const int status = system(whole);
    ck_assert_msg(WIFEXITED(status), "%s: ended by a signal", line);
    command_code = WEXITSTATUS(status);
    free(command_out);
    free(command_err);
    command_out = read_bytes(scratch("out"), &length);
    command_err = read_bytes(scratch("err"), &length);
}

static inline void expect(int code, const char *in_out, const char *in_err) {
    const char *out = command_out ? command_out : "", *err = command_err ? command_err : "";
    ck_assert_msg(command_code == code, "exit code %d, expected %d\n%.1500s%.1500s", command_code, code, out, err);
    ck_assert_msg(strstr(out, in_out) != NULL, "'%s' is not in the output:\n%.1500s%.1500s", in_out, out, err);
    ck_assert_msg(strstr(err, in_err) != NULL, "'%s' is not in the messages:\n%.3000s", in_err, err);
}

/* A file of the scratch folder as JSON; the caller deletes it. */
static inline cJSON *read_json(const char *name) {
    size_t length;
    char *text = read_bytes(scratch("%s", name), &length);
    cJSON *json = cJSON_Parse(text);
    ck_assert_msg(json != NULL, "%s is no JSON:\n%.3000s", name, text);
    free(text);
    return json;
}

static inline double number_of(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsNumber(member), "%s is no number", name);
    return member->valuedouble;
}

static inline const char *string_of(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    ck_assert_msg(cJSON_IsString(member), "%s is no text", name);
    return member->valuestring;
}

#endif
