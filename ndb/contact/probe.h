/* SPDX-License-Identifier: GPL-2.0-or-later
 * Partial CCD of many pairs: LANES at a time, with the answers of ccd/partial.h. */
#ifndef TS_NDB_CONTACT_PROBE_H
#define TS_NDB_CONTACT_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/ccd.h>

#include "scenes/stencil.h"

/* What partial CCD reads of a pair. */
typedef struct ts_ndb_probe {
    ts_ccd_kind kind;
    ts_stencil node;
    double separation;    /* min_distance, as full CCD has it at the accepted point, m */
    double near;          /* distance there, m */
    double projection[4]; /* weights of the closest points there */
    double direction[3];  /* from the second to the first; not normalised */
} ts_ndb_probe;

/* How pairs are asked about, and the way; borrowed. */
typedef struct ts_ndb_probing {
    const double (*x0)[3], (*x1)[3]; /* of all nodes */
    bool whole;                      /* a direction, or the form of Q; else samples */
    bool projection;                 /* and the closest points */
    int order;                       /* of samples */
} ts_ndb_probing;

/* meets[i] becomes 1 where pair i is active, else 0. All pairs are of one kind. */
void ts_ndb_probe_ask(const ts_ndb_probing *probing, size_t count, const ts_ndb_probe *probe, uint8_t *meets);

/* The same by the instructions of all machines, and by those of some: called by ts_ndb_probe_ask. */
void ts_ndb_probe_portable(const ts_ndb_probing *probing, size_t count, const ts_ndb_probe *probe, uint8_t *meets);
void ts_ndb_probe_avx2(const ts_ndb_probing *probing, size_t count, const ts_ndb_probe *probe, uint8_t *meets);
void ts_ndb_probe_avx512(const ts_ndb_probing *probing, size_t count, const ts_ndb_probe *probe, uint8_t *meets);

#endif
