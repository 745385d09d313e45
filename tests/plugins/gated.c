/* SPDX-License-Identifier: MIT
 * Somebody's CCD method for the test of the gate: conservative advancement along the least distance, right as it
 * stands, and broken in one way when GATED says so: 1 late by 1e-9, 2 twice as slow, 3 crashes on one query. */
#include <math.h>
#include <signal.h>
#include <stddef.h>

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

enum { MOST_ADVANCES = 2000 };

static void place(const ts_ccd_query *query, double time, double x[4][3]) {
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) x[i][c] = query->x0[i][c] + time * (query->x1[i][c] - query->x0[i][c]);
    }
}

/* No two points of the primitives approach faster than this. */
static double fastest_approach(const ts_ccd_query *query) {
    const int first = ts_ccd_first_vertices(query->kind), all = ts_ccd_vertices(query->kind);
    double fastest[2] = {0.0, 0.0};
    for (int i = 0; i < all; ++i) {
        double square = 0.0;
        for (int c = 0; c < 3; ++c) {
            const double moved = query->x1[i][c] - query->x0[i][c];
            square += moved * moved;
        }
        fastest[i >= first] = fmax(fastest[i >= first], sqrt(square));
    }
    return (fastest[0] + fastest[1]) * (1.0 + 1e-12) + 1e-300;
}

/* What rounding may have added to a distance. */
static double rounding(const double x[4][3], int vertices) {
    double largest = 0.0;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fabs(x[i][c]));
    }
    return 64.0 * 0x1p-53 * largest;
}

static ts_ccd_result advance(const ts_ccd_query *asked) {
    const double speed = fastest_approach(asked);
    ts_ccd_result result = {.status = TS_CCD_HIT, .toi = 0.0};
    for (; result.iterations < MOST_ADVANCES; ++result.iterations) {
        double x[4][3] = {{0.0}};
        place(asked, result.toi, x);
        const double gap =
            sqrt(ts_distance2(asked->kind, x)) - asked->min_distance - rounding(x, ts_ccd_vertices(asked->kind));
        if (!(gap > 1e-12)) return result;
        const double next = result.toi + gap / speed * (1.0 - 1e-12);
        if (next > asked->t_max) return (ts_ccd_result){TS_CCD_FREE, asked->t_max, result.iterations};
        result.toi = next;
    }
    return result;
}

static void query(void *self, const ts_ccd_query *asked, ts_ccd_result *result) {
    (void)self;
    *result = advance(asked);
#if GATED == 1
    if (result->status == TS_CCD_HIT) result->toi = fmin(result->toi + 1e-9, asked->t_max);
#elif GATED == 2
    *result = advance(asked);
#elif GATED == 3
    static int answered;
    if (++answered == 1000) raise(SIGSEGV);
#endif
}

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

static const ts_ccd_backend BACKEND = {
    .abi = TS_CCD_ABI,
    .name = "gated",
    .summary = "conservative advancement",
    .source = "the test of the gate",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create,
    .query = query,
    .destroy = destroy,
};

const ts_ccd_backend *ts_ccd_plugin(void);

const ts_ccd_backend *ts_ccd_plugin(void) {
    return &BACKEND;
}
