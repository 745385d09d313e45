/* SPDX-License-Identifier: GPL-2.0-or-later
 * Files of tables. */
#include "reports/files.h"

#include <math.h>
#include <stdlib.h>

#include <touchstone/version.h>

#include "core/error.h"
#include "core/files.h"

ts_status ts_report_file(const char *folder, const char *name, ts_report_writer *write, const void *self,
                         ts_error *error) {
    char *path = ts_path_join(folder, name);
    ts_output output;
    ts_status status = path ? ts_output_open(&output, path, true, error) : ts_fail_memory(error, "a path");
    free(path);
    if (status != TS_OK) return status;
    if (write(self, output.stream) == TS_OK) return ts_output_close(&output, error);
    ts_output_abandon(&output);
    return ts_fail_memory(error, "the table");
}

void ts_report_context(const ts_context *context, FILE *out) {
    fprintf(out, "Touchstone %s (%s), %s.\n%s, %d cores, %s; %s, `%s`", TS_VERSION, context->commit, context->date,
            context->cpu, context->cores, context->system, context->compiler, context->flags);
    if (*context->blas) fprintf(out, "; BLAS for %s", context->blas);
    fputs(".\n\n", out);
}

char *ts_report_number(const char *format, double value) {
    char digits[40];
    if (!isfinite(value)) return ts_text("-");
    snprintf(digits, sizeof digits, format, value);
    return ts_text("%s", digits);
}
