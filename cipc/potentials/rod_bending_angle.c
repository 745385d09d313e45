/* SPDX-License-Identifier: GPL-2.0-or-later
 * Bending of rods by the angle alone: E r^4 pi/4 |kb|^2 / l_i per elbow with kb = 2 e0 x e1 / (|e0||e1| + e0.e1), which
 * is 2 tan(theta / 2), whatever the segments' lengths. It is what the C-IPC authors' program computes
 * (docs/simulation.md). */
#include <math.h>

#include "cipc/potentials/elbows.h"
#include "cipc/terms/specimen.h"
#include "core/vec3.h"

/* k tan^2(theta/2) = k (w - s) / (w + s) with w = |e0||e1| and s = e0.e1. One of w - s and w + s cancels, and their
 * product is |n|^2. */
typedef struct half_angle {
    double tan2, sec2; /* squares of the tangent and of the secant of theta/2 */
    double w;
} half_angle;

static half_angle half_angle_of(const ts_elbow_shape *at) {
    const double s = at->s.high, w = sqrt(at->a) * sqrt(at->b);
    const double difference = s > 0.0 ? at->cross2 / (w + s) : w - s, sum = s > 0.0 ? w + s : at->cross2 / (w - s);
    return (half_angle){difference / sum, 2.0 * w / sum, w};
}

/* f'(theta) along the ways in which e0 and e1 turn: -(e0 x n) f' / (|e0|^2 |n|) and (e1 x n) ..., f'/sin theta being
 * k sec^4(theta/2) / 2. */
static double energy(const ts_elbow *elbow, const ts_elbow_shape *at, double first[2][3]) {
    const half_angle half = half_angle_of(at);
    if (!(half.sec2 < INFINITY)) return INFINITY;
    const double by_sine = 0.5 * elbow->stiffness * half.sec2 * half.sec2 / half.w;
    ts_cross(at->e[0], at->n, first[0]);
    ts_cross(at->n, at->e[1], first[1]);
    ts_scale(by_sine / at->a, first[0], first[0]);
    ts_scale(by_sine / at->b, first[1], first[1]);
    return elbow->stiffness * half.tan2;
}

/* With phi_p the direction of edge p in the plane, theta = phi_1 - phi_0: f'' dtheta^2 + f' (d2phi_1 - d2phi_0), where
 * dphi = dt / |e| and d2phi = -2 dr dt / |e|^2 along the edge and across it. A turn out of the plane by z / |e| makes
 * theta larger by (cos theta (z0^2 + z1^2) / 2 - z0 z1) / sin theta. */
static void second(const ts_elbow *elbow, const ts_elbow_shape *at, const ts_elbow_plane *in, ts_elbow_second *out) {
    const half_angle half = half_angle_of(at);
    const double k = elbow->stiffness, length[2] = {sqrt(at->a), sqrt(at->b)}, cosine = at->s.high / half.w;
    const double by_theta = k * half.sec2 * sqrt(half.tan2), by_sine = 0.5 * k * half.sec2 * half.sec2;
    const double by_theta2 = 0.5 * k * half.sec2 * (3.0 * half.sec2 - 2.0);
    for (int p = 0; p < 2; ++p) {
        const double *e = in->e[p], size = length[p] * length[p], sign = p == 0 ? -1.0 : 1.0;
        for (int q = 0; q < 2; ++q) {
            const double *f = in->e[q], other = length[q] * length[q];
            const double turn[2] = {-e[1] / size, e[0] / size}, turn_of_other[2] = {-f[1] / other, f[0] / other};
            out->normal[p][q] = by_sine * (p == q ? cosine : -1.0) / (length[p] * length[q]);
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 2; ++j) {
                    double sum = (p == q ? 1.0 : -1.0) * by_theta2 * turn[i] * turn_of_other[j];
                    if (p == q) sum -= sign * by_theta * (e[i] * turn[j] + turn[i] * e[j]) / size;
                    out->plane[p][i][q][j] = sum;
                }
            }
        }
    }
}

static const ts_model MODEL = {
    .role = TS_MODEL_ROD_BENDING,
    .name = "angle",
    .about = "E r^4 pi/4 |kb|^2 / l_i, kb = 2 e0 x e1 / (|e0||e1| + e0.e1): lengths as they are, |kb| = 2 tan(theta/2)",
};

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    static const ts_elbow_law LAW = {energy, second};
    return ts_elbows_potential(bodies, &MODEL, &LAW, potential, error);
}

static const ts_solver_term TERMS[] = {{.reference = "rod-bending-angle",
                                        .kernel = ts_elbow_term,
                                        .is_projected = true,
                                        .of = &ts_rod_bending_angle_potential}};

const ts_potential_entry ts_rod_bending_angle_potential = {
    .name = "rod bending by the angle",
    .about = "E r^4 pi/4 (2 tan(theta/2))^2 / l_i at every pair of segments that share a node",
    .role = TS_ROLE_ELASTIC,
    .model = &MODEL,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
