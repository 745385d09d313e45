/* SPDX-License-Identifier: GPL-2.0-or-later
 * The one place where texts are quoted for gnuplot. */
#include "reports/plots/put.h"

#include <math.h>
#include <stdbool.h>

#include "core/escape.h"

static void put_octal(FILE *out, const char *from, const char *to) {
    for (; from < to; ++from) fprintf(out, "\\%03o", (unsigned)(unsigned char)*from);
}

/* In double quotes gnuplot knows escapes, and runs what stands in backticks. It reads octal escapes in data as well,
 * where a quote behind a backslash would end the field. */
static void put_character(FILE *out, char c) {
    if (c == '"' || c == '\\' || c == '`')
        put_octal(out, &c, &c + 1);
    else
        fputc(c, out);
}

/* exact: what may not be shown is written by its bytes, not by words. */
static void put_quoted(FILE *out, const char *text, bool exact) {
    ts_piece piece;
    fputc('"', out);
    for (const char *at = text; ts_piece_next(&text, &piece); at = text) {
        if (piece.is_escape && exact)
            put_octal(out, at, text);
        else
            for (size_t i = 0; i < piece.length; ++i) put_character(out, piece.bytes[i]);
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
    ts_put_terminal(out, text);
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
