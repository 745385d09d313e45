/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rigid motions. One moves a point y by t + theta x y = J(y) (t, theta), J(y) = [I | -[y]x]: six numbers, t in metres
 * and theta in radians. All bodies' are about one point, so that two of the same motion do not move against each other.
 */
#ifndef TS_NDB_RIGID_H
#define TS_NDB_RIGID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "core/vec3.h"

typedef double ts_ndb_rigid_block[6][6];

/* Sums over points: w, w y, w y y^T by xx, xy, xz, yy, yz, zz; ten numbers in a row. */
typedef struct ts_ndb_moments {
    double weight, first[3], second[6];
} ts_ndb_moments;

static inline void ts_ndb_moments_add(ts_ndb_moments *sum, double w, const double y[3]) {
    sum->weight += w;
    for (int i = 0, k = 0; i < 3; ++i) {
        sum->first[i] += w * y[i];
        for (int j = i; j < 3; ++j) sum->second[k++] += w * y[i] * y[j];
    }
}

/* sum += J(y)^T force */
static inline void ts_ndb_rigid_add(const double y[3], const double force[3], double sum[6]) {
    double moment[3];
    ts_cross(y, force, moment);
    ts_add(sum, force, sum);
    ts_add(sum + 3, moment, sum + 3);
}

/* block += sum w J(y)^T J(y) */
void ts_ndb_moments_block(const ts_ndb_moments *sum, ts_ndb_rigid_block block);

/* What acts between a free body and another, or what is held: K (q_a - q_b), q_b = 0 of what is held. */
typedef struct ts_ndb_link {
    int32_t body[2];          /* ascending; -1, for what is held, last */
    ts_ndb_rigid_block block; /* K, symmetric, positive semidefinite; N/m, N, N m */
    double pull[6];           /* force and moment on the first one before q, N, N m */
} ts_ndb_link;

/* (D + sum over links (e_a - e_b) K (e_a - e_b)^T) q = f for all bodies at once, by CHOLMOD, which analyses anew when
 * other bodies are linked. */
typedef struct ts_ndb_rigid_system ts_ndb_rigid_system;

ts_status ts_ndb_rigid_system_create(size_t bodies, ts_ndb_rigid_system **system, ts_error *error);
void ts_ndb_rigid_system_destroy(ts_ndb_rigid_system *system);

/* motion: f of each body, which becomes q. links: ascending by their bodies, at most one of two. False, and nothing is
 * said of the motion: out of memory, or the matrix is not positive definite. */
bool ts_ndb_rigid_solve(ts_ndb_rigid_system *system, const ts_ndb_rigid_block *own, const ts_ndb_link *link,
                        size_t links, double (*motion)[6]);

#endif
