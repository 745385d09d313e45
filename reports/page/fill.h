/* SPDX-License-Identifier: GPL-2.0-or-later
 * The page of a report: reports/page/html/ with the data in it, one file that needs nothing else. */
#ifndef TS_REPORTS_PAGE_FILL_H
#define TS_REPORTS_PAGE_FILL_H

#include <stdio.h>

/* The files of reports/page/html, put into the library by cmake/Page.cmake. */
extern const char ts_page_report_html[], ts_page_report_css[], ts_page_report_js[], ts_page_view_js[];

/* json: the page's data (docs/reports.md). No text in it can end the script element that holds it. */
void ts_report_page_write(const char *json, FILE *out);

#endif
