/* SPDX-License-Identifier: GPL-2.0-or-later
 * What certified is to reach in bench-ccd, and what it reached: per set and kind over the seeds that were run. */
#ifndef TS_BENCHES_MICRO_CCD_AIMS_H
#define TS_BENCHES_MICRO_CCD_AIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>

enum { TS_AIM_SETS = 256, TS_AIM_SEEDS = 64 };

/* One set and kind; an entry for each seed. */
typedef struct ts_aim_row {
    const char *set; /* borrowed */
    bool recorded;   /* read from files; else a family */
    ts_ccd_kind kind;
    size_t queries, seeds;
    double batch[TS_AIM_SEEDS];        /* certified alone over certified in a batch */
    double over_accd[TS_AIM_SEEDS];    /* ACCD, alone, over certified alone */
    double over_batch[TS_AIM_SEEDS];   /* and over certified in a batch */
    double over_reading[TS_AIM_SEEDS]; /* and over a batch that is read and not answered (reading.h) */
} ts_aim_row;

typedef struct ts_aims {
    size_t count;
    ts_aim_row rows[TS_AIM_SETS];
} ts_aims;

/* What was measured with one seed, as above. */
typedef struct ts_aim_measured {
    size_t queries;
    double batch, over_accd, over_batch, over_reading;
} ts_aim_measured;

/* set, recorded: as above. Without room it is left out. */
void ts_aims_add(ts_aims *aims, const char *set, bool recorded, ts_ccd_kind kind, const ts_aim_measured *measured);
/* A line for each row: medians over the seeds, least and most of them, and each aim with whether the median reached it;
 * after a line with the CPU and with what `accd` stands for. Nothing when nothing was measured. */
void ts_aims_print(const ts_aims *aims, const char *accd);

#endif
