/* SPDX-License-Identifier: MIT
 * A CCD method as a shared object: the primitives are apart as long as one of the six coordinate directions
 * separates them. Crude, conservative, and short enough to start from: docs/add-a-backend.md. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include <touchstone/ccd.h>

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.0, 0.0, 0.99, "part of the time to contact that is given up"},
};

/* The separation to ask for: min_distance, and more than the rounding of what is computed below. */
static double needed_separation(const ts_ccd_query *query) {
    double largest = query->min_distance;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fmax(fabs(query->x0[i][c]), fabs(query->x1[i][c])));
    }
    return query->min_distance + 32.0 * DBL_EPSILON * largest + 1e-300;
}

/* The time until which every vertex of the second primitive is beyond every vertex of the first, along `sign`
 * times a coordinate axis. A vertex moves linearly, and so does the separation of two. */
static double separated_until(const ts_ccd_query *query, int axis, double sign, double needed) {
    const int first = ts_ccd_first_vertices(query->kind), all = ts_ccd_vertices(query->kind);
    double least = INFINITY;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < all; ++b) {
            const double start = sign * (query->x0[b][axis] - query->x0[a][axis]);
            const double end = sign * (query->x1[b][axis] - query->x1[a][axis]);
            if (!(start > needed) || !isfinite(start - end)) return 0.0;
            if (!(end > needed)) least = fmin(least, (start - needed) / (start - end));
        }
    }
    return least;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    const double *s = self;
    const double needed = needed_separation(asked);
    double toi = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        toi = fmax(toi, separated_until(asked, axis, 1.0, needed));
        toi = fmax(toi, separated_until(asked, axis, -1.0, needed));
    }
    const int free = toi > asked->t_max;
    *result = (ts_ccd_result){
        .status = free ? TS_CCD_FREE : TS_CCD_HIT, .toi = free ? asked->t_max : (1.0 - *s) * toi, .iterations = 1};
}

static ts_status create(const char *options_json, void **self) {
    double *s = malloc(sizeof *s);
    if (!s) return TS_ERROR_MEMORY;
    const ts_status status = ts_ccd_read_options(OPTIONS, 1, options_json, s);
    if (status != TS_OK) {
        free(s);
        return status;
    }
    *self = s;
    return TS_OK;
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "axes",
    .summary = "separation along the coordinate axes",
    .source = "an example that comes with Touchstone",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = 1,
    .create = create,
    .query = query,
    .destroy = free,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}
