/* SPDX-License-Identifier: MIT
 * Nearest points of simplices: of all faces into which the origin projects, the one whose projection is nearest. */
#include "scenes/proof/simplex.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/vec3.h"

/* A face: some points of the simplex, and the projection of the origin onto it. */
typedef struct face {
    int count, corner[4];
    double at[3];
} face;

static bool project_on_edge(const ts_prover_simplex *s, face *f) {
    const double *a = s->point[f->corner[0]], *b = s->point[f->corner[1]];
    double u[3];
    ts_sub(b, a, u);
    const double length2 = ts_norm2(u), t = -ts_dot(a, u);
    if (!(t > 0.0 && t < length2)) return false;
    ts_axpy(a, t / length2, u, f->at);
    return true;
}

static bool project_on_triangle(const ts_prover_simplex *s, face *f) {
    const double *a = s->point[f->corner[0]], *b = s->point[f->corner[1]], *c = s->point[f->corner[2]];
    double u[3], v[3], n[3], cross[3], weight[3];
    ts_sub(b, a, u);
    ts_sub(c, a, v);
    ts_cross(u, v, n);
    const double n2 = ts_norm2(n);
    if (!(n2 > 0.0)) return false;
    ts_cross(b, c, cross);
    weight[0] = ts_dot(cross, n);
    ts_cross(c, a, cross);
    weight[1] = ts_dot(cross, n);
    ts_cross(a, b, cross);
    weight[2] = ts_dot(cross, n);
    if (!(weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0)) return false;
    ts_scale(ts_dot(a, n) / n2, n, f->at);
    return true;
}

/* Is the origin inside a tetrahedron: on the inner side of all faces? */
static bool is_inside(const ts_prover_simplex *s) {
    for (int k = 0; k < 4; ++k) {
        const double *a = s->point[(k + 1) % 4], *b = s->point[(k + 2) % 4], *c = s->point[(k + 3) % 4];
        double u[3], v[3], n[3], w[3];
        ts_sub(b, a, u);
        ts_sub(c, a, v);
        ts_cross(u, v, n);
        ts_sub(s->point[k], a, w);
        const double side = ts_dot(n, w);
        if (!(side * -ts_dot(n, a) > 0.0)) return false;
    }
    return true;
}

static bool project(const ts_prover_simplex *s, face *f) {
    switch (f->count) {
    case 1: memcpy(f->at, s->point[f->corner[0]], sizeof f->at); return true;
    case 2: return project_on_edge(s, f);
    case 3: return project_on_triangle(s, f);
    default: memset(f->at, 0, sizeof f->at); return is_inside(s);
    }
}

void ts_prover_nearest(ts_prover_simplex *simplex, double nearest[3]) {
    face best = {0};
    double least = INFINITY;
    for (unsigned set = 1; set < 1u << simplex->count; ++set) {
        face f = {0};
        for (int k = 0; k < simplex->count; ++k) {
            if (set >> k & 1u) f.corner[f.count++] = k;
        }
        if (!project(simplex, &f)) continue;
        const double size2 = ts_norm2(f.at);
        if (size2 < least) {
            least = size2;
            best = f;
        }
    }
    ts_prover_simplex kept = {.count = best.count};
    for (int k = 0; k < best.count; ++k) memcpy(kept.point[k], simplex->point[best.corner[k]], sizeof kept.point[k]);
    memcpy(nearest, best.at, sizeof best.at);
    *simplex = kept;
}
