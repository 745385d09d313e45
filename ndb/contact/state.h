/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the parts of contact share. */
#ifndef TS_NDB_CONTACT_STATE_H
#define TS_NDB_CONTACT_STATE_H

#include "ndb/contact/pairs.h"

enum { TS_NDB_MOST_GROWTH = 64 };

/* What the local step does across a pair: pulls each of its nodes with m_v `weight`, and pushes it by c_v `force`. */
typedef struct ts_ndb_pull {
    double weight; /* N/(m kg) */
    double force[3];
} ts_ndb_pull;

struct ts_ndb_contact {
    const ts_bodies *bodies; /* borrowed */
    ts_ndb_contact_settings settings;
    double floor;                         /* d_min, m; 0 where the method has no min_distance */
    double power[TS_NDB_MOST_GROWTH + 1]; /* K^a, or 2^20 where it is more */
    double e;                             /* eps_v h, m */
    int order;                            /* of the samples of partial CCD */
    bool is_way_free;                     /* all of the last full CCD's way */
    bool has_gaps;                        /* P has the distances of the accepted point */
    double known_gap;                     /* of all pairs at `accepted`, at least, m; 0: nothing is known */
    const double (*x_star)[3];            /* borrowed */
    double *inverse_mass;                 /* 1/kg; 0 of told nodes */
    ts_surface surface;
    ts_candidates candidates;
    ts_ccd_filter filter;
    ts_ccd_survey survey;
    ts_ndb_pairs pairs;
    double (*p)[3], (*accepted)[3]; /* of the way under way */
    size_t pull_capacity;
    ts_ndb_pull *pull;
    ts_ndb_contact_energies *piece_sum; /* of the pairs */
    ts_ndb_contact_report report;
};

#endif
