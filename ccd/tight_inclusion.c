/* SPDX-License-Identifier: MIT
 * Tight-inclusion CCD (Wang et al. 2021): bisect the box of (t, u, v) and keep the boxes whose image may
 * hold a contact, level by level, earliest first. Never misses a contact: docs/backends/tight-inclusion.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "ccd/builtin.h"

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

/* ---- Numbers with their negatives: the bounds of a set are the least of {x, -x} over it ---- */

typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));

#define PAIR_INLINE static inline __attribute__((always_inline))

PAIR_INLINE pair pair_of(double x) {
    return (pair){x, x};
}

PAIR_INLINE pair lesser(pair a, pair b) {
#if defined(__SSE2__)
    return (pair)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    const pair_mask less = a < b;
    return (pair)((less & (pair_mask)a) | (~less & (pair_mask)b));
#endif
}

PAIR_INLINE bool any(pair_mask mask) {
#if defined(__SSE2__)
    return _mm_movemask_pd((__m128d)mask) != 0;
#else
    return (mask[0] | mask[1]) != 0;
#endif
}

/* ---- The map F(t, u, v) = A(t) + u U(t) + v V(t), the difference of two points of the primitives ---- */

enum { T, U, V, AXES }; /* of the domain [0, 1]^3; t = T t_max */

/* A, U and V at one time, each coordinate with its negative. */
typedef struct slice {
    pair a[3], u[3], v[3];
} slice;

typedef struct difference_map {
    slice end[2];  /* at the times 0 and 1 */
    double size;   /* no coordinate of F, or of a term of it, exceeds it */
    double filter; /* more than the rounding of F */
    double reach;  /* a contact has |F| <= reach in every coordinate, rounded as it is */
    double tolerance, t_max;
    bool triangle; /* the domain ends at u + v = 1 */
} difference_map;

/* Rows of A = row - row, U = row - row and V = row - row. Where a primitive has no second parameter the
 * difference is of a row with itself: F does not depend on it and that axis is never split. */
static const int ROWS[TS_CCD_KINDS][6] = {
    [TS_POINT_TRIANGLE] = {0, 1, 1, 2, 1, 3},
    [TS_EDGE_EDGE] = {0, 2, 1, 0, 2, 3},
    [TS_POINT_EDGE] = {0, 1, 1, 2, 1, 1},
    [TS_POINT_POINT] = {0, 1, 1, 1, 1, 1},
};

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Returns the largest of its size and that of the coordinates. */
static double scaled_difference(const double x[4][3], const int rows[2], double scale, double size, pair out[3]) {
    for (int c = 0; c < 3; ++c) {
        const double difference = scale * x[rows[0]][c] - scale * x[rows[1]][c];
        out[c] = (pair){difference, -difference};
        size = larger(size, fabs(difference));
    }
    return size;
}

/* scale: a power of two, so that it rounds nothing but numbers near underflow. */
static void set_map(const ts_ccd_query *query, double tolerance, double scale, difference_map *map) {
    const int *rows = ROWS[query->kind];
    double a = 0.0, u = 0.0, v = 0.0;
    for (int end = 0; end < 2; ++end) {
        const double(*x)[3] = end ? query->x1 : query->x0;
        a = scaled_difference(x, rows, scale, a, map->end[end].a);
        u = scaled_difference(x, rows + 2, scale, u, map->end[end].u);
        v = scaled_difference(x, rows + 4, scale, v, map->end[end].v);
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

static void init_map(const ts_ccd_query *query, double tolerance, difference_map *map) {
    set_map(query, tolerance, 1.0, map);
    if (!(map->size < 0x1p1000)) set_map(query, tolerance, 0x1p-40, map);
}

static void set_slice(const difference_map *map, double tau, slice *at) {
    const pair t = pair_of(tau * map->t_max), s = 1.0 - t;
    const slice *from = &map->end[0], *to = &map->end[1];
    for (int c = 0; c < 3; ++c) {
        at->a[c] = s * from->a[c] + t * to->a[c];
        at->u[c] = s * from->u[c] + t * to->u[c];
        at->v[c] = s * from->v[c] + t * to->v[c];
    }
}

/* ---- Boxes: those of a level have the same widths and are known by their lower corner ---- */

typedef struct box {
    double lower[AXES];
} box;

typedef struct box_list {
    box *items;
    size_t count, capacity;
} box_list;

static bool reserve(box_list *list, size_t capacity) {
    if (capacity <= list->capacity) return true;
    const size_t grown = capacity < 256 ? 256 : 2 * capacity;
    box *items = realloc(list->items, grown * sizeof *items);
    if (!items) return false;
    list->items = items;
    list->capacity = grown;
    return true;
}

typedef struct search {
    const difference_map *map;
    double stretch[AXES]; /* F moves at most so far along each axis of the domain, times 3 (its eq. 12) */
    double width[AXES];   /* of the boxes of this level */
    int axis;             /* that the boxes of this level will be split along */
    bool finest;          /* they are within the tolerance along every axis */
    slice start, stop;    /* of the boxes at start_time: neighbours in the list have the same */
    double start_time, stop_time;
    box_list boxes, children;
    double toi; /* earliest T of the boxes that are not to be split; INFINITY before the first */
    uint32_t examined;
} search;

/* Of a box: no contact in it, perhaps one, or one and not to be split. */
typedef enum sight { CLEAR = 0, NEAR = 1, FOUND = 2 } sight;

/* Least value and negative of the largest that coordinate c takes at one time. */
PAIR_INLINE pair bounds_at(const slice *at, int c, const pair u[2], const pair v[2]) {
    return at->a[c] + lesser(u[0] * at->u[c], u[1] * at->u[c]) + lesser(v[0] * at->v[c], v[1] * at->v[c]);
}

static bool can_split(double lower, double half) {
    return (lower + half) - lower == half;
}

/* The image of the box is within the bounds of its 8 corner values; only two of each coordinate are needed. Without
 * branches: which boxes are clear cannot be foretold. */
PAIR_INLINE sight look_at(const search *s, const box *b) {
    const pair reach = pair_of(s->map->reach);
    const pair u[2] = {pair_of(b->lower[U]), pair_of(b->lower[U] + s->width[U])};
    const pair v[2] = {pair_of(b->lower[V]), pair_of(b->lower[V] + s->width[V])};
    pair bounds[3];
    for (int c = 0; c < 3; ++c) bounds[c] = lesser(bounds_at(&s->start, c, u, v), bounds_at(&s->stop, c, u, v));
    const bool apart = any((bounds[0] > reach) | (bounds[1] > reach) | (bounds[2] > reach));
    const bool within = !any((bounds[0] < -reach) | (bounds[1] < -reach) | (bounds[2] < -reach));
    double widest = 0.0;
    for (int c = 0; c < 3; ++c) widest = larger(widest, -(bounds[c][0] + bounds[c][1]));
    const bool found =
        within | (widest <= s->map->tolerance) | s->finest | !can_split(b->lower[s->axis], 0.5 * s->width[s->axis]);
    /* Both sums are rounded monotonically: above 1 they are above 1. */
    const bool outside = s->map->triangle & (b->lower[U] + b->lower[V] > 1.0);
    return (sight)(!(apart | outside) << found);
}

/* Boxes come in the order of time, so that the next slice is often the one where the last ended. */
static void move_to(search *s, double time) {
    if (time == s->stop_time)
        s->start = s->stop;
    else
        set_slice(s->map, time, &s->start);
    s->start_time = time;
    s->stop_time = time + s->width[T];
    set_slice(s->map, s->stop_time, &s->stop);
}

/* Keeps the boxes that must be split. Within a level they are sorted by time, so that the first FOUND makes
 * the later ones of no interest; earlier ones may still hold an earlier contact. False when max_itr is
 * reached: nothing is before the earliest box left. */
static bool examine_level(search *s, uint32_t max_itr) {
    size_t kept = 0;
    s->start_time = s->stop_time = NAN;
    for (size_t i = 0; i < s->boxes.count; ++i) {
        const box *b = &s->boxes.items[i];
        if (b->lower[T] >= s->toi) break;
        if (s->examined == max_itr) {
            s->toi = fmin(s->toi, kept > 0 ? s->boxes.items[0].lower[T] : b->lower[T]);
            return false;
        }
        ++s->examined;
        if (b->lower[T] != s->start_time) move_to(s, b->lower[T]);
        const sight seen = look_at(s, b);
        if (seen == FOUND) s->toi = fmin(s->toi, b->lower[T]);
        s->boxes.items[kept] = *b;
        kept += seen == NEAR;
    }
    s->boxes.count = kept;
    return true;
}

static void choose_axis(search *s) {
    s->axis = T;
    for (int k = U; k < AXES; ++k) {
        if (s->width[k] * s->stretch[k] > s->width[s->axis] * s->stretch[s->axis]) s->axis = k;
    }
    s->finest = s->width[s->axis] * s->stretch[s->axis] <= s->map->tolerance;
}

/* Halves every box along the axis. The halves of boxes that begin together are put so that the list stays
 * sorted by time: all lower ones, then all upper ones. */
static bool split_level(search *s) {
    const double half = 0.5 * s->width[s->axis];
    box_list *children = &s->children;
    if (!reserve(children, 2 * s->boxes.count)) return false;
    children->count = 0;
    for (size_t first = 0, end; first < s->boxes.count; first = end) {
        const double time = s->boxes.items[first].lower[T];
        for (end = first; end < s->boxes.count && s->boxes.items[end].lower[T] == time; ++end) {
            children->items[children->count++] = s->boxes.items[end];
        }
        for (size_t i = first; i < end; ++i) {
            box *upper = &children->items[children->count++];
            *upper = s->boxes.items[i];
            upper->lower[s->axis] += half;
        }
    }
    s->width[s->axis] = half;
    const box_list swapped = s->boxes;
    s->boxes = s->children;
    s->children = swapped;
    return true;
}

/* Largest change of F, in any coordinate, between opposite faces of the domain (its corners decide). */
static void measure_stretch(search *s) {
    const slice *const slices[] = {&s->start, &s->stop};
    for (int corner = 0; corner < 4; ++corner) {
        const double u = corner & 1, v = corner >> 1;
        for (int c = 0; c < 3; ++c) {
            const double along_t = (s->stop.a[c][0] - s->start.a[c][0]) + u * (s->stop.u[c][0] - s->start.u[c][0]) +
                                   v * (s->stop.v[c][0] - s->start.v[c][0]);
            s->stretch[T] = larger(s->stretch[T], 3.0 * fabs(along_t));
            s->stretch[U] = larger(s->stretch[U], 3.0 * fabs(slices[corner & 1]->u[c][0]));
            s->stretch[V] = larger(s->stretch[V], 3.0 * fabs(slices[corner & 1]->v[c][0]));
        }
    }
}

/* The first T at which the primitives may touch, INFINITY if none; NaN without memory. */
static double first_time(const difference_map *map, uint32_t max_itr, uint32_t *examined) {
    search s = {.map = map, .width = {1.0, 1.0, 1.0}, .toi = INFINITY};
    const box whole = {{0.0, 0.0, 0.0}};
    set_slice(map, 0.0, &s.start);
    set_slice(map, 1.0, &s.stop);
    const sight seen = look_at(&s, &whole);
    *examined = 1;
    if (seen == CLEAR) return INFINITY;
    if (seen == FOUND) return 0.0;

    measure_stretch(&s);
    bool enough = reserve(&s.boxes, 1);
    if (enough) {
        s.boxes.items[0] = whole;
        s.boxes.count = 1;
    }
    while (enough && s.boxes.count > 0) {
        choose_axis(&s);
        if (!examine_level(&s, max_itr)) break;
        enough = split_level(&s);
    }
    *examined = s.examined;
    free(s.boxes.items);
    free(s.children.items);
    return enough ? s.toi : NAN;
}

static void tight_inclusion_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const tight_inclusion *method = self;
    difference_map map;
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
