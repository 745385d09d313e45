/* SPDX-License-Identifier: MIT
 * Random inputs and parameters for every reference term, inside its domain and in the corners that matter: gaps of
 * 1e-16 over thick and thin features, nearly parallel edges, equal singular values, stretch at its limit, sliding of
 * nothing.
 */
#ifndef TS_TESTS_ORACLES_TERM_SAMPLES_H
#define TS_TESTS_ORACLES_TERM_SAMPLES_H

#include <string.h>

#include <touchstone/term.h>

#include "tests/cipc/contact_reference.h"

typedef struct term_sample {
    double x[TS_TERM_MOST_INPUTS], p[TS_TERM_MOST_PARAMETERS];
} term_sample;

/* Parameters that a sampler does not know are 1. */
static const term_sample BLANK_SAMPLE = {.p = {1, 1, 1, 1, 1, 1, 1, 1}};

typedef void sampler(ts_random *random, term_sample *out);

static inline double log_between(ts_random *random, double lo, double hi) {
    return ts_random_log(random, lo, hi);
}

/* ---- contact ---- */

static const double THICKNESSES[] = {0.0, 1e-4, 1e-3, 1.0};

/* p = xi, dhat, eps; the gap beyond xi at which the barrier is to be asked is returned. */
static inline double sample_range(ts_random *random, term_sample *out) {
    out->p[0] = THICKNESSES[ts_random_below(random, 4)];
    out->p[1] = log_between(random, 1e-4, 1e-1);
    out->p[2] = log_between(random, 1e-12, 1e3);
    return ts_random_below(random, 4) == 0 ? ts_random_between(random, 0.5, 1.2) * out->p[1]
                                           : log_between(random, 1e-16, 1e-1);
}

static inline void sample_squared_distance(ts_random *random, term_sample *out) {
    const double gap = sample_range(random, out), d = out->p[0] + gap;
    out->x[0] = nextafter(d * d, HUGE_VAL);
}

static inline void sample_features(ts_random *random, ts_ccd_kind kind, term_sample *out) {
    const double gap = sample_range(random, out);
    const random_features wanted = {.kind = kind,
                                    .size = log_between(random, 1e-6, 1e3),
                                    .distance = out->p[0] + gap,
                                    .sine = log_between(random, 1e-15, 1.0)};
    double x[4][3] = {{0}};
    random_pair(random, &wanted, x);
    memcpy(out->x, x, sizeof x);
}

static inline void sample_point_point(ts_random *random, term_sample *out) {
    sample_features(random, TS_POINT_POINT, out);
}

static inline void sample_point_line(ts_random *random, term_sample *out) {
    sample_features(random, TS_POINT_EDGE, out);
}

static inline void sample_point_plane(ts_random *random, term_sample *out) {
    sample_features(random, TS_POINT_TRIANGLE, out);
}

static inline void sample_line_line(ts_random *random, term_sample *out) {
    sample_features(random, TS_EDGE_EDGE, out);
}

/* p = eps above and below c */
static inline void sample_mollified_edges(ts_random *random, term_sample *out) {
    sample_features(random, TS_EDGE_EDGE, out);
    out->p[0] = out->p[2];
}

static inline void sample_crossing(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1e-20, 1e3);
    out->x[0] = log_between(random, 1e-12, 2.0) * out->p[0];
}

static inline void sample_weight(ts_random *random, term_sample *out) {
    out->x[0] = log_between(random, 1e-3, 1e6);
    out->x[1] = ts_random_between(random, 1.5, 3.0);
    out->x[2] = (double)ts_random_below(random, 30);
}

/* ---- friction ---- */

static inline void sample_slide(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1e-12, 1e-3);
    out->x[0] = ts_random_below(random, 8) == 0 ? 0.0 : log_between(random, 1e-16, 1e3) * out->p[0];
    out->x[1] = ts_random_between(random, -1.0, 1.0) * out->x[0];
}

/* ---- membranes ---- */

static inline void sample_limit(ts_random *random, term_sample *out) {
    out->p[0] = ts_random_between(random, 1.05, 2.0);
    out->p[1] = 1.0;
    out->x[0] = out->p[0] - log_between(random, 1e-12, 1.0);
}

/* A matrix with `rows` rows near `stretch` times an isometry; one in three has two equal singular values exactly. */
static inline void sample_stretched(ts_random *random, int rows, double stretch, double *f) {
    const double off = ts_random_below(random, 3) == 0 ? 0.0 : log_between(random, 1e-16, 0.3);
    const double cosine = ts_random_between(random, -1.0, 1.0), sine = sqrt(1.0 - cosine * cosine);
    const double frame[3][2] = {{cosine, -sine}, {sine, cosine}, {0.0, 0.0}};
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < 2; ++j) {
            f[2 * i + j] = stretch * (frame[i][j] + off * ts_random_between(random, -1.0, 1.0));
        }
    }
}

static inline void sample_limit_2x2(ts_random *random, term_sample *out) {
    sample_limit(random, out);
    out->p[0] = 4.0;
    sample_stretched(random, 2, ts_random_between(random, 0.8, 2.5), out->x);
}

static inline void sample_limit_3x2(ts_random *random, term_sample *out) {
    sample_limit(random, out);
    out->p[0] = 4.0;
    sample_stretched(random, 3, ts_random_between(random, 0.8, 2.5), out->x);
}

static inline void sample_stvk(ts_random *random, term_sample *out) {
    for (int k = 0; k < 3; ++k) out->p[k] = log_between(random, 1e-3, 1e6);
    sample_stretched(random, 3, ts_random_between(random, 0.5, 1.5), out->x);
}

static inline void sample_membrane(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1.0, 1e9);
    out->p[1] = log_between(random, 1.0, 1e9);
    sample_stretched(random, 3, log_between(random, 0.1, 3.0), out->x);
}

static inline void sample_eta(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1e-6, 1.0);
    out->x[0] = ts_random_below(random, 2) == 0 ? out->p[0] * (1.0 - log_between(random, 1e-12, 1.0))
                                                : out->p[0] * ts_random_between(random, -1.0, 1e-9);
}

static inline void sample_orthotropic(ts_random *random, term_sample *out) {
    for (int k = 0; k < 4; ++k) out->p[k] = log_between(random, 1e-1, 1e6);
    for (int k = 4; k < 7; ++k) out->p[k] = ts_random_between(random, 3.0, 5.0);
    sample_stretched(random, 3, ts_random_between(random, 0.8, 1.2), out->x);
}

/* ---- tets ---- */

static inline void sample_tet(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1.0, 1e9);
    out->p[1] = log_between(random, 1.0, 1e9);
    const double off = log_between(random, 1e-15, 0.4), flat = log_between(random, 1e-9, 1.5);
    for (int i = 0; i < 9; ++i) {
        const double identity = i % 4 == 0 ? (i == 8 ? flat : 1.0) : 0.0;
        out->x[i] = identity + off * (i / 3 == 2 ? flat : 1.0) * ts_random_between(random, -1.0, 1.0);
    }
}

/* Every other one is inverted. */
static inline void sample_any_tet(ts_random *random, term_sample *out) {
    sample_tet(random, out);
    if (ts_random_below(random, 2) == 0) out->x[8] = -0.5 * out->x[8];
}

/* ---- bending ---- */

static inline void sample_hinge(ts_random *random, term_sample *out) {
    out->p[0] = log_between(random, 1e-9, 1e3);
    out->p[1] = ts_random_between(random, -3.0, 3.0);
    const double size = log_between(random, 1e-6, 1e3), turn = log_between(random, 1e-12, 1.0);
    const double side = ts_random_below(random, 2) == 0 ? 1.0 : -1.0;
    const double at[4][3] = {{0, 0, 0}, {1, 0, 0}, {0.4, 1, 0}, {0.7, -side, turn}};
    for (int i = 0; i < 12; ++i) {
        const double noise = i % 3 == 2 ? 0.0 : 0.1 * ts_random_between(random, -1.0, 1.0);
        out->x[i] = size * (at[i / 3][i % 3] + noise);
    }
}

static inline void sample_rod(ts_random *random, term_sample *out) {
    const double size = log_between(random, 1e-6, 1e3);
    out->p[0] = log_between(random, 1e-9, 1e6);
    out->p[1] = size;
    out->p[2] = size * ts_random_between(random, 0.9, 1.1);
    const double bend = log_between(random, 1e-12, 1.0);
    for (int i = 0; i < 9; ++i) {
        out->x[i] =
            size * ((i % 3 == 0 ? i / 3 : 0) + (i % 3 == 0 ? 0.1 : bend) * ts_random_between(random, -1.0, 1.0));
    }
}

/* ---- the list ---- */

typedef struct term_sampler {
    const char *name;
    sampler *draw;
} term_sampler;

static const term_sampler SAMPLERS[] = {
    {"distance-point-point", sample_point_point},
    {"distance-point-line", sample_point_line},
    {"distance-point-plane", sample_point_plane},
    {"distance-line-line", sample_line_line},
    {"excess-point-point", sample_point_point},
    {"excess-point-line", sample_point_line},
    {"excess-point-plane", sample_point_plane},
    {"excess-line-line", sample_line_line},
    {"barrier", sample_squared_distance},
    {"barrier-point-point", sample_point_point},
    {"barrier-point-line", sample_point_line},
    {"barrier-point-plane", sample_point_plane},
    {"barrier-line-line", sample_line_line},
    {"barrier-mollified", sample_line_line},
    {"barrier-ipc", sample_squared_distance},
    {"barrier-ipc-point-point", sample_point_point},
    {"barrier-ipc-point-line", sample_point_line},
    {"barrier-ipc-point-plane", sample_point_plane},
    {"barrier-ipc-line-line", sample_line_line},
    {"barrier-ipc-mollified", sample_line_line},
    {"barrier-log", sample_squared_distance},
    {"barrier-log-point-point", sample_point_point},
    {"barrier-log-point-line", sample_point_line},
    {"barrier-log-point-plane", sample_point_plane},
    {"barrier-log-line-line", sample_line_line},
    {"barrier-log-mollified", sample_line_line},
    {"barrier-log-normalized", sample_squared_distance},
    {"barrier-log-normalized-point-point", sample_point_point},
    {"barrier-log-normalized-point-line", sample_point_line},
    {"barrier-log-normalized-point-plane", sample_point_plane},
    {"barrier-log-normalized-line-line", sample_line_line},
    {"barrier-log-normalized-mollified", sample_line_line},
    {"barrier-log-squared", sample_squared_distance},
    {"barrier-log-squared-point-point", sample_point_point},
    {"barrier-log-squared-point-line", sample_point_line},
    {"barrier-log-squared-point-plane", sample_point_plane},
    {"barrier-log-squared-line-line", sample_line_line},
    {"barrier-log-squared-mollified", sample_line_line},
    {"barrier-cubic", sample_squared_distance},
    {"barrier-cubic-point-point", sample_point_point},
    {"barrier-cubic-point-line", sample_point_line},
    {"barrier-cubic-point-plane", sample_point_plane},
    {"barrier-cubic-line-line", sample_line_line},
    {"barrier-cubic-mollified", sample_line_line},
    {"barrier-two-stage", sample_squared_distance},
    {"barrier-two-stage-point-point", sample_point_point},
    {"barrier-two-stage-point-line", sample_point_line},
    {"barrier-two-stage-point-plane", sample_point_plane},
    {"barrier-two-stage-line-line", sample_line_line},
    {"barrier-two-stage-mollified", sample_line_line},
    {"barrier-quadratic", sample_squared_distance},
    {"barrier-quadratic-point-point", sample_point_point},
    {"barrier-quadratic-point-line", sample_point_line},
    {"barrier-quadratic-point-plane", sample_point_plane},
    {"barrier-quadratic-line-line", sample_line_line},
    {"barrier-quadratic-mollified", sample_line_line},
    {"mollifier", sample_crossing},
    {"mollifier-edge-edge", sample_mollified_edges},
    {"collision-weight", sample_weight},
    {"friction-f0", sample_slide},
    {"friction-f1", sample_slide},
    {"friction-f1-over-y", sample_slide},
    {"friction", sample_slide},
    {"strain-limit", sample_limit},
    {"strain-limit-2x2", sample_limit_2x2},
    {"strain-limit-3x2", sample_limit_3x2},
    {"membrane-stvk", sample_stvk},
    {"membrane-neo-hookean", sample_membrane},
    {"membrane-corotated", sample_membrane},
    {"orthotropic-eta", sample_eta},
    {"membrane-orthotropic", sample_orthotropic},
    {"fixed-corotated", sample_any_tet},
    {"neo-hookean", sample_tet},
    {"hinge-angle", sample_hinge},
    {"hinge-bending", sample_hinge},
    {"rod-stretch", sample_rod},
    {"rod-bending", sample_rod},
    {"rod-bending-angle", sample_rod},
};

/* NULL when nobody has said how to draw its inputs. */
static inline sampler *sampler_of(const char *name) {
    for (size_t i = 0; i < sizeof SAMPLERS / sizeof *SAMPLERS; ++i) {
        if (strcmp(SAMPLERS[i].name, name) == 0) return SAMPLERS[i].draw;
    }
    return NULL;
}

#endif
