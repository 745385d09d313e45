/* SPDX-License-Identifier: GPL-2.0-or-later
 * A comparison as a JUnit file: a test case for each finding that fails or warns, and one for the whole when nothing
 * does. */
#include "core/error.h"
#include "core/escape.h"
#include "core/files.h"
#include "reports/compare/compare.h"

static void write_case(FILE *out, const ts_finding *finding) {
    const bool fails = finding->kind == TS_FINDING_WORSE || finding->kind == TS_FINDING_SLOWER;
    fputs("    <testcase classname=\"", out);
    ts_put_xml(out, finding->subject ? finding->subject : "results");
    fputs("\" name=\"", out);
    ts_put_xml(out, finding->actor ? finding->actor : "run");
    fputs(fails ? "\">\n      <failure type=\"" : "\">\n      <system-out>", out);
    if (fails) fprintf(out, "%s\" message=\"", ts_finding_name(finding->kind));
    ts_put_xml(out, finding->text ? finding->text : "");
    if (fails) fputs("\">", out);
    if (finding->command) {
        fputs(fails ? "" : "; ", out);
        ts_put_xml(out, finding->command);
    }
    fputs(fails ? "</failure>\n    </testcase>\n" : "</system-out>\n    </testcase>\n", out);
}

static void write_junit(const ts_comparison *comparison, FILE *out) {
    const size_t failures =
        ts_comparison_count(comparison, TS_FINDING_WORSE) + ts_comparison_count(comparison, TS_FINDING_SLOWER);
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites>\n  <testsuite name=\"touchstone compare\" tests=\"%zu\" failures=\"%zu\">\n"
            "    <testcase classname=\"results\" name=\"%zu records compared, %zu by time\"/>\n",
            comparison->finding_count + 1, failures, comparison->records, comparison->timed);
    for (size_t f = 0; f < comparison->finding_count; ++f) write_case(out, &comparison->findings[f]);
    fputs("  </testsuite>\n</testsuites>\n", out);
}

ts_status ts_comparison_write_junit(const ts_comparison *comparison, const char *path, ts_error *error) {
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    write_junit(comparison, output.stream);
    return ts_output_close(&output, error);
}
