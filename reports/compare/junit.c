/* SPDX-License-Identifier: GPL-2.0-or-later
 * A comparison as a JUnit file: for each record a test case of its answers and, where they were compared, one of its
 * times; one for the run as a whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/escape.h"
#include "core/files.h"
#include "reports/compare/compare.h"

/* Which findings a test case has: those of a record's answers or times, or of no record. */
typedef struct test_case {
    const char *subject, *actor; /* NULL: of no record */
    const char *what;
} test_case;

static const char ANSWERS[] = "answers", TIMES[] = "times", RUN[] = "run";

static bool fails(const ts_finding *finding) {
    return finding->kind == TS_FINDING_WORSE || finding->kind == TS_FINDING_SLOWER;
}

static bool is_of(const test_case *test, const ts_finding *finding) {
    if (!test->subject || !finding->subject) return !test->subject && !finding->subject;
    return strcmp(test->subject, finding->subject) == 0 && strcmp(test->actor, finding->actor) == 0 &&
           (finding->kind == TS_FINDING_SLOWER) == (test->what == TIMES);
}

static void write_finding(const ts_finding *finding, FILE *out) {
    ts_put_xml(out, finding->text);
    if (finding->command) fputs("\n", out);
    if (finding->command) ts_put_xml(out, finding->command);
    fputs("\n", out);
}

/* The next of the test's findings from `from` on that fail, or that do not; the count: none. */
static size_t next_of(const ts_comparison *comparison, const test_case *test, bool failing, size_t from) {
    while (from < comparison->finding_count &&
           (fails(&comparison->findings[from]) != failing || !is_of(test, &comparison->findings[from])))
        ++from;
    return from;
}

/* The first that fails has the message; the element holds them all. */
static void write_failure(const ts_comparison *comparison, const test_case *test, FILE *out) {
    size_t f = next_of(comparison, test, true, 0);
    if (f == comparison->finding_count) return;
    fprintf(out, "      <failure type=\"%s\" message=\"", ts_finding_name(comparison->findings[f].kind));
    ts_put_xml(out, comparison->findings[f].text);
    fputs("\">", out);
    for (; f < comparison->finding_count; f = next_of(comparison, test, true, f + 1))
        write_finding(&comparison->findings[f], out);
    fputs("</failure>\n", out);
}

static void write_notes(const ts_comparison *comparison, const test_case *test, FILE *out) {
    size_t f = next_of(comparison, test, false, 0);
    if (f == comparison->finding_count) return;
    fputs("      <system-out>", out);
    for (; f < comparison->finding_count; f = next_of(comparison, test, false, f + 1)) {
        fprintf(out, "%s: ", ts_finding_name(comparison->findings[f].kind));
        write_finding(&comparison->findings[f], out);
    }
    fputs("</system-out>\n", out);
}

static void write_case(const ts_comparison *comparison, const test_case *test, FILE *out) {
    fputs("    <testcase classname=\"", out);
    ts_put_xml(out, test->subject ? test->subject : "results");
    fputs("\" name=\"", out);
    if (test->actor) ts_put_xml(out, test->actor);
    fprintf(out, "%s%s\">\n", test->actor ? ", " : "", test->what);
    write_failure(comparison, test, out);
    write_notes(comparison, test, out);
    fputs("    </testcase>\n", out);
}

/* ---- All of them ---- */

typedef struct cases {
    test_case *items; /* owned */
    size_t count;
} cases;

/* A record that is gone has no row: its findings make its case, once. */
static bool is_new(const cases *all, const ts_finding *finding) {
    for (size_t k = 0; finding->subject && k < all->count; ++k) {
        const test_case *test = &all->items[k];
        if (test->subject && strcmp(test->subject, finding->subject) == 0 && strcmp(test->actor, finding->actor) == 0)
            return false;
    }
    return finding->subject != NULL;
}

static bool list_cases(const ts_comparison *comparison, cases *all) {
    all->items = calloc(2 * comparison->records + comparison->finding_count + 1, sizeof *all->items);
    if (!all->items) return false;
    all->items[all->count++] = (test_case){NULL, NULL, RUN};
    for (size_t r = 0; r < comparison->records; ++r) {
        const ts_compared *row = &comparison->rows[r];
        all->items[all->count++] = (test_case){row->subject, row->actor, ANSWERS};
        if (!isnan(row->ratio)) all->items[all->count++] = (test_case){row->subject, row->actor, TIMES};
    }
    for (size_t f = 0; f < comparison->finding_count; ++f) {
        const ts_finding *finding = &comparison->findings[f];
        if (is_new(all, finding)) all->items[all->count++] = (test_case){finding->subject, finding->actor, ANSWERS};
    }
    return true;
}

static void write_junit(const ts_comparison *comparison, const cases *all, FILE *out) {
    size_t failures = 0;
    for (size_t k = 0; k < all->count; ++k)
        failures += next_of(comparison, &all->items[k], true, 0) < comparison->finding_count;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites>\n  <testsuite name=\"touchstone compare\" tests=\"%zu\" failures=\"%zu\">\n",
            all->count, failures);
    for (size_t k = 0; k < all->count; ++k) write_case(comparison, &all->items[k], out);
    fputs("  </testsuite>\n</testsuites>\n", out);
}

ts_status ts_comparison_write_junit(const ts_comparison *comparison, const char *path, ts_error *error) {
    ts_output output;
    cases all = {0};
    ts_status status = list_cases(comparison, &all) ? TS_OK : ts_fail_memory(error, "a comparison");
    if (status == TS_OK) status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        write_junit(comparison, &all, output.stream);
        status = ts_output_close(&output, error);
    }
    free(all.items);
    return status;
}
