/* SPDX-License-Identifier: GPL-2.0-or-later
 * Aims of bench-ccd and what was reached. */
#include "benches/micro/ccd_aims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benches/context.h"
#include "ccd/timing.h"

/* A batch is to be that many times faster than one by one, on sets of so many queries and more. */
static const double BATCH_AIM = 1.8;
enum { BATCH_AIM_QUERIES = 20000 };

/* Over ACCD. set: NULL for recorded queries. */
typedef struct accd_aim {
    const char *set;
    ts_ccd_kind kind;
    double times;
} accd_aim;

static const accd_aim OVER_ACCD[] = {
    {NULL, TS_POINT_TRIANGLE, 10.0},
    {NULL, TS_EDGE_EDGE, 4.0},
    {"close", TS_POINT_TRIANGLE, 30.0},
    {"close", TS_EDGE_EDGE, 10.0},
};

static ts_aim_row *row_of(ts_aims *aims, const char *set, bool recorded, ts_ccd_kind kind) {
    for (size_t r = 0; r < aims->count; ++r) {
        ts_aim_row *row = &aims->rows[r];
        if (strcmp(row->set, set) == 0 && row->recorded == recorded && row->kind == kind) return row;
    }
    if (aims->count == TS_AIM_SETS) return NULL;
    aims->rows[aims->count] = (ts_aim_row){.set = set, .recorded = recorded, .kind = kind};
    return &aims->rows[aims->count++];
}

void ts_aims_add(ts_aims *aims, const char *set, bool recorded, ts_ccd_kind kind, const ts_aim_measured *measured) {
    ts_aim_row *row = row_of(aims, set, recorded, kind);
    if (!row || row->seeds == TS_AIM_SEEDS) return;
    row->queries = measured->queries;
    row->batch[row->seeds] = measured->batch;
    row->over_accd[row->seeds] = measured->over_accd;
    row->over_batch[row->seeds] = measured->over_batch;
    row->over_reading[row->seeds] = measured->over_reading;
    ++row->seeds;
}

/* Sorts the values; prints and returns their median. */
static double print_spread(double *values, size_t count) {
    const double median = ts_median(values, count);
    printf(" %7.2f [%5.2f, %5.2f]", median, values[0], values[count - 1]);
    return median;
}

static double aim_over_accd(const ts_aim_row *row) {
    for (size_t a = 0; a < sizeof OVER_ACCD / sizeof *OVER_ACCD; ++a) {
        const char *set = OVER_ACCD[a].set;
        const bool same_set = set ? !row->recorded && strcmp(set, row->set) == 0 : row->recorded;
        if (OVER_ACCD[a].kind == row->kind && same_set) return OVER_ACCD[a].times;
    }
    return 0.0;
}

static void print_aim(const char *what, double aim, double reached) {
    /* With more digits than the column, in which a figure just below the aim is rounded to it. */
    if (reached >= aim)
        printf("  %s >= %g: reached", what, aim);
    else
        printf("  %s >= %g: not reached (%.6g)", what, aim, reached);
}

static void print_row(ts_aim_row *row) {
    const double aim = aim_over_accd(row);
    printf("%-12.40s %-15s %8zu %5zu", row->set, ts_ccd_kind_name(row->kind), row->queries, row->seeds);
    const double batch = print_spread(row->batch, row->seeds);
    print_spread(row->over_accd, row->seeds);
    const double over_batch = print_spread(row->over_batch, row->seeds);
    print_spread(row->over_reading, row->seeds);
    if (row->queries >= BATCH_AIM_QUERIES) print_aim("batch", BATCH_AIM, batch);
    if (aim > 0.0) print_aim("accd/batch", aim, over_batch);
    putchar('\n');
}

void ts_aims_print(const ts_aims *aims, const char *accd) {
    ts_context context;
    if (aims->count == 0) return;
    ts_context_fill(&context);
    printf("\ncertified on %s: medians over the seeds [least, most]; accd: %s, alone\n"
           "%-12s %-15s %8s %5s %23s %23s %23s %23s  aims\n",
           context.cpu, accd, "set", "kind", "queries", "seeds", "alone/batch", "accd/alone", "accd/batch",
           "accd/reading");
    for (size_t r = 0; r < aims->count; ++r) {
        ts_aim_row row = aims->rows[r];
        print_row(&row);
    }
}
