/* SPDX-License-Identifier: MIT
 * Family `even`: the primitives meet at two times within the step that are chosen. The cubic of their coplanarity has a
 * third root, which is left where it falls: where they meet there as well, in 43 % of the queries without min_distance,
 * the parity of their crossings over the whole step is odd, else even. */
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/families.h"
#include "datasets/generate/sample.h"

/* The two times, and where something is at them. */
typedef struct ts_meeting {
    double time[2];
    double at[2][3];
} ts_meeting;

static void position(const ts_ccd_query *query, int row, double t, double out[3]) {
    ts_scale(1.0 - t, query->x0[row], out);
    ts_axpy(out, t, query->x1[row], out);
}

/* Row `row` moves so that it is at meeting->at at the two times. */
static void pass_through(const ts_meeting *meeting, int row, ts_ccd_query *query) {
    double velocity[3];
    ts_sub(meeting->at[1], meeting->at[0], velocity);
    ts_scale(1.0 / (meeting->time[1] - meeting->time[0]), velocity, velocity);
    ts_axpy(meeting->at[0], -meeting->time[0], velocity, query->x0[row]);
    ts_axpy(meeting->at[0], 1.0 - meeting->time[0], velocity, query->x1[row]);
}

static void sample_row(ts_random *random, int row, ts_ccd_query *query) {
    ts_sample_cube(random, 1.0, query->x0[row]);
    ts_sample_cube(random, 1.0, query->x1[row]);
}

/* A point of the primitive of rows first to first + count - 1, with new weights each time. */
static void sample_inside(ts_random *random, const ts_ccd_query *query, int first, int count, double t, double out[3]) {
    double weight[3], sum = 0.0;
    for (int i = 0; i < count; ++i) {
        weight[i] = 0.25 + ts_random_unit(random);
        sum += weight[i];
    }
    memset(out, 0, 3 * sizeof *out);
    for (int i = 0; i < count; ++i) {
        double x[3];
        position(query, first + i, t, x);
        ts_axpy(out, weight[i] / sum, x, out);
    }
}

/* The point meets the second primitive, or passes it at `offset`, entering and leaving. */
static void meet_point(ts_random *random, double offset, ts_meeting *meeting, ts_ccd_query *query) {
    const int count = ts_ccd_vertices(query->kind) - 1;
    double direction[3];
    for (int i = 0; i < count; ++i) sample_row(random, i + 1, query);
    ts_sample_direction(random, direction);
    for (int i = 0; i < 2; ++i) {
        sample_inside(random, query, 1, count, meeting->time[i], meeting->at[i]);
        ts_axpy(meeting->at[i], i ? -offset : offset, direction, meeting->at[i]);
    }
    pass_through(meeting, 0, query);
}

/* The second edge's end row 3 is where its row 2 and the meeting point say. */
static void meet_edge(ts_random *random, ts_meeting *meeting, ts_ccd_query *query) {
    for (int row = 0; row < 3; ++row) sample_row(random, row, query);
    for (int i = 0; i < 2; ++i) {
        double other[3];
        sample_inside(random, query, 0, 2, meeting->time[i], meeting->at[i]);
        const double weight = ts_random_between(random, 0.25, 0.75);
        position(query, 2, meeting->time[i], other);
        ts_axpy(meeting->at[i], weight - 1.0, other, meeting->at[i]);
        ts_scale(1.0 / weight, meeting->at[i], meeting->at[i]);
    }
    pass_through(meeting, 3, query);
}

void ts_generate_even(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    ts_random random;
    ts_sample_begin(&random, "even", seed, index, kind);
    ts_ccd_query made = ts_blank_query(kind);
    ts_meeting meeting;
    meeting.time[0] = ts_random_between(&random, 0.1, 0.4);
    meeting.time[1] = ts_random_between(&random, 0.6, 0.9);
    /* Without min_distance rounding would make a point miss an edge or a point. */
    const bool needs_distance = kind == TS_POINT_EDGE || kind == TS_POINT_POINT;
    const bool thick = ts_sample_one_in(&random, 4);
    if (needs_distance || thick) made.min_distance = ts_random_log(&random, 1e-6, 1e-2);
    if (kind == TS_EDGE_EDGE) {
        meet_edge(&random, &meeting, &made);
    } else {
        meet_point(&random, kind == TS_POINT_POINT ? made.min_distance : 0.0, &meeting, &made);
    }
    ts_hand_over(&made, query);
}
