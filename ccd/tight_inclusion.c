/* SPDX-License-Identifier: MIT
 * Tight-inclusion CCD (Wang et al. 2021): bisect the box of (t, u, v) and keep the boxes whose image may
 * hold a contact, level by level, earliest first. Never misses a contact: docs/backends/tight-inclusion.md. */
#include "ccd/tight_inclusion.h"

#include <math.h>
#include <stdlib.h>

#include "ccd/builtin.h"

#define FIRST_TIME ts_first_time_portable
#include "ccd/tight_inclusion_search.inc"

typedef struct tight_inclusion {
    double tolerance;
    uint32_t max_itr;
    bool no_zero_toi;
} tight_inclusion;

static const ts_ccd_option OPTIONS[] = {
    {"tolerance", TS_OPTION_REAL, 1e-6, 0.0, 1e6, "delta: width in metres at which the image of a box is not split"},
    {"max_itr", TS_OPTION_INTEGER, 1e6, 1.0, 1e9, "boxes after which the earliest one left is the answer"},
    {"no_zero_toi", TS_OPTION_BOOLEAN, 0.0, 0.0, 1.0, "ask again with half the tolerance while the toi is 0"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* ---- The map ---- */

/* Rows of A = row - row, U = row - row and V = row - row. Where a primitive has no second parameter the
 * difference is of a row with itself: F does not depend on it and that axis is never split. */
static const int ROWS[TS_CCD_KINDS][6] = {
    [TS_POINT_TRIANGLE] = {0, 1, 1, 2, 1, 3},
    [TS_EDGE_EDGE] = {0, 2, 1, 0, 2, 3},
    [TS_POINT_EDGE] = {0, 1, 1, 2, 1, 1},
    [TS_POINT_POINT] = {0, 1, 1, 1, 1, 1},
};

/* Returns the largest of its size and that of the coordinates. */
static double scaled_difference(const double x[4][3], const int rows[2], double scale, double size, double out[3]) {
    for (int c = 0; c < 3; ++c) {
        out[c] = scale * x[rows[0]][c] - scale * x[rows[1]][c];
        size = larger(size, fabs(out[c]));
    }
    return size;
}

/* scale: a power of two, so that it rounds nothing but numbers near underflow. */
static void set_map(const ts_ccd_query *query, double tolerance, double scale, ts_difference_map *map) {
    const int *rows = ROWS[query->kind];
    double a = 0.0, u = 0.0, v = 0.0;
    for (int end = 0; end < 2; ++end) {
        const double(*x)[3] = end ? query->x1 : query->x0;
        a = scaled_difference(x, rows, scale, a, map->a[end]);
        u = scaled_difference(x, rows + 2, scale, u, map->u[end]);
        v = scaled_difference(x, rows + 4, scale, v, map->v[end]);
    }
    map->size = a + u + v;
    /* Rounding, eps = 2^-53: A, U, V are off by eps of their size; at time t by 3 eps more; u U and v V by one
     * more, the two sums by eps size each: 7 eps size. 16 leave room for this line's own rounding. 2^-1060
     * covers underflow, some twenty times 2^-1074. */
    const double separation = scale * query->min_distance;
    map->filter = 0x1p-49 * (map->size + separation) + 0x1p-1060;
    map->reach = separation + map->filter;
    map->tolerance = scale * tolerance;
    map->t_max = query->t_max;
    map->triangle = query->kind == TS_POINT_TRIANGLE;
}

static void init_map(const ts_ccd_query *query, double tolerance, ts_difference_map *map) {
    set_map(query, tolerance, 1.0, map);
    if (!(map->size < 0x1p1000)) set_map(query, tolerance, 0x1p-40, map);
}

static double first_time(const ts_difference_map *map, uint32_t max_itr, uint32_t *examined) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_first_time_avx2(map, max_itr, examined);
#endif
    return ts_first_time_portable(map, max_itr, examined);
}

static void tight_inclusion_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const tight_inclusion *method = self;
    ts_difference_map map;
    init_map(query, method->tolerance, &map);
    uint32_t examined;
    double first = first_time(&map, method->max_itr, &examined);
    result->iterations = examined;
    while (method->no_zero_toi && first == 0.0 && map.tolerance > map.filter && result->iterations < method->max_itr) {
        map.tolerance *= 0.5;
        first = first_time(&map, method->max_itr - result->iterations, &examined);
        result->iterations += examined;
    }
    result->status = isnan(first) ? TS_CCD_FAILED : first <= 1.0 ? TS_CCD_HIT : TS_CCD_FREE;
    result->toi = (first <= 1.0 ? first : 1.0) * query->t_max;
}

static ts_status tight_inclusion_create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    tight_inclusion *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method =
        (tight_inclusion){.tolerance = values[0], .max_itr = (uint32_t)values[1], .no_zero_toi = values[2] != 0.0};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_tight_inclusion = {
    .abi = TS_CCD_ABI,
    .name = "tight-inclusion",
    .summary = "bisection of the (t, u, v) box by image bounds, breadth first, earliest first; conservative",
    .source = "Wang, Ferguson, Schneider, Jiang, Attene, Panozzo: A Large-scale Benchmark and an Inclusion-based "
              "Algorithm for Continuous Collision Detection, ACM TOG 40(5), 2021",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = tight_inclusion_create,
    .query = tight_inclusion_query,
    .destroy = free,
};
