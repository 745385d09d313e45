/* SPDX-License-Identifier: GPL-2.0-or-later
 * Quoting of RFC 4180. */
#include "benches/csv.h"

#include <string.h>

void ts_csv_write_text(FILE *stream, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stream);
        return;
    }
    putc('"', stream);
    for (const char *c = text; *c; ++c) {
        if (*c == '"') putc('"', stream);
        putc(*c, stream);
    }
    putc('"', stream);
}
