/* SPDX-License-Identifier: MIT
 * Facts about queries and their kinds; what a query must satisfy. */
#include <touchstone/ccd.h>

#include <math.h>

#include "core/error.h"

static const char *const KIND_NAMES[TS_CCD_KINDS] = {"point-triangle", "edge-edge", "point-edge", "point-point"};

int ts_ccd_vertices(ts_ccd_kind kind) {
    static const int vertices[TS_CCD_KINDS] = {4, 4, 3, 2};
    return (unsigned)kind < TS_CCD_KINDS ? vertices[kind] : 0;
}

int ts_ccd_first_vertices(ts_ccd_kind kind) {
    if ((unsigned)kind >= TS_CCD_KINDS) return 0;
    return kind == TS_EDGE_EDGE ? 2 : 1;
}

const char *ts_ccd_kind_name(ts_ccd_kind kind) {
    return (unsigned)kind < TS_CCD_KINDS ? KIND_NAMES[kind] : "unknown";
}

const char *ts_ccd_status_name(ts_ccd_status status) {
    static const char *const names[] = {"free", "hit", "limit", "unsupported", "failed"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

const char *ts_ccd_failure_name(ts_ccd_failure failure) {
    static const char *const names[TS_CCD_FAILURES] = {"none",   "own",       "nan",    "outside",  "status", "crashed",
                                                       "exited", "timed_out", "output", "given_up", "meddled"};
    return (unsigned)failure < TS_CCD_FAILURES ? names[failure] : "unknown";
}

static ts_status check_coordinates(const ts_ccd_query *query, ts_error *error) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            if (!isfinite(query->x0[i][c]) || !isfinite(query->x1[i][c])) {
                const int end = isfinite(query->x0[i][c]) ? 1 : 0;
                return ts_fail(error, TS_ERROR_DATA, "x%d[%d][%d] is %g; coordinates must be finite", end, i, c,
                               end ? query->x1[i][c] : query->x0[i][c]);
            }
        }
    }
    return TS_OK;
}

ts_status ts_ccd_query_check(const ts_ccd_query *query, ts_error *error) {
    if ((unsigned)query->kind >= TS_CCD_KINDS) {
        return ts_fail(error, TS_ERROR_DATA, "kind is %d; expected 0 (point-triangle) to 3 (point-point)",
                       (int)query->kind);
    }
    if (!(query->min_distance >= 0.0 && isfinite(query->min_distance))) {
        return ts_fail(error, TS_ERROR_DATA, "min_distance is %g; expected a finite number >= 0", query->min_distance);
    }
    if (!(query->t_max > 0.0 && query->t_max <= 1.0)) {
        return ts_fail(error, TS_ERROR_DATA, "t_max is %g; expected a number in (0, 1]", query->t_max);
    }
    return check_coordinates(query, error);
}
