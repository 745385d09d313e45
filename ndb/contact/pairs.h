/* SPDX-License-Identifier: GPL-2.0-or-later
 * P, the pairs that contact acts on: those that full CCD found hit on its way, and those that are close. */
#ifndef TS_NDB_CONTACT_PAIRS_H
#define TS_NDB_CONTACT_PAIRS_H

#include "core/keyed.h"
#include "core/vec3.h"
#include "ndb/contact/contact.h"
#include "ndb/contact/links.h"
#include "ndb/contact/probe.h"
#include "scenes/collision/ccd_survey.h"

/* What the local step reads of a pair: the halfspace n . sum c_v x_v >= aim. */
typedef struct ts_ndb_plane {
    ts_stencil node;
    double share[4];  /* c_v: weights of the closest points, negative on the second primitive; told nodes have theirs */
    double normal[3]; /* from the second to the first */
    double aim;       /* xi + dhat, m */
    double compliance; /* sum c_v^2 / m_v, 1/kg; 0: nothing of the pair can move, or it has no normal */
    double stiffness;  /* w / (mean mass * compliance), N/m; 0: does not act */
    double friction;   /* mu */
    double looseness;  /* of sticking: 2^-b after b iterations under load */
} ts_ndb_plane;

/* How a pair's weight grows. */
typedef struct ts_ndb_growth {
    double k;          /* w at a = 0, N/m */
    double per_weight; /* stiffness of the plane for w = 1 */
    double gap;        /* d - xi at the accepted point, m */
    int a;
    int b;           /* of friction */
    bool is_hit;     /* on the way of the last full CCD */
    bool is_dropped; /* does not act until it is active again */
    bool is_active;  /* in the last partial CCD */
    bool rubs;       /* has friction, and can move */
} ts_ndb_growth;

/* An entry of a node's list: a pair, and which of its nodes it is. */
typedef struct ts_ndb_slot {
    int32_t pair, row;
    double share;
} ts_ndb_slot;

/* A pair that was not hit, in the place of its toi. */
#define TS_NDB_NEAR 2.0

struct ts_ndb_pairs {
    bool with_targets;
    size_t count, capacity;
    uint64_t *key; /* ascending; 4 bits: kind, 28 each: primitives */
    ts_ndb_probe *probe;
    uint8_t *meets; /* scratch of partial CCD */
    ts_ndb_plane *plane;
    ts_ndb_growth *growth;
    double (*target)[4][3]; /* rebound: of each node of a pair; NULL with halfspaces */
    size_t nodes;
    int32_t *node;     /* of P that may move, ascending */
    int32_t *first;    /* nodes + 1 */
    ts_ndb_slot *slot; /* by node, then by pair */
    size_t slot_capacity;
    int32_t *place; /* of each node of the bodies, in `node`: scratch of the linking */
    size_t found_count, found_capacity, chunk_capacity;
    ts_keyed *found; /* before they are written out: key, and toi of a hit or TS_NDB_NEAR */
    ts_keyed *sorting;
    size_t *chunk_found;
    size_t old_count; /* of the P before: what is carried over */
    uint64_t *old_key;
    ts_ndb_growth *old_growth;
    ts_ndb_links links;
};

/* What a rebuild needs. All borrowed. */
typedef struct ts_ndb_rebuild {
    const ts_ndb_contact_settings *settings;
    const ts_surface *surface;
    ts_candidates *candidates;
    const ts_ccd_survey *survey;
    const double *inverse_mass; /* 1/kg; 0 of told nodes */
    const ts_ccd_way *way;      /* that the survey was of */
    const double (*x)[3];       /* the accepted point */
    double floor;               /* of min_distance, m */
} ts_ndb_rebuild;

ts_status ts_ndb_pairs_init(ts_ndb_pairs *pairs, const ts_bodies *bodies, bool with_targets, ts_error *error);
void ts_ndb_pairs_clear(ts_ndb_pairs *pairs);
/* The pairs of a way and of its accepted point; adds to *without_normal how many have no normal, and do not act. */
ts_status ts_ndb_pairs_rebuild(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, size_t *without_normal,
                               ts_error *error);

/* How far short of its aim a pair is, m. */
static inline double ts_ndb_shortfall(const ts_ndb_plane *plane, const double (*x)[3]) {
    double gap = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && plane->node[i] >= 0; ++i)
        gap += plane->share[i] * ts_dot(plane->normal, x[plane->node[i]]);
    return gap < plane->aim ? plane->aim - gap : 0.0;
}

/* P becomes empty, and nothing is carried over. */
void ts_ndb_pairs_forget(ts_ndb_pairs *pairs);

/* ---- Parts of a rebuild ---- */

/* Rows of a pair; those that it has not are 0. */
static inline void ts_ndb_rows(const ts_stencil node, const double (*x)[3], double rows[4][3]) {
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        for (int k = 0; k < 3; ++k) rows[i][k] = node[i] < 0 ? 0.0 : x[node[i]][k];
    }
}

static inline uint64_t ts_ndb_key(ts_ccd_kind kind, const int32_t pair[2]) {
    return (uint64_t)kind << 60 | (uint64_t)(uint32_t)pair[0] << 28 | (uint64_t)(uint32_t)pair[1];
}

/* found, found_count: hits and near pairs, by key, each once. */
ts_status ts_ndb_pairs_find(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, ts_error *error);
/* Writes pair i of `found` out, but for its weight; false: it has no normal. */
bool ts_ndb_pairs_write(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, size_t i);

#endif
