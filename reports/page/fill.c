/* SPDX-License-Identifier: GPL-2.0-or-later
 * Filling the page's places: each is a comment in report.html that names what comes there. */
#include "reports/page/fill.h"

#include <string.h>

/* In JSON a '<' is only ever part of a text, where it may be written so: nothing looks like "</script" then. */
static void write_data(const char *json, FILE *out) {
    for (; *json; ++json) {
        if (*json == '<')
            fputs("\\u003c", out);
        else
            fputc(*json, out);
    }
}

void ts_report_page_write(const char *json, FILE *out) {
    static const struct {
        const char *place, *text; /* NULL: the data */
    } parts[] = {{"<!--report.css-->", ts_page_report_css},
                 {"<!--data-->", NULL},
                 {"<!--view.js-->", ts_page_view_js},
                 {"<!--report.js-->", ts_page_report_js}};
    const char *rest = ts_page_report_html;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; ++p) {
        const char *place = strstr(rest, parts[p].place);
        if (!place) continue;
        fwrite(rest, 1, (size_t)(place - rest), out);
        if (parts[p].text)
            fputs(parts[p].text, out);
        else
            write_data(json, out);
        rest = place + strlen(parts[p].place);
    }
    fputs(rest, out);
}
