/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checking output paths against the file system and against inputs. */
#include "cli/outputs.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"

/* Of two paths that lead nowhere yet. */
static bool same_place(const char *a, const char *b) {
    char *in_a = ts_path_folder(a), *in_b = ts_path_folder(b);
    const bool same = in_a && in_b && strcmp(ts_path_name(a), ts_path_name(b)) == 0 && ts_path_same(in_a, in_b);
    free(in_a);
    free(in_b);
    return same;
}

bool ts_outputs_meet(const char *a, const char *b) {
    struct stat at_a, at_b;
    const bool a_is = stat(a, &at_a) == 0, b_is = stat(b, &at_b) == 0;
    if (a_is && b_is) return S_ISREG(at_a.st_mode) && ts_path_same(a, b);
    return !a_is && !b_is && same_place(a, b);
}

/* What a run leaves, by its name: a report beside these is welcome. */
static bool has_name_of_run(const char *path) {
    static const char *const ENDS[] = {".vtu", ".obj", ".vtp", ".ply", ".stl", ".pvd", ".jsonl", ".bin"};
    const char *dot = strrchr(ts_path_name(path), '.');
    for (size_t k = 0; dot && k < sizeof ENDS / sizeof *ENDS; ++k) {
        if (strcmp(dot, ENDS[k]) == 0) return true;
    }
    return false;
}

/* The folder whose files an input names: itself, or where the .pvd of a run lies; the caller frees it. */
static char *folder_of(const char *input) {
    struct stat at;
    const char *dot = strrchr(ts_path_name(input), '.');
    if (dot && strcmp(dot, ".pvd") == 0) return ts_path_folder(input);
    return stat(input, &at) == 0 && S_ISDIR(at.st_mode) ? ts_text("%s", input) : NULL;
}

/* Is the file in the folder of the input, or in one of its folders? */
static bool lies_in(const char *path, const char *input) {
    char file[PATH_MAX], top[PATH_MAX], *folder = folder_of(input);
    const bool are_there = folder && realpath(path, file) && realpath(folder, top);
    free(folder);
    const size_t length = are_there ? strlen(top) : 0;
    return are_there && strncmp(file, top, length) == 0 && file[length] == '/';
}

bool ts_output_holds(const char *output, const char *input) {
    return lies_in(input, output);
}

ts_status ts_output_is_no_input(const char *output, const char *input, ts_error *error) {
    if (!output || !input) return TS_OK;
    const bool is_of_run = has_name_of_run(output) && lies_in(output, input);
    if (!is_of_run && !(ts_path_exists(input) && ts_outputs_meet(output, input))) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s is an input as well%s%s; choose another output path", output,
                   is_of_run ? ", of " : "", is_of_run ? input : "");
}

ts_status ts_outputs_check(const char *const *output, size_t outputs, const char *const *input, size_t inputs,
                           ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < outputs; ++i) {
        if (!output[i]) continue;
        status = ts_output_check(output[i], true, error);
        for (size_t k = 0; status == TS_OK && k < i; ++k) {
            if (!output[k] || !ts_outputs_meet(output[i], output[k])) continue;
            status = ts_fail(error, TS_ERROR_USAGE, "%s is named as two outputs; give each its own file", output[i]);
        }
        for (size_t k = 0; status == TS_OK && k < inputs; ++k)
            status = ts_output_is_no_input(output[i], input[k], error);
    }
    return status;
}

/* ---- Reports ---- */

typedef enum text_form { FORM_ANY, FORM_JSON, FORM_OTHER_TEXT, FORM_BINARY } text_form;

/* By the first of its bytes. What cannot be read, or is empty, may be anything. */
static text_form form_of(const char *path) {
    char bytes[4096];
    struct stat at;
    if (stat(path, &at) != 0 || !S_ISREG(at.st_mode)) return FORM_ANY;
    FILE *file = fopen(path, "rb");
    if (!file) return FORM_ANY;
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (memchr(bytes, '\0', count)) return FORM_BINARY;
    size_t k = 0;
    while (k < count && isspace((unsigned char)bytes[k])) ++k;
    if (k == count) return FORM_ANY;
    return bytes[k] == '{' || bytes[k] == '[' ? FORM_JSON : FORM_OTHER_TEXT;
}

ts_status ts_output_replaces_report(const char *path, bool is_json, ts_error *error) {
    static const char *const NAMES[] = {
        [FORM_JSON] = "JSON", [FORM_OTHER_TEXT] = "text that is no JSON", [FORM_BINARY] = "binary data"};
    const text_form form = path ? form_of(path) : FORM_ANY;
    if (form == FORM_ANY || form == (is_json ? FORM_JSON : FORM_OTHER_TEXT)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s is there and holds %s, which no earlier report of this kind does: remove it, or choose another "
                   "output path",
                   path, NAMES[form]);
}
