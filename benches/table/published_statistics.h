/* SPDX-License-Identifier: GPL-2.0-or-later
 * The statistics of scenes as the C-IPC paper publishes them (Li, Kaufman, Jiang 2021, Fig. 24; kick: Fig. 20). */
#ifndef TS_BENCHES_TABLE_PUBLISHED_STATISTICS_H
#define TS_BENCHES_TABLE_PUBLISHED_STATISTICS_H

/* NaN: the figure does not say, or says "no". */
typedef struct ts_published_statistics {
    const char *scene; /* the name of ours */
    double nodes, h, strain_limit;
    double dhat, offset, mu, eps_v;      /* m, m/s */
    double mean_contacts, most_contacts; /* per time step */
    double cores, seconds_per_step, iterations_per_step;
} ts_published_statistics;

/* NULL: the figures do not have the scene. */
const ts_published_statistics *ts_published_statistics_of(const char *scene);

#endif
