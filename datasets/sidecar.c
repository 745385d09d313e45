/* SPDX-License-Identifier: MIT
 * Files beside X.csv that say, one line a query, what the CSV cannot. */
#include "datasets/sidecar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/c_locale.h"
#include "core/error.h"
#include "core/files.h"

ts_status ts_sidecar_open(ts_sidecar *sidecar, const char *csv, const char *suffix, ts_error *error) {
    const size_t stem = strlen(csv) - strlen(".csv");
    char *path = ts_text("%.*s%s", (int)stem, csv, suffix);
    if (!path) return ts_fail_memory(error, "a path");
    ts_status status = TS_OK;
    if (ts_path_exists(path)) {
        status = ts_lines_open(&sidecar->lines, path, error);
        sidecar->present = status == TS_OK;
    }
    free(path);
    return status;
}

void ts_sidecar_close(ts_sidecar *sidecar) {
    if (sidecar->present) ts_lines_close(&sidecar->lines);
    sidecar->present = false;
}

ts_status ts_sidecar_seek(ts_sidecar *sidecar, size_t index, ts_error *error) {
    if (!sidecar->present) return TS_OK;
    size_t skipped, line = sidecar->header + index;
    if (line < sidecar->lines.number) {
        const ts_status rewound = ts_lines_rewind(&sidecar->lines, error);
        if (rewound != TS_OK) return rewound;
    }
    return ts_lines_skip(&sidecar->lines, line - sidecar->lines.number, &skipped, error);
}

ts_status ts_sidecar_next(ts_sidecar *sidecar, char **text, size_t *length, ts_error *error) {
    const ts_status status = ts_lines_next(&sidecar->lines, text, length, error);
    if (status != TS_OK || *text) return status;
    return ts_fail(error, TS_ERROR_DATA, "%s:%zu: the file ends after %zu queries; expected a line for every query",
                   sidecar->lines.path, sidecar->lines.number + 1, sidecar->lines.number - sidecar->header);
}

ts_status ts_sidecar_number(ts_sidecar *sidecar, double *value, ts_error *error) {
    char *text;
    size_t length;
    const ts_status status = ts_sidecar_next(sidecar, &text, &length, error);
    if (status != TS_OK) return status;
    if (strlen(text) != length || !ts_parse_double(text, value)) {
        char excerpt[TS_EXCERPT_LENGTH];
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: expected one decimal number, found \"%s\"", sidecar->lines.path,
                       sidecar->lines.number, ts_excerpt(text, excerpt));
    }
    return TS_OK;
}

ts_status ts_sidecar_end(ts_sidecar *sidecar, ts_error *error) {
    if (!sidecar->present) return TS_OK;
    return ts_lines_expect_end(&sidecar->lines, "expected the end, as the .csv has no more queries", error);
}

bool ts_parse_double(const char *text, double *value) {
    char *end;
    ts_c_locale locale;
    if (!*text || text[strspn(text, "0123456789+-.eE")] != '\0') return false;
    ts_c_locale_enter(&locale);
    const double parsed = strtod(text, &end);
    ts_c_locale_leave(&locale);
    if (*end || !isfinite(parsed)) return false;
    *value = parsed;
    return true;
}

bool ts_parse_unsigned(const char *text, uint64_t most, uint64_t *value) {
    uint64_t parsed = 0;
    if (!*text) return false;
    for (; *text; ++text) {
        if (*text < '0' || *text > '9') return false;
        const uint64_t digit = (uint64_t)(*text - '0');
        if (digit > most || parsed > (most - digit) / 10) return false;
        parsed = 10 * parsed + digit;
    }
    *value = parsed;
    return true;
}
