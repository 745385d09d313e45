/* SPDX-License-Identifier: GPL-2.0-or-later
 * The figures of Lan et al. 2024 (Efficient GPU Cloth Simulation with Non-distance Barriers and Subspace Reuse): its
 * Table 1 and Table 2. An RTX 3090; a time step is a frame. */
#ifndef TS_BENCHES_TABLE_PUBLISHED_NDB_H
#define TS_BENCHES_TABLE_PUBLISHED_NDB_H

#include <stddef.h>

/* A row of Table 1. Times are of a step. */
typedef struct ts_ndb_published {
    const char *scene;                   /* ours; NULL: we have none of it */
    const char *title, *figure;          /* theirs */
    double bodies, freedom;              /* degrees of freedom */
    double elements;                     /* triangles and tets */
    double constraints;                  /* of elasticity */
    double in_ccd, broad_pairs;          /* collision constraints: in CCD, after the broad phase */
    double per_second;                   /* 1/dt */
    double setup;                        /* s */
    double broad, narrow, partial, full; /* ms: the columns B, N, P, F */
    double density;                      /* kg/m^2 */
    double stretching, bending;          /* MPa; NaN: not given */
    double tolerance;                    /* |dx| */
    double lg_ms, lg;                    /* local-global iterations: ms, count */
    double misc;                         /* ms */
    double fps;
} ts_ndb_published;

/* NULL past the last. */
const ts_ndb_published *ts_ndb_published_at(size_t index);
/* That of our scene; NULL: the table has none. */
const ts_ndb_published *ts_ndb_published_of(const char *scene);

typedef enum ts_ndb_remark { TS_NDB_FINE = 0, TS_NDB_JITTERY, TS_NDB_FAILS } ts_ndb_remark;

/* A cell of Table 2. */
typedef struct ts_ndb_published_cell {
    double lg, ms; /* NaN: it fails */
    ts_ndb_remark remark;
} ts_ndb_published_cell;

enum { TS_NDB_RATES = 3, TS_NDB_TOLERANCES = 4 };
extern const double ts_ndb_rate[TS_NDB_RATES];           /* 1/dt: 150, 100, 50 */
extern const double ts_ndb_tolerance[TS_NDB_TOLERANCES]; /* |dx|: 1e-4, 5e-4, 1e-3, 1e-2 */

/* scene: "ndb-folding" or "ndb-twist", else NULL. */
const ts_ndb_published_cell *ts_ndb_published_cell_of(const char *scene, size_t rate, size_t tolerance);

#endif
