/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shortcuts to what is near, against all pairs one by one: P has every pair nearer than dhat and no other that is not
 * hit, the least gap is that of all, and each query keeps what its own distance says, wherever that is not looked at.
 */
#include <math.h>

#include <touchstone/distance.h>

#include "core/share.h"
#include "datasets/generate/sample.h"
#include "ndb/contact/state.h"
#include "ndb/rows.h"
#include "scenes/collision/friction_smooth.h"
#include "tests/ndb/contact_cases.h"

static uint64_t seed;

/* What all pairs of a case are at x_minus. */
typedef struct census {
    size_t near;      /* nearer than xi + dhat */
    double least_gap; /* of these; INFINITY without any */
} census;

static void count_pair(const contact_case *c, ts_ccd_kind kind, const int32_t pair[2], census *all) {
    const ts_surface *surface = &c->contact->surface;
    if (!ts_surface_keep(surface, kind, pair)) return;
    ts_stencil node;
    double x[4][3] = {{0.0}};
    ts_surface_stencil(surface, kind, pair, node);
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) memcpy(x[i], c->x_minus[node[i]], sizeof x[i]);
    const double xi = ts_surface_thickness(surface, node[0], node[ts_ccd_first_vertices(kind)]);
    const double distance = sqrt(ts_distance2(kind, (const double(*)[3])x));
    if (distance >= xi + c->settings.dhat) return;
    ++all->near;
    all->least_gap = fmin(all->least_gap, distance - xi);
}

static census take_census(const contact_case *c) {
    census all = {.least_gap = INFINITY};
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_primitive one = ts_surface_side((ts_ccd_kind)kind, 0), other = ts_surface_side((ts_ccd_kind)kind, 1);
        for (size_t i = 0; i < c->contact->surface.count[one]; ++i) {
            for (size_t j = one == other ? i + 1 : 0; j < c->contact->surface.count[other]; ++j)
                count_pair(c, (ts_ccd_kind)kind, (int32_t[2]){(int32_t)i, (int32_t)j}, &all);
        }
    }
    return all;
}

/* What queries keep beyond xi, and should: a listener of full CCD. */
typedef struct keeper {
    double xi, floor;
    size_t queries, other, below; /* other: not as they should; below: that begin nearer than the floor */
} keeper;

static void check_floors(void *self, const ts_ccd_block *block) {
    keeper *all = self;
    for (size_t q = 0; q < block->count; ++q) {
        const ts_ccd_query *query = &block->queries[q];
        const double gap = sqrt(ts_distance2(query->kind, query->x0)) - all->xi;
        all->other += query->min_distance != all->xi + ts_ccd_survey_floor(all->floor, gap);
        all->other += gap > 0.0 && !(gap - (query->min_distance - all->xi) > 0x1p-7 * gap); /* within roundings */
        all->below += gap <= all->floor;
        ++all->queries;
    }
}

static void open_sheets(contact_case *c, double apart, double offset, double floor, keeper *kept) {
    case_sheets(c, 3, 5, apart + offset, offset);
    case_begin(c, 0.0, "certified");
    c->settings.floor = floor;
    *kept = (keeper){.xi = offset, .floor = floor * CASE_DHAT};
    c->settings.listener = (ts_ccd_listener){check_floors, kept};
    case_open(c);
}

static const double OFFSETS[] = {0.0, 1e-3};

/* Sheets are shaken and come to lie across each other. The way from where they are to where they are is free, and has
 * nothing but what is near in P. */
START_TEST(what_is_near_is_in_P) {
    static const double APART[] = {0.2, 0.97, 1.04};
    size_t near = 0;
    for (int round = 0; round < 12; ++round) {
        contact_case c;
        keeper kept;
        ts_random random;
        ts_random_init(&random, seed, (uint64_t)(100 * _i + round));
        open_sheets(&c, APART[_i / 2] * CASE_DHAT, OFFSETS[_i % 2], 1e-2, &kept);
        for (int k = 0; k < 3; ++k) {
            case_shake(&c, &random, round % 3 == 0 ? 1e-4 : round % 3 == 1 ? 1e-3 : 0.01);
            const ts_ndb_way shaken = case_full(&c);
            const census all = take_census(&c);
            ck_assert_uint_le(all.near, shaken.pairs);
            ck_assert_uint_le(shaken.pairs, all.near + shaken.hits);
            memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
            const ts_ndb_way rest = case_full(&c);
            ck_assert_double_eq(rest.fraction, 1.0);
            ck_assert_uint_eq(rest.pairs, all.near);
            if (all.near > 0) ck_assert_double_eq_tol(rest.least_gap, all.least_gap, 1e-12 * CASE_DHAT);
            near += all.near;
        }
        case_close(&c);
    }
    ck_assert_uint_gt(near, 100);
}
END_TEST

/* Unit vectors across each other. */
static void random_axes(ts_random *random, double axis[3][3]) {
    double other[3];
    ts_sample_direction(random, axis[0]);
    ts_sample_direction(random, other);
    ts_cross(axis[0], other, axis[1]);
    ts_scale(1.0 / sqrt(ts_norm2(axis[1])), axis[1], axis[1]);
    ts_cross(axis[0], axis[1], axis[2]);
}

/* Of the first sheet a triangle that is nearly a line, of the second a vertex over it, just nearer than dhat; what else
 * they have is far away on either side. */
static void place_sliver(contact_case *c, ts_random *random) {
    const double width = ts_random_log(random, 1e-12, 1e-8);
    const double height = CASE_DHAT * (1.0 - ts_random_log(random, 1e-8, 1e-3));
    const double place[8][3] = {
        {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.4, 0.0, width}, {0.7, -0.5, 0.0}, {0.4, height, 0.3 * width},
        {0.2, 0.5, 0.1}, {0.5, 0.5, 0.2}, {0.3, 0.6, 0.3}};
    double axis[3][3];
    random_axes(random, axis);
    for (int i = 0; i < 8; ++i) {
        memset(c->x_minus[i], 0, sizeof c->x_minus[i]);
        for (int k = 0; k < 3; ++k) ts_axpy(c->x_minus[i], place[i][k], axis[k], c->x_minus[i]);
    }
}

/* Where a triangle has hardly a plane, what rounding does to its distance is more than a pair lacks to dhat. */
START_TEST(what_is_near_a_sliver_is_in_P) {
    contact_case c;
    ts_random random;
    ts_random_init(&random, seed, 1000);
    case_sheets(&c, 2, 1, 0.5, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.stay = 1.0;
    case_open(&c);
    ck_assert_uint_eq(c.nodes, 8);
    for (int n = ts_test_cases(1000); n-- > 0;) {
        place_sliver(&c, &random);
        memcpy(c.x_plus, c.x_minus, c.nodes * sizeof *c.x_plus);
        const ts_ndb_way rest = case_full(&c);
        const census all = take_census(&c);
        ck_assert_uint_ge(all.near, 1);
        ck_assert_uint_eq(rest.pairs, all.near);
    }
    case_close(&c);
}
END_TEST

/* Ways after each other, short ones among them that need no method, from where the last one ended and from elsewhere.
 */
START_TEST(every_query_keeps_what_its_distance_says) {
    size_t queries = 0, below = 0, passed = 0;
    for (int round = 0; round < 16; ++round) {
        contact_case c;
        keeper kept;
        ts_ndb_way way;
        ts_random random;
        ts_random_init(&random, seed, (uint64_t)(1000 + 100 * _i + round));
        open_sheets(&c, (round % 2 ? 0.08 : 0.5) * CASE_DHAT, OFFSETS[_i], 0.1, &kept);
        for (int k = 0; k < 8; ++k) {
            case_shake(&c, &random, k % 4 == 1 ? 1e-3 : 1e-4);
            const double fraction = case_full(&c).fraction;
            if (k % 4 == 2) { /* somewhere between, which nothing was said of */
                for (size_t i = 0; i < c.nodes; ++i)
                    for (int d = 0; d < 3; ++d) c.x_minus[i][d] -= 0.3 * fraction * (c.x_plus[i][d] - c.x_minus[i][d]);
            }
            if (k % 2 == 0) continue;
            case_settle(&c);
            case_shake(&c, &random, 2e-6);
            if (!ts_ndb_contact_pass(c.contact, (const double(*)[3])c.x_minus, (const double(*)[3])c.x_plus, &way))
                continue;
            memcpy(c.x_minus, c.x_plus, c.nodes * sizeof *c.x_minus);
            ++passed;
        }
        ck_assert_uint_eq(kept.other, 0);
        queries += kept.queries;
        below += kept.below;
        case_close(&c);
    }
    ck_assert_uint_gt(queries, 1000);
    ck_assert_uint_gt(below, 20);
    ck_assert_uint_gt(passed, 5);
}
END_TEST

static void move_triangle(contact_case *c, double height) {
    for (size_t i = c->nodes - 3; i < c->nodes; ++i) c->x_minus[i][1] = height;
}

/* A triangle above a board, by hand: to these heights over dhat, of which the last full CCD knows nothing or is told
 * that they are below the floor of a tenth. */
START_TEST(what_begins_below_the_floor_keeps_nearly_all) {
    contact_case c;
    ts_ndb_way way;
    keeper kept = {.floor = 0.1 * CASE_DHAT};
    case_triangle_on_board(&c, 0.5 * CASE_DHAT, 0.0);
    case_begin(&c, 0.0, "certified");
    c.settings.floor = 0.1;
    c.settings.listener = (ts_ccd_listener){check_floors, &kept};
    case_open(&c);
    case_settle(&c);
    move_triangle(&c, 0.07 * CASE_DHAT);
    case_settle(&c); /* elsewhere than where the last one ended */
    ck_assert_uint_gt(kept.below, 0);
    case_settle(&c); /* where it ended, below the floor */
    for (size_t i = c.nodes - 3; i < c.nodes; ++i) c.x_plus[i][1] = 0.0695 * CASE_DHAT;
    ck_assert(ts_ndb_contact_pass(c.contact, (const double(*)[3])c.x_minus, (const double(*)[3])c.x_plus, &way));
    move_triangle(&c, 0.0695 * CASE_DHAT);
    case_settle(&c); /* where a short way ended */
    ck_assert_uint_ge(kept.below, 3);
    ck_assert_uint_eq(kept.other, 0);
    case_close(&c);
}
END_TEST

/* ---- Energies ---- */

/* What one pair has at x, from the definitions. */
static ts_ndb_contact_energies energies_of(const contact_case *c, size_t i, const contact_rows *x) {
    const ts_ndb_pairs *pairs = &c->contact->pairs;
    const ts_ndb_plane *plane = &pairs->plane[i];
    long double height = 0.0L, along = 0.0L, slip[3] = {0.0L}, rebound = 0.0L, slip2 = 0.0L;
    for (int r = 0; r < TS_STENCIL_NODES && plane->node[r] >= 0; ++r) {
        const int32_t v = plane->node[r];
        for (int d = 0; d < 3; ++d) {
            height += (long double)plane->share[r] * plane->normal[d] * x[v][d];
            slip[d] += (long double)plane->share[r] * (x[v][d] - c->x_star[v][d]);
            if (pairs->target && plane->share[r] != 0.0 && c->contact->inverse_mass[v] != 0.0) {
                const long double off = (long double)x[v][d] - pairs->target[i][r][d];
                rebound += c->setup.bodies.mass[v] * off * off;
            }
        }
    }
    for (int d = 0; d < 3; ++d) along += slip[d] * plane->normal[d];
    for (int d = 0; d < 3; ++d) slip2 += (slip[d] - along * plane->normal[d]) * (slip[d] - along * plane->normal[d]);
    const long double off = height < plane->aim ? plane->aim - height : 0.0L;
    const double sticks =
        fmax(c->settings.eps_v * c->settings.h, 2.0 * plane->friction * (double)off * plane->looseness);
    ts_ndb_contact_energies energies = {(double)(0.5L * plane->stiffness * off * off), 0.0};
    if (pairs->target) energies.barrier = (double)(0.5L * plane->compliance * plane->stiffness * rebound);
    if (plane->friction > 0.0 && off > 0.0L)
        energies.friction =
            (double)(plane->friction * plane->stiffness * off * ts_friction_smooth(sqrt((double)slip2), sticks).f0);
    return energies;
}

/* With halfspaces and rebounds; pairs of more than one piece. */
START_TEST(energies_are_those_of_all_pairs) {
    contact_case c;
    ts_random random;
    ts_random_init(&random, seed, 77);
    case_sheets(&c, 3, 9, 0.4 * CASE_DHAT, 0.0);
    case_begin(&c, 0.4, "certified");
    c.settings.target = _i ? TS_NDB_REBOUND : TS_NDB_HALFSPACE;
    case_open(&c);
    case_shake(&c, &random, 3e-4);
    case_full(&c);
    case_shake(&c, &random, 1e-3);
    ck_assert_uint_gt(case_partial(&c), 0);
    ck_assert_uint_gt(c.contact->pairs.count, 2 * TS_NDB_PIECE);
    double barrier = 0.0, friction = 0.0;
    for (size_t i = 0; i < c.contact->pairs.count; ++i) {
        const ts_ndb_contact_energies one = energies_of(&c, i, (const contact_rows *)c.x_plus);
        barrier += one.barrier;
        friction += one.friction;
    }
    const ts_ndb_contact_energies pulled = ts_ndb_contact_pull(c.contact, (const double(*)[3])c.x_plus),
                                  asked = ts_ndb_contact_energy(c.contact, (const double(*)[3])c.x_plus);
    ck_assert(barrier > 0.0 && friction > 0.0);
    ck_assert_double_eq_tol(pulled.barrier, barrier, 1e-11 * barrier);
    ck_assert_double_eq_tol(pulled.friction, friction, 1e-11 * friction);
    ck_assert(asked.barrier == pulled.barrier && asked.friction == pulled.friction);
    case_close(&c);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    seed = ts_test_seed();
    Suite *suite = suite_create("contact of the second solver: what is near");
    TCase *tests = tcase_create("pairs");
    tcase_add_loop_test(tests, what_is_near_is_in_P, 0, 6);
    tcase_add_test(tests, what_is_near_a_sliver_is_in_P);
    tcase_add_test(tests, what_begins_below_the_floor_keeps_nearly_all);
    tcase_add_loop_test(tests, energies_are_those_of_all_pairs, 0, 2);
    tcase_add_loop_test(tests, every_query_keeps_what_its_distance_says, 0, 2);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
