/* SPDX-License-Identifier: GPL-2.0-or-later
 * The one place where texts are quoted for gnuplot. */
#include "reports/plots/put.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>

static bool is_control(char c) {
    return iscntrl((unsigned char)c) != 0;
}

/* In double quotes gnuplot knows escapes, and runs what stands in backticks. It reads octal escapes in data as well,
 * where a quote behind a backslash would end the field. */
static void put_quoted(FILE *out, const char *text, bool keeps_control) {
    fputc('"', out);
    for (; *text; ++text) {
        const bool special = *text == '"' || *text == '\\' || *text == '`';
        if (special || (keeps_control && is_control(*text)))
            fprintf(out, "\\%03o", (unsigned)(unsigned char)*text);
        else
            fputc(is_control(*text) ? ' ' : *text, out);
    }
    fputc('"', out);
}

void ts_plot_put_text(FILE *out, const char *text) {
    put_quoted(out, text, false);
}

void ts_plot_put_path(FILE *out, const char *path) {
    put_quoted(out, path, true);
}

void ts_plot_put_comment(FILE *out, const char *text) {
    fputs("# ", out);
    for (; *text; ++text) fputc(is_control(*text) ? ' ' : *text, out);
    fputc('\n', out);
}

void ts_plot_put_number(FILE *out, double value) {
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputc('?', out);
}

void ts_plot_put_value(FILE *out, double value) {
    if (isfinite(value))
        fprintf(out, "%.9g", value);
    else
        fputs("NaN", out);
}
